// What can be asked about a board, and the answers: what holds, how sure that is, how long it took and by whom.

import { cancel, job } from "./api.js";
import { breakable, download, el, field, icon, sentence } from "./dom.js";
import { framed } from "./frame.js";

const SAID = {
  satisfiable: "There is a solution.",
  optimal: "This is the best solution.",
  unsatisfiable: "There is no solution.",
  unknown: "Not decided.",
  forced: "Forced.",
  open: "Not forced.",
};
const WHY_NOT = { timeout: "the time was up", memory: "the memory was up", interrupted: "it was cancelled", incomplete: "this search does not look everywhere" };

/** The signs of the slider. */
const SIGNS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  play: "M4 2.5v11L14 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  on: "M5 3v10l7-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

export class Panel {
  constructor(board) {
    this.board = board;
    this.asking = false;
    const { info } = board;
    this.engine = el("select", { id: "engine" }, el("option", { value: "" }, `usual (${info.default})`), ...info.engines.map(({ word, what }) => el("option", { value: word, title: what }, word)));
    this.engine.addEventListener("change", () => { this.meaning.textContent = info.engines.find((one) => one.word === this.engine.value)?.what ?? ""; });
    this.meaning = el("p", { class: "hint" });
    this.seconds = el("input", { type: "number", min: "1", max: String(board.start.limits.seconds), value: String(board.start.limits.usual_seconds) });
    this.cancelling = el("button", { type: "button", class: "cancel", hidden: true, onclick: () => this.stop() }, "Cancel");
    this.status = el("div", { class: "answer", role: "status", "aria-live": "polite" });
    this.detail = el("div", { class: "detail" });
    this.root = el("aside", { class: "panel", "aria-label": "Ask" },
      el("h1", {}, info.title), el("p", { class: "hint" }, sentence(info.what)),
      ...this.actions(),
      this.status, this.detail);
    this.forget();
  }

  actions() {
    const { puzzle, info } = this.board;
    const button = (label, act, className) => el("button", { type: "button", class: className, onclick: act }, label);
    const group = (label, ...buttons) => el("div", { class: "group", role: "group", "aria-label": label }, el("span", { class: "hint", "aria-hidden": "true" }, label), ...buttons.filter(Boolean));
    this.whyButton = el("button", { type: "button", "aria-pressed": "false", onclick: () => this.ask(!this.asking) }, "Why? (click a cell)");
    return [
      el("div", { class: "row actions" }, button("Solve", () => this.solve(), "first"), this.cancelling), el("div", { class: "row choices" }, field("Engine", this.engine), field("Seconds", this.seconds)), this.meaning,
      group("Find",
        button("All solutions", () => this.solve({ limit: 100 })),
        button("Count", () => this.count()),
        info.name === "minesweeper" ? button("Chances", () => this.count({ probabilities: true })) : null,
        button("What is forced", () => this.backbone())),
      group("Understand",
        puzzle.asks ? this.whyButton : null,
        button(puzzle.moves ? "Why not fewer?" : "Why not?", () => this.explain()),
        puzzle.asks ? button("Step by step", () => this.steps()) : null,
        button("Search tree", () => this.tree())),
    ];
  }

  /** The board changed: old answers say nothing of it. */
  forget() {
    this.stop();
    this.best = null;
    this.status.replaceChildren(el("p", { class: "hint" }, "Solve it, or change it first: everything you ask is about the board as it is."));
    this.detail.replaceChildren();
    this.board.below?.replaceChildren();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    this.running?.abort();
    if (this.job) cancel(this.job).catch(() => {});
    this.job = null;
  }

  ask(on) {
    this.asking = on;
    this.whyButton.setAttribute("aria-pressed", String(on));
    this.board.root.classList.toggle("asking", on);
    if (on) this.say("Click a cell, or go there by the arrows and press Enter: why is it what it is?");
  }

  say(...parts) {
    this.status.replaceChildren(...parts.map((part) => (typeof part === "string" ? el("p", {}, part) : part)));
  }

  /** Runs a job; while it runs it says so, with numbers, and can be cancelled. */
  async run(request, heard = () => {}) {
    this.stop();
    const running = new AbortController();
    this.running = running;
    this.detail.replaceChildren();
    this.say("Working…");
    this.cancelling.hidden = false;
    const begun = performance.now();
    const clock = setInterval(() => this.tick(begun), 250);
    this.line = "";
    try {
      const seconds = Number(this.seconds.value) || undefined;
      const all = await job({ ...request, ...this.board.subject(), seconds }, { signal: running.signal, heard: (event, so) => { this.hear(event); heard(event, so); } });
      return this.refused(all) ? null : all;
    } catch (error) {
      if (this.running === running) this.say(error.name === "AbortError" ? "Cancelled. Nothing was changed; ask again, or ask something else." : `The server refused: ${error.message}`);
      return null;
    } finally {
      clearInterval(clock);
      if (this.running === running) {
        this.cancelling.hidden = true;
        this.job = null;
      }
    }
  }

  tick(begun) {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    if (!this.cancelling.hidden) this.say(el("p", {}, el("span", { class: "busy", "aria-hidden": "true" }), `Working: ${seconds} s`), el("p", { class: "hint" }, this.line));
  }

  hear({ name, data }) {
    if (name === "queued" && data.ahead > 0) this.line = `${data.ahead} before this one`;
    if (name === "queued" || name === "started") this.job = data.job;
    if (name === "progress") this.line = data.line;
  }

  refused({ answers, done, told }) {
    const error = answers.find((answer) => answer.status === "error");
    if (error) this.say(el("p", { class: "bad" }, error.message), error.place ?? "");
    else if (done?.cancelled) this.say("Cancelled. Nothing was changed; ask again, or ask something else.");
    else if (!answers.length && done?.code) this.say(el("p", { class: "bad" }, told.join("\n") || "It failed without a word."));
    else return false;
    return true;
  }

  /** What holds, how sure, how long and by whom. */
  verdict(answer, { done }, what) {
    const sure = [];
    if (answer.status === "unknown") sure.push(`Reason: ${WHY_NOT[answer.reason] ?? answer.reason}. Give it more seconds, or another engine.`);
    else if (answer.solution || answer.solutions) sure.push("Judged by the model and by the rules.");
    if (answer.variant) sure.push(`This is not the game of the rules: ${answer.variant}. A search of its own plays that.`);
    const none = answer.solutions ? "no other" : answer.status === "unsatisfiable" ? "none" : "nothing better";
    if (answer.unchecked) sure.push(`That there is ${none} is the word of the engine; its proof is not checked.`);
    const who = [`${done.seconds.toFixed(done.seconds < 1 ? 3 : 1)} s`, ...(answer.engine ? [" · ", ...breakable(answer.engine)] : [])];
    this.say(el("p", { class: `verdict ${answer.status}` }, what ?? SAID[answer.status] ?? answer.status), ...sure.map((text) => el("p", {}, text)), el("p", { class: "hint" }, ...who));
  }

  picture({ files }) {
    if (files["picture.svg"]) this.board.show(files["picture.svg"]);
  }

  async solve(more = {}) {
    const all = await this.run({ do: "solve", engine: this.engine.value || undefined, ...more });
    if (!all) return;
    const answer = all.answers[0];
    this.picture(all);
    if (answer.solutions) return this.leaf(answer, all);
    this.best = answer;
    this.verdict(answer, all, this.worth(answer));
    if (answer.solution) this.watch(answer.solution);
    if (answer.status === "unsatisfiable") this.detail.replaceChildren(el("button", { type: "button", onclick: () => this.explain() }, "Why not?"));
  }

  /** What a cost or a score says. */
  worth({ status, solution, cost, variant }) {
    if (status !== "optimal" || !solution) return undefined;
    if (solution.score !== undefined && variant) return `So player 1 scores ${solution.score}.`;
    if (solution.score !== undefined) return `With best play player 1 scores ${solution.score}.`;
    const moves = solution.length ?? solution.moves ?? cost;
    return moves === undefined || moves === null ? undefined : `It needs ${moves} ${moves === 1 ? "move" : "moves"}; fewer are not enough.`;
  }

  /** Several solutions to leaf through. */
  leaf(answer, all) {
    const { solutions, complete } = answer;
    const many = solutions.length === 1 ? "1 solution" : `${solutions.length} solutions`;
    this.verdict(answer, all, solutions.length ? `${many}${complete ? ", and no other" : ", and maybe more"}.` : "There is no solution.");
    if (solutions.length) this.slider(solutions.length, "solution", 1, async (n) => { await this.drawn(solutions[n - 1]); return `solution ${n} of ${solutions.length}`; });
  }

  /** Draws a solution on the board. */
  async drawn(solution) {
    const { files } = await job({ do: "draw", ...this.board.subject(), solution });
    if (files["picture.svg"]) this.board.show(files["picture.svg"]);
  }

  /** A slider with buttons; `show(n)` says what is seen. */
  slider(count, name, first, show, at = first) {
    const said = el("p", { class: "step", "aria-live": "polite" });
    const range = el("input", { type: "range", min: String(first), max: String(count), value: String(at), "aria-label": name });
    const go = async (n) => {
      range.value = String(n);
      said.textContent = await show(Number(range.value));
    };
    const stopped = () => { clearInterval(this.playing); playing.replaceChildren(icon(SIGNS.play)); playing.setAttribute("aria-label", "play the steps"); this.playing = null; };
    const play = () => {
      if (this.playing) return stopped();
      if (Number(range.value) >= count) go(first);
      playing.replaceChildren(icon(SIGNS.pause));
      playing.setAttribute("aria-label", "pause");
      this.playing = setInterval(() => (Number(range.value) < count && bar.isConnected ? go(Number(range.value) + 1) : stopped()), 1400);
      return undefined;
    };
    range.addEventListener("input", () => go(range.value));
    const button = (sign, title, act) => el("button", { type: "button", "aria-label": title, title, onclick: act }, icon(SIGNS[sign]));
    const step = (sign, title, to) => button(sign, title, () => go(to()));
    const playing = button("play", "play the steps", play);
    const bar = el("div", { class: "slider" }, range, step("first", "first", () => first), step("back", "back", () => Number(range.value) - 1), playing, step("on", "on", () => Number(range.value) + 1), step("last", "last", () => count));
    this.detail.append(bar, said);
    return go(at);
  }

  /** Step through a solution. */
  watch(solution) {
    const { puzzle } = this.board;
    if (!puzzle.frames) return;
    const count = puzzle.frames(solution);
    if (!count) return;
    const show = async (n) => {
      if (n === 0) await this.board.draw();
      else await this.drawn(puzzle.upTo(solution, n));
      return n === 0 ? "the beginning" : puzzle.step(solution, n);
    };
    this.detail.append(el("h2", {}, "Watch it"));
    this.slider(count, "step", 0, show, count);
  }

  async count(more = {}) {
    const all = await this.run({ do: "count", engine: this.engine.value || undefined, ...more });
    if (!all) return;
    const answer = all.answers[0];
    this.picture(all);
    const known = answer.solutions ?? (answer.at_least ? `at least ${answer.at_least}` : null);
    const what = known === null ? undefined : known === "1" ? "There is exactly one solution." : known === "0" ? "There is no solution." : `There are ${grouped(known)} solutions.`;
    this.verdict(answer, all, what);
    if (more.probabilities && answer.status !== "unsatisfiable") this.detail.replaceChildren(el("p", {}, "Each cell shows the chance of a mine, over all solutions. 0 and 100 are shown only where that is certain."));
  }

  async backbone() {
    const all = await this.run({ do: "backbone", engine: this.engine.value || undefined });
    if (!all) return;
    const answer = all.answers[0];
    this.picture(all);
    const what = answer.safe ? `${answer.safe.length} cells are safe and ${answer.mined.length} mined in every solution.` : undefined;
    this.verdict(answer, all, what ?? (answer.status === "unsatisfiable" ? undefined : "What is the same in all solutions:"));
    if (!answer.safe && answer.backbone) this.detail.replaceChildren(el("pre", { tabindex: "0" }, JSON.stringify(answer.backbone, null, 1)));
  }

  async why([r, c]) {
    const all = await this.run({ do: "explain", why: `${r},${c}` });
    if (!all) return;
    this.picture(all);
    this.reasons(all, `Row ${r}, column ${c}`);
  }

  /** Why there is no solution; of what is solved in the fewest moves, why there is none with fewer. */
  async explain() {
    const fewer = await this.fewer();
    const all = await this.run({ do: "explain", ...(fewer === null ? {} : { horizon: fewer }) });
    if (!all) return;
    this.picture(all);
    this.reasons(all, undefined, fewer);
  }

  async fewer() {
    const { puzzle } = this.board;
    if (!puzzle.moves) return null;
    this.best ??= (await this.run({ do: "solve" }))?.answers[0] ?? null;
    const moves = this.best?.status === "optimal" ? puzzle.moves(this.best.solution) : 0;
    return moves > 1 ? moves - 1 : null;
  }

  /** The rules of an explanation, in words and with their place. */
  reasons(all, where, fewer = null) {
    const [answer] = all.answers;
    const said = {
      unsatisfiable: `${fewer === null ? "" : `Not with ${fewer} ${fewer === 1 ? "move" : "moves"}: `}these rules cannot hold together:`.replace(/^t/, "T"),
      forced: answer.sentence ? sentence(answer.sentence) : `${where ?? ""}: ${answer.atom} follows from these rules:`,
      open: `${where ?? ""}: it could be either. A solution where it is otherwise:`,
      satisfiable: "Nothing clashes: there is a solution.",
    };
    this.verdict(answer, all, said[answer.status]);
    const size = answer.smallest ? "No smaller set does it." : answer.minimal ? "Leaving out any one of them is too little; a smaller set may exist." : "";
    const rule = (one) => el("li", {}, el("strong", {}, one.rule ?? one.text), " ", el("span", { class: "hint" }, one.place ?? ""), one.rule && one.text ? el("details", {}, el("summary", {}, "in the model's words"), el("code", {}, one.text)) : null);
    this.detail.replaceChildren(el("ol", { class: "rules" }, ...(answer.rules ?? []).map(rule)), el("p", { class: "hint" }, (answer.rules ?? []).length ? size : ""));
    if (answer.counterexample) this.drawn(answer.counterexample);
  }

  async steps() {
    const all = await this.run({ do: "explain", steps: true });
    if (!all) return;
    await this.board.draw();
    const steps = all.answers.filter((answer) => answer.step !== undefined);
    if (!steps.length) return this.reasons(all);
    const hardest = Math.max(...steps.map((step) => step.difficulty));
    this.say(el("p", { class: "verdict" }, `${steps.length} steps; the hardest needs ${hardest} ${hardest === 1 ? "rule" : "rules"} at once.`), el("p", { class: "hint" }, `${all.done.seconds.toFixed(2)} s`));
    await this.slider(steps.length, "step", 1, (n) => { this.marked(steps.slice(0, n)); return steps[n - 1].sentence ?? steps[n - 1].fact; });
    this.detail.append(el("ol", { class: "steps", tabindex: "0" }, ...steps.map((step) => el("li", {}, step.sentence ?? `${step.fact} = ${step.value}`))));
  }

  /** What the steps so far have found, and the reason of the last, on the board. */
  marked(steps) {
    const { stage } = this.board;
    const at = ({ fact }) => (/\[(\d+),(\d+)\]/.exec(fact) ?? []).slice(1).map(Number);
    const last = steps.at(-1);
    const found = (value) => steps.filter((step) => step.value === value).map(at).filter((cell) => cell.length === 2);
    stage.mark("no", found(0));
    stage.mark("yes", found(1));
    stage.mark("fact", [at(last)].filter((cell) => cell.length === 2));
    stage.mark("reason", last.rules.flatMap((rule) => rule.cells ?? []));
  }

  /** The searches side by side, in a page of their own below the board. */
  async tree() {
    const all = await this.run({ do: "tree", format: "html" });
    if (!all) return;
    const page = all.files["tree.html"];
    this.say(el("p", { class: "verdict" }, "The backtracker's searches are below the board, side by side."), el("p", { class: "hint" }, `${all.done.seconds.toFixed(2)} s`));
    if (!page) return;
    this.detail.replaceChildren(el("button", { type: "button", onclick: () => download("tree.html", page) }, "Save the page"));
    this.board.below.replaceChildren(framed(page, "search trees"));
    this.board.below.scrollIntoView({ block: "nearest" });
  }
}

/** Digits in threes. */
const grouped = (digits) => (/^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, "\u202f") : digits);
