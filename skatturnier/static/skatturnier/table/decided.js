// Which of two versions of a deal is right: what this phone says of it, and what it hears that was decided.
// Every function works on a book of store.js and waits for nothing.

const isOpen = ({ state }) => state === "refused" || state === "conflict" || state === "proposed";

// Whether an act says what becomes of a deal that waits; the site decides whether this phone may.
export const isChoice = (act) => act.do === "accept" || act.do === "dismiss";

// Say it, once for a deal.
export function choose(book, fields) {
  const isSaid = (act) => isChoice(act) && act.of === fields.of && act.state === "waiting";
  return book.acts.find(isSaid) || book.put({ ...fields, state: "waiting" });
}

// Take what the site says was decided of the deals that this phone brought. Who said so on this phone knows it.
export function hear(book, copy) {
  const { decided, deals } = book.page.lists[copy];
  for (const [key, says] of Object.entries(decided || {})) {
    const act = book.acts.find((one) => one.key === key && isOpen(one));
    if (!act) continue;
    const isKnown = book.acts.some((one) => isChoice(one) && one.of === key);
    const state = deals.some((deal) => deal.key === key) ? "saved" : "dropped";
    Object.assign(book.put(act), { state, told: isKnown ? "" : says });
  }
}

// What was told has been read.
export function read(book, key) {
  const act = book.acts.find((one) => one.key === key);
  if (!act) return;
  book.put(act).told = "";
  if (isChoice(act)) act.state = "dropped";
}

// The deals that wait beside what the list has, as far as nothing was said of them here.
export function beside(book, copy) {
  const said = new Set(book.acts.filter((act) => isChoice(act) && act.state === "waiting").map((act) => act.of));
  const own = new Map(book.acts.map((act) => [act.key, act]));
  return (book.page.lists[copy].beside || [])
    .filter(({ key }) => !said.has(key) && !(own.has(key) && own.get(key).state === "dropped"))
    .map((item) => ({ ...item, insists: Boolean(own.has(item.key) && own.get(item.key).insists) }));
}
