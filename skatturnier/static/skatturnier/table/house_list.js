// A list of house rules on this phone. The site alone knows its rules, so what was typed goes there as it stands. Where
// the site does not answer, the phone keeps it and sends it later, as it does the deals of any list.

import { amiss } from "./figures.js";
import { keepPage } from "./offline.js";
import { newKey, Table } from "./queue.js";
import { Rest } from "./rest.js";
import { Show } from "./show.js";
import { stayOpen } from "./staying.js";
import { inRow, made, pressed } from "./sides.js";
import { filled } from "./words.js";

const PATIENCE = 4000;
// The page is loaded anew after each deal: what was pressed last, and when.
const PRESSED = "pressed";
const OF_THE_PAGE = ["csrfmiddlewaretoken", "entry_key", "number", "seated"];

const find = (id) => document.getElementById(id);

// What a field is about, where its own label does not say it: with or without, whose card points, who said Contra.
function headOf(field) {
  const group = field.closest("[role=group]")?.getAttribute("aria-label");
  const player = field.closest(".ramsch-rows .row")?.querySelector("strong");
  return group || (player || field.closest("fieldset:not([data-field])")?.querySelector("legend"))?.textContent.trim() || "";
}

function wordsOf(field) {
  const own = field.getAttribute("aria-label") || field.closest("label").textContent.trim();
  return [headOf(field), own, field.type === "number" ? field.value : ""].filter(Boolean).join(" ");
}

// The deal in the words of the tiles that were tapped.
function saidOf(form, button) {
  const isTyped = ({ name, type, checked, value }) => name && (checked || (type === "number" && value));
  const ended = button.querySelector("span").textContent.trim();
  return [...[...form.elements].filter(isTyped).map(wordsOf), ended].join(" · ");
}

class HouseList {
  constructor(data, table) {
    Object.assign(this, { data, table, form: find("deal-form"), isTouched: false });
    this.show = new Show({ data, lines: null });
    this.ahead = [...document.querySelectorAll("template[data-ahead]")];
    this.number = this.first = Number(this.form.elements.number?.value);
    if (find("ticks")) this.begin(this.number);
    this.rest = new Rest(() => this.drawOutcomes());
    const [outcome, at] = JSON.parse(sessionStorage.getItem(PRESSED)) ?? ["", 0];
    this.rest.begin(outcome, Date.now() - at);
    this.form.addEventListener("fresh", () => this.drawOutcomes());
    this.form.addEventListener("input", () => {
      this.isTouched = true;
      this.say([]);
    });
    this.form.addEventListener("submit", (event) => this.submit(event));
    table.subscribe(() => this.draw());
  }

  draw() {
    const { table, show } = this;
    const list = table.list();
    const status = table.status();
    const waits = table.deals().filter((deal) => deal.waits);
    if (this.waited && !status.unsent && !status.problem && !this.isTouched) return location.assign(location.pathname + location.search);
    this.waited ||= status.unsent > 0;
    if (this.sits !== String(list.sits)) show.reseat(list);
    this.sits = String(list.sits);
    show.called.tellApart();
    show.state(status, list, table.deals(), list.kept_by_other && list.keeps !== this.data.copy);
    const isWatching = Boolean(list.kept_by_other) && list.keeps !== this.data.copy;
    const act = (name, entry, ...more) => (name === "again" ? this.again(entry) : table[name](entry.key, ...more));
    const mayEnter = list.state === "open" && !isWatching && Boolean(find("ticks"));
    show.stuck(table.entries(), table.beside(), list.parts, act, { mayEnter, isWatching, next: table.nextNumber() });
    this.drawWaits(waits);
    if (find("ticks") && table.nextNumber() !== this.number) this.turn(table.nextNumber(), list);
    return undefined;
  }

  drawOutcomes() {
    for (const button of this.form.querySelectorAll("[name=outcome]")) button.disabled = this.rest.bars(button.value);
  }

  // A deal was entered, or is kept here: the next one has other buttons.
  entered(outcome) {
    sessionStorage.setItem(PRESSED, JSON.stringify([outcome, Date.now()]));
    this.rest.begin(outcome);
  }

  // What only the rules can say of these deals, points and sums, is said when the site has them.
  drawWaits(waits) {
    const { words } = this.data;
    const lines = waits.map(({ number, said }) => `${filled(words.number, { number })}: ${said ?? ""}`);
    const [head, box] = find("waits").children;
    head.textContent = `${lines.at(-1) ?? ""} – ${words.uncounted}`;
    const undo = this.table.mayUndo() ? [inRow(pressed(words.undo, () => this.table.undo()))] : [];
    box.replaceChildren(...lines.map((line) => made("p", line)), ...undo);
    find("waits").hidden = !waits.length;
    for (const before of [find("house"), waits.length ? find("who") : null]) if (before) before.hidden = waits.length > 0;
  }

  // Ask for another deal: those who play it are on the form that the site made for whoever deals it.
  turn(number, { length }) {
    this.number = number;
    const cycle = this.ahead.length;
    const next = cycle ? this.ahead[(((number - this.first - 1) % cycle) + cycle) % cycle] : null;
    if (next && !this.isTouched) this.fill(next.content.querySelector("form"));
    this.begin(number);
    find("deal-number").textContent = find("deal-number").textContent.replace(/\d+/, number);
    find("ticks").hidden = find("turn").hidden = number > length && !("endless" in this.form.dataset);
  }

  fill(form) {
    this.form.replaceChildren(...document.importNode(form, true).childNodes);
    this.form.dispatchEvent(new Event("fresh"));
  }

  // A page that was kept has the key of a deal that may be entered long since.
  begin(number) {
    Object.assign(this.form.elements.number, { value: number });
    Object.assign(this.form.elements.entry_key, { value: newKey() });
  }

  async submit(event) {
    event.preventDefault();
    if (this.isBusy) return;
    this.isBusy = true;
    const button = event.submitter;
    const typed = new FormData(this.form);
    if (button?.name) typed.set(button.name, button.value);
    // What was not taken of a deal before is done with when it goes the same way as that did.
    const { problem, refused } = this.table.status();
    const mayAnswer = !this.table.isAhead() && !problem && !refused;
    if (!(mayAnswer && (await this.post(typed))) && button?.name) await this.keep(typed, saidOf(this.form, button));
    this.isBusy = false;
  }

  // Offer the form for a deal that was not taken, as it was typed; for what waits behind a gap, for that which is missing.
  again(entry) {
    const found = entry.isBehind ? this.table.entries().find((one) => one.isNext && one.state === "refused") : entry;
    if (found?.line) this.restore({ ...found.line.form, ...(found.line.declarer ? { declarer: String(found.line.declarer) } : {}) });
    this.form.scrollIntoView({ block: "end" });
  }

  restore(typed) {
    this.form.reset();
    for (const field of this.form.elements) {
      if (!field.name || OF_THE_PAGE.includes(field.name) || field.type === "submit") continue;
      if (field.type === "radio") field.checked = typed[field.name] === field.value;
      else if (field.type === "checkbox") field.checked = field.name in typed;
      else field.value = typed[field.name] ?? "";
      if (field.name in typed) for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    }
    this.form.dispatchEvent(new Event("input"));
  }

  // Say beside the buttons why a deal is not kept.
  say(sentences) {
    const box = find("explain");
    if (!box) return;
    Object.assign(box, { className: "note wrong", hidden: !sentences.length });
    box.replaceChildren(...sentences.map((one) => made("p", one)));
  }

  // Let the site enter the deal, or say beside the tiles what is wrong with it; return whether it did.
  async post(typed) {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), PATIENCE);
    try {
      const response = await fetch(this.form.action, { method: "POST", body: typed, redirect: "manual", signal: control.signal });
      if (response.type === "opaqueredirect") {
        this.entered(typed.get("outcome"));
        location.assign(location.pathname + location.search);
        return true;
      }
      const form = response.status === 422 && new DOMParser().parseFromString(await response.text(), "text/html").getElementById("deal-form");
      // Where it takes no deals any more, the deal is kept and told with what became of it.
      if (!form || !form.querySelector("#ticks:not([hidden])")) return false;
      this.fill(form);
      find("refused")?.focus();
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  // Write the deal down on this phone, with the key that it may have reached the site with.
  async keep(typed, said) {
    const form = Object.fromEntries([...typed].filter(([name, value]) => value && !OF_THE_PAGE.includes(name)));
    const { figures, words } = this.data;
    const number = Number(typed.get("number"));
    const sentences = figures ? amiss(form, number, figures, words) : [];
    if (number !== this.table.nextNumber()) sentences.push(figures?.order ?? words["not-possible"]);
    this.say(sentences);
    if (sentences.length) return;
    this.isTouched = false;
    const act = await this.table.enter({ said, form }, undefined, number, typed.get("entry_key"));
    this.isTouched = !act;
    if (act) this.entered(form.outcome);
    this.draw();
  }
}

async function begin(data) {
  const table = await Table.open(data);
  const list = new HouseList(data, table);
  list.draw();
  list.show.isLoose = !(await keepPage(data, () => {}));
  list.draw();
  stayOpen(table, () => list.show.isLoose && table.status().unsent > 0, data.words["stays-here"], find("said"));
}

// Who looks without the table's key has no phone that keeps anything.
const found = find("table-data");
if (found) begin(JSON.parse(found.textContent));
