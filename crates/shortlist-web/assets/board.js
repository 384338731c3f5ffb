// The board: dragging a card to a stage sends the form of its menu. Without this script, the menu does the same. A card without a menu stays.

let dragged = null;

for (const card of document.querySelectorAll("[data-card]:has(form)")) {
  card.draggable = true;
  card.addEventListener("dragstart", (event) => {
    dragged = card;
    card.classList.add("dragged");
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", card.id);
  });
  card.addEventListener("dragend", () => {
    dragged = null;
    card.classList.remove("dragged");
  });
}

// Chooses the stage in the card's menu. A stage that needs a reason opens the menu instead of moving the card.
function drop(card, stage) {
  const form = card.querySelector("form");
  const option = [...form.elements.to.options].find((one) => one.value === stage.dataset.stage);
  if (!option) return;
  option.selected = true;
  if (option.hasAttribute("data-needs-reason") && form.elements.reason.value.trim() === "") {
    card.querySelector("details").open = true;
    form.elements.reason.focus();
    return;
  }
  form.requestSubmit();
}

for (const stage of document.querySelectorAll("[data-stage]")) {
  stage.addEventListener("dragover", (event) => {
    if (!dragged || stage.contains(dragged)) return;
    event.preventDefault();
    stage.classList.add("over");
  });
  stage.addEventListener("dragleave", () => stage.classList.remove("over"));
  stage.addEventListener("drop", (event) => {
    event.preventDefault();
    stage.classList.remove("over");
    if (dragged) drop(dragged, stage);
  });
}
