// What is said on this phone beside entering deals: corrections, calls, objections, signatures. It waits with the deals, in
// its place among them. Every function works on a book of store.js and waits for nothing.

import { isSaid, isWaiting } from "./acts.js";

const CONTENT = ["do", "number", "of", "line", "because", "kind", "place", "text", "shown", "drawing", "heard_by", "code"];

const content = (act) => JSON.stringify(CONTENT.map((name) => act[name] ?? ""));

// Say something in the place of what was not taken, or was said before and has not been sent; twice in a row it is said once.
export function say(book, fields, instead) {
  const before = book.acts.filter((act) => act.key === instead || isSame(act, fields));
  const again = before.find((act) => isWaiting(act) && content(act) === content(fields));
  if (again) return again;
  for (const act of before.filter(mayDrop)) book.put(act).state = "dropped";
  return book.put({ ...fields, state: "waiting" });
}

// A player signs once, and a call without a word rings once.
function isSame(act, fields) {
  const isOfSeat = act.do === "sign" && act.place === fields.place;
  return act.do === fields.do && act.copy === fields.copy && (isOfSeat || content(act) === content(fields));
}

// What was not taken can be let go, and what the site cannot have heard of.
export const mayDrop = (act) => act.state === "refused" || (isSaid(act) && isWaiting(act) && !act.tried);

// What waits and what was not taken, in order.
export function said(book, copy) {
  const shown = book.acts.filter((act) => act.copy === copy && isSaid(act) && (isWaiting(act) || act.state === "refused"));
  return shown.map((act) => ({ ...act, mayDrop: mayDrop(act) }));
}

// A deal as it stands after the corrections that wait.
export function corrected(deal, corrections) {
  const after = (now, { key, number, of, line, points, sits, names }) =>
    of === now.key ? { ...line, number, key, points, sits, names, corrected: true, waits: true } : now;
  return corrections.reduce(after, deal);
}
