// Square tiles with a number on each side: the monkey puzzle's and Omino's.

import { between, keyed, lines, numbers } from "./text.js";

const shown = (tiles) => tiles.map((tile) => tile.join(" ")).join("\n");
const tile = (line) => line.trim().split(/\s+/).map(Number);

export const monkey = {
  hint: "The numbers of a tile are its sides: north, east, south, west.",
  asks: false,
  parse(text) {
    const found = keyed(text);
    const [rows, cols] = (found.get("size") ?? "").split("x").map(Number);
    const all = lines(text);
    const tiles = all.slice(all.findIndex((line) => line.startsWith("tiles:")) + 1).map(tile);
    if (!rows || !cols || tiles.some((sides) => sides.length !== 4 || sides.some(Number.isNaN))) throw new Error("tiles are edited as text");
    return { rows, cols, turns: found.get("rotations") !== "no", tiles };
  },
  print: (it) => `# puzzle: monkey\nsize: ${it.rows}x${it.cols}\nrotations: ${it.turns ? "yes" : "no"}\ntiles:\n${shown(it.tiles)}\n`,
  fields: [
    { name: "Rows", get: (it) => it.rows, set: (it, value) => fitted(it, between(value, 1, 10), it.cols), kind: "number" },
    { name: "Columns", get: (it) => it.cols, set: (it, value) => fitted(it, it.rows, between(value, 1, 10)), kind: "number" },
    { name: "May be turned", get: (it) => it.turns, set: (it, value) => ({ ...it, turns: value }), kind: "switch" },
  ],
  tiles: { get: (it) => it.tiles, set: (it, tiles) => ({ ...it, tiles }), fixed: true },
};

/** As many tiles as squares. */
function fitted(it, rows, cols) {
  const tiles = Array.from({ length: rows * cols }, (_, n) => it.tiles[n] ?? [0, 0, 0, 0]);
  return { ...it, rows, cols, tiles };
}

export const omino = {
  hint: "Stone 0 lies on the start square; the others are dealt in turn, the rest is the pot. Sides: north, east, south, west.",
  asks: false,
  parse(text) {
    const [rows, cols, count, hand, row, col, ...rest] = numbers(text);
    if (rest.length !== 4 * count) throw new Error(`${rest.length / 4} stones, expected ${count}`);
    const tiles = Array.from({ length: count }, (_, n) => rest.slice(4 * n, 4 * n + 4));
    return { rows, cols, hand, row, col, tiles };
  },
  print: (it) => `# puzzle: omino\n${it.rows} ${it.cols}\n${it.tiles.length} ${it.hand}\n${it.row} ${it.col}\n${shown(it.tiles)}\n`,
  label: (it, r, c) => (it.row === r && it.col === c ? "stone 0 begins here" : "empty"),
  click: (it, r, c) => ({ ...it, row: r, col: c }),
  key: () => null,
  fields: [
    { name: "Rows", get: (it) => it.rows, set: (it, value) => within({ ...it, rows: between(value, 1, 10) }), kind: "number" },
    { name: "Columns", get: (it) => it.cols, set: (it, value) => within({ ...it, cols: between(value, 1, 10) }), kind: "number" },
    { name: "In each hand", get: (it) => it.hand, set: (it, value) => ({ ...it, hand: between(value, 1, Math.max(1, (it.tiles.length - 1) >> 1)) }), kind: "number" },
  ],
  tiles: { get: (it) => it.tiles, set: (it, tiles) => ({ ...it, tiles, hand: Math.min(it.hand, Math.max(1, (tiles.length - 1) >> 1)) }), fixed: false },
  frames: (solution) => solution.line.length,
  upTo: (solution, n) => ({ ...solution, line: solution.line.slice(0, n) }),
  step: (solution, n) => turn(solution.line[n - 1], n),
};

const within = (it) => ({ ...it, row: Math.min(it.row, it.rows - 1), col: Math.min(it.col, it.cols - 1) });

function turn(move, n) {
  const drew = move.drawn === undefined ? "" : ` draws stone ${move.drawn}`;
  const laid = move.at ? ` lays stone ${move.stone} at ${move.at.join(",")}` : " passes";
  return `turn ${n}: player ${move.player}${drew}${drew && move.at ? "," : ""}${move.at || !drew ? laid : ""}`;
}
