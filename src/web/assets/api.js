// What the page asks of the server. The token comes with the link, after `#`, and goes into a header.

const KEY = "quandary-token";
let token = "";

/** Takes the token out of the address, so that what stands there afterwards can be shared. */
export function takeToken() {
  const [first, ...rest] = location.hash.slice(1).split("/");
  if (/^[0-9a-f]{32,}$/.test(first)) {
    token = first;
    for (const store of [sessionStorage, localStorage]) store.setItem(KEY, token);
    history.replaceState(null, "", `#${rest.length ? `/${rest.join("/")}` : ""}`);
  } else {
    token = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? "";
  }
}

const headers = () => ({ "X-Quandary-Token": token });

async function refused(response) {
  const said = await response.json().catch(() => ({}));
  const error = new Error(said.error ?? `the server said ${response.status}`);
  error.status = response.status;
  return error;
}

/** Everything the page begins with. */
export async function start() {
  const response = await fetch("/api/start", { headers: headers() });
  if (!response.ok) throw await refused(response);
  return response.json();
}

/** A report that the server was started with. */
export async function report(n) {
  const response = await fetch(`/api/report/${n}`, { headers: headers() });
  if (!response.ok) throw await refused(response);
  return response.text();
}

/** Ends a job. */
export function cancel(job) {
  const options = { method: "POST", headers: { ...headers(), "Content-Type": "application/json" }, body: JSON.stringify({ job }) };
  return fetch("/api/cancel", options);
}

/** Runs a job; each event is handed on as it comes, and all are handed back at the end. */
export async function job(request, { signal, heard = () => {} } = {}) {
  const options = { method: "POST", signal, body: JSON.stringify(request), headers: { ...headers(), "Content-Type": "application/json" } };
  const response = await fetch("/api/job", options);
  if (!response.ok) throw await refused(response);
  const all = { answers: [], files: {}, told: [], done: null };
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let held = ""; ;) {
    const { value, done } = await reader.read();
    if (done) break;
    held += value;
    const whole = held.split("\n\n");
    held = whole.pop();
    for (const event of whole.map(parsed).filter(Boolean)) {
      take(all, event);
      heard(event, all);
    }
  }
  return all;
}

function parsed(text) {
  const lines = text.split("\n");
  const name = lines.find((line) => line.startsWith("event: "))?.slice(7);
  const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
  return name && data ? { name, data: JSON.parse(data) } : null;
}

function take(all, { name, data }) {
  if (name === "answer" && data.name !== undefined && data.text !== undefined) all.files[data.name] = data.text;
  else if (name === "answer") all.answers.push(data);
  else if (name === "told") all.told.push(data.line);
  else if (name === "done") all.done = data;
}
