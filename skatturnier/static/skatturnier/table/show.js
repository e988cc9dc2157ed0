// What the page shows of a list: state, totals, the last deal, all deals, what must be known. It draws what the phone
// knows into the elements the site sent.

import { computation, entryWords, filled, pointsWords, sentence } from "./words.js";

const MINUTE = 60000;

const find = (id) => document.getElementById(id);

// Written only when it differs: a screen reader speaks every change.
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function made(tag, text, className = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
}

export class Show {
  constructor({ data, lines }) {
    Object.assign(this, { data, lines, words: data.words, phrases: data.phrases });
  }

  // Show who sits here now.
  reseat({ names, short }) {
    Object.assign(this, { names, short });
    for (const seat of document.querySelectorAll("#seats > li")) {
      const place = Number(seat.dataset.place) - 1;
      write(seat.querySelector(".name"), short[place]);
      seat.querySelector("input")?.setAttribute("aria-label", names[place]);
    }
    document.querySelectorAll("#who label strong").forEach((label, place) => write(label, names[place]));
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
      return ["waits", problem ? `${count}. ${this.words.offline}` : count];
    }
    if (isWatching) return ["", this.say("watching", { number: list.deals.length })];
    return ["", deals.length ? this.say("saved", { number: deals.length }) : this.words.ready];
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

  last(deal, mayUndo, isWatching) {
    const box = find("last");
    box.hidden = !deal;
    if (!deal) return;
    const name = deal.declarer ? (deal.names || this.names)[deal.declarer - 1] : "";
    write(find("last-number"), this.say("number", { number: deal.number }));
    write(find("last-words"), sentence(deal, deal.points, name, this.phrases, this.lines));
    const found = deal.declarer ? this.lines.look(deal, deal.won ? "won" : "lost") : null;
    write(find("last-steps"), found ? computation(found.steps, this.phrases) : "");
    const undo = find("undo");
    if (!undo) return;
    write(undo, this.words[mayUndo ? "undo" : "correct"]);
    undo.hidden = isWatching || (!mayUndo && Boolean(deal.waits));
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
    const text = deal.waits || this.data.copy === "second" ? made("span", words) : Object.assign(made("a", words), { href: this.addressOf(deal) });
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
    write(find("judge"), judge || "");
    write(find("calls"), calls.map((call) => call.text).filter(Boolean).join(" · "));
  }

  // Who left or came, and from when on.
  presence(sentences) {
    write(find("presence"), sentences.join(" "));
    this.notes({ presence: sentences.length });
  }

  // Deals that the site did not take: what became of each, and what can be done.
  stuck(entries, list, parts, act) {
    const isThere = (key) => list.deals.some((deal) => deal.key === key);
    const waits = ({ state, key }) => state === "proposed" && list.proposals > 0 && !isThere(key);
    const shown = entries.filter((entry) => entry.state === "refused" || entry.state === "conflict" || waits(entry));
    const box = find("stuck");
    const key = JSON.stringify([shown, this.names, parts]);
    if (box.dataset.shown === key) return;
    box.dataset.shown = key;
    box.replaceChildren(...shown.map((entry) => this.stuckNote(entry, parts, act)));
  }

  stuckNote(entry, parts, act) {
    const isProposed = entry.state === "proposed";
    const note = made("div", "", isProposed ? "note warn" : "note wrong");
    note.setAttribute("role", "alert");
    // Won or lost and with its points: two versions of a deal must not read the same.
    const spoken = (line, points, names) => sentence(line, points, line.declarer ? names[line.declarer - 1] : "", this.phrases, this.lines);
    const here = entry.line ? spoken(entry.line, entry.points, entry.names || this.names) : this.words.undo;
    const there = entry.there ? spoken(entry.there, entry.there.points, this.names) : "";
    const facts = { number: entry.number, here, there, says: entry.says, differs: entry.differs };
    const name = entry.there ? "conflict" : isProposed ? "proposed" : "refused";
    note.append(made("p", this.say(`stuck-${name}`, facts)));
    if (entry.there && entry.differs) note.append(made("p", this.say("differs", facts)));
    if (entry.there && entry.code !== "number-taken" && entry.says) note.append(made("p", entry.says));
    if (entry.forWhom && entry.isNext) note.append(this.forWhom(entry, parts, act));
    const row = made("div", "", "row");
    for (const [does, label] of [["propose", "propose"], ["drop", "let-go"]]) {
      if (does === "propose" && (isProposed || !entry.line)) continue;
      const button = made("button", this.words[label]);
      button.type = "button";
      button.addEventListener("click", () => act(does, entry));
      row.append(button);
    }
    note.append(row);
    return note;
  }

  // Others sat here when it was written: who knows for whom it counts taps the name.
  forWhom(entry, parts, act) {
    const row = made("div", "", "row");
    row.append(made("span", this.words["for-whom"]));
    const isPlayed = entry.line.declarer !== null;
    const places = isPlayed ? this.lines.turn(entry.number, parts).players : [null];
    for (const place of places) {
      const button = made("button", isPlayed ? this.names[place - 1] : this.words["it-counts"], "main");
      button.type = "button";
      button.addEventListener("click", () => act("decide", entry, place));
      row.append(button);
    }
    return row;
  }
}

function duration(left) {
  const minutes = Math.ceil(left / MINUTE);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
}
