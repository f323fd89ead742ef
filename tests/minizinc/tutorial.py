"""The models of the tutorial through Python's `minizinc`: a list of file lists in JSON in, a list of statuses and objectives out."""

import json
import sys

from minizinc import Instance, Model, Solver

found = []
for files in json.loads(sys.argv[1]):
    result = Instance(Solver.lookup("quandary"), Model(files)).solve()
    found.append([result.status.name, result.objective])
print(json.dumps(found))
