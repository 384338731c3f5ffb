// Keyboard shortcuts follow links, press buttons or move the focus, so all works without them.
// Only in a list with the focus is a letter enough (WCAG 2.1.4). Elsewhere it needs Alt and Shift.

const help = document.querySelector("#shortcuts");
// The name of the mark that a shortcut led to the next page.
const BY_KEY = "by-key";
let prefix = "";

function isTyping(element) {
  const field = element.closest("input, textarea, select, [contenteditable]");
  return field !== null && !field.matches("[type=checkbox], [type=radio]");
}

// Returns the letter of the user's keyboard layout. Where Alt turns it into a symbol, as on macOS, returns what is printed on the key of a
// US keyboard.
function letter(event) {
  const key = event.key.toLowerCase();
  return /^[a-z?]$/.test(key) ? key : event.code.replace(/^(Key|Digit)/, "").toLowerCase();
}

// Returns the key of a shortcut, or null. A key that is held down counts once, so that it decides nothing on the next page.
function shortcut(event) {
  if (event.repeat || event.ctrlKey || event.metaKey || isTyping(event.target) || help?.open) return null;
  if (event.altKey && event.shiftKey) {
    const key = letter(event);
    return { s: "/", slash: "?" }[key] ?? key;
  }
  return !event.altKey && event.target.closest(".scroll, [data-row], [data-keys]") ? event.key : null;
}

// Moves the focus to the next or previous row.
function moveRow(step) {
  const links = [...document.querySelectorAll("[data-open]")];
  if (links.length === 0) return false;
  const row = document.activeElement.closest("[data-row]");
  const current = links.indexOf(row?.querySelector("[data-open]") ?? document.activeElement);
  const next = current === -1 ? (step > 0 ? 0 : links.length - 1) : current + step;
  links[Math.min(Math.max(next, 0), links.length - 1)].focus();
  return true;
}

// Moves the focus to the next quote in the resume.
function nextQuote() {
  const quotes = [...document.querySelectorAll("[data-quote]")].filter((quote) => quote.checkVisibility());
  if (quotes.length === 0) return false;
  const next = quotes[(quotes.indexOf(document.activeElement) + 1) % quotes.length];
  next.focus();
  next.scrollIntoView({ block: "center" });
  return true;
}

// Presses a control. The next page then begins at its form, so that the letters go on working there.
function followByKey(control) {
  sessionStorage.setItem(BY_KEY, "1");
  control.click();
}

function press(key) {
  const places = { j: "/app/jobs", i: "/app/interviews" };
  if (prefix === "g" && key in places) {
    location.assign(places[key]);
    return true;
  }
  const control = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const missing = key === "r" && document.querySelector("[data-required]");
  if (control && missing && missing.value.trim() === "") {
    missing.focus();
    return true;
  }
  if (control?.checkVisibility()) {
    followByKey(control);
    return true;
  }
  switch (key) {
    case "?":
      if (help) help.showModal();
      return help !== null;
    case "/": {
      const search = document.querySelector("main [data-search]") ?? document.querySelector("#find");
      if (search) search.focus();
      return search !== null;
    }
    case "j":
      return moveRow(1);
    case "k":
      return moveRow(-1);
    case "e":
      return nextQuote();
    default:
      return false;
  }
}

document.addEventListener("keydown", (event) => {
  if (["Alt", "Shift"].includes(event.key)) return;
  const key = shortcut(event);
  if (key !== null && press(key)) event.preventDefault();
  prefix = key === "g" ? "g" : "";
});

// Enter in the field of a reason decides nothing. It leads to the shortcuts of decisions.
document.addEventListener("keydown", (event) => {
  const choose = event.target.closest?.("[data-choose]");
  if (event.key !== "Enter" || event.isComposing || !choose || !event.target.matches("[data-reason]")) return;
  event.preventDefault();
  choose.focus();
  document.querySelector("#choose").textContent = "Now choose: a for Advance, h for Hold, r for Reject.";
});

// After a shortcut, a page with one purpose begins there, unless it reports a problem. Nothing else moves the focus.
function beginByKey() {
  const isByKey = sessionStorage.getItem(BY_KEY) !== null && document.activeElement === document.body;
  sessionStorage.removeItem(BY_KEY);
  if (!isByKey || location.hash || document.querySelector("main [role=alert]")) return;
  document.querySelector("[data-focus]")?.focus({ preventScroll: true });
}

// The scripts of the page have run by then.
document.addEventListener("DOMContentLoaded", beginByKey);

// A target inside a closed list is shown before the browser scrolls to it.
function openTarget() {
  const target = location.hash.startsWith("#r") && document.getElementById(location.hash.slice(1));
  const closed = target && target.closest("details:not([open])");
  if (closed) {
    closed.open = true;
    target.scrollIntoView({ block: "center" });
  }
}

addEventListener("hashchange", openTarget);
openTarget();
