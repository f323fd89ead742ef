// Games of cops and an invisible robber: a graph, cops, where they begin.

import { between, keyed, lines } from "./text.js";

export default {
  hint: "Click a vertex to put a cop there or to take it away; drag a cop to move it. A graph is a family such as grid:5x5, torus:4x4, petersen; leave it empty to draw your own: drag from vertex to vertex.",
  asks: false,
  isGraph: true,
  parse(text) {
    if (text.trim().startsWith("{")) throw new Error("JSON is edited as text");
    const found = keyed(text);
    if (!found.has("cops")) throw new Error("no line `cops:`");
    return { graph: found.get("graph") ?? "", vertices: found.get("vertices") ?? "", edges: lines(text).filter((line) => /^edges\s*:/.test(line)).map((line) => line.slice(line.indexOf(":") + 1).trim()).join(" "), cops: Number(found.get("cops")), start: found.get("start") ?? "free", horizon: found.get("horizon") ?? "" };
  },
  print: (it) =>
    ["# puzzle: cops", it.graph ? `graph: ${it.graph}` : `vertices: ${it.vertices}\nedges: ${it.edges}`, `cops: ${it.cops}`, `start: ${it.start}`, it.horizon && `horizon: ${it.horizon}`, ""].filter((line) => line !== "").join("\n") + "\n",
  label: (it, vertex) => (places(it).includes(vertex) ? "a cop begins here" : "no cop"),
  click(it, vertex) {
    const now = places(it);
    const next = now.includes(vertex) ? now.filter((at) => at !== vertex) : [...now, vertex];
    return { ...it, cops: Math.max(1, next.length), start: next.length ? next.join(" ") : "free" };
  },
  held: (it, vertex) => places(it).includes(vertex),
  drag(it, [from], [to]) {
    const now = places(it);
    if (now.includes(from)) return now.includes(to) ? null : { ...it, start: now.map((at) => (at === from ? to : at)).join(" ") };
    return it.graph ? null : { ...it, edges: joined(it.edges, from, to) };
  },
  fields: [
    { name: "Graph", get: (it) => it.graph, set: (it, value) => ({ ...it, ...own(it, value.trim()), start: /\d/.test(it.start) ? "free" : it.start }), kind: "text" },
    { name: "Vertices", get: (it) => it.vertices, set: (it, value) => ({ ...it, vertices: String(between(value, 1, 200)) }), kind: "number", when: (it) => !it.graph },
    { name: "Edges", get: (it) => it.edges, set: (it, value) => ({ ...it, edges: value.trim() }), kind: "text", when: (it) => !it.graph },
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

/** The edges with one more, or without it if it was there. */
function joined(edges, from, to) {
  const all = edges.split(/[\s,]+/).filter(Boolean);
  const same = (edge) => [`${from}-${to}`, `${to}-${from}`].includes(edge);
  return (all.some(same) ? all.filter((edge) => !same(edge)) : [...all, `${Math.min(from, to)}-${Math.max(from, to)}`]).join(" ");
}

/** A family, or a graph of one's own to begin with: a path, whose edges one changes. */
const own = (it, graph) => (graph || it.edges ? { graph } : { graph, vertices: "6", edges: "0-1 1-2 2-3 3-4 4-5" });
