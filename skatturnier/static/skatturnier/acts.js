// Where an act was refused, the words come to the button that caused it, in sight, and are read out; after one that was
// done, what is said of it has the focus, unless the page has put it where the hand goes next.
import "./typed.js";
import "./unanswered.js";

const KEPT = "act";

// "/" leads to the search box of the office, "?" shows the keys, where nobody is typing.
const keys = {
  "/": () => document.getElementById("find-in-office")?.select(),
  "?": () => document.getElementById("keys")?.togglePopover(),
};
addEventListener("keydown", (event) => {
  if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!document.getElementById("find-in-office")) return;
  if (event.target.closest("input, textarea, select, [contenteditable], dialog[open]")) return;
  event.preventDefault();
  keys[event.key]();
});

// What a form sends may be called "action", and a button without an address of its own gives that of the page.
function namedBy(form, button) {
  const sentTo = new URL(button.getAttribute("formaction") || form.getAttribute("action") || "", location).pathname;
  return JSON.stringify([sentTo, button.name, button.value, button.textContent.trim()]);
}

addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button instanceof HTMLButtonElement && event.target.method === "post") sessionStorage.setItem(KEPT, namedBy(event.target, button));
});

function pressed(kept) {
  for (const form of document.querySelectorAll('main form[method="post"]')) {
    for (const button of form.elements) {
      if (button instanceof HTMLButtonElement && namedBy(form, button) === kept) return button;
    }
  }
  return null;
}

// Beside what stands in a row or a grid there is no room for a sentence.
function alone(element) {
  const isBlock = getComputedStyle(element.parentElement).display === "block";
  return isBlock || element.parentElement.id === "main" ? element : alone(element.parentElement);
}

function bring(refusal, button) {
  const form = button.form;
  const row = form.closest("tr");
  if (row) {
    const cell = row.parentElement.insertRow(row.sectionRowIndex);
    cell.insertCell().append(refusal);
    cell.firstChild.colSpan = row.children.length;
  } else if (!form.contains(refusal)) {
    const actions = button.closest(".actions");
    if (actions) actions.before(refusal);
    else alone(form).before(refusal);
  }
  for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  refusal.id ||= "refusal";
  refusal.setAttribute("role", "alert");
  button.setAttribute("aria-describedby", refusal.id);
}

function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

function answer() {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  if (!kept) return;
  const refusal = document.querySelector("#messages .alert-error, main .alert-error[role=alert]");
  const button = refusal && pressed(kept);
  if (button) bring(refusal, button);
  // What an act would do is the answer, too; without any, the page itself is.
  const said = refusal || document.querySelector("#messages .alert") || (document.querySelector("#preview, #effect") ?? document.querySelector("main"));
  if (refusal) said.scrollIntoView({ block: "center" });
  const wrong = refusal && document.querySelector("main [aria-invalid=true]");
  // A browser gives the focus that a page asks for after its scripts have run, where nothing has it yet.
  const isAskedFor = [...document.querySelectorAll("[autofocus]")].some((field) => !field.closest("details:not([open])"));
  if (document.activeElement !== document.body || (!wrong && isAskedFor)) return;
  said.tabIndex = -1;
  (wrong || button || said).focus({ preventScroll: true });
  // Where both do not fit, the field is what has to be seen: what is wrong with it stands beside it.
  if (wrong && !isInSight(wrong)) wrong.scrollIntoView({ block: "center" });
}

// When the page's own scripts have put the focus where the hand goes on.
addEventListener("DOMContentLoaded", answer);
