// Uploads files in small groups, and shows the progress and the outcome of each. The server continues without the page, which
// shows the progress again after a return.

const AT_ONCE = 3;
const MAX_BATCH_FILES = 20;
const LABELS = { created: "Added", duplicate: "Already there", replaced: "Replaced", added: "Kept", skipped: "Skipped" };
const SEPARATOR = "\u001f";
const form = document.querySelector("#upload");
const drop = document.querySelector("#drop");
const rows = document.querySelector("#rows");
const summary = document.querySelector("#summary");
const overall = document.querySelector("#progress");
const skipped = document.querySelector("#skipped");
const counts = { created: 0, duplicate: 0, replaced: 0, added: 0, skipped: 0, failed: 0 };
let chosen = [];
let total = 0;
let running = 0;
let sending = 0;
const waiting = [];

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function addRow(file) {
  const outcome = element("td");
  const reason = element("td");
  const link = element("td");
  const bar = element("progress", { max: 1, value: 0 });
  bar.setAttribute("aria-label", `Progress of ${file.name}`);
  outcome.append(bar);
  const name = element("th", { scope: "row" }, element("bdi", { textContent: file.name }));
  const line = element("tr", {}, name, outcome, reason, link);
  rows.append(line);
  return { line, outcome, reason, link, bar };
}

function finish(row, result) {
  counts[result.outcome] += 1;
  const badge = element("span", { className: `badge ${result.outcome}`, textContent: result.label });
  row.outcome.replaceChildren(badge);
  row.reason.replaceChildren(element("bdi", { textContent: result.reason }));
  if (result.candidate) {
    const href = `/app/candidates/${encodeURIComponent(result.candidate)}`;
    row.link.replaceChildren(element("a", { href, textContent: result.code }));
  }
  if (result.outcome === "skipped" || result.outcome === "failed") {
    // Among hundreds of files, those that need attention are at the top.
    rows.prepend(row.line);
    skipped.hidden = false;
    const plain = (text) => text.replace(/[\u0000-\u001f\u007f]/g, " ");
    skipped.elements.skipped.value += `${plain(result.file)}${SEPARATOR}${plain(result.reason)}\n`;
  }
  report();
}

function report() {
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const more = [[counts.replaced, "replaced"], [counts.added, "kept as further documents"], [counts.failed, "not sent"]]
    .filter(([count]) => count > 0)
    .map(([count, label]) => `, ${count} ${label}`)
    .join("");
  const parts = `${counts.created} added, ${counts.duplicate} already there, ${counts.skipped} skipped${more}.`;
  overall.hidden = done === total;
  overall.max = total;
  overall.value = done;
  summary.textContent = done === total ? parts : `${done} of ${total} files done: ${parts}`;
}

function problemOf(request) {
  try {
    return JSON.parse(request.responseText).problem ?? "The server refused the file.";
  } catch {
    return request.status === 401
      ? "Your session has ended. Sign in and upload this file again."
      : "The server could not be reached. Upload this file again.";
  }
}

// The uploads of this page that are not complete, with the names of their files. They outlive the page.
const storageKey = `shortlist-uploads ${location.pathname}`;

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey)) ?? [];
  } catch {
    return [];
  }
}

function remember(uploads) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(uploads));
  } catch {
    // Without storage, the progress ends with the page. The uploads continue.
  }
}

function newIdentifier() {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return [...numbers].map((number) => number.toString(16).padStart(8, "0")).join("");
}

function fail(batch, label, problem) {
  for (const [index, row] of batch.rows.entries()) {
    finish(row, { file: batch.names[index], outcome: "failed", label, reason: problem });
  }
  end(batch);
}

// Ends the work on a batch, and starts the next one.
function end(batch) {
  remember(remembered().filter((upload) => upload.id !== batch.id));
  running -= 1;
  start();
}

function show(batch, progress) {
  const { result, problem } = progress;
  if (!result?.results) {
    fail(batch, "Not added", problem ?? "The result is no longer available. See the ranking.");
    return;
  }
  for (const [index, one] of result.results.entries()) {
    finish(batch.rows[index], {
      file: batch.names[index],
      outcome: one.outcome,
      label: LABELS[one.outcome],
      reason: one.reason ?? "",
      candidate: one._id,
      code: one.candidate_unique_id,
    });
  }
  end(batch);
}

// Follows the progress of a batch whose files have arrived, also after a return to the page.
function watch(batch) {
  for (const row of batch.rows) {
    row.bar.removeAttribute("value");
    row.reason.textContent = "Reading";
  }
  const events = new EventSource(`/app/uploads/${batch.id}`);
  for (const name of ["done", "failed"]) {
    events.addEventListener(name, (event) => {
      events.close();
      show(batch, JSON.parse(event.data));
    });
  }
  events.addEventListener("error", () => {
    // The browser connects again after a lost connection, but not after a refusal.
    if (events.readyState !== EventSource.CLOSED) return;
    fail(batch, "Unknown", "The progress is no longer available. See the ranking.");
  });
}

function send(batch) {
  const body = new FormData(form);
  body.delete("files");
  for (const file of batch.files) body.append("files", file, file.name);
  const request = new XMLHttpRequest();
  const ended = () => {
    sending -= 1;
    if (request.status === 202) return watch(batch);
    fail(batch, "Not sent", problemOf(request));
  };
  request.upload.addEventListener("progress", (event) => {
    if (!event.lengthComputable) return;
    for (const row of batch.rows) row.bar.value = event.loaded / event.total;
  });
  request.addEventListener("error", ended);
  request.addEventListener("load", ended);
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  request.setRequestHeader("Prefer", "respond-async");
  request.setRequestHeader("X-Upload-Id", batch.id);
  sending += 1;
  remember([...remembered(), { id: batch.id, names: batch.names }]);
  request.send(body);
}

function start() {
  while (running < AT_ONCE && waiting.length > 0) {
    running += 1;
    const batch = waiting.shift();
    batch.files ? send(batch) : watch(batch);
  }
}

function enqueue(batch) {
  batch.rows = batch.names.map((name) => addRow({ name }));
  total += batch.names.length;
  waiting.push(batch);
}

// Groups files, so that one request is neither long nor one of thousands.
function upload(files) {
  if (files.length === 0) return;
  document.querySelector("#results").hidden = false;
  const size = Math.min(MAX_BATCH_FILES, Math.ceil(files.length / AT_ONCE));
  for (let at = 0; at < files.length; at += size) {
    const part = files.slice(at, at + size);
    enqueue({ id: newIdentifier(), files: part, names: part.map((file) => file.name) });
  }
  report();
  start();
}

// Continues to show the uploads of an earlier visit of this page.
function restore() {
  const uploads = remembered();
  if (uploads.length === 0) return;
  document.querySelector("#results").hidden = false;
  for (const { id, names } of uploads) enqueue({ id, names });
  report();
  start();
}

// Returns the files of a dropped folder with its subfolders.
async function filesOf(entry) {
  if (entry.isFile) return [await new Promise((resolve, reject) => entry.file(resolve, reject))];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return found;
    for (const inner of entries) found.push(...(await filesOf(inner)));
  }
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const inputs = [...form.querySelectorAll("input[type=file]")];
  chosen = inputs.flatMap((input) => [...input.files]);
  if (chosen.length === 0) {
    inputs[0].focus();
    return;
  }
  upload(chosen);
  for (const input of inputs) input.value = "";
});

drop?.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
drop?.addEventListener("dragleave", () => drop.classList.remove("over"));
drop?.addEventListener("drop", async (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  const files = await Promise.all(entries.map(filesOf));
  upload(files.flat());
});

addEventListener("beforeunload", (event) => {
  if (sending > 0) event.preventDefault();
});

for (const part of document.querySelectorAll(".script-only")) part.hidden = false;
restore();
