// Games: Minesweeper without guessing, Ricochet with hints, Omino against the machine.

import { job } from "./api.js";
import { el } from "./dom.js";
import { go } from "./link.js";
import { Stage } from "./stage.js";
import { minesweeper } from "./play_minesweeper.js";
import { omino } from "./play_omino.js";
import { ricochet } from "./play_ricochet.js";

const GAMES = { minesweeper, ricochet, omino };

export class Play {
  constructor(start, name) {
    this.start = start;
    this.name = GAMES[name] ? name : "minesweeper";
    this.stage = new Stage({ click: (cell, how) => this.game.click?.(cell, how), key: (cell, key, how) => this.game.key?.(cell, key, how) ?? false, drag: () => {} });
    this.status = el("div", { class: "answer", role: "status", "aria-live": "polite" });
    this.controls = el("div", { class: "row" });
    this.detail = el("div", { class: "detail" });
    const tabs = Object.entries(GAMES).map(([word, { title }]) => el("button", { type: "button", "aria-pressed": String(word === this.name), onclick: () => this.change(word) }, title));
    this.root = el("div", { class: "board" },
      el("div", { class: "middle" }, this.stage.root),
      el("aside", { class: "panel", "aria-label": "Play" }, el("h1", {}, "Play"), el("div", { class: "row" }, ...tabs), el("p", { class: "hint" }, GAMES[this.name].how), this.controls, this.status, this.detail));
    this.turn = Promise.resolve();
    this.game = GAMES[this.name].begin(this);
  }

  /** Does one thing after the other, so that no late answer is written over a newer one. */
  inTurn(act) {
    this.turn = this.turn.then(act).catch((error) => this.say(el("p", { class: "bad" }, error.message)));
    return this.turn;
  }

  change(name) {
    go(["play", name]);
    dispatchEvent(new PopStateEvent("popstate"));
  }

  puzzle(name) {
    return this.start.puzzles.find((one) => one.name === name);
  }

  say(...parts) {
    this.status.replaceChildren(...parts.map((part) => (typeof part === "string" ? el("p", {}, part) : part)));
  }

  /** Draws a board, with what was played so far. */
  async draw(puzzle, board, solution) {
    const { files } = await job({ do: "draw", puzzle, board, ...(solution ? { solution } : {}) });
    if (files["picture.svg"]) this.stage.show(files["picture.svg"]);
  }

  /** The game from its beginning through all moves, as lines. */
  async replayed(request) {
    const { answers, told } = await job({ do: "play", ...request });
    const text = answers.map((answer) => answer.text ?? "").join("\n");
    return { lines: text.split("\n"), told };
  }

  leave() {}
}
