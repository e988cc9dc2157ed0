// The list at the table: takes over the page that the site drew, so that it goes on without a network. It decides
// nothing: the rules are in the line table, and what is saved is what the site gave a receipt for.

import { allStay, linesOf } from "./lines.js";
import { keepPage, offerCode } from "./offline.js";
import { Opening } from "./opening.js";
import { Table } from "./queue.js";
import { Show } from "./show.js";
import { stayOpen } from "./staying.js";
import { Ticks } from "./ticks.js";

const find = (id) => document.getElementById(id);
const TICK = 15000;
const AGAIN = 3000;
// A thumb that lands twice takes one deal back.
const REST = 1000;

class Page {
  constructor(data, lines, table) {
    Object.assign(this, { data, lines, table, seated: false });
    this.show = new Show({ data, lines });
    this.form = find("deal-form");
    if (find("ticks")) {
      const { words, phrases } = data;
      this.ticks = new Ticks(this.form, { lines, words, phrases, save: (line, points) => this.save(line, points) });
    }
    // What was opened above the tiles gives way to them, and what was told is over when a deal is saved.
    this.form.addEventListener("click", () => { find("last").querySelector("details").open = false; });
    find("undo")?.addEventListener("click", (event) => this.undo(event));
    find("to-deals").addEventListener("click", (event) => this.openDeals(event));
    find("deals").addEventListener("toggle", () => this.draw());
    find("who")?.addEventListener("change", () => this.who());
    this.opening = new Opening(this, { fold: find("waits"), box: find("said") });
    table.subscribe(() => this.draw());
    setInterval(() => this.draw(), TICK);
    addEventListener("resize", () => this.draw());
    this.draw();
    document.documentElement.classList.add("live");
  }

  get list() {
    return this.table.list();
  }

  // A list that was kept by the site of before does not say who left or came.
  get parts() {
    return this.list.parts ?? allStay(this.data.seats);
  }

  get isWatching() {
    const { list } = this;
    return Boolean(list.kept_by_other) && list.keeps !== this.data.copy;
  }

  // Whether deals may change here: not what is to be closed as soon as the site is heard.
  get isOpen() {
    const isClosing = ({ do: what, state }) => what === "close" && state === "waiting";
    return this.list.state === "open" && !this.table.said().some(isClosing);
  }

  get mayCorrect() {
    return this.isOpen && !this.isWatching && this.data.copy === "first" && find("ticks") !== null;
  }

  get isAhead() {
    return this.table.isAhead();
  }

  // Whether nothing but the players' word is missing, as far as this phone knows.
  get isReady() {
    if (!this.isOpen) return false;
    if (!this.isAhead) return this.list.ready;
    const deals = this.table.deals();
    return this.mayCorrect && deals.length > 0 && this.turn(deals) === null && !this.table.beside().length;
  }

  // Who deals next, and which deal it is; null when all are entered, or those left were struck.
  turn(deals) {
    const { length, struck_after: struck } = this.list;
    const number = this.table.nextNumber();
    if (deals.length >= length || (struck !== null && struck !== undefined && number > struck)) return null;
    return this.lines.turn(number, this.parts);
  }

  draw() {
    const { list, show, data, isWatching, isOpen } = this;
    const deals = this.table.deals();
    const status = this.table.status();
    const turn = this.turn(deals);
    const mended = this.mending && this.mayCorrect ? deals.find((deal) => deal.number === this.mending.number) : null;
    if (!mended) this.mending = null;
    const asksWho = isOpen && !this.isSeated(list, status) && !deals.length && !isWatching;
    const entries = this.table.entries();
    // Deals that nobody knows for whom they count come first.
    const mayEnter = isOpen && !isWatching && !asksWho && turn !== null && !entries.some((entry) => entry.forWhom);
    if (this.sits !== String(list.sits)) this.reseat(list);
    if (this.heard !== list.now) Object.assign(this, { heard: list.now, heardAt: performance.now() });
    show.state(status, list, deals, isWatching);
    show.clock(list, this.lines.turn(turn ? turn.number : Math.max(deals.length, 1), this.parts), this.heardAt);
    show.seats(deals, list, isOpen ? turn : null);
    show.last(mended || deals[deals.length - 1], { mayUndo: isOpen && this.table.mayUndo(), isWatching, isMended: Boolean(mended) });
    show.called.tellApart();
    if (find("deals").open) show.deals(deals);
    show.calls(list.calls, list.judge);
    show.presence(list.presence ?? []);
    show.keeping(list);
    const act = (name, entry, ...more) => (name === "again" ? this.again(entry) : this.table[name](entry.key, ...more));
    show.stuck(entries, this.table.beside(), this.parts, act, { mayEnter: isOpen && !isWatching, isWatching, next: this.table.nextNumber() });
    this.opening.show(status.problem !== "");
    show.notes({
      signed: list.state === "signed" || list.state === "closed",
      struck: list.struck_after !== null && isOpen && mayEnter,
      watching: isWatching && isOpen,
      asked: list.asked,
      "may-ask": !list.asked,
      "may-second": !list.second_kept && data.copy === "first",
      called: list.calls.length,
      judge: Boolean(list.judge),
      differences: list.differences.length,
      ready: this.isReady,
      deals: deals.length,
      loose: Boolean(show.isLoose),
    });
    if (find("who")) find("who").hidden = !asksWho;
    this.drawForm(mended ? this.lines.turn(mended.number, this.parts) : turn, Boolean(mended) || mayEnter, Boolean(mended));
    // What the site did not draw for this page, it draws anew: a list that was opened again, or closed.
    const isOther = !find("ticks") || (list.sits && list.sits.length !== data.seats);
    const isNew = isOpen ? isOther : list.state === "signed" && !find("last-cards");
    if (isNew && status.online && !status.unsent && !status.refused) location.reload();
  }

  // Others sit here than the page showed: their names, and nothing stays ticked for who sat there before.
  reseat(list) {
    const isFirst = this.sits === undefined;
    this.sits = String(list.sits);
    this.show.reseat(list);
    if (isFirst) return;
    Object.assign(this, { number: null, mended: null, seated: false });
    for (const box of document.querySelectorAll("[name=sits]")) box.checked = false;
  }

  // The tiles of the next deal, or of an earlier one that is being corrected.
  drawForm(turn, mayEnter, isMended) {
    if (!find("ticks")) return;
    document.documentElement.classList.toggle("mending", isMended);
    find("ticks").hidden = find("turn").hidden = !mayEnter;
    this.form.parentElement.classList.toggle("idle", !mayEnter);
    this.form.hidden = find("who") !== null && !find("who").hidden;
    // Who sits the next deal out may change before it is dealt: what is ticked of it stays.
    const isOther = mayEnter && this.number === turn.number && this.players !== String(turn.players);
    if (mayEnter && (isOther || this.number !== turn.number)) {
      Object.assign(this, { number: turn.number, players: String(turn.players) });
      this.ticks.start({ ...turn, seats: this.data.seats }, this.mended || (this.isBegun && !isOther ? null : this.ticks.ticked()));
      Object.assign(this, { mended: null, isBegun: true });
      const { length } = this.list;
      find("deal-number").textContent = this.show.say(isMended ? "correct-deal" : "deal", { number: turn.number, length });
    }
    if (mayEnter) this.show.dealer(turn.dealer);
    if (!mayEnter) {
      this.number = null;
      this.ticks.stop();
    }
  }

  isSeated(list, status) {
    return list.seated || status.seating || this.seated;
  }

  who() {
    const boxes = [...find("who").querySelectorAll("[name=sits]")];
    if (!boxes.every((box) => box.checked)) return;
    this.seated = true;
    this.table.confirmSeats();
    this.draw();
    this.form.scrollIntoView({ block: "nearest" });
  }

  async save(line, points) {
    if (this.mending) {
      const deal = this.table.deals().find((one) => one.number === this.mending.number);
      // Nobody has to agree to what stands there already.
      if (this.lines.isSame(line, deal)) return this.leaveMending();
      return this.opening.open("correct", { deal, line, points, act: this.mending.act });
    }
    const written = await this.table.enter(line, points, this.number);
    navigator.vibrate?.(30);
    for (const told of document.querySelectorAll("[data-told]")) told.remove();
    if (written === null) this.number = null;
    this.draw();
    this.form.querySelector("[name=declarer]:enabled")?.focus({ preventScroll: true });
    return this.toTiles();
  }

  // To the head of the page, where all that an ordinary deal takes is on the screen; where it is not, to the tiles.
  toTiles() {
    scrollTo(0, 0);
    const games = this.form.querySelector(".games");
    const edge = Math.min(innerHeight, this.form.querySelector(".outcomes")?.getBoundingClientRect().top);
    if (games?.getBoundingClientRect().bottom > edge) this.form.scrollIntoView();
  }

  // Offer the tiles for an earlier deal, as it stands or as `act` said before.
  mend(deal, act = null) {
    if (!this.mending && this.number) this.kept = { number: this.number, state: this.ticks.state };
    Object.assign(this, { mending: { number: deal.number, act }, mended: act ? act.line : deal, number: null });
    this.draw();
    this.form.scrollIntoView({ block: "end" });
  }

  // Offer the tiles for a deal that was not taken, as it was tapped; for what waits behind a gap, for that which is missing.
  again(entry) {
    const { line } = entry.isBehind ? this.table.entries().find((one) => one.isNext && one.state === "refused") ?? {} : entry;
    if (line) Object.assign(this, { mending: null, kept: null, mended: line, number: null });
    this.draw();
    this.form.scrollIntoView({ block: "end" });
  }

  // Go on with the deal that was begun before.
  leaveMending() {
    const isNext = this.kept && this.kept.number === this.table.nextNumber();
    Object.assign(this, { mending: null, mended: isNext ? this.kept.state : null, kept: null, number: null });
    this.draw();
    this.toTiles();
  }

  // Take the last deal back and offer it again as it was: mostly one tap of it was wrong.
  async undo(event) {
    if (this.isResting) return event.preventDefault();
    const deal = this.table.deals().pop();
    if (this.mending || !deal || !this.isOpen || this.isWatching || !this.table.mayUndo()) return this.correct(event, deal);
    event.preventDefault();
    this.rest(find("undo"));
    this.mended = deal;
    this.number = null;
    await this.table.undo();
    return this.draw();
  }

  // What cannot simply be undone is corrected; a correction that was begun is left.
  correct(event, deal) {
    if (this.data.copy !== "first" || !deal) return;
    event.preventDefault();
    if (this.mending) this.leaveMending();
    else this.opening.open("deal", { number: deal.number });
  }

  rest(button) {
    this.isResting = true;
    button.setAttribute("aria-disabled", "true");
    setTimeout(() => {
      this.isResting = false;
      button.removeAttribute("aria-disabled");
    }, REST);
  }

  openDeals(event) {
    event.preventDefault();
    find("deals").open = true;
    // The event of the fold comes later; the rows must stand here before they are scrolled to.
    this.draw();
    find("deals").scrollIntoView();
  }
}

async function linesFrom(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(address);
  return linesOf(await response.json());
}

// Without the line table nothing can be looked up: until it comes, the page is the site's plain form.
async function begin() {
  const data = JSON.parse(find("table-data").textContent);
  try {
    const lines = await linesFrom(data.lines);
    const table = await Table.open(data);
    const page = new Page(data, lines, table);
    if (find("as-code")) offerCode(table, find("as-code"), find("code"), find("no-code"));
    // Some browsers let no page be kept; then it goes on as long as it is open.
    page.show.isLoose = !(await keepPage(data, () => page.opening.load()));
    page.draw();
    stayOpen(table, () => page.show.isLoose && table.status().unsent > 0, data.words["stays-here"], find("said"));
  } catch (error) {
    if (!(error instanceof TypeError) || navigator.onLine) console.warn(error);
    setTimeout(begin, AGAIN);
  }
}

begin();
