// What the text formats of boards share.

/** The lines that say something: no comments, no empty ones. */
export function lines(text) {
  return text.replace(/^\uFEFF/, "").split(/\r?\n/).map((line) => line.trimEnd()).filter((line) => line.trim() && !line.trim().startsWith("#"));
}

/** All whole numbers of a text, without its comments. */
export function numbers(text) {
  const words = text.split(/\r?\n/).map((line) => line.replace(/#.*/, "")).join(" ").trim().split(/\s+/);
  const found = words.map(Number);
  if (found.some((number) => !Number.isInteger(number))) throw new Error("a word is no whole number");
  return found;
}

/** Cells row by row. */
export function grid(rows, cols, of) {
  return Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => of(r, c)));
}

/** The same cells on a board of another size; what is new is empty. */
export function resized(cells, rows, cols, empty) {
  return grid(rows, cols, (r, c) => cells[r]?.[c] ?? empty);
}

/** `key: value` lines. */
export function keyed(text) {
  const found = new Map();
  for (const line of lines(text)) {
    const at = line.indexOf(":");
    if (at > 0) found.set(line.slice(0, at).trim(), line.slice(at + 1).replace(/#.*/, "").trim());
  }
  return found;
}

/** A whole number between two bounds. */
export function between(value, low, high) {
  const number = Math.round(Number(value));
  return Number.isFinite(number) ? Math.min(high, Math.max(low, number)) : low;
}

/** The fields for the size of a board. */
export const SIZE = [
  { name: "Rows", get: (it) => it.rows, set: (it, value) => sized(it, between(value, 1, 60), it.cols), kind: "number" },
  { name: "Columns", get: (it) => it.cols, set: (it, value) => sized(it, it.rows, between(value, 1, 60)), kind: "number" },
];

function sized(it, rows, cols) {
  return { ...it, rows, cols, cells: resized(it.cells, rows, cols, it.empty) };
}

/** The same board with one cell changed. */
export function put(it, r, c, value) {
  return { ...it, cells: it.cells.map((row, at) => (at === r ? row.map((cell, col) => (col === c ? value : cell)) : row)) };
}
