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

let ids = 0;
export const fresh = (name) => `${name}-${++ids}`;
