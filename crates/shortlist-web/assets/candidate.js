// Copying contact details, printing the receipt, and the score under other weights while they are typed.

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) break;
  const label = button.innerHTML;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
    setTimeout(() => { button.innerHTML = label; }, 2000);
  });
}

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
