// Minesweeper's boards: clues, unknown cells, the number of mines.

import { SIZE, between, grid, lines, numbers, put } from "./text.js";

const UNKNOWN = -1;
const named = (cell) => (cell === UNKNOWN ? "unknown" : `shows ${cell}`);

export default {
  hint: "Click or type: 0 to 8 is a clue, a dot is unknown. Shift or the right button goes back.",
  asks: true,
  parse(text) {
    if (text.trim().startsWith("{")) {
      const { rows, cols, mines, cells } = JSON.parse(text);
      return { rows, cols, mines, cells, empty: UNKNOWN };
    }
    const first = lines(text)[0] ?? "";
    if (/^[a-z]/i.test(first)) return pictured(text);
    const [rows, cols, mines, ...cells] = numbers(text);
    if (cells.length !== rows * cols) throw new Error(`${cells.length} cells, expected ${rows * cols}`);
    return { rows, cols, mines, cells: grid(rows, cols, (r, c) => cells[r * cols + c]), empty: UNKNOWN };
  },
  print: ({ rows, cols, mines, cells }) =>
    `${rows} ${cols} ${mines}\n${cells.map((row) => row.map((cell) => String(cell).padStart(2)).join(" ")).join("\n")}\n`,
  label: (it, r, c) => named(it.cells[r][c]),
  click: (it, r, c, { back }) => put(it, r, c, ((it.cells[r][c] + 1 + (back ? 9 : 1)) % 10) - 1),
  key: (it, r, c, key) => {
    if (/^[0-8]$/.test(key)) return put(it, r, c, Number(key));
    return [".", "-", "?", "Delete", "Backspace"].includes(key) ? put(it, r, c, UNKNOWN) : null;
  },
  fields: [...SIZE, { name: "Mines", get: (it) => it.mines, set: (it, value) => ({ ...it, mines: between(value, 0, 9999) }), kind: "number" }],
};

function pictured(text) {
  const [first, ...rest] = lines(text);
  const mines = Number(/mines:\s*(\d+)/.exec(first)?.[1]);
  const cells = rest.map((line) => [...line.replace(/\s/g, "")].map((mark) => (/[0-8]/.test(mark) ? Number(mark) : UNKNOWN)));
  if (!Number.isInteger(mines) || cells.some((row) => row.length !== cells[0].length)) throw new Error("rows differ in length");
  return { rows: cells.length, cols: cells[0].length, mines, cells, empty: UNKNOWN };
}
