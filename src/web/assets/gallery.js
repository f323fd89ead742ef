// The first thing one sees: boards to choose from, and a new one from the generator.

import { job } from "./api.js";
import { el, field, notice } from "./dom.js";
import { Picture } from "./picture.js";

export class Gallery {
  /** `open(puzzle, text)` shows a board, `openModel(model, data)` a model. */
  constructor(start, { open, openModel }) {
    this.open = open;
    this.leaving = new AbortController();
    const models = start.models.map((model) => el("li", {}, el("button", { type: "button", class: "card model", onclick: () => openModel(model.name) }, el("strong", {}, model.name), el("span", { class: "hint" }, model.data.map((one) => one.name).join(", ") || "no data"))));
    this.root = el("div", { class: "gallery" },
      el("h1", {}, "Choose a board, or make one"),
      ...start.puzzles.map((puzzle) => this.puzzle(puzzle)),
      el("section", { "aria-label": "Models" }, el("h2", {}, "Models"), el("p", { class: "hint" }, "MiniZinc files: change them, solve them, look at the formula."), el("ul", { class: "cards" }, ...models)));
  }

  puzzle(puzzle) {
    const cards = puzzle.instances.map(({ name, text }) => el("li", {}, this.card(puzzle.name, name, text)));
    return el("section", { "aria-label": puzzle.title }, el("h2", {}, puzzle.title), el("p", { class: "hint" }, puzzle.what), el("ul", { class: "cards" }, ...cards), this.maker(puzzle));
  }

  card(puzzle, name, text) {
    const picture = new Picture("thumb", "100%");
    picture.host.setAttribute("aria-hidden", "true");
    const button = el("button", { type: "button", class: "card", onclick: () => this.open(puzzle, text) }, picture.host, el("span", {}, name));
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
