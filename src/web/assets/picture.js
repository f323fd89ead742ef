// The program's own drawings, in a tree of their own, so that no two share a name or a style.

import { el } from "./dom.js";

export class Picture {
  /** `height` is how high it is in its place: as the picture wants, or as the place has it. */
  constructor(className = "picture", height = "auto") {
    this.height = height;
    this.host = el("div", { class: className });
    this.root = this.host.attachShadow({ mode: "open" });
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
    sheet.replaceSync(`${rules.join("\n").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")}\nsvg{display:block;width:100%;height:${this.height}}`);
    svg.querySelectorAll("script").forEach((node) => node.remove());
    this.root.adoptedStyleSheets = [sheet];
    this.root.replaceChildren(document.importNode(svg, true));
    const [, , width, height] = svg.getAttribute("viewBox").split(/\s+/).map(Number);
    this.size = { width, height };
    this.themed();
  }

  themed() {
    const theme = document.documentElement.dataset.theme;
    for (const svg of this.root.querySelectorAll("svg")) {
      if (theme) svg.dataset.theme = theme;
      else delete svg.dataset.theme;
    }
  }

  /** The rectangle of the board in the picture's units, if it has one. */
  floor() {
    const rect = this.root.querySelector("rect[class$='-floor'][width]");
    if (!rect) return null;
    const [x, y] = offset(rect);
    return { x, y, width: Number(rect.getAttribute("width")), height: Number(rect.getAttribute("height")) };
  }

  /** Where the vertices of a graph are, by number. */
  vertices() {
    const found = [];
    for (const name of this.root.querySelectorAll("text.cp-name")) {
      const [x, y] = offset(name);
      found[Number(name.textContent)] = { x, y };
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
