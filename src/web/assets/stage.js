// The board on the screen: the program's drawing, and over it one button for each cell, for mouse, touch and keyboard.

import { el } from "./dom.js";
import { Picture } from "./picture.js";

/** Boards with more cells are edited as text. */
const MOST_CELLS = 2500;

export class Stage {
  /** `acts` hears what is done: `click(cell, how)`, `key(cell, key, how)`, `drag(from, to)`. */
  constructor(acts) {
    this.acts = acts;
    this.picture = new Picture();
    this.grid = el("div", { class: "cells" });
    this.caption = el("p", { class: "caption" });
    this.board = el("div", { class: "stage" }, this.picture.host, this.grid);
    this.root = el("div", { class: "staged" }, this.caption, this.board, this.picture.legend);
    this.buttons = [];
    this.at = 0;
    this.grid.addEventListener("keydown", (event) => this.keyed(event));
    this.grid.addEventListener("pointerdown", (event) => { this.from = this.buttons.indexOf(event.target.closest("button")); });
    this.grid.addEventListener("pointerup", (event) => this.released(event));
    this.grid.addEventListener("contextmenu", (event) => this.second(event));
  }

  /** Shows a drawing. */
  show(svg) {
    this.picture.show(svg);
    const { width, height } = this.picture.size;
    this.board.style.setProperty("--ratio", width / height);
    this.board.style.setProperty("--width", `${width}px`);
    const [name, ...facts] = this.picture.title.split(", ");
    this.caption.replaceChildren(el("strong", {}, name), " ", facts.join(", "));
    this.place();
  }

  /** Says what the cells are: `rows`, `cols` and `label(r, c)`, or `graph` and `label(vertex)`; null for none. `held` says which hold something that can be dragged. */
  cells(shape) {
    this.shape = shape;
    this.place();
  }

  place() {
    const { shape, picture } = this;
    if (!shape || !picture.size) return this.empty();
    if (shape.graph) return this.placeVertices();
    const floor = picture.floor();
    if (!floor || shape.rows * shape.cols > MOST_CELLS) return this.empty();
    this.bounds(floor);
    this.grid.style.gridTemplate = `repeat(${shape.rows}, 1fr) / repeat(${shape.cols}, 1fr)`;
    this.grid.classList.remove("graph");
    this.build(shape.rows * shape.cols, shape.cols);
    this.buttons.forEach((button, n) => {
      const [r, c] = this.cell(n);
      button.setAttribute("aria-label", `row ${r}, column ${c}: ${shape.label(r, c)}`);
      button.classList.toggle("held", Boolean(shape.held?.(r, c)));
    });
  }

  placeVertices() {
    const places = this.picture.vertices();
    const { width, height } = this.picture.size;
    this.bounds({ x: 0, y: 0, width, height });
    this.grid.style.gridTemplate = "";
    this.grid.classList.add("graph");
    this.build(places.length, places.length);
    this.buttons.forEach((button, n) => {
      button.style.left = `${(100 * (places[n]?.x ?? 0)) / width}%`;
      button.style.top = `${(100 * (places[n]?.y ?? 0)) / height}%`;
      button.setAttribute("aria-label", `vertex ${n}: ${this.shape.label(n)}`);
      button.classList.toggle("held", Boolean(this.shape.held?.(n)));
    });
  }

  bounds({ x, y, width, height }) {
    const { width: across, height: down } = this.picture.size;
    const part = (of, whole) => `${(100 * of) / whole}%`;
    Object.assign(this.grid.style, { left: part(x, across), top: part(y, down), width: part(width, across), height: part(height, down) });
  }

  empty() {
    this.buttons = [];
    this.grid.removeAttribute("role");
    this.grid.replaceChildren();
  }

  /** Rows of buttons; those that are there stay, and with them the focus. */
  build(count, cols) {
    this.cols = cols;
    if (this.buttons.length === count && this.built === cols) return;
    const button = (n) => el("button", { type: "button", role: "gridcell", tabindex: n === 0 ? "0" : "-1", onfocus: () => this.focused(n) });
    this.buttons = Array.from({ length: count }, (_, n) => button(n));
    this.built = cols;
    this.at = 0;
    const rows = [];
    for (let n = 0; n < count; n += cols) rows.push(el("div", { role: "row" }, ...this.buttons.slice(n, n + cols)));
    this.grid.setAttribute("role", "grid");
    this.grid.setAttribute("aria-label", "the board");
    this.grid.replaceChildren(...rows);
  }

  /** Marks cells, and no others, with a class of their own. */
  mark(name, cells) {
    const wanted = new Set(cells.map((cell) => (this.shape?.graph ? cell[0] : cell[0] * this.cols + cell[1])));
    this.buttons.forEach((button, n) => button.classList.toggle(name, wanted.has(n)));
  }

  cell(n) {
    return this.shape.graph ? [n] : [Math.floor(n / this.cols), n % this.cols];
  }

  focused(n) {
    if (this.buttons[this.at]) this.buttons[this.at].tabIndex = -1;
    this.at = n;
    this.buttons[n].tabIndex = 0;
  }

  keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.buttons.length) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.cols, ArrowDown: this.cols, Home: -this.at % this.cols, End: this.cols - 1 - (this.at % this.cols) }[event.key];
    const how = { shift: event.shiftKey };
    if (this.acts.key(this.cell(this.at), event.key, how)) {
      event.preventDefault();
    } else if (by !== undefined) {
      event.preventDefault();
      const sideways = this.shape.graph && Math.abs(by) > 1 ? Math.sign(by) : by;
      this.buttons[Math.max(0, Math.min(this.buttons.length - 1, this.at + sideways))].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.acts.click(this.cell(this.at), { back: event.shiftKey, x: 0.5, y: 0.5 });
    }
  }

  /** The other button of a mouse, or a long touch, is the other way round. */
  second(event) {
    const n = this.buttons.indexOf(event.target.closest("button"));
    if (n < 0) return;
    event.preventDefault();
    this.from = -1;
    this.acts.click(this.cell(n), { back: true, x: 0.5, y: 0.5 });
  }

  /** A press and a release in one cell is a click, in two a drag. */
  released(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const n = this.buttons.indexOf(under?.closest?.("button"));
    const { from } = this;
    this.from = -1;
    if (n < 0 || from < 0 || event.button > 0) return;
    if (n !== from) return void this.acts.drag(this.cell(from), this.cell(n));
    const box = this.buttons[n].getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    this.acts.click(this.cell(n), { back: event.shiftKey, x, y });
  }
}
