// What a hand and an eye do on a page, in any engine. Everything waits for as long as it is told.

const pause = () => new Promise((done) => setTimeout(done, 20));

const waiting = async (patience, found) => {
  for (const end = performance.now() + patience; performance.now() < end; await pause()) {
    const value = await found();
    if (value) return value;
  }
  return null;
};

const all = (selector) => [...document.querySelectorAll(selector)];
const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();
const isSeen = (element) => element.getClientRects().length > 0;

const boxOf = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height];
};

// Where a finger meets an element that stands still and takes a press, and whether it had to be scrolled to.
const ready = (patience, find, intoSight) => {
  let scrolls = 0;
  return waiting(patience, async () => {
    const element = find();
    if (!element || !isSeen(element) || element.matches(":disabled, [aria-disabled=true]")) return null;
    if (intoSight(element)) {
      scrolls = 1;
      return null;
    }
    const box = boxOf(element);
    await pause();
    const [x, y, width, height] = boxOf(element);
    const point = [x + width / 2, y + height / 2];
    const isStill = String(box) === String(boxOf(element));
    return isStill && element.contains(document.elementFromPoint(...point)) ? { point, box, scrolls } : null;
  });
};

const centred = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return 0;
  element.scrollIntoView({ block: "center" });
  return 1;
};

// The first element with such words.
const element = ([selector, words, patience]) =>
  ready(patience, () => all(selector).find((one) => textOf(one).includes(words)), centred);

// The next tile to be pressed for the value of a field at the table; `pressedFor` and `broughtIntoSight` are those of
// benchmarks/tiles.js.
const tile = async ([field, value, patience]) => {
  const next = () => pressedFor([field, value])[0]?.closest(".tile, button");
  const found = await ready(patience, next, broughtIntoSight);
  return found && { ...found, isLast: pressedFor([field, value]).length === 1 };
};

// Null once such an element has these words, else what there is.
const says = async ([selector, words, patience]) => {
  const found = await waiting(patience, () => all(selector).some((one) => textOf(one).includes(words)));
  return found ? null : all(selector).map(textOf);
};

const gone = ([selector, patience]) => waiting(patience, () => !all(selector).some(isSeen));
