// Renders a PDF with its quotes marked in place. If that fails, the text stays.

const view = document.querySelector("#document");
const text = document.querySelector("#text");
const note = document.querySelector("#viewer-note");
const buttons = [...document.querySelectorAll("[data-view]")];

/** The most pages that are shown. The text has all of them. */
const MAX_PAGES = 30;
/** The most pixels of a page, which limits the memory of a hostile one. */
const MAX_PIXELS = 12_000_000;
/** How many characters before and after a quote are compared to find its place. */
const CONTEXT = 60;

function choose(name) {
  const isDocument = name === "document";
  view.hidden = !isDocument;
  text.hidden = isDocument;
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.view === name));
}

// Returns the letters below an element without spaces and letter case, and the place of each.
function lettersOf(root) {
  const letters = [];
  const places = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let offset = 0; offset < node.data.length; offset += 1) {
      for (const letter of plain(node.data[offset])) {
        letters.push(letter);
        places.push({ node, offset });
      }
    }
  }
  return { letters: letters.join(""), places };
}

function plain(words) {
  return words.normalize("NFKC").toLowerCase().replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, "");
}

function sameAround(one, at, other, from, length) {
  let same = 0;
  while (same < CONTEXT && at > same && from > same && one[at - 1 - same] === other[from - 1 - same]) same += 1;
  let after = 0;
  while (after < CONTEXT && one[at + length + after] !== undefined && one[at + length + after] === other[from + length + after]) after += 1;
  return same + after;
}

// Returns where words begin among the letters of the document: the place whose surroundings are most alike.
function findPlace(found, words, source, from) {
  let best = -1;
  let bestSame = -1;
  for (let at = found.letters.indexOf(words); at !== -1; at = found.letters.indexOf(words, at + 1)) {
    const same = source === null ? 0 : sameAround(found.letters, at, source, from, words.length);
    if (same > bestSame) {
      best = at;
      bestSame = same;
    }
  }
  return best;
}

// Returns the rectangles of letters: one for each line.
function rectanglesOf(found, at, length) {
  const rectangles = [];
  for (let index = at; index < at + length; ) {
    const { node, offset } = found.places[index];
    let end = index;
    while (end + 1 < at + length && found.places[end + 1].node === node) end += 1;
    const range = document.createRange();
    range.setStart(node, offset);
    range.setEnd(node, found.places[end].offset + 1);
    const page = node.parentElement.closest(".page");
    for (const rectangle of range.getClientRects()) rectangles.push({ page, rectangle });
    index = end + 1;
  }
  return rectangles;
}

function place(element, { page, rectangle }) {
  const frame = page.getBoundingClientRect();
  element.style.left = `${((rectangle.left - frame.left) / frame.width) * 100}%`;
  element.style.top = `${((rectangle.top - frame.top) / frame.height) * 100}%`;
  element.style.width = `${(rectangle.width / frame.width) * 100}%`;
  element.style.height = `${(rectangle.height / frame.height) * 100}%`;
  page.querySelector(".marks").append(element);
}

function markQuotes(found) {
  const source = lettersOf(text.querySelector(".resume"));
  for (const quoted of text.querySelectorAll("[data-quotes]")) {
    const words = plain(quoted.textContent);
    const from = source.places.findIndex(({ node }) => quoted.contains(node));
    const at = words === "" ? -1 : findPlace(found, words, source.letters, from);
    if (at === -1) continue;
    for (const rectangle of rectanglesOf(found, at, words.length)) {
      const mark = document.createElement("a");
      mark.className = "quoted";
      mark.href = quoted.getAttribute("href");
      mark.tabIndex = -1;
      mark.dataset.quote = quoted.dataset.quote;
      mark.dataset.quotes = quoted.dataset.quotes;
      mark.setAttribute("aria-label", `Quoted: ${quoted.textContent}`);
      place(mark, rectangle);
    }
  }
}

function markHidden(found) {
  for (const hidden of document.querySelectorAll("[data-unseen]")) {
    const words = plain(hidden.textContent.replace(/…$/u, ""));
    const at = words === "" ? -1 : findPlace(found, words, null, 0);
    if (at === -1) continue;
    for (const rectangle of rectanglesOf(found, at, words.length)) {
      const mark = document.createElement("span");
      mark.className = "unseen";
      mark.title = `Hidden text, not counted: ${hidden.dataset.unseen}`;
      place(mark, rectangle);
    }
  }
}

async function renderPage(library, page, number, pages) {
  const natural = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: view.clientWidth / natural.width });
  const box = document.createElement("div");
  box.className = "page";
  box.style.width = `${viewport.width}px`;
  box.style.height = `${viewport.height}px`;
  box.style.setProperty("--total-scale-factor", String(viewport.scale));
  const [canvas, layer, marks] = ["canvas", "div", "div"].map((name) => document.createElement(name));
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `Page ${number} of ${pages}`);
  layer.className = "textLayer";
  layer.dir = "ltr";
  marks.className = "marks";
  box.append(canvas, layer, marks);
  view.append(box);
  const density = Math.min(devicePixelRatio || 1, Math.sqrt(MAX_PIXELS / (viewport.width * viewport.height)));
  canvas.width = Math.max(1, Math.floor(viewport.width * density));
  canvas.height = Math.max(1, Math.floor(viewport.height * density));
  const words = new library.TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport });
  await words.render();
  await page.render({ canvas, viewport, transform: density === 1 ? null : [density, 0, 0, density, 0, 0], annotationMode: library.AnnotationMode.ENABLE }).promise;
}

async function load() {
  const library = await import(view.dataset.library);
  library.GlobalWorkerOptions.workerSrc = view.dataset.worker;
  const response = await fetch(view.dataset.file);
  const kind = response.headers.get("content-type");
  if (!response.ok || kind !== "application/pdf") throw new Error("the file cannot be loaded");
  const data = new Uint8Array(await response.arrayBuffer());
  // A hostile document runs nothing: no scripts, no forms, no fonts or images from elsewhere.
  const task = library.getDocument({ data, isEvalSupported: false, enableXfa: false, useWasm: false, wasmUrl: view.dataset.decoders, useWorkerFetch: false, verbosity: 0 });
  return { library, pdf: await task.promise };
}

async function draw({ library, pdf }) {
  view.replaceChildren();
  const pages = Math.min(pdf.numPages, MAX_PAGES);
  for (let number = 1; number <= pages; number += 1) {
    await renderPage(library, await pdf.getPage(number), number, pdf.numPages);
  }
  const found = lettersOf(view);
  markQuotes(found);
  markHidden(found);
  const isWhole = pages === pdf.numPages;
  note.textContent = isWhole ? "" : `The first ${pages} of ${pdf.numPages} pages. The text has all of them.`;
}

// Scrolls to an element. If the resume has its own scroll bar, the evidence next to it stays where it is.
function reveal(element) {
  const frame = element.closest(".paper");
  if (getComputedStyle(frame).overflowY !== "auto") {
    element.scrollIntoView({ block: "center" });
    return;
  }
  const distance = element.getBoundingClientRect().top - frame.getBoundingClientRect().top;
  frame.scrollBy({ top: distance - frame.clientHeight / 2 });
  frame.scrollIntoView({ block: "nearest" });
}

function marksOf(number) {
  const marks = [...view.querySelectorAll(".quoted")];
  return marks.filter((mark) => mark.dataset.quotes.split(" ").includes(number));
}

// Shows the quote of a requirement in the document, or in the text if the document does not show it.
function showQuote(number) {
  if (view.hidden) return;
  const marks = marksOf(number);
  for (const mark of view.querySelectorAll(".current")) mark.classList.remove("current");
  if (marks.length === 0) {
    choose("text");
    const quoted = document.querySelector(`#q${CSS.escape(number)} ~ .quoted`);
    if (quoted) reveal(quoted);
    return;
  }
  for (const mark of marks) mark.classList.add("current");
  reveal(marks[0]);
}

function follow() {
  if (/^#q\d+$/u.test(location.hash)) showQuote(location.hash.slice(2));
}

async function start() {
  note.textContent = "Loading the document…";
  const loaded = await load();
  // The text stays until the document is complete. The document needs its width meanwhile.
  view.classList.add("drawing");
  view.hidden = false;
  await draw(loaded);
  view.classList.remove("drawing");
  choose("document");
  buttons[0].parentElement.hidden = false;
  follow();
  let width = view.clientWidth;
  let timer = 0;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (view.hidden || view.clientWidth === width) return;
      width = view.clientWidth;
      draw(loaded).catch(() => choose("text"));
    }, 200);
  });
}

for (const button of buttons) button.addEventListener("click", () => choose(button.dataset.view));
addEventListener("hashchange", follow);
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-evidence]");
  if (link && location.hash === link.getAttribute("href")) follow();
});

if (view) {
  start().catch(() => {
    choose("text");
    view.classList.remove("drawing");
    view.replaceChildren();
    note.textContent = "The document cannot be shown, so this is its text. You can still download the file.";
  });
}
