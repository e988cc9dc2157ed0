// The list of a table on this phone: a deal is first kept here, then sent until the site gives a receipt for it.

import { isOfDeals, waiting } from "./acts.js";
import * as decided from "./decided.js";
import * as ledger from "./ledger.js";
import * as said from "./said.js";
import { hear, send } from "./sender.js";
import { Store } from "./store.js";
import { onSignOfLife, Patience } from "./wake.js";

const ASK_EVERY = 15000;
const WHILE_ANOTHER_SENDS = 2000;
const SURE_FOR = 60000;
const CHANGED = "skatturnier-table";

// There is no crypto.randomUUID on plain http.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export class Table {
  // Open the list that the page is about; `data` is its table-data.
  static async open(data) {
    const table = new Table();
    Object.assign(table, { data, copy: data.copy || "first", tab: newKey(), watchers: new Set() });
    table.heard = { online: navigator.onLine, problem: "", says: "" };
    table.patience = new Patience(() => table.flush());
    table.store = await Store.open();
    const isNews = await table.change((book) => ledger.begin(book, table.copy, data.list, Date.now()));
    // Otherwise the first thing to ask for is the whole list.
    table.wantsAll = !isNews;
    table.listen();
    table.flush();
    return table;
  }

  // Write the next deal down. Fulfilled with it when the phone keeps it; with null when `number` is not the next deal
  // any more, because another page of this phone was quicker.
  enter(line, points, number = this.nextNumber(), key = newKey()) {
    const { sits, names } = this.list();
    const fields = { key, copy: this.copy, line: { ...line }, number, points, sits, names, at: new Date().toISOString() };
    return this.write((book) => ledger.enter(book, fields));
  }

  // Whether the last deal was entered last on this phone, so that a tap may take it back.
  mayUndo() {
    return ledger.mayUndo(this.book, this.copy);
  }

  // Say for whom of those who sit there now a deal counts that was written while others sat there.
  decide(key, declarer) {
    const { sits, names } = this.list();
    const fields = { key: newKey(), declarer, sits, names, at: new Date().toISOString() };
    return this.write((book) => ledger.decide(book, key, fields));
  }

  // Take the last deal back; null when it may not be. What was not entered last on this phone takes the consent of all.
  undo(agreed = false) {
    const fields = { key: newKey(), copy: this.copy, at: new Date().toISOString(), agreed };
    return this.write((book) => ledger.takeBack(book, fields));
  }

  // Say something beside the deals, in the place of what was not taken: see said.js for what `fields` say.
  say(fields, instead = "") {
    const { sits, names } = this.list();
    const about = { key: newKey(), copy: this.copy, sits, names, at: new Date().toISOString() };
    return this.write((book) => said.say(book, { ...about, ...fields }, instead));
  }

  // What was said and waits, or was not taken.
  said() {
    return said.said(this.book, this.copy);
  }

  // Whether deals wait here that the list of the site has not got, or has otherwise.
  isAhead() {
    return waiting(this.book).some((act) => act.copy === this.copy && isOfDeals(act));
  }

  // Say that everybody sits where they should.
  confirmSeats() {
    const { sits } = this.list();
    return this.write((book) => ledger.seat(book, sits));
  }

  // Let go of what was not taken: refused, proposed, or otherwise in the list. The page has asked whether.
  drop(key) {
    const fields = { key: newKey(), at: new Date().toISOString() };
    return this.write((book) => ledger.drop(book, key, fields));
  }

  // Leave such a deal to whoever keeps the list and to the direction, who see it as a proposal.
  propose(key) {
    return this.write((book) => ledger.propose(book, key));
  }

  // Say what becomes of a deal that waits: `fields` say which it is, and whether it is accepted or dismissed.
  choose(key, fields) {
    const { sits } = this.list();
    const said = { key: newKey(), copy: this.copy, of: key, sits, at: new Date().toISOString(), ...fields };
    return this.write((book) => decided.choose(book, said));
  }

  // What was told of a deal has been read.
  read(key) {
    return this.write((book) => decided.read(book, key));
  }

  // The deals that wait beside what the list has.
  beside() {
    return decided.beside(this.book, this.copy);
  }

  // What this phone wrote down, in order.
  entries() {
    return ledger.entries(this.book, this.copy);
  }

  // The list as the site last told it; its deals are never null here.
  list() {
    return this.book.page.lists[this.copy];
  }

  // The deals that count as far as this phone knows; `waits` marks those that the site does not have yet.
  deals() {
    return ledger.deals(this.book, this.copy);
  }

  nextNumber() {
    return ledger.nextNumber(this.book, this.copy);
  }

  // How things stand between phone and site; `problem` is "", "unreachable", "key", "missing", "size" or "trouble".
  status() {
    const { heard, seated } = this.book.page;
    const isRefused = ({ state }) => state === "refused" || state === "conflict";
    return {
      ...this.heard,
      unsent: waiting(this.book).length,
      refused: [...this.entries(), ...this.said()].filter(isRefused).length,
      last_heard: heard ? new Date(heard) : null,
      sending: Boolean(this.sending),
      seating: Boolean(seated),
      storage: this.store.kind,
    };
  }

  // Call `watcher` after every change; return what stops that.
  subscribe(watcher) {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  // Send what waits and hear how the list is. Fulfilled when the site answered or failed to.
  flush() {
    if (this.isStopped) return Promise.resolve();
    if (!this.sending) {
      this.sending = this.exchange().finally(() => {
        this.sending = null;
        this.tell();
      });
    }
    return this.sending;
  }

  // End everything; what waits stays on the phone.
  stop() {
    this.isStopped = true;
    this.patience.rest();
    this.deafen();
    this.watchers.clear();
  }

  // Send and hear until nothing waits, or the site fails.
  async exchange() {
    let isThrough = false;
    while (!isThrough && !this.isStopped) {
      const { tab, copy } = this;
      const wantsAll = this.wantsAll || Date.now() - (this.book.page.heard || 0) > SURE_FOR;
      const asked = await this.change((book) => ledger.plan(book, { tab, copy, wantsAll, now: Date.now() }));
      if (asked === null) return this.patience.rest(WHILE_ANOTHER_SENDS);
      this.tell();
      const answer = await (asked.acts ? send(this.data, asked) : hear(this.data, asked));
      const goesOn = await this.change((book) => ledger.settle(book, asked, answer, Date.now()));
      this.note(answer, goesOn);
      if (!goesOn) return this.patience.failed(answer.pause);
      isThrough = !answer.problem && !this.hasMore();
      this.tell();
    }
    return this.rest();
  }

  note(answer, goesOn) {
    const problem = answer.problem || (goesOn ? "" : "trouble");
    this.heard = { online: problem !== "unreachable", problem, says: answer.says || "" };
    if (!goesOn || (!problem && !answer.list)) this.wantsAll = true;
    else if (answer.list && answer.list.deals) this.wantsAll = false;
  }

  hasMore() {
    return waiting(this.book).length > 0 || Boolean(this.book.page.seated);
  }

  // Nothing waits: ask again in a while, but not behind a dark screen, and not when the series is over.
  rest() {
    const { state } = this.list();
    if (state === "closed") return this.leave();
    return this.patience.succeeded(document.visibilityState === "visible" ? ASK_EVERY : 0);
  }

  // The series is closed: its lists are documents, and nothing needs to stay on this phone.
  async leave() {
    this.patience.rest();
    await this.store.change(this.data.path, (book) => book.forget());
    const worker = navigator.serviceWorker && navigator.serviceWorker.controller;
    if (worker) worker.postMessage({ leave: this.data.path });
  }

  async write(work) {
    const result = await this.change(work);
    this.tell();
    this.flush();
    return result;
  }

  async change(work) {
    const { path } = this.data;
    const changed = await this.store.change(path, (book) => ({ result: work(book), book }));
    this.book = changed.book;
    if (changed.book.isChanged) announce(path);
    return changed.result;
  }

  tell() {
    for (const watcher of this.watchers) watcher();
  }

  listen() {
    const stops = [
      onSignOfLife(() => this.wake()),
      on("offline", () => this.lost()),
      on("storage", (event) => this.reread(event)),
    ];
    this.deafen = () => stops.forEach((stop) => stop());
  }

  async wake() {
    this.patience.refresh();
    // A disk that answers slowly must not hold up what is to be sent.
    this.store.recover().then(() => this.tell());
    await this.flush();
  }

  lost() {
    this.heard = { online: false, problem: "unreachable", says: "" };
    this.tell();
  }

  // Another page of this phone changed the book.
  async reread(event) {
    if (event.key !== CHANGED || !String(event.newValue).startsWith(`${this.data.path} `)) return;
    const book = await this.store.change(this.data.path, (found) => found);
    if (book.page.lists[this.copy]) this.book = book;
    this.tell();
  }
}

function on(name, listener) {
  addEventListener(name, listener);
  return () => removeEventListener(name, listener);
}

// Tell the other pages of this phone. Not every browser that must do has BroadcastChannel.
function announce(path) {
  try {
    localStorage.setItem(CHANGED, `${path} ${newKey()}`);
  } catch {
    // Storage is closed: then no other page shares this book either.
  }
}
