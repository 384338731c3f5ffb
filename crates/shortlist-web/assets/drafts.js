// Keeps what a user types and chooses in the forms of a page until the service accepts it, so that leaving the page or sending another
// form of it loses nothing. It stays in this tab. It is gone when the tab is closed, the user signs out or another user signs in:
// `unsent.js` deletes it. Without this script, nothing is kept.

const user = document.body.dataset.user;
const STORE = "drafts";
const TEXTS = "input:not([type], [autocomplete=one-time-code]), input[type=text], input[type=number], input[type=url], input[type=date], input[type=time], textarea";
// A required box confirms something, and has to be ticked each time. The boxes of a list choose its rows for what is done next.
const CHOICES = "select, input[type=checkbox]:not([required], .select *), input[type=radio]";
// The hidden fields that say what a form is about. The same page can show the form of another record later.
const ABOUT = ["candidate", "entry", "field", "viewId", "key", "user", "invited", "confirmed"];

function read() {
  const kept = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
  return kept?.user === user ? kept : { user, forms: {} };
}

function write(kept) {
  if (Object.keys(kept.forms).length === 0) sessionStorage.removeItem(STORE);
  else sessionStorage.setItem(STORE, JSON.stringify(kept));
}

// A field may be named like a property of the form, so its attributes are read.
const has = (form, name, value) => form.getAttribute(name)?.toLowerCase() === value;

function forms() {
  const isKept = (form) => has(form, "method", "post") && !form.querySelector("[type=password]") && !has(form, "enctype", "multipart/form-data");
  return [...document.forms].filter(isKept);
}

// The texts that are offered for the fields of a form, until they are used or discarded.
const offered = new WeakMap();

function nameOf(form) {
  // The page that asks for a code has all fields of a form in hidden text areas.
  const isHidden = (field) => field?.type === "hidden" || (field?.type === "textarea" && field.hidden);
  const about = ABOUT.map((name) => form.elements[name]).filter(isHidden);
  // A refused form is answered at its own address, with the other forms of the page.
  const { pathname } = new URL(form.getAttribute("action") ?? "", location.href);
  return [pathname, ...about.map((field) => `${field.name}=${field.value}`)].join(" ");
}

// The fields of “Select many” are not kept: later, other candidates are at these positions.
const isKeptField = (field) => field.name && !field.readOnly && !field.closest("#range") && field.matches(`${TEXTS}, ${CHOICES}`);
const fieldsOf = (form) => [...form.elements].filter(isKeptField);

const isBox = (field) => field.matches("input[type=checkbox], input[type=radio]");
const keyOf = (field) => (isBox(field) ? `${field.name}=${field.value}` : field.name);
const valueOf = (field) => (isBox(field) ? `${field.checked}` : field.value);

// What the server sent.
function sentOf(field) {
  if (isBox(field)) return `${field.defaultChecked}`;
  if (!field.matches("select")) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options.find((option) => !option.disabled))?.value ?? "";
}

function set(field, value) {
  if (isBox(field)) field.checked = value === "true";
  else field.value = value;
}

// What is stored, for the fields that a page shows as they were typed.
const stored = new WeakMap();
const storedOf = (field) => stored.get(field) ?? sentOf(field);

// Keeps what differs from what is stored, next to that.
function keep(form) {
  const kept = read();
  const changed = fieldsOf(form).filter((field) => valueOf(field) !== storedOf(field));
  const typed = Object.fromEntries(changed.map((field) => [keyOf(field), [storedOf(field), valueOf(field)]]));
  const all = { ...offered.get(form), ...typed };
  if (Object.keys(all).length === 0) delete kept.forms[nameOf(form)];
  else kept.forms[nameOf(form)] = all;
  write(kept);
}

// Sets what is sent aside until the next page says whether it was accepted.
function send(form) {
  const kept = read();
  const name = nameOf(form);
  if (!kept.forms[name]) return;
  kept.sent = { name, fields: kept.forms[name] };
  delete kept.forms[name];
  sessionStorage.setItem(STORE, JSON.stringify(kept));
}

// Deletes what was sent, or keeps it again if it was not accepted.
function settle(isAccepted) {
  const { sent, ...kept } = read();
  if (sent && !isAccepted) kept.forms[sent.name] = sent.fields;
  write(kept);
}

// Opens what a field is hidden in, and says something before it, with buttons that also remove what was said.
function announce(field, text, buttons) {
  const closed = field.closest("details:not([open])");
  if (closed) closed.open = true;
  const note = document.createElement("p");
  note.className = "kept small";
  note.setAttribute("role", "status");
  note.textContent = text;
  for (const [label, action] of buttons) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: label });
    button.addEventListener("click", () => {
      action();
      note.remove();
    });
    note.append(" ", button);
  }
  (field.closest("label") ?? field).before(note);
}

function discard(form) {
  for (const field of fieldsOf(form)) set(field, sentOf(field));
  keep(form);
}

// Offers a text for a field that has another value than when the text was entered.
function offer(form, field, typed) {
  const text = typed[1];
  offered.set(form, { ...offered.get(form), [keyOf(field)]: typed });
  const settled = () => {
    delete offered.get(form)[keyOf(field)];
    keep(form);
  };
  const use = () => {
    set(field, text);
    settled();
  };
  announce(field, `This was changed meanwhile. You had entered: ${text}`, [["Use it", use], ["Discard it", settled]]);
}

// Puts back what was entered, and offers what the server has sent something else for since.
function restore(form) {
  const typed = read().forms[nameOf(form)];
  if (!typed) return;
  const isAsBefore = (field) => typed[keyOf(field)]?.[0] === sentOf(field) && valueOf(field) === sentOf(field);
  const back = fieldsOf(form).filter(isAsBefore);
  for (const field of back) set(field, typed[keyOf(field)][1]);
  if (back.length > 0) {
    announce(back[0], "What you entered here before is back. It is not saved yet.", [["Discard it", () => discard(form)]]);
  }
  const isChanged = (field) => field.matches(TEXTS) && typed[keyOf(field)] && !typed[keyOf(field)].includes(sentOf(field));
  for (const field of fieldsOf(form).filter(isChanged)) offer(form, field, typed[keyOf(field)]);
}

// Notes what is stored for the fields that are shown as they were typed. If another one is changed, these are kept, too.
function noteStored(form) {
  const typed = read().forms[nameOf(form)] ?? {};
  for (const field of fieldsOf(form)) {
    const [before, value] = typed[keyOf(field)] ?? [];
    if (value === sentOf(field)) stored.set(field, before);
  }
}

// A page with a problem shows what was refused, and the result of a search in a form and a preview show what is typed but not saved, as
// does the page that asks for a code. All are kept in case the user leaves the page. If the user goes back before a page has answered the
// form, the form did not arrive.
const isBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
const isUnsaved = document.querySelector(".problem, .field-problem, [data-unsaved]") !== null;
settle(!isBack && !isUnsaved);
addEventListener("pageshow", (event) => event.persisted && settle(false));

for (const form of forms()) {
  if (isUnsaved) noteStored(form);
  restore(form);
  // Enter presses a button that sends nothing, so that it decides nothing.
  form.addEventListener("submit", (event) => event.submitter?.formMethod === "dialog" || send(form));
}

// A field can belong to a form that is elsewhere on the page. A code that is typed changes nothing of what is kept.
document.addEventListener("input", (event) => {
  const { form } = event.target;
  if (form && forms().includes(form) && !event.target.matches("[autocomplete=one-time-code]")) keep(form);
});
