// Elements in one line each. Text is always text: nothing that somebody typed becomes markup.

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else if (name === "checked") node.checked = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** Says something to everybody, also to those who listen. */
export function notice(text) {
  const place = document.getElementById("notice");
  place.textContent = text;
  clearTimeout(notice.timer);
  if (text) notice.timer = setTimeout(() => { place.textContent = ""; }, 6000);
}

/** Hands a text to the browser as a file. */
export function download(name, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A field with its label. */
export function field(label, input) {
  return el("label", { class: "field" }, el("span", {}, label), input);
}

/** A sign drawn in a square of 16, in the colour of the text around it. */
export function icon(path) {
  const of = (tag, attributes) => Object.entries(attributes).reduce((node, [name, value]) => (node.setAttribute(name, value), node), document.createElementNS("http://www.w3.org/2000/svg", tag));
  const svg = of("svg", { viewBox: "0 0 16 16", width: "16", height: "16", "aria-hidden": "true", class: "icon" });
  svg.append(of("path", { d: path }));
  return svg;
}

/** A word of the engines, which may break where a person would break it. */
export const breakable = (word) => word.split(/(?<=[+:])/).flatMap((part) => [part, el("wbr")]).slice(0, -1);

/** The first letter large, and a full stop. */
export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

let ids = 0;
export const fresh = (name) => `${name}-${++ids}`;
