"""Ours against others on the same jobs: processor seconds, and how many times ours the other needs.

    cargo build --release && python3 examples/peers.py [JOB ...]

Others are taken where they are there: `minisat` and `cadical` on the formula that ours writes for the job, Gecode through
`minizinc`, CP-SAT (`pip install ortools`) with one worker on a model of its own. Every command is run three times, the
fastest counts. Verdicts must agree. Names of jobs, or how they begin, choose some of them.
"""

import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
OURS = str(HERE / "target/release/quandary")
LIMIT = 120
TIMES = 3
SAT, UNSAT, OTHER = "sat", "unsat", "?"


def run(command, stdin=None):
    """What a command says, and the processor seconds of it and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=LIMIT, cwd=HERE)
    except subprocess.TimeoutExpired:
        return "", None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def verdict(text):
    text = text.lower()
    if "unsatisfiable" in text:
        return UNSAT
    return SAT if any(word in text for word in ("satisfiable", "optimal", "----------")) else OTHER


def least(command):
    """The verdict and the least seconds of some runs; none if it takes too long."""
    runs = [run(command) for _ in range(TIMES)]
    seconds = [spent for _, spent in runs if spent is not None]
    return (verdict(runs[0][0]), min(seconds)) if seconds else (OTHER, None)


def ours(*words):
    return [OURS, "solve", *words]


def made(folder, name, *words):
    """A file that ours generates."""
    file = pathlib.Path(folder) / name
    file.write_text(run([OURS, "generate", *words])[0])
    return str(file)


def on_our_formula(folder, words):
    """MiniSat and CaDiCaL on the formula of a job."""
    formula = str(pathlib.Path(folder) / "job.cnf")
    run([OURS, "export", *words, "-o", formula])
    return {"minisat": ["minisat", "-verb=0", formula], "cadical": ["cadical", "-q", "-n", formula]}


def gecode(model, data):
    return {"gecode": ["minizinc", "--solver", "gecode", model, data]}


CP_SAT = """
import sys
from ortools.sat.python import cp_model
rows = [line.split() for line in open(sys.argv[1]) if line.strip() and not line.startswith("#")]
(height, width, mines), cells = map(int, rows[0]), [[int(c) for c in row] for row in rows[1:]]
model = cp_model.CpModel()
mine = {(r, c): model.new_bool_var("") for r in range(height) for c in range(width) if cells[r][c] < 0}
model.add(sum(mine.values()) == mines)
for r in range(height):
    for c in range(width):
        if cells[r][c] >= 0:
            around = [(i, j) for i in (r - 1, r, r + 1) for j in (c - 1, c, c + 1)]
            model.add(sum(mine[at] for at in around if at in mine) == cells[r][c])
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
print(solver.status_name(solver.solve(model)), solver.user_time)
"""


def cp_sat(board):
    return {"CP-SAT": [sys.executable, "-c", CP_SAT, board]}


def jobs(folder):
    """Name, our command, what others are given."""
    for side in (50, 100, 200):
        board = made(folder, f"m{side}", "minesweeper", "--rows", str(side), "--seed", "1")
        yield f"minesweeper {side} x {side}", ours("minesweeper", board), cp_sat(board)
    for side in (400, 1000):
        board = made(folder, f"m{side}", "minesweeper", "--rows", str(side), "--seed", "1")
        yield f"minesweeper {side} x {side}", ours("minesweeper", board), {}
    for graph, cops, horizons in (("grid:5x5", 4, (5, 6, 7)), ("grid:4x4", 3, (9,))):
        game = made(folder, "game", "cops", "--graph", graph, "--cops", str(cops))
        for horizon in horizons:
            words = ["cops", game, "--horizon", str(horizon), "--engine", "sat"]
            yield f"cops {graph} k{cops} T{horizon}", ours(*words), on_our_formula(folder, words)
    for seed in (1, 2, 3):
        tiles = made(folder, "tiles", "monkey", "--rows", "5", "--colours", "10", "--seed", str(seed))
        words = ["monkey", tiles, "--engine", "sat"]
        yield f"monkey 5 x 5, 10 colours, {seed}", ours(*words), on_our_formula(folder, words)
    words = ["queens", "instances/queens/t4.txt", "--engine", "sat"]
    yield "queens t4", ours(*words), on_our_formula(folder, words)
    for order in (8, 9):
        files = ["benches/engines/golomb.mzn", f"benches/engines/golomb-{order}.dzn"]
        for engine in ("csp", "auto"):
            words = [*files, "--engine", engine, "--jobs", "1" if engine == "csp" else "2"]
            yield f"golomb {order} by {engine}", ours(*words), gecode(*files)
    small = pathlib.Path(folder) / "small.mzn"
    small.write_text("var 1..3: x; var 1..3: y; constraint x < y; solve satisfy;\n")
    yield "start-up, a small model", ours(str(small)), gecode(str(small), "-a")


def is_there(command):
    if command[0] != sys.executable:
        return shutil.which(command[0]) is not None
    return subprocess.run([sys.executable, "-c", "import ortools"], capture_output=True).returncode == 0


def spent(name, command):
    """Of CP-SAT the solving alone counts, as it says itself; of the others the whole program."""
    if name != "CP-SAT":
        return least(command)
    told = [run(command)[0].split() for _ in range(TIMES)]
    words = {"OPTIMAL": SAT, "FEASIBLE": SAT, "INFEASIBLE": UNSAT}
    told = [(words.get(status, OTHER), float(seconds)) for status, seconds in (words for words in told if len(words) == 2)]
    return min(told, key=lambda pair: pair[1]) if told else (OTHER, None)


def main():
    os.environ.setdefault("LC_ALL", "C")
    chosen = sys.argv[1:]
    print("| job | ours | others | other / ours |\n|---|--:|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, command, others in jobs(folder):
            if chosen and not any(name.startswith(one) for one in chosen):
                continue
            said, seconds = least(command)
            cells, ratios = [], []
            for other, words in others.items():
                if not is_there(words):
                    continue
                heard, theirs = spent(other, words)
                if OTHER not in (said, heard) and said != heard:
                    sys.exit(f"{name}: ours says {said}, {other} says {heard}")
                cells.append(f"{other} {theirs:.3f}" if theirs is not None else f"{other} over {LIMIT}")
                ratios.append(f"{theirs / seconds:.1f}" if theirs is not None and seconds else "-")
            mine = "-" if seconds is None else f"{seconds:.3f}"
            print(f"| {name} | {mine} | {', '.join(cells) or '-'} | {' / '.join(ratios) or '-'} |", flush=True)


if __name__ == "__main__":
    main()
