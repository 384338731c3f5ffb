// Interviews: the browser's time zone, free and busy times while a form is filled in, the progress of a recording, and
// the player. Without this script, every form still works.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const form = document.querySelector("form[data-plan]");
const record = document.querySelector("#record");
const player = document.querySelector("#player");
let latest = null;

if (zone && form?.hasAttribute("data-zone")) form.querySelector("[name=zone]").value = zone;

// Offers the times of the list in the browser's zone.
const own = document.querySelector("#own-zone");
if (own && zone && !new URLSearchParams(location.search).has("zone") && zone !== "UTC") {
  const address = new URL(location.href);
  address.searchParams.set("zone", zone);
  own.href = address.href;
  own.textContent = `Show times in ${zone}`;
  own.hidden = false;
}

// Loads the plan for what the form says, and shows it.
async function showPlan() {
  latest?.abort();
  latest = new AbortController();
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, value);
  const response = await fetch(`${form.dataset.plan}?${fields}`, { signal: latest.signal });
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.getElementById("plan");
  if (fresh) document.getElementById("plan").innerHTML = fresh.innerHTML;
}

form?.addEventListener("change", (event) => {
  if (event.target.name !== "overlap") showPlan().catch(() => {});
});

// A free time becomes the time of the form.
form?.addEventListener("click", (event) => {
  const free = event.target.closest?.("#plan button[name=time]");
  if (!free) return;
  event.preventDefault();
  form.querySelector("input[name=time]").value = free.value;
  showPlan().catch(() => {});
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-seek]");
  if (!link || !player) return;
  event.preventDefault();
  player.currentTime = Number(link.dataset.seek);
  player.play().catch(() => {});
});

function problemOf(request) {
  try {
    return JSON.parse(request.responseText).problem;
  } catch {
    return request.status === 401 ? "Your session has ended. Sign in and upload the file again." : "The recording could not be sent. Upload it again.";
  }
}

record?.addEventListener("submit", (event) => {
  event.preventDefault();
  const status = document.querySelector("#record-status");
  const bar = document.querySelector("#progress");
  const button = record.querySelector("button");
  const request = new XMLHttpRequest();
  const failed = () => {
    bar.hidden = true;
    button.disabled = false;
    status.textContent = problemOf(request);
  };
  request.upload.addEventListener("progress", (sent) => {
    if (sent.lengthComputable) bar.value = sent.loaded / sent.total;
    status.textContent = `${Math.round(bar.value * 100)} % sent`;
  });
  request.addEventListener("error", failed);
  request.addEventListener("load", () => {
    if (request.status >= 300) return failed();
    location.assign(`${location.pathname}?saved=recording`);
  });
  request.open("POST", record.action);
  request.setRequestHeader("Accept", "application/json");
  bar.hidden = false;
  button.disabled = true;
  request.send(new FormData(record));
});
