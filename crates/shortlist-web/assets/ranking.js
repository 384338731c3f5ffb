// The ranking: selection, and the preview of other weights. Every form works without it.

const WAIT_MILLIS = 120;
const view = document.querySelector("#view");
const weights = document.querySelector("#weights");
let latest = null;
let timer = 0;
let last = null;

const boxes = () => [...document.querySelectorAll("#bulk tbody .select input")];

// Returns in words which candidates the fields of “Select many” select, or an empty text if they are empty.
function range() {
  const value = (name) => document.querySelector(`#range [name=${name}]`)?.value.trim() ?? "";
  const [first, last, below] = ["firstPosition", "lastPosition", "belowScore"].map(value);
  if (first || last) return `Positions ${first || "…"} to ${last || "…"}`;
  return below && `Everybody with a score below ${below}`;
}

// Shows the bar for the selected candidates, and how many they are.
function report() {
  const bar = document.querySelector("#bulk-bar");
  if (!bar) return;
  const all = bar.querySelector("[name=all]");
  const count = boxes().filter((box) => box.checked).length;
  const page = document.querySelector("#select-page");
  bar.hidden = count === 0 && !all?.checked && !range() && !bar.hasAttribute("data-problem");
  page.hidden = false;
  page.checked = count > 0 && count === boxes().length;
  page.indeterminate = count > 0 && !page.checked;
  const text = count === 1 ? "1 candidate selected" : `${count} candidates selected`;
  document.querySelector("#selected").textContent = all?.checked ? "All candidates of this view" : range() || text;
}

// Selects everything between the last click and this one.
function selectRange(box) {
  const all = boxes();
  const [from, to] = [all.indexOf(last), all.indexOf(box)].sort((a, b) => a - b);
  if (from < 0) return;
  for (const one of all.slice(from, to + 1)) one.checked = box.checked;
}

// Selects a row and the next or previous one, which gets the focus. Returns its box.
function extend(row, step) {
  const rows = [...document.querySelectorAll("#bulk tr[data-row]")];
  const next = rows[rows.indexOf(row) + step] ?? row;
  for (const one of [row, next]) one.querySelector(".select input").checked = true;
  next.querySelector("[data-open]").focus();
  return next.querySelector(".select input");
}

document.addEventListener("click", (event) => {
  const box = event.target.closest?.("#bulk tbody .select input");
  if (!box) return;
  if (event.shiftKey) selectRange(box);
  last = box;
  report();
});

document.addEventListener("change", (event) => {
  if (event.target.id === "select-page") {
    for (const box of boxes()) box.checked = event.target.checked;
  }
  if (event.target.closest("#bulk")) report();
});

document.addEventListener("input", (event) => {
  if (event.target.closest("#range")) report();
});

// In the table, Ctrl or ⌘ with A selects the candidates of the page, instead of the text of the whole page.
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isAll = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key.toLowerCase() === "a";
  if (!isAll || event.defaultPrevented || !target.closest("#bulk .scroll")) return;
  for (const box of boxes()) box.checked = true;
  event.preventDefault();
  report();
});

// In a row: `x` selects, `X` selects a range, `J` and `K` extend it, `s` goes to the status, `r` rejects.
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const row = target.closest("tr[data-row]");
  let box = row?.querySelector(".select input");
  const isOther = event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
  if (!box || isOther || !"xXJKsr".includes(key)) return;
  if (key === "J" || key === "K") box = extend(row, key === "J" ? 1 : -1);
  else if (key === "x") box.checked = !box.checked;
  else if (key === "X" || boxes().every((one) => !one.checked)) box.checked = true;
  if (key === "X") selectRange(box);
  last = box;
  event.preventDefault();
  report();
  if (key === "s") document.querySelector("#bulk-bar select")?.focus();
  const reject = document.querySelector("#bulk-bar [name=reject]");
  // Whoever may not decide has no such button.
  if (key !== "r" || !reject) return;
  // The page with the reasons begins at its form, as after every shortcut.
  sessionStorage.setItem("by-key", "1");
  reject.click();
});

// Empty fields are left out, so that the address stays short.
view?.addEventListener("submit", () => {
  const empty = [...view.elements].filter((field) => field.name && field.value === "");
  for (const field of empty) field.disabled = true;
  setTimeout(() => empty.forEach((field) => (field.disabled = false)));
});

function showWeights() {
  for (const slider of weights.querySelectorAll("input[type=range]")) {
    slider.closest("label").querySelector("output").textContent = slider.value;
  }
}

// Keeps the order of this page, so that a candidate can lead to the next one and back.
function remember() {
  const shown = new URL(location.href);
  for (const name of ["changed", "rejected", "undo", "undone", "kept", "rescored", "scored"]) shown.searchParams.delete(name);
  const list = [...document.querySelectorAll("#board a[data-open]")].map((link) => link.pathname);
  sessionStorage.setItem("ranking", JSON.stringify({ view: shown.pathname + shown.search, list }));
}

// Shows the table under the weights of the sliders.
async function preview() {
  latest?.abort();
  latest = new AbortController();
  const fields = new FormData(weights);
  fields.delete("view");
  const address = `${weights.getAttribute("action")}?${new URLSearchParams(fields)}`;
  const response = await fetch(address, { signal: latest.signal });
  if (!response.ok && response.status !== 400) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of ["board", "preview-summary"]) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id).innerHTML = fresh.innerHTML;
  }
  document.querySelector("#reset").hidden = false;
  history.replaceState(null, "", address);
  report();
  remember();
}

weights?.addEventListener("input", (event) => {
  if (event.target.type !== "range") return;
  showWeights();
  clearTimeout(timer);
  timer = setTimeout(() => preview().catch(() => {}), WAIT_MILLIS);
});

if (weights) document.querySelector("#preview").hidden = true;
addEventListener("pageshow", remember);
report();
