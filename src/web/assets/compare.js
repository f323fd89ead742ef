// Engines side by side on boards of one puzzle.

import { cancel, job, report } from "./api.js";
import { breakable, download, el, field } from "./dom.js";
import { framed } from "./frame.js";

export class Compare {
  constructor(start) {
    this.start = start;
    this.puzzle = el("select", { onchange: () => this.offered() }, ...start.puzzles.map((one) => el("option", { value: one.name }, one.title)));
    this.engines = el("fieldset", { class: "row" });
    this.boards = el("fieldset", { class: "row" });
    this.seconds = el("input", { type: "number", value: "5", min: "1", max: String(start.limits.seconds) });
    this.status = el("div", { class: "answer", role: "status", "aria-live": "polite" }, el("p", { class: "hint" }, "Choose two engines or more, and boards."));
    this.output = el("div", { class: "detail" });
    this.cancelling = el("button", { type: "button", class: "cancel", hidden: true, onclick: () => this.stop() }, "Cancel");
    this.root = el("div", { class: "compare" }, el("h1", {}, "Compare"),
      el("div", { class: "row" }, field("Puzzle", this.puzzle), field("Seconds a run", this.seconds)),
      this.engines, this.boards,
      ...this.before(),
      el("div", { class: "row actions" }, el("button", { type: "button", class: "first", onclick: () => this.run() }, "Compare engines"), this.cancelling),
      this.status, this.output);
    this.offered();
  }

  /** Reports that were made before, if the server was started with some. */
  before() {
    const called = (path) => path.split("/").filter(Boolean).at(-1);
    const open = async (name, n) => {
      try {
        const page = await report(n);
        this.say(el("p", { class: "verdict" }, `The report ${called(name)}.`));
        this.output.replaceChildren(...this.report(page));
      } catch (error) {
        this.say(el("p", { class: "bad" }, error.message));
      }
    };
    const { reports } = this.start;
    return reports.length ? [el("div", { class: "row" }, "Made before:", ...reports.map((name, n) => el("button", { type: "button", onclick: () => open(name, n), title: name }, called(name))))] : [];
  }

  offered() {
    const puzzle = this.start.puzzles.find((one) => one.name === this.puzzle.value);
    const box = (value, label, title, checked) => el("label", { class: "box", title }, el("input", { type: "checkbox", value, checked }), label);
    const words = puzzle.engines.filter((engine) => engine.word !== "auto");
    this.engines.replaceChildren(el("legend", {}, "Engines"), ...words.map(({ word, what }, n) => box(word, word, what, n < 2)));
    this.boards.replaceChildren(el("legend", {}, "Boards"), ...puzzle.instances.map(({ name }, n) => box(String(n), name, "", n < 2)));
    this.chosen = puzzle;
  }

  async run() {
    const of = (set) => [...set.querySelectorAll("input:checked")].map((input) => input.value);
    const [engines, boards] = [of(this.engines), of(this.boards).map(Number)];
    if (!engines.length || !boards.length) return this.say("Choose at least one engine and one board.");
    this.running = new AbortController();
    this.cancelling.hidden = false;
    this.output.replaceChildren();
    const total = engines.length * boards.length;
    this.say(`Working: 0 of ${total} runs`);
    let n = 0;
    try {
      const request = { do: "compare", puzzle: this.chosen.name, boards: boards.map((at) => this.chosen.instances[at].text), engines, seconds: Number(this.seconds.value) };
      const all = await job(request, { signal: this.running.signal, heard: ({ name, data }) => {
        this.job = data.job ?? this.job;
        if (name === "answer" && data.engine) this.say(`Working: ${n += 1} of ${total} runs`);
      } });
      this.table(all, boards);
    } catch (error) {
      this.say(error.name === "AbortError" ? "Cancelled." : `The server refused: ${error.message}`);
    } finally {
      this.cancelling.hidden = true;
      this.job = null;
    }
  }

  table({ answers, files, done, told }, boards) {
    const runs = answers.filter((answer) => answer.engine);
    const agreement = answers.find((answer) => answer.agreement !== undefined);
    const agrees = agreement?.agreement;
    this.say(el("p", { class: `verdict${agrees === true ? " satisfiable" : ""}` }, runs.length ? `${runs.length} runs${agrees === true ? "; the engines agree" : ""}.` : told.join("\n") || "Nothing ran."), el("p", { class: "hint" }, `${done.seconds.toFixed(1)} s`));
    if (!runs.length) return;
    const seconds = (run) => run.seconds ?? run.stats?.seconds ?? 0;
    const longest = Math.max(...runs.map(seconds), 0.001);
    const name = (run) => this.chosen.instances[boards[Number(/board-(\d+)/.exec(run.instance ?? run.id ?? "")?.[1] ?? 1) - 1]]?.name ?? run.instance ?? "";
    const row = (run) => el("tr", {}, el("th", { scope: "row" }, name(run)), el("td", {}, ...breakable(run.engine)), el("td", {}, run.verdict ?? run.state), el("td", { class: "number" }, seconds(run).toFixed(3)),
      el("td", { class: "barred" }, bar(seconds(run) / longest)), el("td", { class: "number" }, String(run.nodes ?? run.stats?.nodes ?? "")));
    const head = el("tr", {}, ...["board", "engine", "verdict", "seconds", "beside the longest", "nodes"].map((title) => el("th", { scope: "col", class: /seconds|nodes/.test(title) ? "number" : null }, title)));
    this.output.replaceChildren(el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "the runs" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...runs.map(row)))),
      ...this.report(files["report/report.html"]));
  }

  /** The report as a page of its own. */
  report(page) {
    if (!page) return [];
    return [el("div", { class: "row" }, el("button", { type: "button", onclick: () => download("report.html", page) }, "Save the report")), framed(page, "the report")];
  }

  say(...parts) {
    this.status.replaceChildren(...parts.map((part) => (typeof part === "string" ? el("p", {}, part) : part)));
  }

  stop() {
    this.running?.abort();
    if (this.job) cancel(this.job).catch(() => {});
  }

  leave() {
    this.stop();
  }
}

/** A bar beside its number. */
function bar(share) {
  const drawn = el("span", { class: "bar", "aria-hidden": "true" });
  drawn.style.width = `${(100 * share).toFixed(1)}%`;
  return drawn;
}
