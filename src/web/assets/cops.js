// Games of cops and an invisible robber: a graph, cops, where they begin.

import { between, keyed } from "./text.js";

export default {
  hint: "Click a vertex to put a cop there or to take it away; a graph is a family such as grid:5x5, torus:4x4, petersen, or edges of your own (0-1 1-2).",
  asks: false,
  isGraph: true,
  parse(text) {
    if (text.trim().startsWith("{")) throw new Error("JSON is edited as text");
    const found = keyed(text);
    if (!found.has("cops")) throw new Error("no line `cops:`");
    return { graph: found.get("graph") ?? "", vertices: found.get("vertices") ?? "", edges: found.get("edges") ?? "", cops: Number(found.get("cops")), start: found.get("start") ?? "free", horizon: found.get("horizon") ?? "" };
  },
  print: (it) =>
    ["# puzzle: cops", it.graph ? `graph: ${it.graph}` : `vertices: ${it.vertices}\nedges: ${it.edges}`, `cops: ${it.cops}`, `start: ${it.start}`, it.horizon && `horizon: ${it.horizon}`, ""].filter((line) => line !== "").join("\n") + "\n",
  label: (it, vertex) => (places(it).includes(vertex) ? "a cop begins here" : "no cop"),
  click(it, vertex) {
    const now = places(it);
    const next = now.includes(vertex) ? now.filter((at) => at !== vertex) : [...now, vertex];
    return { ...it, cops: Math.max(1, next.length), start: next.length ? next.join(" ") : "free" };
  },
  fields: [
    { name: "Graph", get: (it) => it.graph, set: (it, value) => ({ ...it, graph: value.trim(), start: /\d/.test(it.start) ? "free" : it.start }), kind: "text" },
    { name: "Cops", get: (it) => it.cops, set: (it, value) => ({ ...it, cops: between(value, 1, 20), start: /\d/.test(it.start) ? "free" : it.start }), kind: "number" },
    { name: "Start", get: (it) => it.start, set: (it, value) => ({ ...it, start: value.trim() || "free" }), kind: "text" },
    { name: "Horizon", get: (it) => it.horizon, set: (it, value) => ({ ...it, horizon: value.trim() }), kind: "text" },
  ],
  moves: (solution) => solution.moves,
  frames: (solution) => solution.positions.length - 1,
  upTo: (solution, n) => ({ ...solution, moves: n, positions: solution.positions.slice(0, n + 1) }),
  step: (solution, n) => `time ${n}: cops at ${solution.positions[n].join(", ")}`,
};

const places = (it) => (/^\d/.test(it.start) ? it.start.split(/[\s,]+/).map(Number) : []);
