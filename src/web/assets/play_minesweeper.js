// Minesweeper against nobody: the board can be solved without a guess, and a guess that logic could spare is not taken.

import { el, field } from "./dom.js";

const LEVELS = { beginner: [9, 9, 10], intermediate: [16, 16, 40], expert: [16, 30, 99] };

export const minesweeper = {
  title: "Minesweeper",
  how: "A click opens a cell; the other button, a long touch or the key f flags it. A guess that logic could spare is not taken: ask for a hint, and it tells the reason.",
  begin: (play) => new Game(play),
};

class Game {
  constructor(play) {
    this.play = play;
    this.level = el("select", { onchange: () => this.deal() }, ...Object.keys(LEVELS).map((name) => el("option", { value: name }, name)));
    this.seed = el("input", { type: "number", value: String(1 + Math.floor(Math.random() * 9999)), min: "0", onchange: () => this.deal() });
    play.controls.append(field("Level", this.level), field("Seed", this.seed),
      el("button", { type: "button", class: "first", onclick: () => { this.seed.value = String(Number(this.seed.value) + 1); this.deal(); } }, "New game"),
      el("button", { type: "button", onclick: () => this.move("hint") }, "Hint"),
      el("button", { type: "button", onclick: () => this.back() }, "Take back"));
    this.deal();
  }

  deal() {
    [this.rows, this.cols, this.mines] = LEVELS[this.level.value];
    this.moves = [];
    this.play.inTurn(() => this.told("Every cell can be found by logic from here."));
  }

  back() {
    this.play.inTurn(() => {
      this.moves.pop();
      return this.told();
    });
  }

  click([r, c], { back }) {
    this.move(`${back ? "flag " : ""}${r} ${c}`);
  }

  key([r, c], key) {
    if (key !== "f" && key !== "h") return false;
    this.move(key === "h" ? "hint" : `flag ${r} ${c}`);
    return true;
  }

  move(line) {
    this.play.inTurn(() => {
      if (this.over) return null;
      this.moves.push(line);
      return this.told();
    });
  }

  /** Plays all moves again, and shows the last board and what was said after it. */
  async told(first = "") {
    const request = { puzzle: "minesweeper", knobs: { rows: this.rows, cols: this.cols, mines: this.mines, "no-guess": true }, seed: Number(this.seed.value) || 0, moves: this.moves };
    const { lines, told } = await this.play.replayed(request);
    this.read(lines);
    const said = this.said.filter((line) => line && !line.startsWith("ROW COL")).join("\n") || told.join("\n") || first;
    if (this.moves.at(-1) === "hint" || /would be a guess|not a closed|stays closed/.test(said)) this.moves.pop();
    this.over = this.said.some((line) => /^(won|boom)/.test(line));
    await this.play.draw("minesweeper", this.text());
    this.cover();
    this.play.say(el("p", { class: `verdict${this.over ? " satisfiable" : ""}` }, spoken(said) || `${this.closed()} cells are closed, ${this.mines} of all are mines.`));
    this.ring(said);
  }

  read(lines) {
    const isRow = (line) => /^\s*\d+ [.*0-8oxX](?: [.*0-8oxX])*\s*$/.test(line) && line.trim().split(/\s+/).length === this.cols + 1;
    const last = lines.findLastIndex(isRow);
    this.cells = lines.slice(last - this.rows + 1, last + 1).map((line) => line.trim().split(/\s+/).slice(1));
    this.said = lines.slice(last + 1).map((line) => line.trim());
  }

  text() {
    const mark = (cell) => (/[0-8]/.test(cell) ? cell : ".");
    return `mines: ${this.mines}\n${this.cells.map((row) => row.map(mark).join("")).join("\n")}\n`;
  }

  closed() {
    return this.cells.flat().filter((cell) => !/[0-8]/.test(cell)).length;
  }

  cover() {
    const named = (cell) => (/[0-8]/.test(cell) ? `shows ${cell}` : cell === "." ? "closed" : "flagged");
    this.play.stage.cells({ rows: this.rows, cols: this.cols, label: (r, c) => named(this.cells[r][c]) });
    this.play.stage.mark("flag", this.cells.flatMap((row, r) => row.flatMap((cell, c) => (/[.0-8]/.test(cell) ? [] : [[r, c]]))));
  }

  /** The cells that a sentence names. */
  ring(said) {
    const cells = [...said.matchAll(/(\d+),(\d+)/g)].map(([, r, c]) => [Number(r), Number(c)]).filter(([r, c]) => r < this.rows && c < this.cols);
    this.play.stage.mark("reason", cells.slice(0, -1));
    this.play.stage.mark("fact", cells.slice(-1));
  }
}

/** What the game says, as a sentence. */
const spoken = (said) => (said === "won" ? "Won: every cell without a mine is open." : said);
