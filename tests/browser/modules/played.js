// What the modules of the site meet in a hall, played to them: a network, a site, a disk, a clock, and the cases.

const cases = new Map();
const after = [];

// A case: a sentence and what shows that it is true.
export function it(sentence, shows) {
  cases.set(sentence, shows);
}

export async function run(sentence) {
  try {
    await cases.get(sentence)();
  } finally {
    for (const undo of after.splice(0).reverse()) await undo();
  }
  return "done";
}

// Done when the case is over, whatever came of it.
export const finallyDo = (undo) => after.push(undo);

// Put something else in the place of a property until the case is over.
export function replaced(owner, name, value) {
  const was = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  finallyDo(() => (was ? Object.defineProperty(owner, name, was) : delete owner[name]));
  return value;
}

const written = (value) => JSON.stringify(value, (_, one) => (one === undefined ? "undefined" : one)) ?? "undefined";

export function equal(found, wanted, about = "") {
  if (written(found) !== written(wanted)) throw new Error(`${about} found ${written(found)}, wanted ${written(wanted)}`);
}

export function ok(found, about) {
  if (!found) throw new Error(about || "not so");
}

export const pause = (milliseconds = 0) => new Promise((go) => real.setTimeout(go, milliseconds));
export const real = { setTimeout: setTimeout.bind(window), clearTimeout: clearTimeout.bind(window), now: Date.now.bind(Date) };

export async function until(condition, about = String(condition)) {
  const end = performance.now() + 10000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`never: ${about}`);
    await pause(1);
  }
}

// A page with this in its body, and a script of the site that finds it there; at the end of the case it is empty again.
let pages = 0;
let leave = () => {};
export async function page(html, script, { at = "/" } = {}) {
  leave();
  history.replaceState(null, "", at);
  document.documentElement.lang = "en";
  document.body.innerHTML = html;
  // What it listens to outside its own elements it hears as long as it is there.
  const heard = [];
  leave = () => heard.splice(0).forEach(([owner, how]) => owner.removeEventListener(...how));
  finallyDo(leave);
  for (const owner of [window, document]) {
    replaced(owner, "addEventListener", (...how) => {
      EventTarget.prototype.addEventListener.apply(owner, how);
      heard.push([owner, how]);
    });
  }
  finallyDo(() => {
    document.body.innerHTML = "";
    getSelection().removeAllRanges();
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, "", "/");
  });
  pages += 1;
  // Asked for by another address a module runs again.
  return import(`/static/${script}?page=${pages}`);
}

// What a hand does: type into a field, press a key, press a button.
export function typed(field, value) {
  field.focus();
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export function key(target, name, fields = {}) {
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...fields });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

// A clock that is turned by hand: timers ring when `pass` has passed them.
export class Clock {
  constructor(from = real.now()) {
    Object.assign(this, { now: from, timers: new Map(), last: 0 });
    replaced(window, "setTimeout", (work, wait = 0) => this.at(work, wait));
    replaced(window, "clearTimeout", (timer) => this.timers.delete(timer));
    replaced(Date, "now", () => this.now);
  }

  at(work, wait) {
    this.last += 1;
    this.timers.set(this.last, { work, due: this.now + Number(wait) });
    return this.last;
  }

  get waits() {
    return [...this.timers.values()].map(({ due }) => due - this.now).sort((one, other) => one - other);
  }

  async pass(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const [next] = [...this.timers].filter(([, { due }]) => due <= end).sort((one, other) => one[1].due - other[1].due);
      if (!next) break;
      this.timers.delete(next[0]);
      this.now = Math.max(this.now, next[1].due);
      next[1].work();
      await pause();
    }
    this.now = end;
    await pause();
  }
}

// A network that keeps its answers until they are let through: each question stands in `asked`.
export class Network {
  constructor() {
    this.asked = [];
    replaced(window, "fetch", (address, options = {}) => this.fetch(address, options));
  }

  fetch(request, options) {
    const address = typeof request === "string" ? request : request.url;
    return new Promise((resolve, reject) => {
      const question = { address, options, headers: new Headers(options.headers), reject };
      question.body = options.body ? JSON.parse(options.body) : null;
      question.answer = (content, fields) => resolve(answerTo(question, content, fields));
      question.cutOff = () => reject(new TypeError("no network"));
      options.signal?.addEventListener("abort", () => {
        question.isAborted = true;
        reject(new DOMException("aborted", "AbortError"));
      });
      this.asked.push(question);
      this.onQuestion?.(question);
    });
  }

  async next(count = 1) {
    await until(() => this.asked.length >= count, `question ${count}`);
    return this.asked[count - 1];
  }
}

// An answer as fetch gives it. `to`: the site sends elsewhere; then what is asked about redirects decides what comes.
export function answerTo(question, content, { status = 200, headers = {}, to = "", type = "application/json" } = {}) {
  const how = question.options.redirect || "follow";
  if (to && how === "error") throw new TypeError("redirected");
  if (to && how === "manual") return { ...plain("", 0, {}), ok: false, type: "opaqueredirect", redirected: false };
  if (to) question.followed = { to, key: question.headers.get("X-Table-Key") };
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return { ...plain(text, status, { "Content-Type": type, ...headers }), redirected: Boolean(to) };
}

function plain(text, status, headers) {
  const answer = { status, ok: status >= 200 && status < 300, type: "basic", redirected: false, headers: new Headers(headers) };
  return { ...answer, text: async () => text, json: async () => JSON.parse(text), clone: () => plain(text, status, headers) };
}

const SAID = ["call", "object", "disagree", "sign", "close"];

// The other end of the queue: a site that knows one list.
export class Site {
  constructor(network) {
    Object.assign(this, { deals: [], receipts: new Map(), version: 0, isAway: false, heard: [], sits: [1, 2, 3], state: "open" });
    network.onQuestion = (question) => this.answer(question);
  }

  answer(question) {
    if (this.isAway) return question.cutOff();
    if (question.body) this.heard.push(question.body);
    const receipts = (question.body ? question.body.acts : []).map((act) => this.done(act));
    return question.answer({ list: this.list(), receipts });
  }

  done(act) {
    // What was not taken is tried again when it comes again.
    const known = this.receipts.get(act.key);
    if (known && known.state !== "refused") return known;
    const receipt = { key: act.key, number: act.number, ...this.taken(act) };
    this.receipts.set(act.key, receipt);
    return receipt;
  }

  taken(act) {
    if (SAID.includes(act.do)) return { state: "saved" };
    if (act.do === "correct") return this.corrected(act);
    // Of what it could not read it has nothing that could be taken back.
    const of = this.receipts.get(act.of);
    if (of?.code === "malformed") return { state: "refused", code: "no-such-deal", says: "Not there." };
    if (act.do === "take-back") this.deals = this.deals.filter((deal) => deal.key !== act.of);
    else if (act.line.cannotBe) return { state: "refused", code: "malformed", says: "Cannot be." };
    else if (String(act.sits || this.sits) !== String(this.sits)) return { state: "conflict", code: "seated-otherwise", says: "Others sit here." };
    else if (act.number !== this.deals.length + 1) return { state: "refused", code: "wrong-number", says: "Not the next." };
    else this.deals.push({ ...act.line, number: act.number, key: act.key, points: 48 });
    this.version += 1;
    return { state: "saved" };
  }

  corrected({ key, of, line, number }) {
    const at = this.deals.findIndex((deal) => deal.key === of);
    if (at < 0) return { state: "refused", code: "deal-corrected", says: "Corrected meanwhile." };
    this.deals[at] = { ...line, number, key, points: line.won ? 48 : -96, corrected: true };
    this.version += 1;
    return { state: "saved" };
  }

  // Forget what was done after so many deals, as a backup would.
  restore(deals) {
    this.deals = this.deals.slice(0, deals);
    this.version = deals;
    this.receipts.clear();
  }

  list() {
    const { version, state, sits } = this;
    const names = sits.map((number) => `No. ${number}`);
    const fields = { keeps: "first", seated: true, calls: [], differences: [], clock: {}, struck_after: null, length: 36 };
    const now = new Date(real.now()).toISOString();
    return { ...fields, version, state, sits, names, short: names, now, deals: this.deals.map((deal) => ({ ...deal })) };
  }
}

let tables = 0;
export const GRAND = { declarer: 1, game: "grand", matadors: 2, won: true };

// What a page of a table begins with; each case has a table of its own.
export function tableData(site, fields = {}) {
  tables += 1;
  const path = `/t/cup/series/1/table/${tables}/`;
  const phone = `${location.origin}${path}phone/`;
  return { path, phone, table_key: "k".repeat(32), device: "d".repeat(32), copy: "first", seats: 3, list: site.list(), ...fields };
}

// Open a table as its page does; at the end of the case it is closed.
export async function opened(data) {
  const { Table } = await import("/static/table/queue.js");
  const table = await Table.open(data);
  finallyDo(() => {
    table.stop();
    table.store.db?.close();
  });
  return table;
}

// Let what the table is doing with the site come to an end.
export async function settled(table) {
  await until(() => !table.sending, "done with the site");
  table.flush();
  await until(() => !table.sending, "done with the site");
}
