// A list of house rules: what the ticked deal comes to is asked of the site, and said on the button that enters it.

import "./house_list.js";

const PAUSE = 150;
const form = document.getElementById("deal-form");
let waits = 0;
let asked = new AbortController();

async function ask() {
  asked.abort();
  asked = new AbortController();
  const ticked = new FormData(form);
  ticked.delete("csrfmiddlewaretoken");
  try {
    const answer = await fetch(`${form.dataset.worth}?${new URLSearchParams(ticked)}`, { signal: asked.signal });
    show(answer.ok ? await answer.json() : {});
  } catch {
    // Without a network nothing is said: the deal is entered all the same once there is one.
    show({});
  }
}

function show(worth) {
  for (const button of form.querySelectorAll("button[name=outcome]")) {
    const value = button.querySelector(".value");
    if (value) value.textContent = worth[button.value] ?? "";
  }
}

// What the sum leaves for the last of the players need not be typed: it stands there, and the site reckons with it.
function drawLeft() {
  for (const [column, sum] of Object.entries(form.querySelector(".ramsch-rows")?.dataset ?? {})) {
    const fields = [...form.querySelectorAll(`[name^=${column}_]`)];
    const open = fields.filter((field) => !field.value);
    const left = fields.reduce((rest, field) => rest - Number(field.value), Number(sum));
    for (const field of fields) field.placeholder = open.length === 1 && field === open[0] && left >= 0 ? left : "";
  }
}

form?.addEventListener("input", drawLeft);
// Whoever lost has card points to be typed next, where they count.
form?.addEventListener("input", ({ target }) => {
  const points = form.elements.lost_with;
  if (target.checked && target.closest(".ramsch-losers") && points && !points.value) points.focus({ preventScroll: true });
});
// What is asked of a Ramsch stands below the tiles.
form?.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-ramsch]")) return;
  const fold = form.querySelector("#ramsch");
  fold.open = true;
  fold.scrollIntoView({ block: "center" });
  fold.querySelector("input")?.focus({ preventScroll: true });
});

if (form?.dataset.worth && document.getElementById("ticks")) {
  form.addEventListener("fresh", ask);
  form.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(ask, PAUSE);
  });
  // A second tap takes a choice back that need not be made.
  form.addEventListener("click", (event) => {
    const radio = event.target;
    if (!(radio instanceof HTMLInputElement) || radio.type !== "radio") return;
    const again = radio.dataset.chosen === "yes";
    for (const other of form.elements[radio.name].forEach ? form.elements[radio.name] : [radio]) delete other.dataset.chosen;
    if (again) {
      radio.checked = false;
      radio.dispatchEvent(new Event("input", { bubbles: true }));
    } else {
      radio.dataset.chosen = "yes";
    }
  });
  ask();
}
