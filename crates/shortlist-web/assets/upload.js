// Uploads files one by one, and shows the progress and the outcome of each.

const AT_ONCE = 3;
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

function send(file) {
  const row = addRow(file);
  const body = new FormData(form);
  body.delete("files");
  body.append("files", file, file.name);
  const request = new XMLHttpRequest();
  const failed = () => {
    finish(row, { file: file.name, outcome: "failed", label: "Not sent", reason: problemOf(request) });
    next();
  };
  request.upload.addEventListener("progress", (event) => {
    if (!event.lengthComputable) return;
    row.bar.value = event.loaded / event.total;
    if (event.loaded === event.total) {
      row.bar.removeAttribute("value");
      row.reason.textContent = "Reading";
    }
  });
  request.addEventListener("error", failed);
  request.addEventListener("load", () => {
    if (request.status !== 200) return failed();
    const [result] = JSON.parse(request.responseText);
    finish(row, result);
    next();
  });
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  request.send(body);
}

function next() {
  running -= 1;
  start();
}

function start() {
  while (running < AT_ONCE && waiting.length > 0) {
    running += 1;
    send(waiting.shift());
  }
}

function upload(files) {
  if (files.length === 0) return;
  total += files.length;
  document.querySelector("#results").hidden = false;
  waiting.push(...files);
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
  if (running > 0) event.preventDefault();
});

for (const part of document.querySelectorAll(".script-only")) part.hidden = false;
