// The paper desk: the results of every table, by keyboard alone. What numbers come to is asked of the site.

const PAUSE = 120;
const paper = document.getElementById("paper");
const asking = new Map();

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
    // What somebody entered meanwhile stands; what was typed here belonged to what stood before.
    if (draft.version !== form.dataset.version) return this.drop(form);
    fields(form).forEach((one, at) => (one.value = draft.values[at]));
    ask(form);
  },
};

const forms = () => [...paper.querySelectorAll("form")];
const fields = (form) => [...form.querySelectorAll(".paper-grid input")];
const isTouched = (form) => fields(form).some((one) => one.value !== one.defaultValue);

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
    if (error.name !== "AbortError") form.querySelectorAll("[data-own], [data-bonus], [data-total], [data-sum]").forEach((cell) => (cell.textContent = ""));
  }
}

function show(form, said) {
  const rows = [...form.querySelectorAll("[data-seat]")];
  said.seats.forEach((seat, at) => {
    for (const name of ["own", "bonus", "total"]) rows[at].querySelector(`[data-${name}]`).textContent = seat[name];
    const items = seat.troubles.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence }));
    rows[at].nextElementSibling.querySelector("[data-troubles]").replaceChildren(...items);
    rows[at].classList.toggle("is-wrong", items.length > 0);
  });
  form.querySelectorAll("[data-sum]").forEach((cell, at) => (cell.textContent = said.sums[at]));
  form.querySelector("tfoot").classList.toggle("is-partial", !said.whole);
}

function begin(form) {
  const wrong = form.querySelector(".field-bad input, .is-wrong input");
  (wrong ?? fields(form).find((one) => !one.value) ?? fields(form)[0])?.focus();
}

function goOn(number) {
  const form = number === null ? null : document.getElementById(`table-${number}`);
  const target = document.getElementById("after-last");
  if (form) begin(form);
  else target?.focus();
}

paper.addEventListener("keydown", (event) => {
  const form = event.target.closest("form");
  const all = form ? fields(form) : [];
  const at = all.indexOf(event.target);
  if (at < 0 || event.isComposing) return;
  const step = { ArrowDown: 3, ArrowUp: -3 }[event.key];
  if (event.key === "Enter") {
    event.preventDefault();
    if (all[at + 1]) all[at + 1].focus();
    else form.requestSubmit();
  } else if (step && all[at + step]) {
    event.preventDefault();
    all[at + step].focus();
  }
});

paper.addEventListener("focusin", (event) => event.target.matches(".paper-grid input") && event.target.select());
paper.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  drafts.keep(form);
  clearTimeout(form.timer);
  form.timer = setTimeout(() => ask(form), PAUSE);
});

// A table that was saved has no draft any more; one that was refused shows where.
document.addEventListener("htmx:afterSwap", (event) => {
  const form = document.getElementById(event.detail.target?.id ?? "");
  if (!form?.matches(".paper-table")) return;
  if (event.detail.xhr.status === 200) drafts.drop(form);
  else begin(form);
});
document.addEventListener("paper:next", (event) => goOn(event.detail.table));

// What others entered is taken over, but never into what is being typed here.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const form = event.detail.target;
  if (!form.matches(".paper-table")) return;
  const fresh = event.detail.fragment.querySelector(`#${form.id}`);
  const isSame = !fresh || fresh.dataset.version === form.dataset.version;
  if (!isSame && !isTouched(form) && !form.contains(document.activeElement)) return;
  event.detail.shouldSwap = false;
  if (!isSame) form.querySelector("[data-overtaken]").hidden = false;
});

for (const form of forms()) drafts.bringBack(form);
const here = paper.querySelector("[data-here]");
if (here) begin(here);
