// Omino against the machine, which plays its best.

import { el, field } from "./dom.js";

export const omino = {
  title: "Omino",
  how: "You are player 1, the machine is player 2 and plays its best. Choose a move; who keeps fewer stones wins.",
  begin: (play) => new Game(play),
};

class Game {
  constructor(play) {
    this.play = play;
    const games = play.puzzle("omino").instances;
    this.board = el("select", { onchange: () => this.deal() }, ...games.map(({ name }) => el("option", { value: name }, name)));
    play.controls.append(field("Game", this.board),
      el("button", { type: "button", class: "first", onclick: () => this.deal() }, "New game"),
      el("button", { type: "button", onclick: () => play.inTurn(() => this.hint()) }, "Hint"),
      el("button", { type: "button", onclick: () => play.inTurn(() => { this.moves.pop(); return this.told(); }) }, "Take back"));
    this.deal();
  }

  deal() {
    this.text = this.play.puzzle("omino").instances.find((one) => one.name === this.board.value).text;
    this.moves = [];
    this.play.inTurn(() => this.told());
  }

  request(moves) {
    return { puzzle: "omino", board: this.text, first: "person", second: "machine", moves };
  }

  async hint() {
    const { lines } = await this.play.replayed(this.request([...this.moves, "hint"]));
    const said = lines.findLast((line) => /for a score of/.test(line));
    this.play.say(el("p", { class: "verdict" }, said ? `Best: stone ${said.trim()}.` : "There is nothing to hint at."));
  }

  async told() {
    const { lines } = await this.play.replayed(this.request([...this.moves, "moves"]));
    const line = lines.flatMap((text) => turn(text) ?? []);
    await this.play.draw("omino", this.text, { score: 0, best: line[0] ?? null, line });
    const end = lines.findLast((text) => text.startsWith("the game is over"));
    const asked = lines.findLastIndex((text) => text.startsWith("it is the turn of"));
    const moves = end ? [] : lines.slice(asked + 1).flatMap((text) => /^\s*(\d+)\/(\d) on (\d+),(\d+)/.exec(text)?.slice(1) ? [/^\s*(\d+)\/(\d) on (\d+),(\d+)/.exec(text).slice(1)] : []);
    this.play.say(el("p", { class: "verdict" }, end ?? `${answered(line)}Your turn.`));
    this.play.detail.replaceChildren(el("ul", { class: "names" }, ...moves.map((move) => el("li", {}, el("button", { type: "button", onclick: () => this.play.inTurn(() => { this.moves.push(move.join(" ")); return this.told(); }) }, `stone ${move[0]}, ${move[1]} turns, on ${move[2]},${move[3]}`)))));
  }
}

/** What the machine did since. */
function answered(line) {
  const last = line.at(-1);
  if (last?.player !== 2) return "";
  return last.at ? `The machine laid stone ${last.stone} on ${last.at.join(",")}. ` : "The machine drew a stone. ";
}

/** A turn as the game tells it. */
function turn(text) {
  const drawn = /^player (\d).*draws (?:stone )?(\d+)/.exec(text);
  const laid = /^player (\d).*?(\d+)\/(\d) on (\d+),(\d+)/.exec(text);
  if (!drawn && !laid) return null;
  const found = { player: Number((laid ?? drawn)[1]) };
  if (drawn) found.drawn = Number(drawn[2]);
  if (laid) Object.assign(found, { stone: Number(laid[2]), turn: Number(laid[3]), at: [Number(laid[4]), Number(laid[5])] });
  return found;
}
