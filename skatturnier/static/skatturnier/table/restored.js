// A site that was restored from a backup lacks what was done since. What this phone sent goes there again with the same
// keys: a site that has it answers as before, and nothing is done twice. Every function works on a book of store.js.

import { isSaid, isTakenBack, isWaiting, keysOf } from "./acts.js";
import { isChoice } from "./decided.js";

const LEVELS = ["hand", "schneider", "schwarz", "schneider_announced", "schwarz_announced", "ouvert"];
const FIELDS = ["declarer", "game", "matadors", ...LEVELS, "won", "bid", "overbid", "house"];

// Bring back what the list that the site just told of lacks; `known` is what it told of it before.
export function bringBack(book, copy, known, list) {
  const isOlder = Boolean(known) && list.version < known.version;
  if (isOlder && list.keeps === copy) bringBackOthers(book, copy, known, list.deals);
  bringBackOwn(book, copy, list.deals, isOlder);
  if (isOlder) inOrder(book, copy);
}

// A site that only voided a deal answers as before; then it is not sent a third time. Unless the site is older than what
// was heard of it, such a deal is more likely void than lost: until the answer it is not shown, and where another entry
// stands in its place it was corrected.
function bringBackOwn(book, copy, found, isOlder) {
  const isMissing = missing(book.acts, found, isOlder);
  for (const act of book.acts.filter((one) => one.copy === copy && one.state === "saved" && !isChoice(one))) {
    const isGone = isMissing(act);
    if (!isGone && act.again) Object.assign(book.put(act), { again: false, gone: false });
    if (!isGone || act.gone) continue;
    if (act.again) book.put(act).gone = true;
    else Object.assign(book.put(act), { again: true, isDoubtful: !isOlder, state: "waiting" });
  }
}

// Return what says of acts, asked in their order, whether the site lacks them.
function missing(acts, found, isOlder) {
  const there = new Set(found.map((deal) => deal.key));
  const numbers = new Set(isOlder ? [] : found.map((deal) => deal.number));
  const lost = new Set();
  const stands = (key) => keysOf(acts, key).some((one) => there.has(one));
  const isUndone = (act) => there.has(act.of) || lost.has(act.of);
  const lacks = {
    enter: (act) => !stands(act.key) && !numbers.has(act.number) && !isTakenBack(acts, act.key),
    correct: (act) => !stands(act.key) && isUndone(act),
    "take-back": isUndone,
  };
  return (act) => {
    const isGone = lacks[act.do] ? lacks[act.do](act) : isOlder && isSaid(act);
    if (isGone) lost.add(act.key);
    return isGone;
  };
}

// The phone that keeps the list also knows deals that came another way.
function bringBackOthers(book, copy, known, found) {
  const there = new Set([...found.map((deal) => deal.key), ...book.acts.map((act) => act.key)]);
  for (const deal of known.deals.filter((one) => !there.has(one.key))) {
    const { number, key, points } = deal;
    const line = Object.fromEntries(FIELDS.filter((field) => field in deal).map((field) => [field, deal[field]]));
    const { sits, names } = known;
    book.put({ key, copy, do: "enter", number, line, points, sits, names, tried: true, again: true, state: "waiting" });
  }
}

// What goes there again goes before what was never sent: the deals by their numbers, then what was said beside them.
function inOrder(book, copy) {
  const acts = book.acts.filter((act) => act.copy === copy && isWaiting(act));
  const place = (act) => (isSaid(act) && act.do !== "correct" ? Infinity : act.number);
  const again = acts.filter((act) => act.again).sort((one, other) => (place(one) > place(other)) - (place(one) < place(other)));
  let seq = book.acts.reduce((most, act) => Math.max(most, act.seq), 0);
  for (const act of [...again, ...acts.filter((one) => !one.again)]) book.put(act).seq = seq += 1;
  book.acts.sort((one, other) => one.seq - other.seq);
}
