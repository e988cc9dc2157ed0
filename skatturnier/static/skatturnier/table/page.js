// The list at the table: takes over the page that the site drew, so that it goes on without a network. It decides
// nothing: the rules are in the line table, and what is saved is what the site gave a receipt for.

import { allStay, linesOf } from "./lines.js";
import { keepPage, offerCode } from "./offline.js";
import { Table } from "./queue.js";
import { Show } from "./show.js";
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
    find("undo")?.addEventListener("click", (event) => this.undo(event));
    find("to-deals").addEventListener("click", (event) => this.openDeals(event));
    find("deals").addEventListener("toggle", () => this.draw());
    find("who")?.addEventListener("change", () => this.who());
    table.subscribe(() => this.draw());
    setInterval(() => this.draw(), TICK);
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

  // Who deals next, and which deal it is; null when all are entered, or those left were struck.
  turn(deals) {
    const { length, struck_after: struck } = this.list;
    const number = this.table.nextNumber();
    if (deals.length >= length || (struck !== null && struck !== undefined && number > struck)) return null;
    return { ...this.lines.turn(number, this.parts), seats: this.data.seats };
  }

  draw() {
    const { list, show, data } = this;
    const deals = this.table.deals();
    const status = this.table.status();
    const turn = this.turn(deals);
    const isWatching = list.kept_by_other && list.keeps !== data.copy;
    const isOpen = list.state === "open";
    const asksWho = isOpen && !this.isSeated(list, status) && !deals.length && !isWatching;
    const entries = this.table.entries();
    // Deals that nobody knows for whom they count come first.
    const mayEnter = isOpen && !isWatching && !asksWho && turn !== null && !entries.some((entry) => entry.forWhom);
    if (this.sits !== String(list.sits)) this.reseat(list);
    if (this.heard !== list.now) Object.assign(this, { heard: list.now, heardAt: performance.now() });
    show.state(status, list, deals, isWatching);
    show.clock(list, this.lines.turn(turn ? turn.number : Math.max(deals.length, 1), this.parts), this.heardAt);
    show.seats(deals, list, isOpen ? turn : null);
    show.last(deals[deals.length - 1], isOpen && this.table.mayUndo(), isWatching);
    if (find("deals").open) show.deals(deals);
    show.calls(list.calls, list.judge);
    show.presence(list.presence ?? []);
    show.stuck(entries, list, this.parts, (name, entry, ...more) => this.table[name](entry.key, ...more));
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
      proposed: list.proposals && list.keeps === "first" && data.copy === "first",
      ready: list.ready && !status.unsent,
      deals: deals.length,
    });
    if (find("who")) find("who").hidden = !asksWho;
    this.drawForm(turn, mayEnter);
    // What the site did not draw for this page, it draws anew: a list that was opened again.
    const isOther = !find("ticks") || (list.sits && list.sits.length !== data.seats);
    if (isOpen && isOther && status.online && !status.unsent && !status.refused) location.reload();
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

  drawForm(turn, mayEnter) {
    if (!find("ticks")) return;
    find("ticks").hidden = find("turn").hidden = !mayEnter;
    this.form.hidden = find("who") !== null && !find("who").hidden;
    // Who sits the next deal out may change before it is dealt: what is ticked of it stays.
    const isOther = mayEnter && this.number === turn.number && this.players !== String(turn.players);
    if (mayEnter && (isOther || this.number !== turn.number)) {
      Object.assign(this, { number: turn.number, players: String(turn.players) });
      this.ticks.start(turn, this.mended || (this.isBegun && !isOther ? null : this.ticks.ticked()));
      Object.assign(this, { mended: null, isBegun: true });
      const { short } = this.list;
      find("deal-number").textContent = this.show.say("deal", { number: turn.number, length: this.list.length });
      find("dealer").textContent = `· ${this.show.say("deals", { name: short[turn.dealer - 1] })}`;
    }
    if (!mayEnter) {
      this.number = null;
      for (const input of this.form.querySelectorAll("[name=declarer]")) Object.assign(input, { checked: false, disabled: true });
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
    const written = await this.table.enter(line, points, this.number);
    navigator.vibrate?.(30);
    if (written === null) this.number = null;
    this.draw();
    scrollTo(0, 0);
  }

  // Take the last deal back and offer it again as it was: mostly one tap of it was wrong.
  async undo(event) {
    if (this.isResting) return event.preventDefault();
    const deal = this.table.deals().pop();
    const isWatching = this.list.kept_by_other && this.list.keeps !== this.data.copy;
    if (!deal || !this.table.mayUndo() || this.list.state !== "open" || isWatching) return;
    event.preventDefault();
    this.rest(find("undo"));
    this.mended = deal;
    this.number = null;
    await this.table.undo();
    this.draw();
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
    new Page(data, lines, table);
    if (find("as-code")) offerCode(table, find("as-code"), find("code"), find("no-code"));
    // Some browsers let no page be kept; then it goes on as long as it is open.
    keepPage().catch(() => {});
  } catch (error) {
    if (!(error instanceof TypeError) || navigator.onLine) console.warn(error);
    setTimeout(begin, AGAIN);
  }
}

begin();
