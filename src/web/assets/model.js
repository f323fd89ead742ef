// The playground: a model and its data, errors at their place, solutions, the formula behind a name.

import { cancel, job } from "./api.js";
import { breakable, download, el, field, fresh } from "./dom.js";
import { go, packed } from "./link.js";

/** So many names are offered. */
const MOST = 400;
const FILES = { "model.mzn": "mzn", "data.dzn": "dzn" };

/** What can be downloaded: the word of `export`, what stands on the button, what it is. */
const FORMATS = [
  ["dimacs", "DIMACS", "the formula for SAT solvers, with the map back to the model's names"],
  ["opb", "OPB", "the same as pseudo-Boolean sums"],
  ["map", "map", "which literals the names became, for decode"],
  ["fzn", "FlatZinc", "the flattened model for MiniZinc's solvers"],
];

export class Playground {
  constructor(start, { name, mzn, dzn }) {
    this.start = start;
    this.mzn = this.editor("Model", mzn ?? "");
    this.dzn = this.editor("Data", dzn ?? "");
    const names = start.models.map((model) => el("option", { value: model.name, selected: model.name === name }, model.name));
    this.choice = el("select", { onchange: () => this.load(this.choice.value) }, ...names);
    this.data = el("select", { onchange: () => this.loadData() });
    this.engine = el("select", {}, ...["auto", "sat", "csp", "lcg"].map((word) => el("option", { value: word, title: start.words[word] ?? "" }, word)));
    this.row = el("select", {}, el("option", { value: "" }, "usual"), ...(start.tables.domain ?? []).map((one) => el("option", { value: one.name ?? one }, one.name ?? String(one))));
    this.status = el("div", { class: "answer", role: "status", "aria-live": "polite" }, el("p", { class: "hint" }, "Solve it as it is, or change a line first."));
    this.output = el("div", { class: "detail" });
    this.cancelling = el("button", { type: "button", class: "cancel", hidden: true, onclick: () => this.stop() }, "Cancel");
    this.root = el("div", { class: "model" },
      el("h1", {}, "Model"),
      el("div", { class: "row" }, field("Example", this.choice), field("Its data", this.data), field("Engine", this.engine), field("Encoding", this.row)),
      el("div", { class: "texts" }, this.mzn.root, this.dzn.root),
      el("div", { class: "row actions" },
        el("button", { type: "button", class: "first", onclick: () => this.solve({}) }, "Solve"), this.cancelling,
        el("button", { type: "button", onclick: () => this.solve({ limit: 100 }) }, "All solutions"),
        el("button", { type: "button", onclick: () => this.explain() }, "Why not?"),
        el("button", { type: "button", onclick: () => this.names() }, "The formula"),
        el("span", { class: "row downloads", role: "group", "aria-label": "Download" }, el("span", { class: "hint" }, "Download"), ...FORMATS.map(([format, label, what]) => el("button", { type: "button", title: what, onclick: () => this.save(format) }, label)),
          el("button", { type: "button", title: "the verdict with its evidence: a solution, or the formula and the proof that it has none", onclick: () => this.prove() }, "proof"))),
      this.status, this.output);
    if (mzn === undefined) this.load(name ?? start.models[0].name);
    else this.loadNames();
  }

  editor(label, text) {
    const id = fresh("text");
    const area = el("textarea", { id, spellcheck: "false", wrap: "off", rows: "18", value: text, oninput: () => { this.unmark(); this.remember(); } });
    const mark = el("div", { class: "mark", hidden: true });
    return { area, mark, root: el("div", { class: "text" }, el("label", { for: id }, label), el("div", { class: "lines" }, mark, area)) };
  }

  loadNames() {
    const model = this.start.models.find((one) => one.name === this.choice.value);
    this.data.replaceChildren(...(model?.data ?? []).map((one) => el("option", { value: one.name }, one.name)));
    this.data.disabled = !model?.data.length;
  }

  load(name) {
    const model = this.start.models.find((one) => one.name === name) ?? this.start.models[0];
    this.choice.value = model.name;
    this.mzn.area.value = model.mzn;
    this.loadNames();
    this.loadData();
  }

  loadData() {
    const model = this.start.models.find((one) => one.name === this.choice.value);
    this.dzn.area.value = model.data.find((one) => one.name === this.data.value)?.dzn ?? "";
    this.unmark();
    this.remember();
  }

  remember() {
    go(["model", packed(JSON.stringify({ mzn: this.mzn.area.value, dzn: this.dzn.area.value }))], { replace: true });
  }

  subject() {
    const dzn = this.dzn.area.value;
    return { mzn: this.mzn.area.value, ...(dzn.trim() ? { dzn } : {}) };
  }

  async run(request) {
    this.stop();
    this.running = new AbortController();
    const { running } = this;
    this.unmark();
    this.output.replaceChildren();
    this.cancelling.hidden = false;
    const begun = performance.now();
    const clock = setInterval(() => this.say(`Working: ${((performance.now() - begun) / 1000).toFixed(1)} s`), 250);
    try {
      const all = await job({ ...request, ...this.subject() }, { signal: running.signal, heard: ({ data }) => { this.job = data.job ?? this.job; } });
      const error = all.answers.find((answer) => answer.status === "error");
      if (error) this.wrong(error, all);
      return error ? null : all;
    } catch (error) {
      this.say(error.name === "AbortError" ? "Cancelled." : `The server refused: ${error.message}`);
      return null;
    } finally {
      clearInterval(clock);
      if (this.running === running) this.cancelling.hidden = true;
      this.job = null;
    }
  }

  stop() {
    this.running?.abort();
    if (this.job) cancel(this.job).catch(() => {});
  }

  say(...parts) {
    this.status.replaceChildren(...parts.map((part) => (typeof part === "string" ? el("p", {}, part) : part)));
  }

  /** An error, underlined where it is, and said with its place. */
  wrong({ message, place }) {
    const [file, line, column] = (place ?? "").split(":");
    const editor = this[FILES[file]];
    this.say(el("p", { class: "bad" }, message), place ? el("button", { type: "button", class: "place", onclick: () => this.goTo(editor, Number(line), Number(column)) }, place) : "");
    if (!editor || !line) return;
    editor.mark.hidden = false;
    editor.mark.style.setProperty("--line", Number(line) - 1);
    const text = editor.area.value.split("\n")[Number(line) - 1] ?? "";
    const word = /^(?:[\w]+|.|)/u.exec(text.slice(Number(column) - 1))[0] || " ";
    editor.mark.replaceChildren(el("span", {}, text.slice(0, Number(column) - 1)), el("u", {}, word));
    editor.area.setAttribute("aria-invalid", "true");
    this.goTo(editor, Number(line), Number(column));
  }

  goTo(editor, line, column) {
    if (!editor) return;
    const before = editor.area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    editor.area.focus();
    editor.area.setSelectionRange(before + column - 1, before + column);
    editor.area.scrollTop = Math.max(0, (line - 6) * 21);
    editor.area.onscroll = () => {
      editor.mark.style.setProperty("--scroll", `${editor.area.scrollTop}px`);
      editor.mark.style.setProperty("--left", `${editor.area.scrollLeft}px`);
    };
    editor.area.onscroll();
  }

  unmark() {
    for (const editor of [this.mzn, this.dzn]) {
      editor.mark.hidden = true;
      editor.area.removeAttribute("aria-invalid");
    }
  }

  async solve(more) {
    const all = await this.run({ do: "model", engine: this.engine.value, ...more });
    if (!all) return;
    const [answer] = all.answers;
    const value = answer.objective === null || answer.objective === undefined ? "" : ` Its value is ${answer.objective}.`;
    const said = { satisfiable: `There is a solution.${value}`, optimal: `This is the best solution.${value}`, unsatisfiable: "There is no solution.", unknown: `Not decided: ${answer.reason}.` };
    const judged = answer.solution || answer.solutions ? [el("p", {}, "Judged by the flattened model and by the file itself.")] : [];
    const unchecked = answer.unchecked ? [el("p", {}, "What is said to be impossible is the word of the engine; its proof is not checked.")] : [];
    this.say(el("p", { class: `verdict ${answer.status}` }, said[answer.status] ?? answer.status), ...judged, ...unchecked, el("p", { class: "hint" }, `${all.done.seconds.toFixed(3)} s · `, ...breakable(answer.engine), answer.chosen ? ` · ${answer.chosen}` : ""));
    const shown = answer.solutions ?? (answer.solution ? [answer.solution] : []);
    this.output.replaceChildren(...shown.map((solution, n) => el("pre", { tabindex: "0", "aria-label": `solution ${n + 1}` }, written(solution))));
    for (const line of all.told) this.output.append(el("p", { class: "hint" }, line));
  }

  async explain() {
    const all = await this.run({ do: "explain" });
    if (!all) return;
    const [answer] = all.answers;
    this.say(el("p", { class: "verdict" }, answer.status === "unsatisfiable" ? "These rules cannot hold together:" : `It is ${answer.status}.`), el("p", { class: "hint" }, `${all.done.seconds.toFixed(3)} s`));
    this.output.replaceChildren(el("ol", { class: "rules" }, ...(answer.rules ?? []).map((rule) => {
      const [, line, column] = (rule.place ?? "").split(":").map(Number);
      return el("li", {}, el("strong", {}, rule.rule ?? rule.text), " ", el("button", { type: "button", class: "place", onclick: () => this.goTo(this.mzn, line, column) }, rule.place ?? ""), el("div", {}, el("code", {}, rule.text ?? "")));
    })));
  }

  /** Which literals and clauses each name and rule became. */
  async names() {
    const all = await this.run({ do: "names", row: this.row.value || undefined });
    if (!all) return;
    const lines = (all.files["formula.cnf"] ?? "").split("\n");
    const [, , variables, count] = (lines.find((line) => line.startsWith("p cnf")) ?? "").split(" ");
    const clauses = lines.filter((line) => line && !line.startsWith("c") && !line.startsWith("p"));
    const literals = new Map();
    for (const line of lines) {
      const [, number, atom] = /^c varname (\d+) (.*)$/.exec(line) ?? [];
      const name = atom && /^[^<>=!]+/.exec(atom)[0];
      if (name) literals.set(name, [...(literals.get(name) ?? []), [number, atom]]);
    }
    this.atoms = new Map([...literals.values()].flat());
    this.say(el("p", { class: "verdict" }, `The formula: ${variables} variables, ${count} clauses.`), el("p", { class: "hint" }, `${all.done.seconds.toFixed(3)} s`));
    const map = JSON.parse(all.files["formula.map.json"] ?? "{}");
    const rules = (map.rules ?? []).filter((rule) => rule.label);
    this.behind = el("pre", { tabindex: "0", "aria-label": "literals and clauses" }, "Choose a name or a rule.");
    const choice = (label, act) => el("li", {}, el("button", { type: "button", onclick: act, onmouseenter: act, onfocus: act }, label));
    this.output.replaceChildren(
      el("h2", {}, "Names"), el("ul", { class: "names" }, ...[...literals].slice(0, MOST).map(([name, of]) => choice(name, () => this.behindName(name, of, clauses)))),
      el("h2", {}, "Rules"), el("ul", { class: "names" }, ...rules.slice(0, MOST).map((rule) => choice(rule.label, () => this.behindRule(rule, clauses)))),
      this.behind);
  }

  /** Clauses as they stand in the file, and beside them in names. */
  listed(clauses) {
    const shown = clauses.slice(0, 60);
    const width = Math.max(0, ...shown.map((clause) => clause.length));
    const named = (lit) => (lit.startsWith("-") ? `not ${this.atoms.get(lit.slice(1)) ?? lit.slice(1)}` : this.atoms.get(lit) ?? lit);
    const line = (clause) => `${clause.padEnd(width)}   ${clause.split(" ").slice(0, -1).map(named).join(" or ")}`;
    return shown.map(line).join("\n") + (clauses.length > shown.length ? "\n..." : "");
  }

  behindName(name, of, clauses) {
    const numbers = new Set(of.map(([number]) => number));
    const found = clauses.filter((clause) => clause.split(" ").some((lit) => numbers.has(lit.replace("-", ""))));
    this.behind.textContent = `${name}\n${of.map(([number, atom]) => `  ${number}: ${atom}`).join("\n")}\n\n${found.length} clauses with these:\n${this.listed(found)}`;
  }

  behindRule({ label, clauses: ranges }, clauses) {
    const found = ranges.flatMap(([from, to]) => clauses.slice(from - 1, to));
    this.behind.textContent = `${label}\n\n${found.length} clauses:\n${this.listed(found)}`;
  }

  async save(format) {
    const all = await this.run({ do: "export", format, row: this.row.value || undefined });
    if (!all) return;
    for (const [name, text] of Object.entries(all.files)) download(name, text);
    this.say(`Saved ${Object.keys(all.files).join(" and ")}.`);
  }

  /** A verdict and what it rests on; in one folder, the files are a bundle that `check` takes. */
  async prove() {
    const all = await this.run({ do: "certify" });
    if (!all) return;
    const [answer] = all.answers;
    const files = Object.entries(all.files).map(([name, text]) => [name.split("/").at(-1), text]);
    for (const [name, text] of files) download(name, text);
    const saved = files.length ? `Saved ${files.map(([name]) => name).join(", ")}: in a folder of their own, quandary check takes them.` : "There is nothing to keep.";
    this.say(el("p", { class: `verdict ${answer?.status}` }, { satisfiable: "There is a solution, judged.", optimal: "This is the best solution, proved.", unsatisfiable: "There is no solution, and the proof is checked." }[answer?.status] ?? "Not decided."), el("p", {}, saved), el("p", { class: "hint" }, `${all.done.seconds.toFixed(3)} s`));
  }

  leave() {
    this.stop();
  }
}

/** A solution as lines `name = value`. */
function written(solution) {
  if (typeof solution !== "object") return String(solution);
  return Object.entries(solution).map(([name, value]) => `${name} = ${rows(value)}`).join("\n");
}

function rows(value) {
  if (Array.isArray(value) && Array.isArray(value[0])) return `\n${value.map((row) => `  ${JSON.stringify(row)}`).join("\n")}`;
  return JSON.stringify(value);
}
