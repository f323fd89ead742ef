// The boards of the merging queens: a power of two on each square, or nothing.

import { SIZE, between, grid, numbers, put } from "./text.js";

const HIGHEST = 2 ** 20;
const next = (value, back) => (back ? Math.floor(value / 2) || (value ? 0 : HIGHEST) : value >= HIGHEST ? 0 : value * 2 || 1);

export default {
  hint: "Click or type: 1, 2, 4, 8 is a queen, + doubles it, - halves it, 0 takes it away.",
  asks: false,
  parse(text) {
    if (text.trim().startsWith("{")) return listed(JSON.parse(text));
    const body = text.split(/\r?\n/).map((line) => line.replace(/#.*/, "").trim()).filter(Boolean);
    const sizes = numbers(body[0]);
    const [rows, cols] = [sizes[0], sizes[1] ?? sizes[0]];
    const k = body[1] === "min" ? "min" : String(numbers(body[1])[0]);
    const cells = numbers(body.slice(2).join("\n"));
    if (cells.length !== rows * cols) throw new Error(`${cells.length} squares, expected ${rows * cols}`);
    return { rows, cols, k, cells: grid(rows, cols, (r, c) => cells[r * cols + c]), empty: 0 };
  },
  print: ({ rows, cols, k, cells }) => `# puzzle: queens\n${rows} ${cols}\n${k}\n${cells.map((row) => row.join(" ")).join("\n")}\n`,
  label: (it, r, c) => (it.cells[r][c] ? `queen ${it.cells[r][c]}` : "empty"),
  click: (it, r, c, { back }) => put(it, r, c, next(it.cells[r][c], back)),
  key: (it, r, c, key) => {
    if (["0", "Delete", "Backspace"].includes(key)) return put(it, r, c, 0);
    if (["1", "2", "4", "8"].includes(key)) return put(it, r, c, Number(key));
    if (key === "+" || key === "-") return put(it, r, c, next(it.cells[r][c], key === "-"));
    return null;
  },
  held: (it, r, c) => it.cells[r][c] > 0,
  drag: (it, [r, c], [row, col]) => put(put(it, row, col, it.cells[r][c]), r, c, 0),
  fields: [
    ...SIZE,
    { name: "Queens left", get: (it) => it.k, set: (it, value) => ({ ...it, k: value === "min" ? "min" : String(between(value, 1, 99)) }), kind: "text" },
  ],
  frames: (solution) => solution.captures.length,
  upTo: (solution, n) => ({ ...solution, left: solution.left + solution.captures.length - n, captures: solution.captures.slice(0, n) }),
  step: (solution, n) => ((c) => `capture ${n}: the queen at ${c[0]},${c[1]} captures at ${c[2]},${c[3]}`)(solution.captures[n - 1]),
};

function listed({ size, queens, k }) {
  const [rows, cols] = Array.isArray(size) ? size : [size, size];
  const cells = grid(rows, cols, () => 0);
  for (const [r, c, value] of queens) cells[r][c] = value;
  return { rows, cols, k: String(k), cells, empty: 0 };
}
