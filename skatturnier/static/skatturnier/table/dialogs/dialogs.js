// What is said beside the deals, in dialogs over the page: written down on this phone, and sent with the deals.

import { choice, made } from "../sides.js";
import { entryWords } from "../words.js";
import { dealDialogs } from "./deal.js";
import { signing } from "./signing.js";

const find = (name) => document.querySelector(`dialog[data-dialog="${name}"]`);

// What is chosen and typed in a form, as it is sent.
function fieldsOf(form) {
  const typed = Object.fromEntries(new FormData(form));
  const number = (name) => (typed[name] ? { [name]: Number(typed[name]) } : {});
  const fields = { do: form.dataset.do, kind: form.dataset.kind ?? typed.kind ?? "", text: (typed.text || "").trim() };
  return { ...fields, ...number("place"), ...number("number") };
}

// A dialog that calls somebody: who, what about.
class Say {
  constructor(page, name) {
    Object.assign(this, { page, dialog: find(name) });
    this.form = this.dialog.querySelector("form");
    this.form.addEventListener("submit", (event) => this.submit(event));
  }

  // Open it, filled with what was not taken before.
  open({ number, act = null } = {}) {
    this.act = act;
    this.form.reset();
    this.seats();
    const select = this.form.elements.number;
    if (select) this.deals(select, number ?? act?.number);
    if (act) this.fill(act);
    this.dialog.showModal();
  }

  seats() {
    const box = this.form.querySelector("[data-seats]");
    const nobody = box.dataset.seats ? [choice("place", "", box.dataset.seats)] : [];
    box.replaceChildren(...nobody, ...this.places().map(([place, text]) => choice("place", place, text)));
    for (const first of nobody) first.querySelector("input").checked = true;
    for (const input of nobody.length ? [] : box.querySelectorAll("input")) input.required = true;
  }

  // Each seat with its number, so that long names can be told apart.
  places() {
    return this.page.show.called.seated.map((name, at) => [at + 1, name]);
  }

  // The deal in hand and those that were played, the latest first.
  deals(select, chosen) {
    const { table, show, data } = this.page;
    const words = (deal) => entryWords(deal, deal.declarer ? show.short[deal.declarer - 1] : "", data.phrases);
    const next = table.nextNumber() <= this.page.list.length ? [[table.nextNumber(), ""]] : [];
    const played = table.deals().map((deal) => [deal.number, `: ${words(deal)}`]);
    const option = ([number, text]) => Object.assign(made("option", show.say("number", { number }) + text), { value: number });
    select.replaceChildren(select.options[0], ...[...played, ...next].reverse().map(option));
    select.value = chosen || "";
  }

  fill({ place, text, kind }) {
    const seat = this.form.querySelector(`[name=place][value="${place ?? ""}"]`);
    if (seat) seat.checked = true;
    for (const [name, value] of [["kind", kind], ["text", text]]) if (this.form.elements[name]) this.form.elements[name].value = value || "";
  }

  submit(event) {
    event.preventDefault();
    this.page.table.say(this.fields(), this.act?.key);
    this.dialog.close();
  }

  fields() {
    return fieldsOf(this.form);
  }
}

// Who leaves the table; while one is away three are left, and only that one can come back.
class Leaves extends Say {
  get away() {
    const [, , present] = this.page.parts[this.page.parts.length - 1];
    return this.page.list.names.map((_, at) => at + 1).filter((place) => !present.includes(place));
  }

  places() {
    const { away } = this;
    const says = (name) => this.page.show.say(away.length ? "said-returns" : "said-leaves", { name });
    return super.places().filter(([place]) => !away.length || away.includes(place)).map(([place, name]) => [place, says(name)]);
  }

  fields() {
    return { ...super.fields(), kind: this.away.length ? "returns" : "leaves" };
  }
}

export function dialogsOf(page) {
  document.body.append(document.getElementById("dialogs").content.cloneNode(true));
  const href = page.data.later.find((name) => name.endsWith(".css"));
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  // What opens is read first: no keyboard comes up over it.
  for (const head of document.querySelectorAll("dialog h2")) Object.assign(head, { tabIndex: -1, autofocus: true });
  for (const button of document.querySelectorAll("dialog [data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  // At a pub table nobody can be called.
  const says = ["help", "seat", "object"].filter(find).map((name) => [name, new Say(page, name)]);
  const leaves = find("leaves") ? [["leaves", new Leaves(page, "leaves")]] : [];
  return Object.fromEntries([...says, ...leaves, ...dealDialogs(page, find), ["sign", signing(page, find("sign"))]]);
}
