// The tiles of a deal on the page: a tap goes to the model in taps.js, and what the model offers is painted.

import { Rest } from "./rest.js";
import { blank, entry, foreseen, offers, tap } from "./taps.js";
import { codeWords, filled, lineName, pointsWords } from "./words.js";

const LEVELS = ["hand", "schneider", "schwarz", "schneider_announced", "schwarz_announced", "ouvert"];
const NUMBERS = ["declarer", "matadors", "bid"];

const set = (element, name, value) => {
  if (element[name] !== value) element[name] = value;
};

function made(tag, text, fields = {}) {
  const element = Object.assign(document.createElement(tag), fields);
  element.textContent = text;
  return element;
}

export class Ticks {
  // `save(line, points, outcome)` is called with a line that may stand in the list.
  constructor(form, { lines, phrases, words, save }) {
    Object.assign(this, { form, lines, phrases, words, save });
    this.rest = new Rest(() => this.state && this.paint());
    this.explanation = form.querySelector("#explain");
    this.bids = form.querySelector("#bids");
    this.readings = form.querySelector("#readings");
    this.outcomes = [...form.querySelectorAll("[name=outcome]")];
    this.typedBid = Number(form.elements.bid?.value) || null;
    // What it says there for pages without scripts only.
    for (const plain of form.querySelectorAll(".plain, [data-field=instead]")) plain.remove();
    form.addEventListener("click", (event) => this.clicked(event));
    form.addEventListener("change", (event) => this.counted(event));
    // Only the buttons save; what Enter would send is nothing.
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  // What is ticked on the page: by the site, or by a thumb that was quicker than the script.
  ticked() {
    const chosen = (name) => this.form.querySelector(`[name=${name}]:checked`)?.value;
    const [declarer, matadors] = ["declarer", "matadors"].map((name) => Number(chosen(name)) || null);
    const levels = Object.fromEntries([...LEVELS, "overbid"].map((level) => [level, this.form.elements[level].checked]));
    return { declarer, matadors, game: chosen("game") ?? null, ...levels, bid: this.typedBid };
  }

  // Begin with an empty deal, or with one that was taken back and is to be mended.
  start(turn, line = null) {
    this.isIdle = false;
    this.turn = turn;
    this.state = blank(turn);
    if (line) this.fill(line);
    this.say(null);
    this.paint();
    for (const more of this.form.querySelectorAll("[id^=more-]")) {
      more.checked = more.parentElement.querySelector(".rare :checked") !== null;
    }
  }

  // No deal is to be entered: nobody is ticked any more.
  stop() {
    this.isIdle = true;
    for (const input of this.form.querySelectorAll("[name=declarer]")) Object.assign(input, { checked: false, disabled: true });
  }

  fill(line) {
    for (const field of ["declarer", "game", "matadors"]) this.change(field, line[field] || null);
    for (const level of LEVELS) if (line[level] && !this.state[level]) this.change(level, true);
    if (line.overbid) {
      this.change("overbid", true);
      this.change("bid", line.bid);
    }
  }

  change(field, value) {
    if (value !== null && value !== undefined) this.state = tap(this.state, field, value, this.lines);
  }

  clicked(event) {
    const { target } = event;
    if (target.matches("input[name]")) {
      this.change(target.name, NUMBERS.includes(target.name) ? Number(target.value) : target.value);
      this.say(null);
      this.paint();
      this.wonder(offers(this.state, this.lines));
    }
    const button = target.closest("button[name=outcome]");
    if (button) this.press(button.value);
    const reading = target.closest("button[data-reading]");
    if (reading) this.tapped("reading", reading.dataset.reading);
    // It lies over the head of the page: a tap on it takes it away.
    if (this.explanation.contains(target) && !target.closest("button")) this.say(null);
  }

  // How many matadors a suit has after all four jacks.
  counted({ target }) {
    if (target.matches("select[data-suit]")) this.tapped("suit", { [target.dataset.suit]: Number(target.value) });
  }

  tapped(field, value) {
    this.change(field, value);
    this.say(null);
    this.paint();
  }

  press(outcome) {
    const offer = offers(this.state, this.lines)[outcome];
    const line = entry(this.state, outcome, this.lines);
    if (line) return this.done(line, offer.points || 0, outcome);
    if (outcome === "passed") return this.say([this.words["not-passed"]], "wrong");
    if (offer.missing.length) return this.ask(offer.missing);
    if (offer.refused.length) return this.say([this.words["not-possible"], ...codeWords(offer.refused, this.phrases)], "wrong");
    // What stood there to be read is answered by the tap on the outcome.
    if (this.known && offer.asked.every((code) => this.known.includes(code))) return this.sure(outcome);
    return this.question(outcome, codeWords(offer.asked, this.phrases));
  }

  async done(line, points, outcome) {
    this.rest.begin(outcome);
    await this.save(line, points, outcome);
  }

  ask(missing) {
    const what = missing.map((field) => this.words[field]).join(", ");
    this.say([filled(this.words.missing, { what })], "warn");
    const parts = missing.map((field) => this.form.querySelector(`[data-field=${field}]`));
    for (const part of parts) part.classList.add("asked");
    // Nothing is missing that cannot be seen.
    parts[0].scrollIntoView({ block: "nearest" });
  }

  question(outcome, sentences) {
    this.say([this.words["is-it-right"], ...sentences], "warn");
    const answers = made("div", "", { className: "row" });
    const yes = made("button", this.words.yes, { type: "button", className: "main" });
    yes.addEventListener("click", () => this.sure(outcome));
    const no = made("button", this.words.no, { type: "button" });
    no.addEventListener("click", () => this.say(null));
    answers.append(yes, no);
    this.explanation.append(answers);
  }

  sure(outcome) {
    this.change("sure", outcome);
    this.press(outcome);
  }

  // Ask about what is rare however the game ended, before it is said how.
  wonder(offer) {
    const codes = foreseen(offer);
    if (!codes.length) return;
    this.say([this.words["is-it-right"], ...codeWords(codes, this.phrases), this.words["then-say"]], "warn");
    this.known = codes;
  }

  // Explain beside the buttons; the first sentence leads.
  say(sentences, kind = "") {
    for (const part of this.form.querySelectorAll(".asked")) part.classList.remove("asked");
    this.form.querySelector("#refused")?.remove();
    this.known = null;
    this.explanation.hidden = sentences === null;
    this.explanation.className = `note ${kind}`;
    this.explanation.replaceChildren(...(sentences || []).map((one, place) => made(place ? "p" : "strong", one)));
  }

  paint() {
    if (this.isIdle) return;
    const { state } = this;
    const offer = offers(state, this.lines);
    for (const { place, barred } of offer.seats) {
      const input = this.input("declarer", place);
      set(input, "checked", state.declarer === place);
      set(input, "disabled", barred);
    }
    for (const game of this.lines.games) set(this.input("game", game), "checked", state.game === game);
    for (const input of this.form.querySelectorAll("[name=matadors]")) {
      set(input, "checked", state.matadors === Number(input.value));
      set(input, "disabled", !offer.matadors.includes(Number(input.value)));
    }
    for (const more of this.form.querySelectorAll("[id^=more-]")) set(more, "disabled", offer.matadors.length <= 8);
    for (const level of LEVELS) {
      const input = this.form.elements[level];
      set(input, "checked", state[level]);
      set(input, "disabled", offer.levels[level].disabled);
    }
    set(this.form.elements.overbid, "checked", state.overbid);
    this.paintBids(offer.bids);
    this.paintReadings(offer);
    this.paintOutcomes(offer);
  }

  // A Null below its bid is lost as another game: as which, the table says; the cheapest leads.
  paintReadings({ isBelowItsBid, readings, suits }) {
    this.readings.parentElement.hidden = !isBelowItsBid;
    const shown = JSON.stringify([isBelowItsBid, readings, suits]);
    if (this.readings.dataset.shown === shown) return;
    this.readings.dataset.shown = shown;
    const asked = isBelowItsBid && !readings.length ? [made("p", filled(this.words.missing, { what: this.words.matadors }))] : [];
    const rows = readings.map(({ line, points }) => {
      const words = `${lineName(line, this.phrases)}: ${pointsWords(points)}`;
      const button = made("button", words, { type: "button" });
      button.dataset.reading = line.game;
      const row = made("div", "", { className: "row" });
      row.append(button, ...this.suitCount(line, suits[line.game]));
      return row;
    });
    this.readings.replaceChildren(...asked, ...rows);
  }

  suitCount(line, counts) {
    if (!counts) return [];
    const select = made("select", "");
    select.dataset.suit = line.game;
    select.setAttribute("aria-label", `${this.phrases[`game.${line.game}`]}: ${this.words.matadors}`);
    const option = (count) => made("option", Math.abs(count), { value: count, selected: count === line.matadors });
    select.append(...counts.map(option));
    return [select];
  }

  input(name, value) {
    return this.form.querySelector(`[name=${name}][value="${value}"]`);
  }

  paintBids(bids) {
    this.bids.parentElement.hidden = !this.state.overbid;
    if (this.bids.dataset.shown !== String(bids)) {
      this.bids.dataset.shown = bids;
      this.bids.replaceChildren(...bids.map(bidTile));
    }
    for (const input of this.bids.querySelectorAll("input")) set(input, "checked", this.state.bid === Number(input.value));
  }

  paintOutcomes(offer) {
    for (const button of this.outcomes) {
      const { points = null, missing = [], refused = [], enabled = true } = offer[button.value];
      const isReady = button.value === "passed" ? enabled : points !== null && !missing.length && !refused.length;
      button.classList.toggle("quietly", !isReady);
      const value = button.querySelector("b");
      if (value) set(value, "textContent", isReady ? signed(points) : "");
      set(button, "disabled", this.rest.bars(button.value));
    }
  }
}

const signed = (points) => (points > 0 ? `+${points}` : pointsWords(points));

function bidTile(bid) {
  const tile = made("label", "", { className: "tile" });
  tile.append(Object.assign(document.createElement("input"), { type: "radio", name: "bid", value: bid }), made("span", bid, { className: "face" }));
  return tile;
}
