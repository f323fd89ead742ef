"""Our solver through Python's `minizinc`: all solutions, the best one, none."""

from datetime import timedelta

from minizinc import Instance, Model, Solver, Status

QUEENS = """
include "alldifferent.mzn";
int: n;
array[1..n] of var 1..n: q;
constraint alldifferent(q);
constraint alldifferent([q[i] + i | i in 1..n]);
constraint alldifferent([q[i] - i | i in 1..n]);
"""


def instance(text, **data):
    model = Model()
    model.add_string(text)
    made = Instance(Solver.lookup("quandary"), model)
    for name, value in data.items():
        made[name] = value
    return made


result = instance(QUEENS, n=6).solve(all_solutions=True)
assert result.status == Status.ALL_SOLUTIONS, result.status
found = sorted(solution.q for solution in result.solution)
assert found == [[2, 4, 6, 1, 3, 5], [3, 6, 2, 5, 1, 4], [4, 1, 5, 2, 6, 3], [5, 3, 1, 6, 4, 2]], found

assert instance(QUEENS, n=3).solve().status == Status.UNSATISFIABLE

best = instance("var 0..9: x; var set of 1..3: s; constraint x = 2 * card(s); solve maximize x;")
result = best.solve(timeout=timedelta(seconds=60))
assert (result.status, result["x"], result["s"]) == (Status.OPTIMAL_SOLUTION, 6, {1, 2, 3}), result
print("done")
