// Sorting, filtering and switching pairs. The page says the same without it.
"use strict";

// What a cell is sorted by: its key, a number with its unit, or its text.
function key(cell) {
  if (!cell) return "";
  if (cell.dataset.key !== undefined) return Number(cell.dataset.key);
  const text = cell.textContent.trim();
  const found = /^(-?\d+(?:\.\d+)?)(?:\s*(ms|s))?(?![\w.])/.exec(text);
  if (found) return Number(found[1]) * (found[2] === "ms" ? 0.001 : 1);
  return text === "-" || text === "" ? Infinity : text;
}

function order(a, b) {
  const numbers = typeof a === "number" && typeof b === "number";
  return numbers ? (a < b ? -1 : a > b ? 1 : 0) : String(a).localeCompare(String(b), "en", { numeric: true });
}

function sort(head, column) {
  const body = head.closest("table").tBodies[0];
  const down = head.getAttribute("aria-sort") === "ascending";
  for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = [...body.rows].map((row) => [key(row.cells[column]), row]);
  rows.sort((a, b) => (down ? order(b[0], a[0]) : order(a[0], b[0])));
  body.append(...rows.map((pair) => pair[1]));
}

for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    if (head.textContent === "" || head.dataset.plain !== undefined) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.addEventListener("click", () => sort(head, column));
    head.replaceChildren(button);
  });
}

const filter = document.querySelector(".filter");
if (filter) {
  filter.hidden = false;
  const rows = [...document.querySelectorAll("table.instances tbody tr")];
  filter.querySelector("input").addEventListener("input", (event) => {
    const wanted = event.target.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    const n = rows.filter((row) => !row.hidden).length;
    filter.querySelector("span").textContent = n === rows.length ? "" : n + " of " + rows.length;
  });
}

const pairing = document.getElementById("pairing");
const figures = pairing ? [...pairing.querySelectorAll("figure[data-pair]")] : [];
if (figures.length > 1) {
  const chooser = pairing.querySelector(".chooser");
  const [one, other] = chooser.querySelectorAll("select");
  pairing.querySelector(".pairs").append(...figures);
  pairing.querySelector("details")?.remove();
  const show = () => {
    const [a, b] = [Number(one.value), Number(other.value)];
    const wanted = Math.min(a, b) + " " + Math.max(a, b);
    for (const figure of figures) figure.hidden = figure.dataset.pair !== wanted;
    const none = figures.every((figure) => figure.hidden);
    chooser.querySelector("span").textContent = a === b ? "Choose two different engines." : none ? "They have no instance in common." : "";
  };
  chooser.hidden = false;
  one.addEventListener("change", show);
  other.addEventListener("change", show);
  show();
}
