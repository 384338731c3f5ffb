// Keeps what is typed into the forms of a page until it is sent: for whoever leaves the page, or sends another form of it. The texts
// stay in this tab, and are gone when it is closed or the user signs out, which `unsent.js` sees to. Without this script, nothing is
// kept.

const user = document.body.dataset.user;
const STORE = "drafts";
const TEXTS = "input:not([type]), input[type=text], input[type=number], input[type=url], input[type=date], input[type=time], textarea";
// The hidden fields that say what a form is about. The same page can show the form of another record later.
const ABOUT = ["candidate", "entry", "field", "viewId", "key", "user", "confirmed"];

function read() {
  const kept = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
  return kept?.user === user ? kept : { user, forms: {} };
}

function write(kept) {
  if (Object.keys(kept.forms).length === 0) sessionStorage.removeItem(STORE);
  else sessionStorage.setItem(STORE, JSON.stringify(kept));
}

function forms() {
  const isKept = (form) => form.method === "post" && !form.querySelector("[type=password]") && form.enctype !== "multipart/form-data";
  return [...document.forms].filter(isKept);
}

function nameOf(form) {
  const about = ABOUT.map((name) => form.elements[name]).filter((field) => field?.type === "hidden");
  // A refused form is answered at its own address, with the other forms of the page.
  const { pathname } = new URL(form.getAttribute("action") ?? "", location.href);
  return [pathname, ...about.map((field) => `${field.name}=${field.value}`)].join(" ");
}

const fieldsOf = (form) => [...form.elements].filter((field) => field.name && !field.readOnly && field.matches(TEXTS));

// Keeps what differs from what the server sent, next to that.
function keep(form) {
  const kept = read();
  const typed = fieldsOf(form).filter((field) => field.value !== field.defaultValue);
  if (typed.length === 0) delete kept.forms[nameOf(form)];
  else kept.forms[nameOf(form)] = Object.fromEntries(typed.map((field) => [field.name, [field.defaultValue, field.value]]));
  write(kept);
}

function forget(form) {
  const kept = read();
  delete kept.forms[nameOf(form)];
  write(kept);
}

// Opens what a field is hidden in, and says that its text is not saved.
function announce(form, first) {
  const closed = first.closest("details:not([open])");
  if (closed) closed.open = true;
  const note = document.createElement("p");
  note.className = "kept small";
  note.setAttribute("role", "status");
  note.textContent = "What you typed here before is back. It is not saved yet. ";
  const discard = document.createElement("button");
  discard.type = "button";
  discard.className = "link";
  discard.textContent = "Discard it";
  discard.addEventListener("click", () => {
    for (const field of fieldsOf(form)) field.value = field.defaultValue;
    forget(form);
    note.remove();
  });
  note.append(discard);
  (first.closest("label") ?? first).before(note);
}

// Puts the texts back, unless the server has sent another text since.
function restore(form) {
  const typed = read().forms[nameOf(form)];
  if (!typed) return;
  const back = fieldsOf(form).filter((field) => typed[field.name]?.[0] === field.defaultValue && field.value === field.defaultValue);
  for (const field of back) field.value = typed[field.name][1];
  if (back.length > 0) announce(form, back[0]);
}

for (const form of forms()) {
  restore(form);
  // Enter presses a button that sends nothing, so that it decides nothing.
  form.addEventListener("submit", (event) => event.submitter?.formMethod === "dialog" || forget(form));
}

// A field can belong to a form that is elsewhere on the page.
document.addEventListener("input", (event) => {
  if (event.target.form && forms().includes(event.target.form)) keep(event.target.form);
});
