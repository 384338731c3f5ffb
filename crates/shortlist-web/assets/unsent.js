// Keeps the last form in this tab until the service has answered it with a page of the user. If the session has ended, or the
// service is busy, the form can be sent again. Without this script, the browser keeps it. Signing out deletes what any script of
// these pages keeps, in every tab. So does a page of another user or organization, in its tab.

const KEY = "shortlist-unsent";
// The organization and the user whose texts and lists the tab keeps.
const OWNER = "shortlist-user";
const user = document.body.dataset.user;
const here = location.pathname + location.search;
const signOuts = new BroadcastChannel("shortlist-sign-out");

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

function write(draft) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A form that is larger than the storage stays in the history of the browser.
    sessionStorage.removeItem(KEY);
  }
}

signOuts.addEventListener("message", () => sessionStorage.clear());

if (user !== undefined) {
  if (sessionStorage.getItem(OWNER) !== user) sessionStorage.clear();
  sessionStorage.setItem(OWNER, user);
}

document.addEventListener("submit", ({ target: form, submitter, defaultPrevented }) => {
  // A field may be named like a property of the form, so its attributes are read.
  if (defaultPrevented || form.getAttribute("method")?.toLowerCase() !== "post") return;
  const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? here;
  const { pathname, search } = new URL(address, location.href);
  if (pathname === "/app/sign-out") {
    sessionStorage.clear();
    signOuts.postMessage("");
    return;
  }
  if (form.getAttribute("enctype") === "multipart/form-data" || form.querySelector("[type=password], [autocomplete=one-time-code], [data-answer]")) return;
  if (pathname === "/app/sign-in") return;
  const fields = [...new FormData(form, submitter)].filter(([, value]) => typeof value === "string");
  write({ address: pathname + search, fields, user: user ?? read()?.user, isUnsent: false });
});

// Returns a form that sends the kept one again.
function repeated(draft) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = draft.address;
  for (const [name, value] of draft.fields) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.append(Object.assign(document.createElement("button"), { className: "primary", textContent: "Send the form again" }));
  return form;
}

// On a page without a user, or one that says why the form was not carried out, offers the form that the page answers.
function offer(draft) {
  const places = [...document.querySelectorAll("[data-unsent]")];
  if (draft.address !== here) return;
  write({ ...draft, isUnsent: true });
  if (places.length === 0) return;
  places.at(-1).append(repeated(draft));
  for (const place of places) place.hidden = false;
  document.querySelector("[data-without-scripts]")?.remove();
}

// On a page of the user, offers a form that was not sent before.
function remind(draft) {
  const note = document.createElement("section");
  note.className = "panel spaced";
  note.setAttribute("aria-label", "A form that was not sent");
  const text = document.createElement("p");
  text.textContent = "You sent a form, but it was not saved. It is kept in this tab.";
  const discard = Object.assign(document.createElement("button"), { type: "button", textContent: "Discard it" });
  discard.addEventListener("click", () => {
    sessionStorage.removeItem(KEY);
    note.remove();
  });
  const form = repeated(draft);
  form.append(" ", discard);
  note.append(text, form);
  document.querySelector("#main").prepend(note);
}

const draft = read();
const isFailed = draft?.user === user && document.querySelector("[data-unsent]") !== null;
if (draft && (user === undefined || isFailed)) offer(draft);
else if (draft?.isUnsent && draft.user === user) remind(draft);
else sessionStorage.removeItem(KEY);
