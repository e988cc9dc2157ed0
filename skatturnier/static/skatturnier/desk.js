// The desk: a list typed from paper, by keyboard alone. What a line means is asked of the site; nothing is computed here.

const PAUSE = 120;

// Lines typed but not entered survive a reload, a closed tab and a session that is over.
const drafts = {
  prefix: `desk:${location.pathname}:`,
  read(name) {
    try {
      return JSON.parse(localStorage.getItem(this.prefix + name));
    } catch {
      return null;
    }
  },
  write(name, draft) {
    try {
      localStorage.setItem(this.prefix + name, JSON.stringify(draft));
    } catch {
      // Private windows may keep nothing: then the form itself is all there is.
    }
  },
  keepOnly(names) {
    try {
      const kept = names.map((name) => this.prefix + name);
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(this.prefix) && !kept.includes(key)) localStorage.removeItem(key);
      }
    } catch {
      // Nothing was kept, so nothing is left over.
    }
  },
};

function start(form) {
  const fields = [...form.querySelectorAll("input")].filter((one) => ["text", "number"].includes(one.type));
  const lines = fields.filter((one) => /^d\d+$/.test(one.name));
  const draft = form.dataset.draft;
  let entered = null;
  let asking = null;
  let timer = 0;

  const row = (line) => line.closest("tr");

  function show(line, said) {
    const troubles = said?.troubles ?? [];
    // Half a line is no mistake: what is being typed is not found fault with before Enter.
    const isBusy = line === document.activeElement;
    row(line).querySelector("[data-words]").textContent = said?.words ?? "";
    row(line).querySelectorAll("[data-total]").forEach((cell, place) => (cell.textContent = said?.totals[place] ?? ""));
    // What the second time differs in was said by the page itself, and stands until the line is changed.
    if (line.value === line.defaultValue && line.defaultValue) return;
    const told = isBusy ? [] : troubles;
    const items = told.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence }));
    row(line).querySelector("[data-troubles]").replaceChildren(...items);
    row(line).classList.toggle("is-wrong", told.length > 0 && !said.asks);
    row(line).classList.toggle("is-asked", told.length > 0 && said.asks);
  }

  async function ask() {
    asking?.abort();
    asking = new AbortController();
    const typed = lines.filter((line) => line.value.trim()).map((line) => [line.name, line.value]);
    try {
      const answer = await fetch(`${form.dataset.read}?${new URLSearchParams(typed)}`, {
        signal: asking.signal,
        headers: { Accept: "application/json" },
      });
      if (!answer.ok || answer.redirected) throw new Error("no answer");
      const said = new Map((await answer.json()).lines.map((one) => [`d${one.number}`, one]));
      for (const line of lines) show(line, said.get(line.name));
      form.classList.remove("is-unread");
      tell(said.get(entered?.name));
    } catch (error) {
      if (error.name !== "AbortError") form.classList.add("is-unread");
    }
  }

  function tell(said) {
    if (!said) return;
    document.getElementById("spoken").textContent = [said.words, ...said.troubles].join(" ");
    entered = null;
  }

  function askSoon(pause) {
    clearTimeout(timer);
    timer = setTimeout(ask, pause);
  }

  function keep() {
    const values = Object.fromEntries(fields.filter((one) => one.value).map((one) => [one.name, one.value]));
    drafts.write(draft, { key: form.elements.entry_key.value, values });
  }

  function bringBack() {
    const found = drafts.read(draft);
    const isSecond = draft.endsWith("twice");
    // A second time belongs to its first: after another first time it would not be blind.
    if (!found || (isSecond && found.key !== form.elements.entry_key.value)) return;
    if (fields.some((one) => one.value) || !fields.some((one) => found.values[one.name])) return;
    for (const one of fields) one.value = found.values[one.name] ?? "";
    form.elements.entry_key.value = found.key;
    document.getElementById("restored").hidden = false;
  }

  function forget() {
    for (const one of fields) one.value = "";
    keep();
    document.getElementById("restored").hidden = true;
    lines[0].focus();
    askSoon(0);
  }

  function after(field) {
    const at = fields.indexOf(field);
    const isEnd = lines.includes(field) && !lines.slice(lines.indexOf(field)).some((line) => line.value.trim());
    const next = isEnd ? fields.find((one, index) => index > at && !lines.includes(one)) : fields[at + 1];
    return next ?? form.querySelector("button[name=check]");
  }

  form.addEventListener("keydown", (event) => {
    const field = event.target;
    if (!fields.includes(field) || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") {
      event.preventDefault();
      if (lines.includes(field)) entered = field;
      after(field).focus();
      askSoon(0);
    } else if (step && lines.includes(field)) {
      event.preventDefault();
      lines[lines.indexOf(field) + step]?.focus();
    }
  });
  form.addEventListener("focusin", (event) => fields.includes(event.target) && event.target.select());
  form.addEventListener("focusout", (event) => lines.includes(event.target) && event.target.value && askSoon(PAUSE));
  form.addEventListener("input", () => {
    keep();
    askSoon(PAUSE);
  });
  document.getElementById("forget").addEventListener("click", forget);

  drafts.keepOnly([draft, `${draft.split(" ")[0]} twice`]);
  bringBack();
  const wrong = form.querySelector(".is-wrong input, .is-asked input, .field-bad input");
  (wrong ?? lines.find((line) => !line.value) ?? lines[0]).focus();
  if (lines.some((line) => line.value)) ask();
}

const desk = document.getElementById("desk");
if (desk) start(desk);
else drafts.keepOnly([]);
