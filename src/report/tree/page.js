// Draws the trees that are in the page as data, and only what is in view.
"use strict";
(() => {
  const [PARENT, VAR, REL, VALUE, OUTCOME, BY, CHOICE, CHANGES] = [0, 1, 2, 3, 4, 5, 6, 7];
  const ACROSS = 16, DOWN = 30;
  const data = JSON.parse(document.getElementById("data").textContent);
  const MEANING = {};
  for (const item of document.querySelectorAll(".legend li")) MEANING[item.dataset.outcome] = item.textContent;
  let colours = {};
  let current = null;

  class View {
    constructor(canvas) {
      this.canvas = canvas;
      this.tree = data.trees[Number(canvas.dataset.tree)];
      this.nodes = this.tree.nodes;
      this.children = this.nodes.map(() => []);
      this.nodes.forEach((node, i) => { if (node[PARENT] !== null) this.children[node[PARENT]].push(i); });
      this.depth = new Int32Array(this.nodes.length);
      this.nodes.forEach((node, i) => { if (node[PARENT] !== null) this.depth[i] = this.depth[node[PARENT]] + 1; });
      this.folded = new Set();
      this.selected = 0;
      this.hovered = -1;
      this.lastChild = new Map();
      this.layout();
      this.listen();
    }

    // Leaves side by side, a parent above the middle of its children; what is folded is a leaf.
    layout() {
      this.x = new Float64Array(this.nodes.length);
      this.order = [];
      this.leaves = 0;
      const stack = this.nodes.length ? [0] : [];
      while (stack.length) {
        const i = stack.pop();
        this.order.push(i);
        const below = this.below(i);
        if (!below.length) this.x[i] = this.leaves++;
        for (let k = below.length - 1; k >= 0; k--) stack.push(below[k]);
      }
      this.deepest = 1;
      for (let k = this.order.length - 1; k >= 0; k--) {
        const i = this.order[k], below = this.below(i);
        if (below.length) this.x[i] = (this.x[below[0]] + this.x[below[below.length - 1]]) / 2;
        if (this.depth[i] > this.deepest) this.deepest = this.depth[i];
      }
      this.levels = [];
      for (const i of this.order) (this.levels[this.depth[i]] ||= []).push(i);
      this.rank = new Int32Array(this.nodes.length);
      for (const level of this.levels) level.forEach((i, k) => { this.rank[i] = k; });
      this.canvas.dataset.shown = this.order.length;
    }

    below(i) { return this.folded.has(i) ? [] : this.children[i]; }

    size() {
      const box = this.canvas.getBoundingClientRect();
      return [Math.max(box.width, 1), Math.max(box.height, 1)];
    }

    fit() {
      const [w, h] = this.size();
      const wide = Math.max(this.leaves - 1, 1) * ACROSS, high = this.deepest * DOWN;
      this.sx = Math.min((w - 40) / wide, 2);
      this.sy = Math.min((h - 40) / high, 1.6);
      this.tx = (w - Math.max(this.leaves - 1, 0) * ACROSS * this.sx) / 2;
      this.ty = 20;
      this.ask();
    }

    at(i) { return [this.tx + this.x[i] * ACROSS * this.sx, this.ty + this.depth[i] * DOWN * this.sy]; }

    zoom(by, x, y) {
      const [w, h] = this.size();
      x ??= w / 2; y ??= h / 2;
      const nx = Math.min(Math.max(this.sx * by, 1e-4), 8), ny = Math.min(Math.max(this.sy * Math.sqrt(by), 1e-3), 4);
      this.tx = x - (x - this.tx) * nx / this.sx;
      this.ty = y - (y - this.ty) * ny / this.sy;
      this.sx = nx; this.sy = ny;
      this.ask();
    }

    // Moves so that the node is in view.
    show(i) {
      const [w, h] = this.size(), [x, y] = this.at(i), edge = 30;
      if (x < edge) this.tx += edge - x; else if (x > w - edge) this.tx -= x - (w - edge);
      if (y < edge) this.ty += edge - y; else if (y > h - edge) this.ty -= y - (h - edge);
      this.ask();
    }

    ask() {
      if (this.asked) return;
      this.asked = true;
      requestAnimationFrame(() => { this.asked = false; this.draw(); });
    }

    draw() {
      const [w, h] = this.size(), ratio = window.devicePixelRatio || 1;
      if (this.canvas.width !== Math.round(w * ratio) || this.canvas.height !== Math.round(h * ratio)) {
        this.canvas.width = Math.round(w * ratio);
        this.canvas.height = Math.round(h * ratio);
      }
      const out = this.canvas.getContext("2d");
      out.setTransform(ratio, 0, 0, ratio, 0, 0);
      out.clearRect(0, 0, w, h);
      const r = Math.min(Math.max(Math.min(ACROSS * this.sx, DOWN * this.sy) * 0.36, 0.8), 9);
      this.radius = r;
      const top = Math.max(0, Math.floor((-this.ty - 20) / (DOWN * this.sy)));
      const bottom = Math.min(this.levels.length - 1, Math.ceil((h - this.ty + 20) / (DOWN * this.sy)));
      out.strokeStyle = colours.edge;
      out.lineWidth = Math.min(Math.max(r / 5, 0.4), 1.4);
      out.beginPath();
      const marks = {};
      let drawn = 0;
      for (let level = top; level <= bottom; level++) {
        for (const i of this.levels[level]) {
          const [x, y] = this.at(i), parent = this.nodes[i][PARENT];
          const inside = x > -20 && x < w + 20;
          if (parent !== null) {
            const [px, py] = this.at(parent);
            if (inside || (px > -20 && px < w + 20)) { out.moveTo(px, py); out.lineTo(x, y); }
          }
          if (!inside) continue;
          drawn++;
          (marks[this.nodes[i][OUTCOME]] ||= []).push(i);
        }
      }
      out.stroke();
      for (const outcome of ["refuted", "left", "failed", "leads", "solution"]) {
        out.beginPath();
        for (const i of marks[outcome] || []) mark(out, outcome, ...this.at(i), outcome === "solution" ? Math.max(r, 4) : r);
        paint(out, outcome, r);
      }
      this.drawFolds(out, w);
      if (r > 5) this.drawWords(out, marks);
      this.ring(out, this.hovered, colours.dim, 1.5);
      this.ring(out, this.selected, current === this ? colours.select : colours.edge, 3);
      this.canvas.dataset.drawn = drawn;
    }

    // A bar below what is folded, and how many nodes are in it.
    drawFolds(out, w) {
      out.fillStyle = colours.dim;
      out.font = "11px system-ui, sans-serif";
      out.textAlign = "center";
      for (const i of this.folded) {
        if (this.hidden(i)) continue;
        const [x, y] = this.at(i), r = this.radius;
        if (x < -20 || x > w + 20) continue;
        out.fillRect(x - r, y + r + 1.5, 2 * r, Math.max(1.5, r / 3));
        if (r > 4) out.fillText("+" + this.count(i), x, y + 2 * r + 10);
      }
    }

    drawWords(out, marks) {
      if (ACROSS * this.sx < 46) return;
      out.fillStyle = colours.ink;
      out.font = "11px system-ui, sans-serif";
      out.textAlign = "center";
      for (const i of Object.values(marks).flat()) {
        const [x, y] = this.at(i);
        if (this.nodes[i][PARENT] !== null) out.fillText(this.label(i), x, y - this.radius - 3);
      }
    }

    ring(out, i, colour, width) {
      if (i < 0 || i >= this.nodes.length || this.hidden(i)) return;
      const [x, y] = this.at(i);
      out.strokeStyle = colour;
      out.lineWidth = width;
      out.beginPath();
      out.arc(x, y, Math.max(this.radius, 3) + 4, 0, 2 * Math.PI);
      out.stroke();
    }

    hidden(i) {
      for (let p = this.nodes[i][PARENT]; p !== null; p = this.nodes[p][PARENT]) if (this.folded.has(p)) return true;
      return false;
    }

    // How many nodes are below.
    count(i) {
      if (!this.counts) {
        this.counts = new Int32Array(this.nodes.length);
        for (let k = this.nodes.length - 1; k > 0; k--) this.counts[this.nodes[k][PARENT]] += this.counts[k] + 1;
      }
      return this.counts[i];
    }

    label(i) {
      const node = this.nodes[i];
      return node[PARENT] === null ? "start" : `${this.tree.names[node[VAR]]} ${node[REL]} ${node[VALUE]}`;
    }

    nearest(x, y) {
      const level = Math.round((y - this.ty) / (DOWN * this.sy));
      let best = -1, least = Math.max(this.radius * 2, 10) ** 2;
      for (const l of [level - 1, level, level + 1]) for (const i of this.levels[l] || []) {
        const [nx, ny] = this.at(i), far = (nx - x) ** 2 + (ny - y) ** 2;
        if (far < least) { best = i; least = far; }
      }
      return best;
    }

    select(i) {
      for (let p = this.nodes[i][PARENT]; p !== null; p = this.nodes[p][PARENT]) {
        if (this.folded.delete(p)) this.stale = true;
      }
      if (this.stale) { this.stale = false; this.layout(); }
      this.selected = i;
      if (this.nodes[i][PARENT] !== null) this.lastChild.set(this.nodes[i][PARENT], i);
      const before = current;
      current = this;
      if (before && before !== this) before.ask();
      this.canvas.dataset.selected = i;
      this.show(i);
      tell(this, i);
    }

    fold(i) {
      if (!this.children[i].length) return;
      const [x, y] = this.at(i);
      if (!this.folded.delete(i)) this.folded.add(i);
      this.layout();
      // What was folded stays where it was.
      this.tx += x - this.at(i)[0];
      this.ty += y - this.at(i)[1];
      this.ask();
    }

    // Folds the highest nodes below which everything failed, or unfolds all.
    foldFailures() {
      if (this.folded.size) this.folded.clear();
      else this.nodes.forEach((node, i) => {
        const parent = node[PARENT];
        const above = parent !== null && this.nodes[parent][OUTCOME] === "refuted";
        if (node[OUTCOME] === "refuted" && this.children[i].length && !above) this.folded.add(i);
      });
      while (this.nodes.length && this.hidden(this.selected)) this.selected = this.nodes[this.selected][PARENT];
      this.layout();
      this.fit();
    }

    step(by) {
      const next = this.selected + by;
      if (next >= 0 && next < this.nodes.length) this.select(next);
    }

    along(by) {
      const level = this.levels[this.depth[this.selected]], next = level[this.rank[this.selected] + by];
      if (next !== undefined) this.select(next);
    }

    solution() {
      const n = this.nodes.length;
      for (let k = 1; k <= n; k++) {
        const i = (this.selected + k) % n;
        if (this.nodes[i][OUTCOME] === "solution") return this.select(i);
      }
    }

    key(name) {
      if (!this.nodes.length) return false;
      const node = this.nodes[this.selected], below = this.below(this.selected);
      const last = this.lastChild.get(this.selected);
      const keys = {
        ArrowUp: () => node[PARENT] !== null && this.select(node[PARENT]),
        ArrowDown: () => below.length && this.select(below.includes(last) ? last : below[0]),
        ArrowLeft: () => this.along(-1),
        ArrowRight: () => this.along(1),
        Enter: () => this.fold(this.selected),
        " ": () => this.fold(this.selected),
        "+": () => this.zoom(1.4, ...this.at(this.selected)),
        "=": () => this.zoom(1.4, ...this.at(this.selected)),
        "-": () => this.zoom(1 / 1.4, ...this.at(this.selected)),
        0: () => this.fit(),
        Home: () => this.select(0),
        n: () => this.step(1),
        p: () => this.step(-1),
        s: () => this.solution(),
        c: () => this.foldFailures(),
      };
      if (!keys[name]) return false;
      keys[name]();
      return true;
    }

    listen() {
      const canvas = this.canvas, place = (e) => {
        const box = canvas.getBoundingClientRect();
        return [e.clientX - box.left, e.clientY - box.top];
      };
      let drag = null;
      canvas.addEventListener("wheel", (e) => { e.preventDefault(); this.zoom(Math.exp(-e.deltaY / 300), ...place(e)); }, { passive: false });
      canvas.addEventListener("pointerdown", (e) => { drag = { from: place(e), moved: false }; canvas.setPointerCapture(e.pointerId); });
      canvas.addEventListener("pointermove", (e) => {
        const [x, y] = place(e);
        if (drag) {
          const [fx, fy] = drag.from;
          drag.moved ||= Math.hypot(x - fx, y - fy) > 4;
          if (drag.moved) { this.tx += x - fx; this.ty += y - fy; drag.from = [x, y]; this.ask(); }
          return;
        }
        const over = this.nearest(x, y);
        if (over !== this.hovered) {
          this.hovered = over;
          canvas.title = over < 0 ? "" : `${this.label(over)}: ${MEANING[this.nodes[over][OUTCOME]]}`;
          this.ask();
        }
      });
      canvas.addEventListener("pointerup", (e) => {
        if (drag && !drag.moved) { const i = this.nearest(...place(e)); if (i >= 0) this.select(i); }
        drag = null;
      });
      canvas.addEventListener("pointerleave", () => { this.hovered = -1; this.ask(); });
      canvas.addEventListener("dblclick", (e) => { const i = this.nearest(...place(e)); if (i >= 0) this.fold(i); });
      canvas.addEventListener("focus", () => { if (current !== this && this.nodes.length) this.select(this.selected); });
      canvas.addEventListener("keydown", (e) => {
        if (!e.ctrlKey && !e.metaKey && !e.altKey && this.key(e.key)) { e.preventDefault(); e.stopPropagation(); }
      });
      new ResizeObserver(() => this.fit()).observe(canvas);
    }

    path(i) {
      const path = [];
      for (let p = i; p !== null; p = this.nodes[p][PARENT]) path.push(p);
      return path.reverse();
    }

    // The domains at a node: those before the search, and every change on the way.
    domains(i) {
      const left = this.tree.initial.slice();
      for (const p of this.path(i)) {
        const changes = this.nodes[p][CHANGES];
        for (let k = 0; k < changes.length; k += 3) left[changes[k]] = changes[k + 1];
      }
      return left;
    }

    board(i) {
      const boards = this.tree.boards;
      if (!boards) return "";
      const list = [];
      for (const p of this.path(i)) {
        const hunks = boards.hunks[p];
        if (!hunks) return "";
        for (let k = hunks.length - 1; k >= 0; k--) list.splice(hunks[k][0], hunks[k][1], ...hunks[k].slice(2));
      }
      return list.map((piece) => boards.pieces[piece]).join("");
    }
  }

  // A diamond for a solution, a square for a failure, a triangle for what was left, and else a disc.
  function mark(out, outcome, x, y, r) {
    if (outcome === "solution") {
      out.moveTo(x, y - r); out.lineTo(x + r, y); out.lineTo(x, y + r); out.lineTo(x - r, y); out.closePath();
    } else if (outcome === "failed") {
      out.rect(x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6);
    } else if (outcome === "left") {
      out.moveTo(x - r, y - r); out.lineTo(x + r, y - r); out.lineTo(x, y + r); out.closePath();
    } else if (r < 2) {
      out.rect(x - r, y - r, 2 * r, 2 * r);
    } else {
      out.moveTo(x + r, y); out.arc(x, y, r, 0, 2 * Math.PI);
    }
  }

  function paint(out, outcome, r) {
    const [fill, stroke] = {
      solution: [colours.found, colours.found], leads: [colours["found-soft"], colours.found],
      refuted: [colours.floor, colours.dim], failed: [colours.clash, colours.clash], left: [colours.floor, colours.edge],
    }[outcome];
    out.fillStyle = r < 1.5 ? stroke : fill;
    out.strokeStyle = stroke;
    out.lineWidth = Math.min(Math.max(r / 4, 0.3), 2);
    out.fill();
    if (r >= 1.5) out.stroke();
  }

  function element(tag, text, cls) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (cls) made.className = cls;
    return made;
  }

  function table(head, rows) {
    const made = element("table"), top = made.createTHead().insertRow(), body = made.createTBody();
    head.forEach((word) => top.append(element("th", word)));
    for (const row of rows) {
      const line = body.insertRow();
      row.forEach(([text, cls]) => line.append(element("td", text, cls)));
    }
    return made;
  }

  // Everything about a node, in words.
  function tell(view, i) {
    const { tree, nodes } = view, node = nodes[i], place = document.getElementById("node");
    const above = view.path(i).slice(1, -1).map((p) => view.label(p));
    const lines = [element("h2", view.label(i))];
    const failed = node[BY] === null ? "" : `: ${tree.rules[node[BY]]}`;
    lines.push(element("p", `${MEANING[node[OUTCOME]]}${failed}`));
    const kept = `node ${i} of ${nodes.length - 1}, depth ${view.depth[i]}`;
    const choice = node[CHOICE] === null ? "" : `, then branches on ${tree.names[node[CHOICE]]}`;
    lines.push(element("p", kept + choice, "dim"));
    const most = 6, more = above.length > most ? `${above.length - most} decisions and ` : "";
    if (above.length) lines.push(element("p", `after ${more}${above.slice(-most).join(", ")}`, "dim"));
    place.replaceChildren(...lines);
    const board = view.board(i), frame = document.getElementById("board");
    frame.innerHTML = board;
    if (board) frame.prepend(element("p", "The board, with what is decided at this node:", "dim"));
    const before = node[PARENT] === null ? tree.initial : view.domains(node[PARENT]), rows = [], now = before.slice();
    for (let k = 0; k < node[CHANGES].length; k += 3) {
      const [v, left, by] = node[CHANGES].slice(k, k + 3);
      if (rows.length < 400) rows.push([[tree.names[v]], [tree.domains[now[v]], "was"], [tree.domains[left]], [tree.rules[by]]]);
      now[v] = left;
    }
    const parts = [];
    if (rows.length) parts.push(element("h2", "What changed here"), table(["variable", "had", "has", "by"], rows));
    const all = tree.names.map((name, v) => [[name], [tree.domains[now[v]]]]).filter((row) => !row[0][0].startsWith("_"));
    const rest = element("details"), longest = 500;
    rest.append(element("summary", `All domains (${all.length})`), table(["variable", "values"], all.slice(0, longest)));
    if (all.length > longest) rest.append(element("p", `and ${all.length - longest} more`, "dim"));
    rest.open = !tree.boards && all.length <= 40;
    parts.push(rest);
    document.getElementById("domains").replaceChildren(...parts);
  }

  function readColours() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["floor", "edge", "dim", "ink", "found", "found-soft", "clash", "select"]) {
      colours[name] = style.getPropertyValue("--q-" + name).trim();
    }
    for (const item of document.querySelectorAll(".legend li")) {
      const out = item.firstChild.getContext("2d");
      out.setTransform(2, 0, 0, 2, 0, 0);
      out.clearRect(0, 0, 20, 20);
      out.beginPath();
      mark(out, item.dataset.outcome, 10, 10, 6);
      paint(out, item.dataset.outcome, 6);
    }
  }

  readColours();
  const views = [...document.querySelectorAll("canvas.tree")].map((canvas) => new View(canvas));
  const redraw = () => { readColours(); views.forEach((view) => view.ask()); };
  const theme = () => {
    const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = (root.dataset.theme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
    redraw();
  };
  const help = () => document.getElementById("keys").showModal();
  const active = () => current || views[0];
  const tools = {
    in: () => active().zoom(1.4), out: () => active().zoom(1 / 1.4), fit: () => views.forEach((v) => v.fit()),
    fold: () => views.forEach((v) => v.foldFailures()), theme, help,
  };
  for (const [name, work] of Object.entries(tools)) document.getElementById("do-" + name).addEventListener("click", work);
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || document.getElementById("keys").open) return;
    if (e.key === "t") theme();
    else if (e.key === "?") help();
    else if (e.target === document.body && current && current.key(e.key)) e.preventDefault();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  // The first solution of the last tree is what one wants to see.
  views.forEach((view) => { view.fit(); view.draw(); });
  const last = views.findLast((view) => view.nodes.length);
  if (last) last.select(Math.max(last.nodes.findIndex((node) => node[OUTCOME] === "solution"), 0));
})();
