// Keyboard shortcuts. Every one only follows a link, presses a button or moves the focus, so all works without it.

const help = document.querySelector("#shortcuts");
let prefix = "";

function isTyping(element) {
  return element.closest("input, textarea, select, [contenteditable]") !== null;
}

// Moves the focus to the link of the next or previous row of a table.
function moveRow(step) {
  const links = [...document.querySelectorAll("[data-open]")];
  if (links.length === 0) return false;
  const current = links.indexOf(document.activeElement);
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
    control.click();
    return true;
  }
  switch (key) {
    case "?":
      if (help) help.showModal();
      return help !== null;
    case "/": {
      const search = document.querySelector("[data-search]");
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
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isPlain || isTyping(event.target) || help?.open) return;
  if (press(event.key)) event.preventDefault();
  prefix = event.key === "g" ? "g" : "";
});

// Enter decides nothing in the field of a reason. It leads out of it, so that the next key is the shortcut of a decision.
document.addEventListener("keydown", (event) => {
  const choose = event.target.closest?.("[data-choose]");
  if (event.key !== "Enter" || event.isComposing || !choose || !event.target.matches("[data-reason]")) return;
  event.preventDefault();
  choose.focus();
  document.querySelector("#choose").textContent = "Now choose: a for Active, h for On hold, r for Reject.";
});

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
