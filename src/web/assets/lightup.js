// Light Up's boards: white cells and walls, with a number or without.

import { SIZE, put } from "./text.js";

const MARKS = [".", "#", "0", "1", "2", "3", "4"];
const named = (mark) => (mark === "." ? "white" : mark === "#" ? "wall" : `wall with ${mark}`);

export default {
  hint: "Click or type: a dot is white, # a wall, 0 to 4 a wall with a number.",
  asks: true,
  parse(text) {
    const rows = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line && !/^#\s/.test(line));
    const cells = rows.map((line) => [...line]);
    if (!cells.length || cells.some((row) => row.length !== cells[0].length || row.some((mark) => !MARKS.includes(mark)))) throw new Error("not a picture");
    return { rows: cells.length, cols: cells[0].length, cells, empty: "." };
  },
  print: (it) => `# puzzle: lightup\n${it.cells.map((row) => row.join("")).join("\n")}\n`,
  label: (it, r, c) => named(it.cells[r][c]),
  click: (it, r, c, { back }) => put(it, r, c, MARKS[(MARKS.indexOf(it.cells[r][c]) + (back ? 6 : 1)) % 7]),
  key: (it, r, c, key) => {
    if (MARKS.includes(key)) return put(it, r, c, key);
    return ["Delete", "Backspace"].includes(key) ? put(it, r, c, ".") : null;
  },
  fields: SIZE,
};
