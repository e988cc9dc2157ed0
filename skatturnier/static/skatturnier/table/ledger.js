// What becomes of the acts in a book: written down, sent, answered, sent again to a site that forgot them.
// Every function works on a book of store.js and waits for nothing.

import { isSaid, isTakenBack, isWaiting, waiting } from "./acts.js";
import { hold, release } from "./behind.js";
import { hear, isChoice } from "./decided.js";
import { bringBack } from "./restored.js";
import { corrected, mayDrop } from "./said.js";

const MOST_AT_ONCE = 48;
const LEASE = 5000;

// The deals as this phone knows them: those of the site, and those that wait here in their place, as corrected since.
export function deals(book, copy) {
  const list = book.page.lists[copy];
  const acts = book.acts.filter((act) => act.copy === copy && isWaiting(act));
  const back = new Set(acts.filter((act) => act.do === "take-back").map((act) => act.of));
  const own = acts.filter((act) => act.do === "enter" && !act.isDoubtful && !back.has(act.key));
  const numbers = new Set(own.map((act) => act.number));
  const corrections = acts.filter((act) => act.do === "correct" && !act.isDoubtful);
  return [
    ...((list && list.deals) || []).filter((deal) => !numbers.has(deal.number)),
    ...own.map(({ line, number, key, points, sits, names }) => ({ ...line, number, key, points, sits, names, waits: true })),
  ]
    .map((deal) => corrected(deal, corrections))
    .filter((deal) => !back.has(deal.key))
    .sort((one, other) => one.number - other.number);
}

export const nextNumber = (book, copy) => 1 + deals(book, copy).reduce((most, deal) => Math.max(most, deal.number), 0);

// Take the list of a page just opened; return whether it is news. A page that the phone kept may be old: it says
// nothing that the phone has not heard since.
export function begin(book, copy, list, now) {
  const known = book.page.lists[copy];
  if (known && !(Date.parse(list.now) > Date.parse(known.now))) return false;
  adopt(book, copy, list, []);
  book.page.heard = now;
  return true;
}

// Note that everybody sits right, those with these start numbers; the site hears of it with the next acts.
export function seat(book, sits) {
  book.page.seated = sits || [];
  book.keep();
}

const isUnsettled = (act) => act.state === "refused" || act.state === "conflict";
const isBrought = (act) => isUnsettled(act) || act.state === "proposed";

// Leave an act that was not taken to others: the site has it as a proposal.
export function propose(book, key) {
  const act = book.acts.find((one) => one.key === key);
  if (act && isBrought(act)) Object.assign(book.put(act), { state: "proposed", insists: true });
}

// Let go of such an act; the site is told to let go of the proposal.
export function drop(book, of, { key, at }) {
  const act = book.acts.find((one) => one.key === of);
  if (!act || !(isBrought(act) || mayDrop(act))) return;
  book.put(act).state = "dropped";
  const { copy, number } = act;
  if (act.do === "enter") book.put({ key, copy, do: "take-back", number, of, at, drops: true, state: "waiting" });
}

// Write a deal down, with those who sit there; null when it is not the next one any more.
export function enter(book, { key, copy, number, ...fields }) {
  const known = book.acts.find((act) => act.key === key);
  if (known) return known;
  if (number !== nextNumber(book, copy)) return null;
  book.page.undo = { ...book.page.undo, [copy]: key };
  book.keep();
  const act = book.put({ key, copy, do: "enter", number, ...fields, state: "waiting" });
  release(book, copy, nextNumber);
  return act;
}

// Say for whom a deal counts that was written while others sat there; null when it is not the next one any more.
export function decide(book, of, { key, declarer, ...fields }) {
  const act = book.acts.find((one) => one.key === of);
  if (!act || act.state !== "conflict") return null;
  const { copy, number, points } = act;
  return enter(book, { key, copy, number, points, ...fields, line: { ...act.line, declarer }, instead: of });
}

// Whether the last deal can be taken back with a tap: it was entered last, on this phone, and not taken back before.
export function mayUndo(book, copy) {
  const last = deals(book, copy).pop();
  return Boolean(last && book.page.undo) && book.page.undo[copy] === last.key;
}

// Take the last deal back: that which was entered last on this phone, or any if all its players agree; null when there is
// none. What is older is corrected.
export function takeBack(book, { key, copy, at, agreed = false }) {
  if (!agreed && !mayUndo(book, copy)) return null;
  const last = deals(book, copy).pop();
  delete (book.page.undo || {})[copy];
  book.keep();
  const act = book.acts.find((one) => one.key === last.key);
  if (act && act.do === "enter" && isWaiting(act) && !act.tried) {
    // The site never heard of it and need not hear of it now.
    act.state = "undone";
    return book.put(act);
  }
  return book.put({ key, copy, do: "take-back", number: last.number, of: last.key, agreed, at, state: "waiting" });
}

// Return the acts to send next, all for the same list, and note that the site may know them from now on.
function batch(book, found) {
  const size = Math.min(book.page.batch, MOST_AT_ONCE);
  const other = found.findIndex((act) => act.copy !== found[0].copy);
  const acts = found.slice(0, other < 0 ? size : Math.min(size, other));
  for (const act of acts) book.put(act).tried = true;
  return acts;
}

const STATES = ["saved", "proposed", "refused", "conflict"];

// Note what the site says of acts: only a receipt for its key takes an act out of the queue. Return those answered.
function receive(book, receipts) {
  const answered = [];
  for (const receipt of receipts) {
    const act = receipt && book.acts.find((one) => one.key === receipt.key);
    if (!act || !isWaiting(act) || !STATES.includes(receipt.state)) continue;
    Object.assign(act, { state: receipt.state, code: receipt.code || "", says: receipt.says || "" });
    // Of what the list never had nothing is left to be taken back.
    if (act.do === "take-back" && act.state === "refused" && book.acts.some((one) => one.key === act.of && isUnsettled(one))) act.state = "saved";
    if (receipt.sides) act.sides = receipt.sides;
    answered.push(book.put(act));
    if (isEntry(act) && act.state === "saved") letGo(book, act);
  }
  return answered;
}

const isEntry = (act) => act.do === "enter" || act.do === "correct";

// A deal written anew and saved: what was not taken of it before is done with.
function letGo(book, saved) {
  const isOfDeal = (act) => act.copy === saved.copy && act.number === saved.number && (isEntry(act) || !isSaid(act));
  const isBefore = (act) => isBrought(act) && isOfDeal(act) && (saved.do === "enter" || act.do === "correct");
  for (const act of book.acts.filter(isBefore)) book.put(act).state = "dropped";
}

// Take what the site says of the list. `answered` are the acts it took just now; they complete a list without deals.
function adopt(book, copy, list, answered) {
  const known = book.page.lists[copy];
  const isWhole = Array.isArray(list.deals);
  const found = isWhole ? list.deals : completed((known && known.deals) || [], answered);
  book.page.lists[copy] = { ...list, deals: found };
  // Of others nobody has said that they sit right.
  if (book.page.seated && list.sits && String(list.sits) !== String(book.page.seated)) delete book.page.seated;
  hear(book, copy);
  book.keep();
  if (isWhole) {
    acknowledge(book, found);
    bringBack(book, copy, known, list);
  }
  release(book, copy, nextNumber);
}

// A deal that stands in the list with its key was saved, though the receipt got lost.
function acknowledge(book, found) {
  const there = new Set(found.map((deal) => deal.key));
  for (const act of waiting(book).filter((one) => isEntry(one) && there.has(one.key))) {
    book.put(act).state = "saved";
    letGo(book, act);
  }
}

function completed(known, answered) {
  let found = known;
  for (const act of answered.filter((one) => one.state === "saved")) {
    if (act.do === "take-back") found = found.filter((deal) => deal.key !== act.of);
    else if (act.do === "enter" && !found.some((deal) => deal.key === act.key)) {
      found = [...found, { ...act.line, number: act.number, key: act.key, points: act.points }];
    }
  }
  return found;
}

const SHOWN = { waiting: "unsent" };
const SEATED_OTHERWISE = ["seated-otherwise", "seats-unnamed"];

// Whether it is asked of a deal for whom it counts: others sat there, and the list has nothing in its place.
const isForWhom = (act) => act.state === "conflict" && SEATED_OTHERWISE.includes(act.code) && !act.sides;

// The acts as the page shows them: deals by their numbers, and undoings that were refused.
export function entries(book, copy) {
  const decided = new Set(waiting(book).map((act) => act.instead));
  const anew = new Set(waiting(book).filter((act) => act.copy === copy && act.do === "enter").map((act) => act.number));
  const next = nextNumber(book, copy);
  return book.acts
    .filter((act) => act.copy === copy && (act.state !== "dropped" || act.told) && !act.drops && !decided.has(act.key))
    .filter((act) => act.do === "enter" || (isUnsettled(act) && !isSaid(act)))
    // Until it is known what becomes of a deal written anew, nothing is asked of it.
    .filter((act) => act.state !== "refused" || act.do !== "enter" || !anew.has(act.number))
    .sort((one, other) => one.number - other.number)
    .map((act) => ({
      key: act.key,
      do: act.do,
      number: act.number,
      line: act.line || null,
      points: act.points || 0,
      state: act.gone || isTakenBack(book.acts, act.key) ? "undone" : SHOWN[act.state] || act.state,
      code: act.code || "",
      says: act.says || "",
      told: act.told || (isChoice(act) ? act.says : ""),
      sides: act.sides || null,
      names: act.names || null,
      forWhom: isForWhom(act),
      isNext: act.number === next,
      isBehind: act.state === "refused" && Boolean(act.isBehind),
    }));
}

// Decide what to ask the site next, and note that it is being asked: {acts, copy, seated, unsent, version, serial} to
// send, {copy, unsent, version, serial} to hear, null while another page of this phone is sending. Two pages that send
// the same do no harm; the lease only spares it.
export function plan(book, { tab, copy, wantsAll, now }) {
  const { lease, seated } = book.page;
  const found = waiting(book);
  const serial = (book.page.serial || 0) + 1;
  const versionOf = (of) => (wantsAll || !book.page.lists[of] ? null : book.page.lists[of].version);
  const entered = (some) => some.filter((act) => act.do === "enter").length;
  // A site that may have been restored is first heard, so that what it lacks goes there before what is new.
  if (wantsAll || (!found.length && !seated)) {
    Object.assign(book.page, { serial });
    book.keep();
    return { copy, unsent: entered(found), version: versionOf(copy), serial };
  }
  // A lease far ahead was taken before the phone's clock was set back.
  if (lease && lease.tab !== tab && lease.until > now && lease.until <= now + LEASE) return null;
  Object.assign(book.page, { serial, lease: { tab, until: now + LEASE } });
  book.keep();
  const acts = found.length ? batch(book, found) : [];
  const of = acts.length ? acts[0].copy : copy;
  // What is sent again may be known and void: only the whole list shows whether it counts.
  const version = acts.some((act) => act.again) ? null : versionOf(of);
  // What waits here beside what is being sent.
  const unsent = entered(found) - entered(acts);
  return { acts, copy: of, seated: Boolean(seated) && of === copy, sits: seated, unsent, version, serial };
}

// Take the site's answer to a plan; return whether it brought the phone further.
export function settle(book, asked, answer, now) {
  if (asked.acts) delete book.page.lease;
  book.keep();
  if (answer.problem) {
    if (answer.problem === "size" && asked.acts && asked.acts.length > 1) {
      book.page.batch = Math.floor(asked.acts.length / 2);
      return true;
    }
    return false;
  }
  const answered = receive(book, answer.receipts);
  // An answer that was overtaken by a later one tells of a list that is no more.
  const isLate = asked.serial < (book.page.adopted || 0);
  if (answer.list && !isLate) {
    adopt(book, asked.copy, answer.list, answered);
    book.page.adopted = asked.serial;
  }
  hold(book, answered.filter((act) => act.state === "refused"), nextNumber(book, asked.copy));
  if (answer.list && asked.seated && answer.list.seated) delete book.page.seated;
  book.page.heard = now;
  return !asked.acts || answered.length > 0 || (asked.seated && !book.page.seated);
}
