// The first thing one sees: boards to choose from, and a new one from the generator.

import { job } from "./api.js";
import { el, field, notice, sentence } from "./dom.js";
import { Picture } from "./picture.js";

export class Gallery {
  /** `open(puzzle, text)` shows a board, `openModel(model, data)` a model, `play(game)` a game. */
  constructor(start, { open, openModel, play }) {
    this.open = open;
    this.play = play;
    this.leaving = new AbortController();
    const models = start.models.map((model) => el("li", {}, el("button", { type: "button", class: "card model", onclick: () => openModel(model.name) }, el("strong", {}, model.name), el("span", { class: "hint" }, model.data.map((one) => one.name).join(", ") || "no data"))));
    this.root = el("div", { class: "gallery" },
      this.hero(start),
      ...start.puzzles.map((puzzle) => this.puzzle(puzzle)),
      el("section", { "aria-label": "Models" }, el("h2", {}, "Models"), el("p", { class: "hint" }, "MiniZinc files: change them, solve them, look at the formula."), el("ul", { class: "cards" }, ...models)));
  }

  /** A board that shows what one can learn here, and where to begin. */
  hero(start) {
    const [puzzle] = start.puzzles;
    const [{ text }] = puzzle.instances;
    const picture = new Picture("thumb", { isThumb: true });
    picture.host.setAttribute("role", "img");
    picture.host.setAttribute("aria-label", "a Minesweeper board with the chance of a mine in each cell");
    const subject = { puzzle: puzzle.name, board: text };
    this.seen(picture.host, async () => {
      const { files } = await job({ do: "count", probabilities: true, ...subject }, { signal: this.leaving.signal });
      if (files["picture.svg"]) picture.show(files["picture.svg"]);
    });
    const jump = (one) => el("li", {}, el("button", { type: "button", onclick: () => this.root.querySelector(`section[aria-label="${one}"]`).scrollIntoView() }, one));
    return el("div", { class: "hero" },
      el("div", {}, el("h1", {}, "Which cells are safe, and why?"),
        el("p", {}, "Take a board, change it, and ask: what follows, for what reason, and how many answers there are. Every answer is judged before you see it, and nothing leaves this machine."),
        el("div", { class: "row" }, el("button", { type: "button", class: "first", onclick: () => this.open(puzzle.name, text) }, "Ask about this board"),
          el("button", { type: "button", onclick: () => this.play("minesweeper") }, "A game without guessing")),
        el("div", { class: "row" }, el("ul", { class: "jump", "aria-label": "puzzles" }, ...start.puzzles.map((one) => one.title).concat("Models").map(jump)))),
      picture.host);
  }

  puzzle(puzzle) {
    const cards = puzzle.instances.map(({ name, text }) => el("li", {}, this.card(puzzle.name, name, text)));
    return el("section", { "aria-label": puzzle.title }, el("h2", {}, puzzle.title), el("p", { class: "hint" }, sentence(puzzle.what)), el("ul", { class: "cards" }, ...cards), this.maker(puzzle));
  }

  card(puzzle, name, text) {
    const picture = new Picture("thumb", { isThumb: true });
    picture.host.setAttribute("aria-hidden", "true");
    const button = el("button", { type: "button", class: "card", onclick: () => this.open(puzzle, text) }, picture.host, el("span", {}, name.replaceAll("-", " ")));
    this.seen(button, async () => {
      const { files } = await job({ do: "draw", puzzle, board: text }, { signal: this.leaving.signal });
      if (files["picture.svg"]) picture.show(files["picture.svg"]);
    });
    return button;
  }

  /** Draws what comes into view, once. */
  seen(node, draw) {
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watcher.disconnect();
      draw().catch(() => {});
    });
    watcher.observe(node);
  }

  /** A new board, with the generator's knobs. */
  maker(puzzle) {
    const inputs = puzzle.knobs.map((knob) => [knob, knob.kind === "switch" ? el("input", { type: "checkbox", title: knob.what }) : el("input", { type: knob.kind === "number" ? "number" : "text", title: knob.what, placeholder: knob.default ?? "" })]);
    const seed = el("input", { type: "number", value: "1", min: "0" });
    const make = async () => {
      const knobs = Object.fromEntries(inputs.map(([knob, input]) => [knob.name, value(knob, input)]).filter(([, it]) => it !== null));
      try {
        const { answers, told } = await job({ do: "generate", puzzle: puzzle.name, knobs, seed: Number(seed.value) || 0 });
        const text = answers.map((answer) => answer.text).filter((line) => line !== undefined).join("\n");
        if (text) this.open(puzzle.name, text);
        else notice(told.join(" ") || "The generator made nothing of this.");
      } catch (error) {
        notice(error.message);
      }
    };
    return el("details", { class: "maker" }, el("summary", {}, `New ${puzzle.title} board`), el("div", { class: "row" }, ...inputs.map(([knob, input]) => field(knob.name, input)), field("seed", seed), el("button", { type: "button", onclick: make }, "Make it")));
  }

  leave() {
    this.leaving.abort();
  }
}

function value(knob, input) {
  if (knob.kind === "switch") return input.checked || null;
  if (input.value === "") return null;
  return knob.kind === "number" ? Number(input.value) : input.value;
}
