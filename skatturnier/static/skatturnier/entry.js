// The list at the table: what a tap brings along or clears. The page decides nothing: every fact stands in its attributes.

const JACKS = 4;

const boxes = (form) => [...form.querySelectorAll("input[data-brings]")];

function bringAlong(box) {
  const wanted = box.dataset.brings.split(" ").filter(Boolean);
  for (const other of boxes(box.form)) {
    const isBrought = wanted.includes(other.name);
    const leansOnThis = other.dataset.brings.split(" ").includes(box.name);
    if (box.checked && isBrought && !isNull(box.form)) other.checked = true;
    if (!box.checked && leansOnThis) other.checked = false;
  }
}

function chosenGame(form) {
  return form.querySelector("input[name=game]:checked");
}

function isNull(form) {
  const game = chosenGame(form);
  return game !== null && game.dataset.most === "0";
}

function fitGame(form) {
  const game = chosenGame(form);
  if (game === null) return;
  // A Null that may stand below its bid has matadors after all: it is lost as another game. What more there is of a suit
  // is asked with the answer.
  const most = Number(game.dataset.most) || (form.elements.bid?.value ? JACKS : 0);
  for (const count of form.querySelectorAll("input[name=matadors]")) {
    count.disabled = Math.abs(Number(count.value)) > most;
    if (count.disabled) count.checked = false;
  }
  for (const part of form.querySelectorAll("[data-part=suits]")) part.hidden = most <= 4;
  for (const part of form.querySelectorAll("[data-part=trumps]")) part.hidden = most === 0;
  for (const box of boxes(form)) {
    box.disabled = isNull(form) && !("inNull" in box.dataset);
    if (box.disabled) box.checked = false;
  }
}

function fitAll() {
  for (const form of document.querySelectorAll(".deal-form")) fitGame(form);
  document.getElementById("refused")?.focus();
}

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || !input.form?.matches(".deal-form")) return;
  if (input.name === "game" || input.name === "bid") fitGame(input.form);
  if ("brings" in input.dataset) bringAlong(input);
});
document.addEventListener("htmx:afterSettle", fitAll);
fitAll();
