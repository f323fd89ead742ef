// The pane of one board: edit it, and ask about it.

import { job } from "./api.js";
import { download, el, field, notice } from "./dom.js";
import { go, packed } from "./link.js";
import { Panel } from "./panel.js";
import { lettered } from "./picture.js";
import { PUZZLES } from "./puzzles.js";
import { Stage } from "./stage.js";

export class Board {
  constructor(start, puzzle, text) {
    this.start = start;
    this.info = start.puzzles.find((one) => one.name === puzzle);
    this.puzzle = PUZZLES[puzzle];
    this.past = [];
    this.future = [];
    this.tool = this.puzzle.tools?.()[0].name;
    this.stage = new Stage({ click: (...it) => this.clicked(...it), key: (...it) => this.keyed(...it), drag: (...it) => this.dragged(...it) });
    this.panel = new Panel(this);
    this.root = this.layout();
    this.take(text);
  }

  layout() {
    this.tools = el("div", { class: "row tools", role: "group", "aria-label": "what a click puts" });
    this.fields = el("div", { class: "row" });
    this.tiles = el("div", { class: "tiles" });
    this.text = el("textarea", { rows: "10", spellcheck: "false", "aria-label": "the board as text", onchange: () => this.become(this.text.value) });
    this.problem = el("p", { class: "problem", role: "alert" });
    this.undoing = el("button", { type: "button", onclick: () => this.step(this.past, this.future) }, "Undo");
    this.redoing = el("button", { type: "button", onclick: () => this.step(this.future, this.past) }, "Redo");
    const edit = el("section", { class: "edit", "aria-label": "Edit" },
      el("div", { class: "row" }, this.fields, el("span", { class: "joined" }, this.undoing, this.redoing),
        el("button", { type: "button", onclick: () => this.share() }, "Copy link"),
        el("button", { type: "button", onclick: () => this.copy() }, "Copy text"),
        el("button", { type: "button", onclick: () => this.saved() }, "Save picture")),
      el("p", { class: "hint" }, this.puzzle.hint),
      this.tiles,
      el("details", {}, el("summary", {}, "The board as text: paste any format"), this.text));
    this.below = el("div", { class: "below" });
    const root = el("div", { class: "board" }, el("div", { class: "middle" }, this.problem, this.stage.root, this.tools), this.panel.root, edit, this.below);
    root.addEventListener("keydown", (event) => this.shortcut(event));
    return root;
  }

  shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("textarea, input")) return;
    const key = event.key.toLowerCase();
    if (key === "z" || key === "y") {
      event.preventDefault();
      if (key === "y" || event.shiftKey) this.step(this.future, this.past);
      else this.step(this.past, this.future);
    }
  }

  /** Another text, by a user's hand: what was can be had back. */
  become(text) {
    if (text === this.board) return;
    this.past.push(this.board);
    this.future = [];
    this.take(text);
  }

  step(from, to) {
    if (!from.length) return;
    to.push(this.board);
    this.take(from.pop());
  }

  take(text) {
    this.board = text;
    this.text.value = text;
    try {
      this.it = this.puzzle.parse(text);
    } catch {
      this.it = null;
    }
    this.fits = go(["board", this.info.name, packed(text)], { replace: true });
    sessionStorage.setItem(`quandary-${this.info.name}`, text);
    this.undoing.disabled = !this.past.length;
    this.redoing.disabled = !this.future.length;
    this.panel.forget();
    this.controls();
    this.draw();
  }

  /** The fields and tiles of what is on the board. */
  controls() {
    const { it, puzzle } = this;
    const focused = this.inputs().indexOf(document.activeElement);
    this.tools.replaceChildren(...(it && puzzle.tools ? puzzle.tools(it).map((tool) => this.toolButton(tool)) : []));
    this.fields.replaceChildren(...(it ? puzzle.fields.filter((one) => one.when?.(it) ?? true).map((one) => this.input(one)) : [el("span", { class: "hint" }, "This format is edited as text.")]));
    this.tiles.replaceChildren(...(it && puzzle.tiles ? this.tileInputs() : []));
    if (focused >= 0) this.inputs()[focused]?.focus();
  }

  /** What is made anew with each board; who was in the middle of it stays there. */
  inputs() {
    return [this.tools, this.fields, this.tiles].flatMap((part) => [...part.querySelectorAll("input, select, button")]);
  }

  toolButton({ name, label, actor }) {
    const dot = actor ? el("span", { class: `dot actor${actor}`, "aria-hidden": "true" }) : null;
    return el("button", { type: "button", "aria-pressed": String(this.tool === name), onclick: () => { this.tool = name; this.controls(); } }, dot, label);
  }

  input({ name, get, set, kind, choices }) {
    const now = get(this.it);
    const changed = (value) => this.become(this.puzzle.print(set(this.it, value)));
    if (kind === "switch") return field(name, el("input", { type: "checkbox", checked: now, onchange: (event) => changed(event.target.checked) }));
    if (kind === "choice") {
      const options = choices(this.it).map(([value, label]) => el("option", { value, selected: value === now }, label));
      return field(name, el("select", { onchange: (event) => changed(event.target.value) }, ...options));
    }
    const type = kind === "number" ? "number" : "text";
    return field(name, el("input", { type, value: String(now), min: kind === "number" ? "0" : null, onchange: (event) => changed(event.target.value) }));
  }

  tileInputs() {
    const { get, set, fixed } = this.puzzle.tiles;
    const tiles = get(this.it);
    const become = (next) => this.become(this.puzzle.print(set(this.it, next)));
    const side = (n, s) => el("input", { type: "number", value: String(tiles[n][s]), "aria-label": `${fixed ? "tile" : "stone"} ${n}, ${["north", "east", "south", "west"][s]}`,
      onchange: (event) => become(tiles.map((one, at) => (at === n ? one.map((old, i) => (i === s ? Number(event.target.value) || 0 : old)) : one))) });
    const shown = tiles.map((_, n) => el("div", { class: "tile", role: "group", "aria-label": `${fixed ? "tile" : "stone"} ${n}` }, el("span", { "aria-hidden": "true" }, String(n)), ...[0, 1, 2, 3].map((s) => side(n, s))));
    if (fixed) return shown;
    return [...shown, el("button", { type: "button", onclick: () => become([...tiles, [0, 0, 0, 0]]) }, "Add a stone"),
      el("button", { type: "button", disabled: tiles.length < 4, onclick: () => become(tiles.slice(0, -1)) }, "Take the last away")];
  }

  /** Draws the board as it is. */
  async draw() {
    this.drawing?.abort();
    this.drawing = new AbortController();
    try {
      const { files, told } = await job({ do: "draw", ...this.subject() }, { signal: this.drawing.signal });
      const picture = files["picture.svg"];
      this.problem.textContent = picture ? "" : wrong(told);
      this.stage.root.classList.toggle("stale", !picture);
      if (picture) this.show(picture);
      if (picture && !this.it && this.puzzle.needsPicture) await this.convert();
    } catch (error) {
      if (error.name !== "AbortError") this.problem.textContent = error.message;
    }
  }

  /** A board in a format that is not edited here becomes one that is, if the program draws it so. */
  async convert() {
    const { board } = this;
    const drawn = await lettered(this.subject(), this.drawing.signal);
    if (board !== this.board) return;
    try {
      this.it = this.puzzle.parse(drawn);
      this.controls();
      this.covered();
    } catch {
      this.it = null;
    }
  }

  subject() {
    return { puzzle: this.info.name, board: this.board };
  }

  show(svg) {
    this.svg = svg;
    this.stage.show(svg);
    this.covered();
    for (const name of ["yes", "no", "fact", "reason"]) this.stage.mark(name, []);
  }

  /** The cells over the picture. */
  covered() {
    const { it, puzzle } = this;
    const shape = { label: (...cell) => puzzle.label(it, ...cell), held: (...cell) => puzzle.held?.(it, ...cell) };
    const size = puzzle.isGraph ? { graph: true } : { rows: it?.rows, cols: it?.cols };
    this.stage.cells(it && puzzle.label ? { ...shape, ...size } : null);
  }

  clicked(cell, how) {
    if (this.panel.asking) return this.panel.why(cell);
    if (this.it) this.become(this.puzzle.print(this.puzzle.click(this.it, ...cell, { ...how, tool: this.tool })));
  }

  keyed(cell, key, how) {
    if (!this.it || this.panel.asking || !this.puzzle.key) return false;
    const next = this.puzzle.key(this.it, ...cell, key, how);
    if (next) this.become(this.puzzle.print(next));
    return Boolean(next);
  }

  dragged(from, to) {
    const next = this.it && !this.panel.asking ? this.puzzle.drag?.(this.it, from, to) : null;
    if (next) this.become(this.puzzle.print(next));
  }

  async share() {
    if (!this.fits) return notice("The board is too large for a link; copy its text instead.");
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    notice("The link of this board is copied; it stands in the address bar, too.");
  }

  async copy() {
    await navigator.clipboard?.writeText(this.board).catch(() => {});
    notice("The board is copied as text.");
  }

  saved() {
    if (this.svg) download(`${this.info.name}.svg`, this.svg);
  }

  leave() {
    this.drawing?.abort();
    this.panel.stop();
  }
}

/** What a program said of a text it does not take, without its first word. */
const wrong = (told) => told.join("\n").replace(/^error: /, "") || "The board cannot be drawn.";
