// The program's own drawings, in a tree of their own, so that no two share a name or a style.

import { job } from "./api.js";
import { el } from "./dom.js";

/** How long before its end a film begins its last move, in seconds. */
const LAST = 4.4;

export class Picture {
  /** A board fills the width and says its title to whom it concerns; a thumbnail is as high as its place, the bare board alone. */
  constructor(className = "picture", { isThumb = false } = {}) {
    this.isThumb = isThumb;
    this.host = el("div", { class: className });
    this.root = this.host.attachShadow({ mode: "open" });
    this.legend = el("div", { class: "legend" });
    this.legend.attachShadow({ mode: "open" });
    this.size = null;
  }

  /** Shows an SVG text. Its style becomes a style sheet of this tree. */
  show(text) {
    const rules = [];
    // Taken out before the text is parsed: the page's policy allows no style in markup.
    const bare = text.replace(/<style>([^]*?)<\/style>/g, (_, style) => { rules.push(style); return ""; });
    const svg = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
    if (svg.tagName !== "svg") return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${rules.join("\n").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")}\nsvg{display:block;width:100%;height:${this.isThumb ? "100%" : "auto"}}`);
    svg.querySelectorAll("script").forEach((node) => node.remove());
    this.root.adoptedStyleSheets = [sheet];
    this.root.replaceChildren(document.importNode(svg, true));
    this.title = svg.querySelector("title")?.textContent ?? "";
    this.explained(sheet);
    this.cropped(this.root.querySelector("svg"));
    this.themed();
    this.arrived(this.root.querySelector("svg"));
  }

  /** The legend becomes a picture of its own, of the size that it was drawn in. */
  explained(sheet) {
    const root = this.legend.shadowRoot;
    const svg = this.root.querySelector("svg");
    const legend = svg.querySelector(":scope > [class$='-legend']");
    legend?.remove();
    root.adoptedStyleSheets = [sheet];
    if (!legend || this.isThumb) return root.replaceChildren();
    const own = svg.cloneNode(false);
    for (const name of ["width", "height"]) own.removeAttribute(name);
    own.setAttribute("aria-hidden", "true");
    own.append(...[...svg.querySelectorAll(":scope > defs")].map((node) => node.cloneNode(true)), legend);
    root.replaceChildren(own);
    const { x, y, width, height } = legend.getBBox();
    own.setAttribute("viewBox", [x - 4, y - 4, width + 8, height + 8].join(" "));
    this.legend.style.width = `${width + 8}px`;
    return undefined;
  }

  /** The page says the title itself, in letters of its own size, so the board gets that room. */
  cropped(svg) {
    svg.querySelectorAll(":scope > [class$='-page'], :scope > [class$='-title']").forEach((node) => node.remove());
    if (this.isThumb) svg.querySelectorAll("[class$='-axis']").forEach((node) => node.remove());
    for (const name of ["width", "height"]) svg.removeAttribute(name);
    const [x, y, width, height] = svg.getAttribute("viewBox").split(/\s+/).map(Number);
    const box = svg.getBBox();
    const room = this.isThumb ? 2 : 6;
    this.size = box.width && box.height ? { x: box.x - room, y: box.y - room, width: box.width + 2 * room, height: box.height + 2 * room } : { x, y, width, height };
    svg.setAttribute("viewBox", [this.size.x, this.size.y, this.size.width, this.size.height].join(" "));
  }

  /** Of a film only the last move is seen, once: the slider says which that is. */
  arrived(svg) {
    clearTimeout(this.film);
    const seconds = parseFloat(svg.querySelector("animate, animateTransform")?.getAttribute("dur"));
    if (!(seconds > LAST)) return;
    svg.setCurrentTime(seconds - LAST);
    this.film = setTimeout(() => { svg.pauseAnimations(); svg.setCurrentTime(seconds - 1); }, 1100);
  }

  themed() {
    const theme = document.documentElement.dataset.theme;
    for (const svg of [this.root, this.legend.shadowRoot].flatMap((root) => [...root.querySelectorAll("svg")])) {
      if (theme) svg.dataset.theme = theme;
      else delete svg.dataset.theme;
    }
  }

  /** The rectangle of the board in the picture's units, if it has one. */
  floor() {
    const rect = this.root.querySelector("rect[class$='-floor'][width]");
    if (!rect) return null;
    const [x, y] = offset(rect);
    return { x: x - this.size.x, y: y - this.size.y, width: Number(rect.getAttribute("width")), height: Number(rect.getAttribute("height")) };
  }

  /** Where the vertices of a graph are, by number. */
  vertices() {
    const found = [];
    for (const name of this.root.querySelectorAll("text.cp-name")) {
      // A sweep is in the picture twice, as a film and as steps; one of them is seen.
      const part = name.closest(".cp-film, .cp-steps");
      if (part && getComputedStyle(part).display === "none") continue;
      const [x, y] = offset(name);
      found[Number(name.textContent)] ??= { x: x - this.size.x, y: y - this.size.y };
    }
    return found;
  }
}

/** The sum of the translations around a node. */
function offset(node) {
  let [x, y] = [Number(node.getAttribute("x") ?? 0), 0];
  for (let at = node.tagName === "rect" ? node : node.parentNode; at?.getAttribute; at = at.parentNode) {
    const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(at.getAttribute("transform") ?? "");
    if (found) [x, y] = [x + Number(found[1]), y + Number(found[2])];
  }
  return [x, y];
}

/** A board in letters, whatever format it came in; what no drawing shows is said below it. */
export async function lettered(subject, signal) {
  const { answers } = await job({ do: "draw", plain: true, ...subject }, { signal });
  const must = /must ricochet:\s*yes|"must_ricochet":\s*true|must_ricochet\s*=\s*true/.test(subject.board) ? "must ricochet: yes" : "";
  return [...answers.map((answer) => answer.text ?? ""), must, ""].join("\n");
}
