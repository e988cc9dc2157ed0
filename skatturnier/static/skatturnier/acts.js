// Where an act was refused, the words come to the button that caused it, in sight, and are read out; after one that was
// done, what is said of it has the focus, unless the page has put it where the hand goes next.
const KEPT = "act";

function namedBy(form, button) {
  return JSON.stringify([new URL(button.formAction || form.action).pathname, button.name, button.value, button.textContent.trim()]);
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

function bring(refusal, button) {
  const form = button.form;
  const row = form.closest("tr");
  if (row) {
    const cell = row.parentElement.insertRow(row.sectionRowIndex);
    cell.insertCell().append(refusal);
    cell.firstChild.colSpan = row.children.length;
  } else if (!form.contains(refusal)) {
    form.before(refusal);
  }
  for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  refusal.id ||= "refusal";
  refusal.setAttribute("role", "alert");
  button.setAttribute("aria-describedby", refusal.id);
}

function answer() {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  if (!kept) return;
  const refusal = document.querySelector("#messages .alert-error, main .alert-error[role=alert]");
  const button = refusal && pressed(kept);
  if (button) bring(refusal, button);
  const said = refusal || document.querySelector("#messages .alert");
  if (!said) return;
  if (refusal) said.scrollIntoView({ block: "center" });
  // A browser gives the focus that a page asks for after its scripts have run.
  if (document.activeElement !== document.body || document.querySelector("[autofocus]")) return;
  said.tabIndex = -1;
  const wrong = refusal && document.querySelector("main [aria-invalid=true]");
  (wrong || button || said).focus({ preventScroll: true });
}

// When the page's own scripts have put the focus where the hand goes on.
addEventListener("DOMContentLoaded", answer);
