// The page: which pane is shown, the theme, and what to do when the link is wrong.

import { start, takeToken } from "./api.js";
import { Board } from "./board.js";
import { Compare } from "./compare.js";
import { el } from "./dom.js";
import { Gallery } from "./gallery.js";
import { go, packed, route, unpacked } from "./link.js";
import { Playground } from "./model.js";
import { Play } from "./play.js";
import { PUZZLES } from "./puzzles.js";

const main = document.getElementById("main");
let begun = null;
let pane = null;

function open(puzzle, text) {
  go(["board", puzzle, packed(text)]);
  show();
  main.focus();
}

function openModel(name) {
  go(["model", `=${name}`]);
  show();
  main.focus();
}

function play(game) {
  go(["play", game]);
  show();
  main.focus();
}

/** The board that the address names, or the one of before, or the first of the gallery. */
function board([puzzle, data]) {
  const name = PUZZLES[puzzle] ? puzzle : "minesweeper";
  const kept = sessionStorage.getItem(`quandary-${name}`);
  const first = begun.puzzles.find((one) => one.name === name).instances[0].text;
  return new Board(begun, name, (data && unpacked(data)) ?? kept ?? first);
}

function model([data]) {
  if (data?.startsWith("=")) return new Playground(begun, { name: data.slice(1) });
  try {
    return new Playground(begun, JSON.parse(unpacked(data)));
  } catch {
    return new Playground(begun, {});
  }
}

const PANES = {
  gallery: () => new Gallery(begun, { open, openModel, play }),
  board,
  play: ([name]) => new Play(begun, name),
  model,
  compare: () => new Compare(begun),
};

function show() {
  const { pane: wanted, rest } = route();
  const name = PANES[wanted] ? wanted : "gallery";
  pane?.leave?.();
  pane = PANES[name](rest);
  main.replaceChildren(pane.root);
  document.title = `${name[0].toUpperCase()}${name.slice(1)} - Quandary`;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.pane === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** System, light, dark, and round again. */
const THEMES = ["", "light", "dark"];
function themed(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  localStorage.setItem("quandary-theme", theme);
  document.getElementById("theme").textContent = `Theme: ${theme || "system"}`;
  pane?.stage?.picture.themed();
}

document.getElementById("theme").addEventListener("click", () => {
  const now = document.documentElement.dataset.theme ?? "";
  themed(THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]);
});
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
document.querySelector("nav").addEventListener("click", (event) => {
  const to = event.target.dataset?.pane;
  if (!to) return;
  event.preventDefault();
  go([to]);
  show();
});
addEventListener("popstate", () => begun && show());
addEventListener("pagehide", () => pane?.leave?.());

/** Without the token nothing can be asked: say where it comes from. */
function refused(error) {
  const link = el("input", { type: "text", "aria-label": "the link", placeholder: "http://127.0.0.1:.../#..." });
  const use = () => {
    const hash = link.value.slice(link.value.indexOf("#") + 1);
    location.hash = hash;
    location.reload();
  };
  const asks = error.status === 401 ? "This page needs the link that quandary serve printed. Paste it here:" : `The server does not answer: ${error.message}. Is quandary serve still running?`;
  main.replaceChildren(el("div", { class: "state" }, el("h1", {}, "Not connected"), el("p", {}, asks), ...(error.status === 401 ? [link, el("button", { type: "button", onclick: use }, "Open")] : [el("button", { type: "button", onclick: () => location.reload() }, "Try again")])));
}

takeToken();
themed(localStorage.getItem("quandary-theme") ?? "");
try {
  begun = await start();
  show();
} catch (error) {
  refused(error);
}
