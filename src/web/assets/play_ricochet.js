// Ricochet by hand: slide robots; the program says how few moves are enough.

import { job } from "./api.js";
import { el, field } from "./dom.js";
import { lettered } from "./picture.js";
import rules, { slide } from "./ricochet.js";

const WAYS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };
const COLOURS = ["red", "green", "blue", "yellow", "silver", "black"];

export const ricochet = {
  title: "Ricochet",
  how: "Choose a robot by click or by its letter (r g b y s k), then slide it by the arrows, or by clicking a field in its row or column.",
  begin: (play) => new Game(play),
};

class Game {
  constructor(play) {
    this.play = play;
    const boards = play.puzzle("ricochet").instances;
    this.board = el("select", { onchange: () => play.inTurn(() => this.deal()) }, ...boards.map(({ name }) => el("option", { value: name }, name)));
    play.controls.append(field("Board", this.board),
      el("button", { type: "button", class: "first", onclick: () => play.inTurn(() => this.begin()) }, "Start again"),
      el("button", { type: "button", onclick: () => play.inTurn(() => { this.moves.pop(); return this.show(); }) }, "Take back"),
      el("button", { type: "button", onclick: () => play.inTurn(() => this.hint()) }, "Hint"));
    play.inTurn(() => this.deal());
  }

  async deal() {
    this.text = this.play.puzzle("ricochet").instances.find((one) => one.name === this.board.value).text;
    this.needs = null;
    try {
      this.it = rules.parse(this.text);
    } catch {
      this.it = rules.parse(await lettered({ puzzle: "ricochet", board: this.text }));
    }
    await this.begin();
    const { answers } = await job({ do: "solve", puzzle: "ricochet", board: this.text });
    this.best = answers.find((answer) => answer.status)?.solution ?? null;
    this.needs = this.best?.length ?? null;
    this.told();
  }

  begin() {
    this.moves = [];
    this.robot = Math.max(0, this.it.active);
    return this.show();
  }

  /** Where the robots are after the moves. */
  robots(count = this.moves.length) {
    const now = this.it.robots.map((at) => [...at]);
    for (const [robot, way] of this.moves.slice(0, count)) now[robot] = slide(this.it, now, robot, way);
    return now;
  }

  click([r, c]) {
    const now = this.robots();
    const other = now.findIndex((at) => at[0] === r && at[1] === c);
    if (other >= 0) {
      this.robot = other;
      return this.cover();
    }
    const [row, col] = now[this.robot];
    if (row !== r && col !== c) return;
    this.go(row === r ? (c > col ? "E" : "W") : r > row ? "S" : "N");
  }

  key(cell, key, { shift }) {
    const robot = "rgbysk".indexOf(key);
    if (key.length === 1 && robot >= 0 && robot < this.it.robots.length) {
      this.robot = robot;
      this.cover();
      return true;
    }
    if (!WAYS[key] || shift) return false;
    this.go(WAYS[key]);
    return true;
  }

  go(way) {
    const now = this.robots();
    const to = slide(this.it, now, this.robot, way);
    if (to[0] === now[this.robot][0] && to[1] === now[this.robot][1]) return this.play.say(`${COLOURS[this.robot]} cannot move there.`);
    this.moves.push([this.robot, way]);
    this.play.inTurn(() => this.show());
  }

  async show() {
    const stops = this.moves.map(([robot], n) => this.robots(n + 1)[robot]);
    await this.play.draw("ricochet", this.text, this.moves.length ? { length: this.moves.length, moves: this.moves, stops } : undefined);
    this.cover();
  }

  won() {
    const now = this.robots();
    const there = (at) => at[0] === this.it.target[0] && at[1] === this.it.target[1];
    return this.moves.length > 0 && (this.it.active < 0 ? now.some(there) : there(now[this.it.active]));
  }

  cover() {
    const now = { ...this.it, robots: this.robots() };
    this.play.stage.cells({ rows: this.it.rows, cols: this.it.cols, label: (r, c) => rules.label(now, r, c) });
    this.play.stage.mark("chosen", [now.robots[this.robot]]);
    this.told();
  }

  told() {
    const needs = this.needs === null ? "" : ` It needs ${this.needs}.`;
    const said = this.won() ? `Solved in ${this.moves.length}${this.moves.length === this.needs ? ", and fewer are not enough" : ""}.` : `${COLOURS[this.robot]} is chosen; ${this.moves.length} ${this.moves.length === 1 ? "move" : "moves"} so far.`;
    this.play.say(el("p", { class: `verdict${this.won() ? " satisfiable" : ""}` }, said + (this.won() && this.moves.length === this.needs ? "" : needs)));
  }

  /** The next move of a best solution from here. */
  async hint() {
    const board = rules.print({ ...this.it, robots: this.robots() });
    const { answers } = await job({ do: "solve", puzzle: "ricochet", board });
    const solution = answers.find((answer) => answer.status)?.solution;
    const [robot, way] = solution?.moves[0] ?? [];
    const words = { N: "north", E: "east", S: "south", W: "west" };
    this.play.say(el("p", { class: "verdict" }, solution?.moves.length ? `From here ${solution.moves.length} more; begin with ${COLOURS[robot]} ${words[way]}.` : "From here it cannot be done."));
  }
}
