// A plain page: choose a puzzle, edit its board as text, solve it, see the answer.
const $ = (id) => document.getElementById(id);
const token = location.hash.slice(1);
const headers = { 'X-Quandary-Token': token };
let job = null;

const start = await (await fetch('/api/start', { headers })).json();
const puzzle = () => start.puzzles.find((one) => one.name === $('puzzle').value);
const fill = (select, names) => select.replaceChildren(...names.map((name) => new Option(name, name)));

fill($('puzzle'), start.puzzles.map((one) => one.name));
$('puzzle').addEventListener('change', choose);
$('instance').addEventListener('change', show);
$('solve').addEventListener('click', () => run({ do: 'solve', puzzle: $('puzzle').value, board: $('board').value }));
$('cancel').addEventListener('click', cancel);
choose();

function choose() {
  fill($('instance'), puzzle().instances.map((one) => one.name));
  show();
}

function show() {
  $('board').value = puzzle().instances.find((one) => one.name === $('instance').value)?.text ?? '';
  run({ do: 'draw', puzzle: $('puzzle').value, board: $('board').value });
}

async function cancel() {
  await fetch('/api/cancel', { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify({ job }) });
}

// Server-sent events of one job, read by fetch, since EventSource sends no headers.
async function* events(request) {
  const answer = await fetch('/api/job', { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(request) });
  if (!answer.ok) throw new Error((await answer.json()).error);
  let text = '';
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const blocks = text.split('\n\n');
    text = blocks.pop();
    for (const block of blocks) {
      const [event, data] = block.split('\n');
      yield { event: event.slice(7), data: JSON.parse(data.slice(6)) };
    }
  }
}

async function run(request) {
  $('answer').textContent = '';
  $('cancel').disabled = false;
  try {
    for await (const { event, data } of events(request)) {
      if (data.job) job = data.job;
      if (event === 'answer' && data.name === 'picture.svg') picture(data.text);
      else if (event === 'answer') $('answer').textContent += `${data.text ?? JSON.stringify(data, null, 2)}\n`;
      else if (event === 'told') $('answer').textContent += `${data.line}\n`;
      else if (event === 'done') $('state').textContent = data.cancelled ? 'cancelled' : `done in ${data.seconds.toFixed(2)} s`;
      else $('state').textContent = data.line ?? (event === 'queued' ? `${data.ahead} ahead` : event);
    }
  } catch (error) {
    $('state').textContent = error.message;
  }
  $('cancel').disabled = true;
}

function picture(svg) {
  const image = new Image();
  image.alt = 'the board';
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  $('picture').replaceChildren(image);
}
