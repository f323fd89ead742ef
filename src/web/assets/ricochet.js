// Ricochet's boards: walls between fields, robots, the target.

import { between, grid, lines } from "./text.js";

const ROBOTS = "rgbysk";
const COLOURS = ["red", "green", "blue", "yellow", "silver", "black"];
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const WORDS = { N: "north", E: "east", S: "south", W: "west" };

export default {
  hint: "With Walls, click near an edge of a field; Shift and an arrow does the same. Letters r g b y s k put robots, capitals or * the target. Drag what is there.",
  asks: false,
  needsPicture: true,
  parse(text) {
    const kept = lines(text);
    const must = kept.some((line) => /^must ricochet:\s*yes/.test(line));
    const body = kept.filter((line) => /^[+|]/.test(line));
    const [rows, cols] = [(body.length - 1) / 2, (body[0]?.length - 1) / 4];
    if (!Number.isInteger(rows) || !Number.isInteger(cols) || rows < 1) throw new Error("not a picture");
    const it = { rows, cols, must, robots: [], target: null, active: -1 };
    it.right = grid(rows, cols, (r, c) => body[2 * r + 1][4 * c + 4] === "|");
    it.below = grid(rows, cols, (r, c) => body[2 * r + 2].slice(4 * c + 1, 4 * c + 4) === "---");
    grid(rows, cols, (r, c) => {
      for (const mark of body[2 * r + 1].slice(4 * c + 1, 4 * c + 4).trim()) {
        if (ROBOTS.includes(mark)) it.robots[ROBOTS.indexOf(mark)] = [r, c];
        else Object.assign(it, { target: [r, c], active: ROBOTS.indexOf(mark.toLowerCase()) });
      }
    });
    return it;
  },
  print(it) {
    const inside = (r, c) => {
      const robot = it.robots.findIndex((at) => at && at[0] === r && at[1] === c);
      const target = it.target && it.target[0] === r && it.target[1] === c ? (it.active < 0 ? "*" : ROBOTS[it.active].toUpperCase()) : "";
      return ` ${(robot < 0 ? "" : ROBOTS[robot]) + target}`.padEnd(3);
    };
    const rule = (of) => `+${Array.from({ length: it.cols }, (_, c) => (of(c) ? "---" : "   ")).join("+")}+`;
    const out = ["# puzzle: ricochet", rule(() => true)];
    for (let r = 0; r < it.rows; r += 1) {
      out.push(`|${Array.from({ length: it.cols }, (_, c) => inside(r, c) + (it.right[r][c] || c === it.cols - 1 ? "|" : " ")).join("")}`);
      out.push(rule((c) => it.below[r][c] || r === it.rows - 1));
    }
    return `${out.join("\n")}\n${it.must ? "must ricochet: yes\n" : ""}`;
  },
  label(it, r, c) {
    const robot = it.robots.findIndex((at) => at && at[0] === r && at[1] === c);
    const target = it.target?.[0] === r && it.target?.[1] === c ? `target of ${it.active < 0 ? "any robot" : COLOURS[it.active]}` : "";
    const walls = Object.entries({ above: wall(it, r, c, -1, 0), below: wall(it, r, c, 1, 0), left: wall(it, r, c, 0, -1), right: wall(it, r, c, 0, 1) });
    const sides = walls.filter(([, is]) => is).map(([side]) => side);
    return [robot < 0 ? "" : `${COLOURS[robot]} robot`, target, sides.length ? `wall ${sides.join(", ")}` : ""].filter(Boolean).join("; ") || "free";
  },
  tools: () => [
    { name: "wall", label: "Walls" },
    ...COLOURS.map((colour, n) => ({ name: ROBOTS[n], label: `${colour[0].toUpperCase()}${colour.slice(1)}`, actor: n + 1 })),
    { name: "*", label: "Target" },
  ],
  click(it, r, c, { tool, x, y }) {
    if (tool === "*") return { ...it, target: [r, c] };
    if (tool !== "wall") return robotAt(it, ROBOTS.indexOf(tool), r, c);
    const sides = [[y, -1, 0], [1 - y, 1, 0], [x, 0, -1], [1 - x, 0, 1]].sort((a, b) => a[0] - b[0]);
    return sides[0][0] < 0.35 ? toggled(it, r, c, sides[0][1], sides[0][2]) : it;
  },
  key(it, r, c, key, { shift }) {
    if (shift && WAYS[key]) return toggled(it, r, c, ...WAYS[key]);
    if (ROBOTS.includes(key)) return robotAt(it, ROBOTS.indexOf(key), r, c);
    if (key === "*") return { ...it, target: [r, c], active: -1 };
    const active = ROBOTS.indexOf(key.toLowerCase());
    return key.length === 1 && active >= 0 && it.robots[active] ? { ...it, target: [r, c], active } : null;
  },
  held: (it, r, c) => it.robots.some((at) => at && at[0] === r && at[1] === c) || (it.target?.[0] === r && it.target?.[1] === c),
  drag(it, [r, c], [row, col]) {
    const robot = it.robots.findIndex((at) => at && at[0] === r && at[1] === c);
    if (robot >= 0) return robotAt(it, robot, row, col);
    return it.target?.[0] === r && it.target?.[1] === c ? { ...it, target: [row, col] } : null;
  },
  fields: [
    { name: "Rows", get: (it) => it.rows, set: (it, value) => sized(it, between(value, 1, 24), it.cols), kind: "number" },
    { name: "Columns", get: (it) => it.cols, set: (it, value) => sized(it, it.rows, between(value, 1, 24)), kind: "number" },
    { name: "Target of", get: (it) => String(it.active), set: (it, value) => ({ ...it, active: Number(value) }), kind: "choice",
      choices: (it) => [["-1", "any robot"], ...it.robots.map((_, n) => [String(n), COLOURS[n]])] },
    { name: "Must ricochet", get: (it) => it.must, set: (it, value) => ({ ...it, must: value }), kind: "switch" },
  ],
  moves: (solution) => solution.length,
  frames: (solution) => solution.moves.length,
  upTo: (solution, n) => ({ ...solution, length: n, moves: solution.moves.slice(0, n), stops: solution.stops.slice(0, n) }),
  step: (solution, n) => `move ${n}: ${COLOURS[solution.moves[n - 1][0]]} ${WORDS[solution.moves[n - 1][1]]} to ${solution.stops[n - 1].join(",")}`,
};

const inside = (it, r, c) => r >= 0 && c >= 0 && r < it.rows && c < it.cols;

/** Whether there is a wall on that side of a field. */
function wall(it, r, c, down, right) {
  if (!inside(it, r + down, c + right)) return true;
  return right ? it.right[r][Math.min(c, c + right)] : it.below[Math.min(r, r + down)][c];
}

/** Where a robot stops that slides one way. */
export function slide(it, robots, robot, way) {
  const [down, right] = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] }[way];
  let [r, c] = robots[robot];
  const taken = (row, col) => robots.some((at, n) => n !== robot && at[0] === row && at[1] === col);
  while (!wall(it, r, c, down, right) && !taken(r + down, c + right)) [r, c] = [r + down, c + right];
  return [r, c];
}

function toggled(it, r, c, down, right) {
  if (!inside(it, r + down, c + right)) return it;
  const side = right ? "right" : "below";
  const [row, col] = [Math.min(r, r + down), Math.min(c, c + right)];
  return { ...it, [side]: it[side].map((line, at) => (at === row ? line.map((is, n) => (n === col ? !is : is)) : line)) };
}

/** Robots are the first ones, always: a new one is the next. */
function robotAt(it, robot, r, c) {
  const other = it.robots.findIndex((at) => at && at[0] === r && at[1] === c);
  if (other === robot && robot > 0 && robot === it.robots.length - 1) {
    const active = it.active === robot ? -1 : it.active;
    return { ...it, active, robots: it.robots.slice(0, -1) };
  }
  if (other >= 0) return it;
  const robots = [...it.robots];
  robots[Math.min(robot, robots.length)] = [r, c];
  return { ...it, robots };
}

function sized(it, rows, cols) {
  const kept = it.robots.filter((at) => at[0] < rows && at[1] < cols);
  const target = it.target && it.target[0] < rows && it.target[1] < cols ? it.target : [0, 0];
  const side = (of) => grid(rows, cols, (r, c) => Boolean(of[r]?.[c]));
  return { ...it, rows, cols, robots: kept.length ? kept : [[rows - 1, cols - 1]], target, right: side(it.right), below: side(it.below), active: Math.min(it.active, kept.length - 1) };
}
