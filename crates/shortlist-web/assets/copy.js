// Buttons that copy a value, where the browser allows it.

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
