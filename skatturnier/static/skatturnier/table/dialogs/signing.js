// The sums of a list and every player's word for it or against it. What is signed is the list as it is shown here: where it
// changes meanwhile, everybody looks and signs again (SkWO 7.2.3).

import { shown } from "../handover.js";
import { isSignature, rest, takeOver } from "../pad.js";
import { inked } from "../says.js";
import { choice, made, pressed } from "../sides.js";
import { pointsWords } from "../words.js";
import { sumLine, sumsOf } from "./sums.js";

export const signing = (page, dialog) => new Signing(page, dialog);

const bounds = ({ dataset: { shortest, bent } }) => ({ shortest: Number(shortest), bent: Number(bent) });

class Signing {
  constructor(page, dialog) {
    Object.assign(this, { page, dialog, players: dialog.querySelector(".players") });
    this.template = document.querySelector("template[data-player]");
    this.closing = dialog.querySelector("[data-do=close]");
    this.closing.addEventListener("submit", (event) => this.close(event));
    page.table.subscribe(() => dialog.open && this.draw());
  }

  // Open it, at the seat of what was not taken before.
  open({ act = null } = {}) {
    this.act = act;
    this.players.replaceChildren();
    this.draw();
    this.dialog.showModal();
    if (act?.place) this.unfold(act);
  }

  unfold({ do: what, place, text }) {
    const seat = this.players.children[place - 1];
    const fold = seat?.querySelector(what === "sign" ? "[data-agrees]" : "[data-disagrees]");
    if (!fold || fold.hidden) return;
    fold.open = true;
    if (text) fold.querySelector("[name=text]").value = text;
    fold.scrollIntoView({ block: "nearest" });
  }

  draw() {
    const { page, dialog } = this;
    const deals = page.table.deals();
    const said = page.table.said();
    // What was signed at the site is not this list while deals wait here.
    const signed = new Map(page.isAhead ? [] : page.list.signatures);
    const list = shown(page.table);
    const last = deals.length ? deals[deals.length - 1].number : 1;
    const answering = page.lines.turn(last, page.parts).present;
    const sums = sumsOf(deals, { seats: page.data.seats, lines: page.lines, parts: page.parts });
    const waits = (what, place) => said.find((act) => act.do === what && act.place === place && act.state === "waiting" && (what !== "sign" || act.shown === list));
    const refused = (place) => said.find((act) => ["sign", "disagree"].includes(act.do) && act.place === place && act.state === "refused");
    const seats = sums.map((sum, at) => ({
      place: at + 1, sum, list, answering, mayConfirm: page.isReady, elsewhere: page.isWatching,
      words: signed.get(at + 1) || "", waiting: waits("sign", at + 1), disagrees: waits("disagree", at + 1), refused: refused(at + 1),
    }));
    const count = (test) => deals.filter(test).length;
    const facts = { deals: deals.length, won: count(({ points }) => points > 0), lost: count(({ points }) => points < 0) };
    dialog.querySelector("[data-sums]").textContent = page.show.say("sums", { ...facts, passed: count(({ declarer }) => !declarer) });
    dialog.querySelector("[data-elsewhere]").hidden = !page.isWatching;
    for (const seat of seats) this.seat(seat);
    const isSigned = ({ place, words, waiting }) => words || waiting || !answering.includes(place);
    const isDisputed = Boolean(page.list.judge) || said.some((act) => ["object", "disagree"].includes(act.do) && act.state === "waiting");
    this.closing.hidden = !page.isReady || page.isWatching || isDisputed || !seats.every(isSigned);
    dialog.querySelector("[data-open]").hidden = !page.isReady || !this.closing.hidden;
    dialog.querySelector("[data-codes]").hidden = page.isWatching || page.isAhead;
  }

  // Drawn anew only where something is different: what somebody is just drawing stays.
  seat(seat) {
    const key = JSON.stringify(seat);
    const before = this.players.children[seat.place - 1];
    if (before?.dataset.shown === key) return;
    const fresh = this.template.content.cloneNode(true).firstElementChild;
    fresh.dataset.shown = key;
    this.fill(fresh, seat);
    if (before) before.replaceWith(fresh);
    else this.players.append(fresh);
  }

  fill(item, { place, sum, list, answering, mayConfirm, elsewhere, words, waiting, disagrees, refused }) {
    const { show, list: { names, calls } } = this.page;
    const find = (name) => item.querySelector(`[data-${name}]`);
    const isOpen = mayConfirm && !words && !waiting;
    find("name").textContent = `${place} · ${names[place - 1]}`;
    find("points").textContent = pointsWords(sum.sum);
    find("line").textContent = sumLine(sum);
    find("games").textContent = show.say("games-of", sum);
    find("left").hidden = answering.includes(place);
    find("agrees").hidden = !isOpen;
    const objects = disagrees || calls.find((call) => call.kind === "objection" && call.place === place);
    find("disagrees").hidden = !mayConfirm || Boolean(objects);
    if (objects) this.tell(find("refused"), [show.say("said-disagree", { name: names[place - 1] }), objects.text]);
    if (refused) this.tell(find("refused"), [refused.says]);
    if (words || waiting) this.signed(find("signed"), words, waiting);
    const form = find("agrees").querySelector("form");
    this.ways(form, { place, answering, elsewhere, drawing: refused && refused.shown === list ? refused.drawing : "" });
    form.querySelector("button[type=submit]").textContent = show.say("signs", { name: show.short[place - 1] });
    form.addEventListener("submit", (event) => this.sign(event, { place, list, refused }));
    find("disagrees").querySelector("form").addEventListener("submit", (event) => this.disagree(event, { place, refused }));
    for (const fold of [find("agrees"), find("disagrees")]) {
      fold.querySelector("summary").addEventListener("click", () => rest(fold.querySelector("form")));
      fold.addEventListener("toggle", () => fold.open && fold.scrollIntoView({ block: "start" }));
    }
  }

  tell(note, sentences) {
    note.hidden = false;
    note.replaceChildren(...sentences.filter(Boolean).map((one) => made("p", one)));
  }

  signed(box, words, waiting) {
    box.hidden = false;
    const { show, data, table } = this.page;
    const drawing = waiting?.drawing ? [inked(waiting.drawing)] : [];
    const back = waiting?.mayDrop ? [pressed(data.words["let-go"], () => table.drop(waiting.key))] : [];
    box.replaceChildren(...drawing, made("p", `✓ ${waiting ? show.say("signed-here") : words}`, "good"), ...back);
  }

  // With what a player can sign here: drawn or said aloud, on another phone with their code.
  ways(form, { place, answering, elsewhere, drawing }) {
    const hearers = form.querySelector("[data-hearers]");
    const others = elsewhere ? [] : answering.filter((one) => one !== place);
    hearers.append(...others.map((one) => choice("heard_by", one, this.page.show.called.seated[one - 1])));
    const here = [hearers.parentElement, form.querySelector("[data-signature]")];
    for (const part of elsewhere ? here : [form.querySelector("[data-code]")]) part.remove();
    if (elsewhere) return;
    form.elements.drawing.value = drawing || "";
    takeOver(form.querySelector("[data-signature]"));
  }

  sign(event, { place, list, refused }) {
    event.preventDefault();
    const form = event.target;
    const { drawing, code } = Object.fromEntries(new FormData(form));
    const heard = Number(form.querySelector("[name=heard_by]:checked")?.value) || 0;
    const why = code || heard ? "" : !drawing ? "missing" : !isSignature(drawing, bounds(form)) ? "short" : "";
    for (const note of form.querySelectorAll("[data-why]")) note.hidden = note.dataset.why !== why;
    if (why) return;
    const how = code ? { code: code.trim() } : heard ? { heard_by: heard } : { drawing };
    this.page.table.say({ do: "sign", place, shown: list, ...how }, refused?.key);
  }

  disagree(event, { place, refused }) {
    event.preventDefault();
    const text = event.target.elements.text.value.trim();
    if (text) this.page.table.say({ do: "disagree", place, text }, refused?.key);
  }

  close(event) {
    event.preventDefault();
    const refused = this.page.table.said().find((act) => act.do === "close" && act.state === "refused");
    this.page.table.say({ do: "close", shown: shown(this.page.table) }, refused?.key);
    this.dialog.close();
  }
}
