// Forms that the browser answers with a passkey. Without this script, their buttons stay hidden.

const api = window.PublicKeyCredential;
const isKnown = Boolean(api?.parseRequestOptionsFromJSON && api.parseCreationOptionsFromJSON);

// Returns the answer of the browser.
async function answer(form) {
  const options = JSON.parse(form.dataset.options);
  const credential = form.dataset.passkey === "create"
    ? await navigator.credentials.create({ publicKey: api.parseCreationOptionsFromJSON(options) })
    : await navigator.credentials.get({ publicKey: api.parseRequestOptionsFromJSON(options) });
  return JSON.stringify(credential.toJSON());
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const start = form.querySelector("[data-start]");
  const problem = form.querySelector("[data-problem]");
  const show = (text) => {
    problem.textContent = text;
    problem.hidden = false;
  };
  // What can be typed instead of using a passkey.
  const others = form.querySelectorAll("[data-instead]");
  const ask = async () => {
    problem.hidden = true;
    for (const other of others) other.required = false;
    if (form.reportValidity()) {
      start.disabled = true;
      try {
        form.querySelector("[data-answer]").value = await answer(form);
        form.requestSubmit();
        return;
      } catch (error) {
        show(error.name === "InvalidStateError" ? "This device has a passkey for your account already." : "No passkey was used. Try again.");
      }
      start.disabled = false;
    }
    for (const other of others) other.required = true;
  };
  if (!isKnown) {
    show("This browser cannot use passkeys on this page. Update it, or use another one.");
    continue;
  }
  start.hidden = false;
  start.addEventListener("click", ask);
  if ("now" in form.dataset) ask();
}
