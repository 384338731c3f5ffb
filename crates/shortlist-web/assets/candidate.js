// The neighbours in the ranking, closing menus, printing the receipt, and the score under other weights while they are typed.

const ranking = JSON.parse(sessionStorage.getItem("ranking") ?? "null");
const place = ranking?.list.indexOf(location.pathname) ?? -1;

function neighbour(label, key, path) {
  const link = document.createElement("a");
  link.className = "button";
  link.href = path;
  link.dataset.key = key;
  const shortcut = document.createElement("kbd");
  shortcut.textContent = key;
  link.append(`${label} `, shortcut);
  return link;
}

// Leads to the neighbours in the ranking that the reader came from, and back to it.
function showNeighbours() {
  const crumbs = document.querySelector(".crumbs");
  crumbs.querySelector("a:last-of-type").href = ranking.view;
  const nav = document.createElement("nav");
  nav.className = "pages neighbours";
  nav.setAttribute("aria-label", "Candidates of the ranking");
  const [previous, next] = [ranking.list[place - 1], ranking.list[place + 1]];
  if (previous) nav.append(neighbour("Previous", "k", previous));
  if (next) nav.append(neighbour("Next", "j", next));
  crumbs.before(nav);
  nav.tabIndex = -1;
  nav.dataset.keys = "";
  nav.dataset.focus = "";
}

if (place >= 0) showNeighbours();

// An open menu lies over the buttons of the decision. It closes with Escape, and when the focus or the pointer goes elsewhere.
const menus = [...document.querySelectorAll("details.menu")];

function closeOtherMenus({ target }) {
  for (const menu of menus) if (!menu.contains(target)) menu.open = false;
}

addEventListener("focusin", closeOtherMenus);
addEventListener("pointerdown", closeOtherMenus);
addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && menus.find((one) => one.open);
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

const print = document.querySelector("[data-print]");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}

// A printed receipt shows all evidence. Afterwards, the page is as it was.
addEventListener("beforeprint", () => {
  for (const list of document.querySelectorAll(".side details:not([open])")) {
    list.dataset.printed = "";
    list.open = true;
  }
});
addEventListener("afterprint", () => {
  for (const list of document.querySelectorAll("[data-printed]")) {
    delete list.dataset.printed;
    list.open = false;
  }
});

const WAIT_MILLIS = 300;
const whatIf = document.querySelector("[data-what-if]");
let timer = 0;
let latest = 0;

async function compute() {
  if (!whatIf.checkValidity()) return;
  const number = ++latest;
  const query = new URLSearchParams(new FormData(whatIf));
  const response = await fetch(`${location.pathname}?${query}`);
  if (!response.ok || response.redirected || number !== latest) return;
  // The server has escaped every text of the page.
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const result = page.querySelector("#what-if-result");
  if (result) document.querySelector("#what-if-result").replaceWith(result);
}

whatIf?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => compute().catch(() => {}), WAIT_MILLIS);
});
