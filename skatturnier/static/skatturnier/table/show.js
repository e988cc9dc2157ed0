// What the page shows of a list: state, totals, the last deal, all deals, what must be known. It draws what the phone
// knows into the elements the site sent.

import { Called } from "./called.js";
import { consent, drawn, inRow, made, noted, pressed, write } from "./sides.js";
import { computation, entryWords, filled, lineName, pointsWords, sentence } from "./words.js";

const MINUTE = 60000;

const find = (id) => document.getElementById(id);

export class Show {
  constructor({ data, lines }) {
    Object.assign(this, { data, lines, words: data.words, phrases: data.phrases });
  }

  // Show who sits here now.
  reseat({ names, short }) {
    Object.assign(this, { names, called: new Called(short) });
    for (const seat of document.querySelectorAll("#seats > li")) {
      seat.querySelector("input")?.setAttribute("aria-label", names[seat.dataset.place - 1]);
    }
    document.querySelectorAll("#who label strong").forEach((label, place) => write(label, names[place]));
  }

  get short() {
    return this.called.names;
  }

  say(name, facts = {}) {
    return filled(this.words[name], facts);
  }

  state(status, list, deals, isWatching) {
    const [kind, words] = this.stateOf(status, list, deals, isWatching);
    const element = find("state");
    element.className = `state ${kind}`;
    write(element, words);
  }

  stateOf({ unsent, refused, problem, says, sending, storage }, list, deals, isWatching) {
    const fragile = storage === "memory" ? ` ${this.words.memory}` : "";
    if (refused) return ["trouble", this.say("stuck", { count: refused }) + (fragile && `.${fragile}`)];
    if (problem === "key" || problem === "missing" || problem === "size") {
      return ["trouble", (says || this.say("no-key")) + (unsent ? fragile : "")];
    }
    if (unsent) {
      const count = this.say(sending ? "sending" : "unsent", { count: unsent });
      if (fragile) return ["trouble", `${count}.${fragile}`];
      return ["waits", problem ? this.offline(deals.filter((deal) => deal.waits).length) : count];
    }
    if (isWatching) return ["", this.say("watching", { number: list.deals.length })];
    // Where nothing keeps the page, it is said while the site still answers: without it the page would be gone.
    const isAt = this.isLoose && list.state === "open" ? "-loose" : "";
    return ["", this.say(deals.length ? `saved${isAt}` : `ready${isAt}`, { number: deals.length })];
  }

  // What is safe on this phone while there is no network. A page that nothing keeps would be gone, though not its deals.
  offline(count) {
    const safe = this.say(count > 1 ? "offline-deals" : count ? "offline-deal" : "offline-said", { count });
    return `${safe} ${this.words[this.isLoose ? "stay-here" : "play-on"]}`;
  }

  // Where the series is: the round, and how long there is still to play.
  clock({ clock, now }, turn, heardAt) {
    const { rounds } = this.data;
    const round = Math.min(rounds, turn.round);
    const parts = [this.say("round", { round, rounds })];
    if (clock.over) parts.push(this.words.over);
    else if (clock.paused) parts.push(this.words.paused);
    else if (clock.ends_at) {
      // Counted from the site's clock: the phone's own may be wrong.
      const left = Date.parse(clock.ends_at) - Date.parse(now) - (performance.now() - heardAt);
      parts.push(left > 0 ? this.say("left", { time: duration(left) }) : this.words.over);
    }
    write(find("clock"), parts.join(" · "));
  }

  dealer(place) {
    write(find("dealer"), `· ${this.say("deals", { name: this.short[place - 1] })}`);
  }

  // The seats with their running totals, what waits on the phone included.
  seats(deals, list, turn) {
    const dealer = turn ? turn.dealer : null;
    for (const seat of document.querySelectorAll("#seats > li")) {
      const place = Number(seat.dataset.place);
      const own = deals.filter((deal) => deal.declarer === place);
      const waiting = own.filter((deal) => deal.waits);
      const known = list.state === "totals" ? list.totals[place - 1] : own.reduce((sum, deal) => sum + deal.points, 0);
      const points = seat.querySelector(".points");
      write(points, pointsWords(known));
      points.classList.toggle("negative", known < 0);
      if (list.state === "totals" && !waiting.length) continue;
      const games = seat.querySelector(".games-of");
      const won = own.filter((deal) => deal.points > 0).length;
      const isAway = Boolean(turn) && !turn.present.includes(place);
      seat.classList.toggle("away", isAway);
      if (place === dealer || isAway) write(games, isAway ? this.words.away : this.words.dealer);
      else if (games.dataset.shown !== `${won}:${own.length}`) this.games(games, won, own.length - won);
      games.dataset.shown = place === dealer || isAway ? "" : `${won}:${own.length}`;
    }
  }

  games(element, won, lost) {
    const spoken = (word) => made("span", `${word} `, "visually-hidden");
    element.replaceChildren(spoken(this.words.won), `${won} : `, spoken(this.words.lost), String(lost));
  }

  // The last deal, or that which is being corrected.
  last(deal, { mayUndo, isWatching, isMended }) {
    const box = find("last");
    box.hidden = !deal;
    if (!deal) return;
    const name = deal.declarer ? (deal.names || this.names)[deal.declarer - 1] : "";
    // Whoever sat here when it was written may have gone since.
    write(find("last-who"), name === this.names[deal.declarer - 1] ? this.short[deal.declarer - 1] : name);
    write(find("last-game"), deal.declarer ? lineName(deal, this.phrases) : this.phrases.passed);
    write(find("last-points"), deal.declarer ? pointsWords(deal.points) : "");
    find("last-points").classList.toggle("negative", deal.points < 0);
    write(find("last-number"), this.say("number", { number: deal.number }));
    write(find("last-words"), sentence(deal, deal.points, name, this.phrases, this.lines));
    const found = deal.declarer ? this.lines.look(deal, deal.won ? "won" : "lost") : null;
    write(find("last-steps"), found ? computation(found.steps, this.phrases) : "");
    const undo = find("undo");
    if (!undo) return;
    write(undo, this.words[isMended ? "let-be" : mayUndo ? "undo" : "correct"]);
    undo.hidden = isWatching || (this.data.copy === "second" && !mayUndo && Boolean(deal.waits));
    undo.href = this.addressOf(deal);
  }

  addressOf(deal) {
    return `${this.data.path}deal/${deal.number}/`;
  }

  // Every deal with the totals after it, the latest first.
  deals(deals) {
    const totals = Array(this.data.seats).fill(0);
    const rows = deals.map((deal) => {
      if (deal.declarer) totals[deal.declarer - 1] += deal.points;
      return this.row(deal, totals.map(pointsWords).join(" · "));
    });
    find("deal-list").replaceChildren(...rows.reverse());
  }

  row(deal, totals) {
    const row = document.createElement("li");
    row.value = deal.number;
    const words = entryWords(deal, deal.declarer ? this.short[deal.declarer - 1] : "", this.phrases);
    const text = this.data.copy === "second" ? made("span", words) : Object.assign(made("a", words), { href: this.addressOf(deal) });
    Object.assign(text.dataset, { opens: "deal", number: deal.number });
    const points = made("b", deal.declarer ? pointsWords(deal.points) : "", deal.points < 0 ? "negative" : "");
    row.append(made("span", deal.number), text, points, made("span", totals, "quiet"));
    for (const mark of ["waits", "corrected", "overruled"]) if (deal[mark]) row.append(made("span", this.words[mark]));
    return row;
  }

  // The notes stand in the page; `told` says of each whether it applies.
  notes(told) {
    for (const [name, applies] of Object.entries(told)) {
      for (const note of document.querySelectorAll(`[data-note="${name}"]`)) note.hidden = !applies;
    }
  }

  calls(calls, judge) {
    // At a pub table there is no judge.
    if (find("judge")) write(find("judge"), judge || "");
    write(find("calls"), calls.map((call) => call.text).filter(Boolean).join(" · "));
  }

  // Which other phone keeps the list, since when and why.
  keeping({ kept }) {
    if (kept) write(find("kept"), kept);
  }

  // Who left or came, and from when on.
  presence(sentences) {
    write(find("presence"), sentences.join(" "));
    this.notes({ presence: sentences.length });
  }

  // Deals that the site did not take, those that wait beside what the list has, and what was decided of them. `mayEnter`:
  // this phone keeps the list, and deals can be entered, next that with the number `next`.
  stuck(entries, beside, parts, act, { mayEnter = false, isWatching = true, next = 0 } = {}) {
    // What this phone brought itself it knows better, unless it has forgotten it or keeps the list only now.
    const isOwn = ({ key, sides }) => sides.length < 2 && entries.some((entry) => entry.key === key && entry.state !== "proposed");
    const both = beside.filter((item) => item.sides.length === 2 || !item.mine || (item.accepts && !isOwn(item)));
    const isAmong = (items, { key }) => items.some((item) => item.key === key);
    const isOpen = (entry) => entry.state === "refused" || entry.state === "conflict" || (entry.state === "proposed" && isAmong(beside, entry));
    const told = entries.filter((entry) => entry.told);
    const shown = entries.filter((entry) => !entry.told && isOpen(entry) && !isAmong(both, entry));
    const box = find("stuck");
    const key = JSON.stringify([told, both, shown, this.names, parts, mayEnter, isWatching, next]);
    if (box.dataset.shown === key) return;
    box.dataset.shown = key;
    box.replaceChildren(
      ...told.map((entry) => this.toldNote(entry, act)),
      ...both.map((item) => this.besideNote(item, act)),
      ...shown.filter((entry) => !entry.isBehind).map((entry) => this.stuckNote(entry, parts, act, { mayEnter, isWatching })),
      ...this.behindNote(shown.filter((entry) => entry.isBehind), act, { mayEnter, next }),
    );
  }

  // Deals that come after one that is missing: they go by themselves once it is there.
  behindNote(entries, act, { mayEnter, next }) {
    if (!entries.length) return [];
    const note = made("details", "", "note warn");
    const numbers = entries.map((entry) => entry.number).join(", ");
    note.append(made("summary", this.say("behind", { number: next, deals: numbers })));
    for (const entry of entries) note.append(made("p", `${this.say("number", entry)}: ${this.spokenHere(entry)}`), this.ways(entry, act, mayEnter));
    return [note];
  }

  // What became of a deal, until it was read.
  toldNote(entry, act) {
    return noted("", entry.told, inRow(pressed(this.words.read, () => act("read", entry))));
  }

  // A deal that waits, beside what the list has in its place: the site says what each side means for this phone.
  besideNote(item, act) {
    const { number, seen, sides, players, accepts, insists } = item;
    const isPair = sides.length === 2;
    const agreed = consent(this.words.agreed);
    const says = (does, fields = {}) => {
      if (does !== "accept" && does !== "dismiss") return act(does, item);
      if (does === "accept" && isPair && !agreed.box.reportValidity()) return null;
      return act("choose", item, { do: does, number, seen, agreed: agreed.box.checked, ...fields });
    };
    const asked = made("span", this.words["for-whom"]);
    const forWhom = players.map(([place, name]) => pressed(name, () => says("accept", { declarer: place }), "main"));
    const buttons = ({ does, title }) => {
      if (!does || (does === "propose" && insists)) return [];
      if (does === "accept" && forWhom.length) return [inRow(asked, ...forWhom)];
      const button = pressed(this.words.right, () => says(does), "main");
      button.append(made("span", ` (${title})`, "visually-hidden"));
      return [button];
    };
    const note = noted(insists ? "warn" : "wrong", this.say(isPair ? "which" : "came", { number }));
    if (isPair && accepts) note.append(agreed.label);
    if (!isPair) note.append(made("p", item.because));
    note.append(drawn(sides, this.words, buttons));
    if (isPair) return note;
    const takes = forWhom.length ? [asked, ...forWhom] : [pressed(this.words.take, () => says("accept"), "main")];
    note.append(inRow(...(accepts ? takes : []), pressed(this.words.leave, () => says("dismiss"))));
    return note;
  }

  // A deal as it was tapped. By house rules the site alone makes a sentence of a line: until then it is what was tapped.
  spokenHere({ line, points, names }) {
    if (!line) return this.words.undo;
    return line.said ?? sentence(line, points, line.declarer ? (names || this.names)[line.declarer - 1] : "", this.phrases, this.lines);
  }

  // What can be done with a deal that waits: it is entered here, or left to whoever may, or let go.
  ways(entry, act, mayEnter) {
    const isHere = mayEnter && Boolean(entry.line) && (entry.isBehind || (entry.isNext && !entry.forWhom));
    const leaves = entry.state === "proposed" || !entry.line || isHere ? [] : [pressed(this.words.propose, () => act("propose", entry))];
    const enters = isHere ? [pressed(this.words.enter, () => act("again", entry), "main")] : [];
    return inRow(...enters, ...leaves, pressed(this.words["let-go"], () => act("drop", entry)));
  }

  stuckNote(entry, parts, act, { mayEnter, isWatching }) {
    const isProposed = entry.state === "proposed";
    const here = this.spokenHere(entry);
    const name = entry.sides ? "conflict" : isProposed ? (isWatching ? "proposed" : "left") : "refused";
    const note = noted(isProposed ? "warn" : "wrong", this.say(`stuck-${name}`, { number: entry.number, here, says: entry.says }));
    if (entry.sides) note.append(drawn(entry.sides, this.words, () => []));
    if (entry.forWhom && entry.isNext) note.append(this.forWhom(entry, parts, act));
    note.append(this.ways(entry, act, mayEnter));
    return note;
  }

  // Others sat here when it was written: who knows for whom it counts taps the name.
  forWhom(entry, parts, act) {
    const { form, declarer } = entry.line;
    const isPlayed = form ? Boolean(form.declarer) : declarer !== null;
    const everybody = this.names.map((_, place) => place + 1);
    const places = isPlayed ? (this.lines?.turn(entry.number, parts).players ?? everybody) : [null];
    const name = (place) => (isPlayed ? this.names[place - 1] : this.words["it-counts"]);
    const press = (place) => pressed(name(place), () => act("decide", entry, place), "main");
    return inRow(made("span", this.words["for-whom"]), ...places.map(press));
  }
}

function duration(left) {
  const minutes = Math.ceil(left / MINUTE);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
}
