// The acts in a book of store.js: how far each is, and what belongs together.

const SAID = ["correct", "call", "object", "disagree", "sign", "close"];

export const isWaiting = (act) => act.state === "waiting";

export const waiting = (book) => book.acts.filter(isWaiting);

// Whether it says something beside entering deals, taking them back and choosing between them.
export const isSaid = (act) => SAID.includes(act.do);

// Whether the deals of the list are others by it.
export const isOfDeals = (act) => act.do === "correct" || !isSaid(act);

const counts = (act) => isWaiting(act) || act.state === "saved";

// The key of a deal, and those of the corrections that came in its place.
export function keysOf(acts, key) {
  const next = acts.find((act) => act.do === "correct" && act.of === key && counts(act));
  return next ? [key, ...keysOf(acts, next.key)] : [key];
}

export function isTakenBack(acts, key) {
  const keys = keysOf(acts, key);
  return acts.some((act) => act.do === "take-back" && keys.includes(act.of) && counts(act));
}
