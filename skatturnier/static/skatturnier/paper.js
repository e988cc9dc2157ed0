// The paper desk: the results of every table, by keyboard alone. What numbers come to is asked of the site.

const PAUSE = 120;
const paper = document.getElementById("paper");
const asking = new Map();

// While a table is being saved the hand goes on; what it types meanwhile belongs to the next one.
const ahead = { isKept: false, keys: [] };

// Numbers typed but not saved survive a reload, a closed tab and a session that is over.
const drafts = {
  key: (form) => `paper:${paper.dataset.draft}/${form.dataset.table}`,
  keep(form) {
    try {
      localStorage.setItem(this.key(form), JSON.stringify({ version: form.dataset.version, values: fields(form).map((one) => one.value) }));
    } catch {
      // Private windows may keep nothing: then the form itself is all there is.
    }
  },
  drop(form) {
    try {
      localStorage.removeItem(this.key(form));
    } catch {
      // Nothing was kept.
    }
  },
  bringBack(form) {
    let draft = null;
    try {
      draft = JSON.parse(localStorage.getItem(this.key(form)));
    } catch {
      // What cannot be read is not there.
    }
    if (!draft || draft.values.length !== fields(form).length) return;
    fields(form).forEach((one, at) => (one.value = draft.values[at]));
    if (!isTouched(form)) return this.drop(form);
    // What was typed here belonged to what stood before; it is held against what somebody entered meanwhile.
    if (draft.version !== form.dataset.version) form.querySelector("[data-overtaken]").hidden = false;
    ask(form);
  },
};

const forms = () => [...paper.querySelectorAll("form")];
const fields = (form) => [...form.querySelectorAll(".paper-grid input")];
// What is stored is said by the site, also beside what it refused.
const isOther = (field) => field.value.trim() !== field.dataset.stored;
const isTouched = (form) => fields(form).some(isOther);

// What is typed and not stored never looks as if it were.
function mark(form) {
  form.classList.toggle("is-unsaved", isTouched(form));
  for (const row of form.querySelectorAll("[data-seat]")) {
    const others = [...row.querySelectorAll("input")].filter(isOther);
    row.classList.toggle("is-unsaved", others.length > 0);
    const said = others.filter((one) => one.dataset.stored).map((one) => paper.dataset.differs.replace("{typed}", one.value.trim() || "–").replace("{saved}", one.dataset.stored));
    row.nextElementSibling.querySelector("[data-differs]").textContent = said.join(", ");
  }
  const tables = forms().filter(isTouched).map((one) => one.dataset.table);
  const head = document.getElementById("unsaved");
  head.querySelector("[data-tables]").textContent = tables.join(", ");
  head.hidden = tables.length === 0;
}

async function ask(form) {
  asking.get(form)?.abort();
  const asked = new AbortController();
  asking.set(form, asked);
  const typed = fields(form).map((one) => [one.name, one.value]);
  try {
    const answer = await fetch(`${form.dataset.reckon}?${new URLSearchParams(typed)}`, { signal: asked.signal, headers: { Accept: "application/json" } });
    if (!answer.ok || answer.redirected) throw new Error("no answer");
    show(form, await answer.json());
  } catch (error) {
    // Without an answer the results stay empty; saving says what is wrong.
    if (error.name !== "AbortError") form.querySelectorAll("[data-own], [data-bonus], [data-total], [data-sum], [data-deals]").forEach((cell) => (cell.textContent = ""));
  }
}

function say(list, sentences) {
  list.replaceChildren(...sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence })));
}

function show(form, said) {
  const rows = [...form.querySelectorAll("[data-seat]")];
  said.seats.forEach((seat, at) => {
    for (const name of ["own", "bonus", "total"]) rows[at].querySelector(`[data-${name}]`).textContent = seat[name];
    say(rows[at].nextElementSibling.querySelector("[data-troubles]"), seat.troubles);
    rows[at].classList.toggle("is-wrong", seat.troubles.length > 0);
  });
  say(form.querySelector("[data-table-troubles]"), said.troubles);
  form.querySelectorAll("[data-sum]").forEach((cell, at) => (cell.textContent = said.sums[at]));
  form.querySelector("tfoot").classList.toggle("is-partial", !said.whole);
  form.querySelector("[data-deals]").textContent = said.deals;
  form.elements.passed.placeholder = said.passed;
  form.toggleAttribute("data-asks", said.asks);
}

function begin(form) {
  const wrong = form.querySelector(".field-bad input, .is-wrong input");
  (wrong ?? fields(form).find((one) => !one.value && one.name !== "passed") ?? fields(form)[0])?.focus();
}

function goOn(number) {
  const form = number === null ? null : document.getElementById(`table-${number}`);
  // Where nothing is left to be typed here, a table may still be waited for: on a phone, or line by line.
  const open = paper.querySelector(".paper-table:not(.is-done)");
  const waits = open?.querySelector("a.btn") ?? open?.querySelector(".paper-links a");
  if (form) begin(form);
  // What ends something never has the focus by itself: an Enter too many would close the series.
  else (document.getElementById("all-in") ?? waits)?.focus();
}

function enter(field) {
  const form = field.closest("form");
  const all = fields(form);
  const next = all[all.indexOf(field) + 1];
  // How many were passed in follows from the games, but for what has to be said.
  const isAsked = next && (next.name !== "passed" || next.value || "asks" in form.dataset);
  if (isAsked) next.focus();
  else form.requestSubmit();
}

function typeAhead() {
  const keys = ahead.keys.splice(0);
  ahead.isKept = false;
  // Pressed twice at the end of a table, Enter leads past no field of the next.
  while (keys[0] === "Enter") keys.shift();
  for (const key of keys) {
    const field = document.activeElement;
    if (ahead.isKept) ahead.keys.push(key);
    else if (key.toLowerCase() === "k") collect();
    else if (!field.matches(".paper-grid input")) return;
    else if (key === "Enter") enter(field);
    else {
      field.setRangeText(key, field.selectionStart, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}

addEventListener("keydown", (event) => {
  // Held down at the end of the last table, Enter does not close the series.
  if (event.key === "Enter" && event.repeat) event.preventDefault();
  if (!ahead.isKept || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key !== "Enter" && event.key.length > 1) return;
  event.preventDefault();
  event.stopPropagation();
  ahead.keys.push(event.key);
}, { capture: true });

paper.addEventListener("keydown", (event) => {
  const form = event.target.closest("form");
  const all = form ? fields(form) : [];
  const at = all.indexOf(event.target);
  if (at < 0 || event.isComposing) return;
  const step = { ArrowDown: 3, ArrowUp: -3 }[event.key];
  if (event.key === "Enter") {
    event.preventDefault();
    enter(event.target);
  } else if (step && all[at + step]) {
    event.preventDefault();
    all[at + step].focus();
  }
});

// K takes what those at the table saved last owe, else at the first one.
let last = null;
function collect() {
  const button = last?.isConnected && last.querySelector("[data-collect]") || paper.querySelector("[data-collect]");
  button?.click();
  return Boolean(button);
}
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "k" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.matches("input:not(.paper-grid input), select, textarea")) return;
  if (collect()) event.preventDefault();
});

const isSaving = (event) => event.detail.elt.matches(".paper-table");
// Refused or not answered the hand stays at this table, and what it typed for the next goes nowhere.
const stay = () => Object.assign(ahead, { isKept: false, keys: [] });
document.addEventListener("htmx:beforeRequest", (event) => (ahead.isKept ||= isSaving(event)));
document.addEventListener("htmx:sendError", (event) => isSaving(event) && stay());
document.addEventListener("htmx:responseError", (event) => isSaving(event) && stay());

paper.addEventListener("focusin", (event) => event.target.matches(".paper-grid input") && event.target.select());
paper.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  drafts.keep(form);
  mark(form);
  clearTimeout(form.timer);
  form.timer = setTimeout(() => ask(form), PAUSE);
});

// A table that was saved has no draft any more; one that was refused shows where.
document.addEventListener("htmx:afterSwap", (event) => {
  const form = document.getElementById(event.detail.target?.id ?? "");
  if (!form?.matches(".paper-table")) return;
  mark(form);
  last = form;
  if (event.detail.xhr.status === 200) return drafts.drop(form);
  stay();
  begin(form);
});
document.addEventListener("paper:next", (event) => {
  goOn(event.detail.table);
  typeAhead();
});

// What others entered is taken over, but never into what is being typed here.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const form = event.detail.target;
  if (!form.matches(".paper-table")) return;
  const fresh = event.detail.fragment.querySelector(`#${form.id}`);
  const isSame = !fresh || fresh.dataset.version === form.dataset.version;
  if (!isSame && !isTouched(form)) return;
  event.detail.shouldSwap = false;
  if (!isSame) form.querySelector("[data-overtaken]").hidden = false;
});

paper.addEventListener("click", (event) => {
  if (!event.target.matches("[data-forget]")) return;
  const form = event.target.closest("form");
  drafts.drop(form);
  for (const one of fields(form)) one.value = one.dataset.stored;
  mark(form);
  ask(form);
});

for (const form of forms()) {
  drafts.bringBack(form);
  mark(form);
}
const here = paper.querySelector("[data-here]");
if (here) begin(here);
