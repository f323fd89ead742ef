// Omino against the machine, which plays its best.

import { el, field } from "./dom.js";
import { omino as rules } from "./tiles.js";

export const omino = {
  title: "Omino",
  how: "You are player 1, the machine is player 2 and plays its best. Click a marked square to lay a stone there; who keeps fewer stones wins.",
  begin: (play) => new Game(play),
};

/** How often a stone is turned by a quarter, to the right. */
const TURNED = ["as it lies", "turned once", "turned twice", "turned three times"];

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
    this.play.say(el("p", { class: "verdict" }, said ? `Best: stone ${said.trim().replace(/(\d+)\/(\d)/, (_, stone, turns) => `${stone}, ${TURNED[turns]},`)}.` : "There is nothing to hint at."));
  }

  async told() {
    const { lines } = await this.play.replayed(this.request([...this.moves, "moves"]));
    const line = lines.flatMap((text) => turn(text) ?? []);
    await this.play.draw("omino", this.text, { score: 0, best: line[0] ?? null, line });
    const end = lines.findLast((text) => text.startsWith("the game is over"));
    const asked = lines.findLastIndex((text) => text.startsWith("it is the turn of"));
    this.legal = end ? [] : lines.slice(asked + 1).map((text) => /^\s*(\d+)\/(\d) on (\d+),(\d+)/.exec(text)).filter(Boolean).map(([, ...move]) => move.map(Number));
    this.cover();
    this.play.say(el("p", { class: "verdict" }, end ?? `${answered(line)}Your turn.`));
    this.offer(this.legal);
  }

  /** The squares, those marked on which a stone fits. */
  cover() {
    const { rows, cols } = rules.parse(this.text);
    const fits = (r, c) => this.legal.some((move) => move[2] === r && move[3] === c);
    this.play.stage.cells({ rows, cols, label: (r, c) => (fits(r, c) ? "a stone fits here" : "no stone fits here") });
    this.play.stage.mark("can", this.legal.map((move) => move.slice(2)));
  }

  /** A square with one move is played; of several one is chosen. */
  click([r, c]) {
    const here = this.legal?.filter((move) => move[2] === r && move[3] === c) ?? [];
    if (here.length === 1) return this.lay(here[0]);
    if (here.length) this.offer(here);
    return undefined;
  }

  lay(move) {
    this.play.inTurn(() => {
      this.moves.push(move.join(" "));
      return this.told();
    });
  }

  offer(moves) {
    const choice = (move) => el("li", {}, el("button", { type: "button", onclick: () => this.lay(move) }, `stone ${move[0]} on ${move[2]},${move[3]}, ${TURNED[move[1]]}`));
    this.play.detail.replaceChildren(el("ul", { class: "names" }, ...moves.map(choice)));
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
