"""Contradictions of the same killer sudokus by CPMpy and PySAT.

    pip install cpmpy python-sat
    python3 examples/explained/others.py [SECONDS] [KILLER.dzn ...]

CPMpy's `mus` and PySAT's `MUSX` find a minimal set, PySAT's `OptUx` a smallest one. PySAT is given a formula with a
literal for each value of a cell and for each way to fill a cage; the time to write it is not counted.
"""

import itertools
import multiprocessing
import pathlib
import re
import sys
import time

HERE = pathlib.Path(__file__).parent


def read(path):
    text = path.read_text()
    totals = [int(n) for n in re.search(r"total=\[(.*?)\]", text, re.S).group(1).split(",")]
    rows = re.search(r"cage=\[\|(.*?)\|\]", text, re.S).group(1).split("|")
    cages = [[int(n) for n in row.split(",")] for row in rows]
    cells = list(itertools.product(range(9), range(9)))
    blocks = [[(r, c) for r, c in cells if r == i] for i in range(9)]
    blocks += [[(r, c) for r, c in cells if c == i] for i in range(9)]
    blocks += [[(r, c) for r, c in cells if r // 3 == i // 3 and c // 3 == i % 3] for i in range(9)]
    parts = [[(r, c) for r, c in cells if cages[r][c] == k + 1] for k in range(len(totals))]
    return blocks, list(zip(parts, totals))


def timed(work):
    """How many rules it finds, in how many seconds, and in how many of the processor's."""
    begun, processor = time.time(), time.process_time()
    return len(work()), time.time() - begun, time.process_time() - processor


def by_cpmpy(path):
    import cpmpy
    from cpmpy.tools.explain import mus

    blocks, cages = read(path)
    cell = cpmpy.intvar(1, 9, shape=(9, 9))
    rules = [cpmpy.AllDifferent([cell[at] for at in block]) for block in blocks]
    for part, total in cages:
        here = [cell[at] for at in part]
        rules.append(cpmpy.AllDifferent(here) & (cpmpy.sum(here) == total))
    return timed(lambda: mus(rules))


def formula(path):
    from pysat.formula import WCNF, IDPool

    blocks, cages = read(path)
    ids, out = IDPool(), WCNF()
    values = range(1, 10)
    has = lambda at, value: ids.id((at, value))
    for at in itertools.product(range(9), range(9)):
        out.append([has(at, value) for value in values])
        out.extend([[-has(at, a), -has(at, b)] for a, b in itertools.combinations(values, 2)])
    for number, (part, total) in enumerate([(block, None) for block in blocks] + cages):
        rule = ids.id(("rule", number))
        out.append([rule], weight=1)
        for a, b in itertools.combinations(part, 2):
            out.extend([[-rule, -has(a, value), -has(b, value)] for value in values])
        if total is None:
            out.extend([[-rule] + [has(at, value) for at in part] for value in values])
            continue
        ways = [way for way in itertools.permutations(values, len(part)) if sum(way) == total]
        for way in ways:
            out.extend([[-ids.id((number, way)), has(at, value)] for at, value in zip(part, way)])
        out.append([-rule] + [ids.id((number, way)) for way in ways])
    return out


def by_musx(path):
    from pysat.examples.musx import MUSX

    out = formula(path)
    return timed(lambda: MUSX(out, solver="g4", verbosity=0).compute())


def by_optux(path):
    from pysat.examples.optux import OptUx

    out = formula(path)
    return timed(lambda: OptUx(out, solver="g4", verbose=0).compute())


def within(seconds, who, path):
    with multiprocessing.Pool(1) as pool:
        try:
            n, took, processor = pool.apply_async(who, (path,)).get(seconds)
            return f"{n} rules in {took:.2f} s, {processor:.2f} s of the processor"
        except multiprocessing.TimeoutError:
            return f"nothing in {seconds} s"


if __name__ == "__main__":
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    tools = [("CPMpy mus", by_cpmpy), ("PySAT MUSX", by_musx), ("PySAT OptUx", by_optux)]
    paths = [pathlib.Path(path) for path in sys.argv[2:]] or sorted(HERE.glob("killer-*.dzn"))
    for path in paths:
        for name, who in tools:
            print(f"{path.stem}: {name} {within(limit, who, path)}", flush=True)
