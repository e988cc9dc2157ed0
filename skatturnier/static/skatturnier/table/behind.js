// Deals that the site did not take because one before them is missing: they stay on the phone and go there by themselves
// once it is there. Every function works on a book of store.js and waits for nothing.

import { isTakenBack } from "./acts.js";

const isHeld = (act, copy) => act.copy === copy && act.state === "refused" && Boolean(act.isBehind);

// Keep of acts just refused those that come too early, with what was said of them; `next` is the deal the list waits for.
export function hold(book, refused, next) {
  const held = new Set(book.acts.filter((act) => isHeld(act, act.copy)).map((act) => act.key));
  for (const act of refused) {
    const isEarly = act.do === "enter" ? act.number > next : held.has(act.of);
    if (!isEarly) continue;
    held.add(act.key);
    book.put(act).isBehind = true;
  }
}

// Let go again what is next now, or stands in the list otherwise meanwhile; `nextNumber` says of a book what is next.
export function release(book, copy, nextNumber) {
  const isFree = (act) => isHeld(act, copy) && act.do === "enter" && act.number <= nextNumber(book, copy) && !isTakenBack(book.acts, act.key);
  for (let deal = book.acts.find(isFree); deal; deal = book.acts.find(isFree)) {
    const keys = new Set([deal.key]);
    for (const act of book.acts.filter((one) => isHeld(one, copy))) {
      if (!keys.has(act.key) && !keys.has(act.of)) continue;
      keys.add(act.key);
      Object.assign(book.put(act), { state: "waiting", isBehind: false, seq: 1 + Math.max(...book.acts.map(({ seq }) => seq)) });
    }
  }
  book.acts.sort((one, other) => one.seq - other.seq);
}
