// Shows the requirements of a job while its text is being written.

const form = document.querySelector("form[data-requirements]");
const list = document.querySelector("#requirements");
const WAIT_MILLIS = 600;
let timer = 0;
let latest = 0;

async function show() {
  const number = ++latest;
  const body = new URLSearchParams(new FormData(form));
  const response = await fetch(form.dataset.requirements, { method: "POST", body });
  // A value that no job may have is explained in place of the requirements.
  if ((!response.ok && response.status !== 400) || number !== latest) return;
  // The server has escaped every text of this part.
  list.innerHTML = await response.text();
}

form?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => show().catch(() => {}), WAIT_MILLIS);
});
