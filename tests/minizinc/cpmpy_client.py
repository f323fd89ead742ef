"""Our solver through CPMpy."""

import cpmpy as cp

x = cp.intvar(1, 5, shape=3)
model = cp.Model(cp.AllDifferent(x), sum(x) >= 11, maximize=x[0])
assert model.solve(solver="minizinc:quandary")
assert (x[0].value(), model.objective_value()) == (5, 5)

y = cp.intvar(0, 2, shape=2)
assert cp.Model(y[0] <= y[1]).solveAll(solver="minizinc:quandary") == 6
assert not cp.Model(y[0] < y[1], y[1] < y[0]).solve(solver="minizinc:quandary")
print("done")
