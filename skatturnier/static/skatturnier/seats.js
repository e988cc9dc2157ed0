// One name dragged onto another: both are ticked, and the page shows what a swap of the two changes.
const form = document.getElementById("swap");
const boxes = [...form.querySelectorAll("input[type=checkbox][name=swap]")];
let dragged = null;

for (const box of boxes) {
  const seat = box.closest("label");
  seat.draggable = true;
  seat.addEventListener("dragstart", (event) => {
    dragged = box;
    event.dataTransfer.effectAllowed = "move";
  });
  seat.addEventListener("dragover", (event) => {
    if (dragged && dragged !== box) event.preventDefault();
  });
  seat.addEventListener("drop", (event) => {
    event.preventDefault();
    for (const one of boxes) one.checked = one === box || one === dragged;
    form.requestSubmit(form.querySelector("button[value=look]"));
  });
}
