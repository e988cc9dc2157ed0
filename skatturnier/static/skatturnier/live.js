// Pages that keep themselves up to date. They ask the site whether anything is new, only while somebody can see them, or
// where they call somebody: an answer without a change is empty. Every element with data-live does so by itself, with
// data-live-behind where nobody can see it too; other scripts import watch().

const TIMEOUT = 10000;
const SLOWEST = 30000;
const GONE = [403, 404, 410];

// Not all at the same moment, and never later than promised.
const soon = (seconds) => 1000 * seconds * (0.5 + 0.15 * Math.random());

/**
 * Ask an address again and again.
 *
 * address  what to ask: text, or a function that returns it
 * every    seconds between two questions, at most
 * seen     the state the page shows already, as the site named it (X-Seen)
 * changed  called with the text of a new answer, and the answer itself; false: not now, ask for it again
 * lost     called with the moment of the last good answer (a Date) when the site does not answer
 * found    called when it answers again
 * behind   whether it goes on asking where nobody can see it
 *
 * Returns { now, stop }: ask at once; ask no more.
 */
export function watch({ address, every, seen = "", changed, lost = () => {}, found = () => {}, behind = false }) {
  let timer = 0;
  let failures = 0;
  let tag = "";
  let good = new Date();
  let asking = false;
  let stopped = false;

  function later(wait) {
    clearTimeout(timer);
    if (!stopped && (behind || !document.hidden)) timer = setTimeout(ask, wait);
  }

  async function answer() {
    const headers = { "HX-Request": "true", ...(seen && { "X-Seen": seen }), ...(tag && { "If-None-Match": tag }) };
    const where = typeof address === "function" ? address() : address;
    const aborting = new AbortController();
    const limit = setTimeout(() => aborting.abort(), TIMEOUT);
    try {
      const response = await fetch(where, { headers, cache: "no-store", signal: aborting.signal });
      if (response.status === 204 || response.status === 304) return;
      // Somebody who has been signed out is sent elsewhere: that is no news of this page.
      if (!response.ok || response.redirected) throw Object.assign(new Error("no answer"), { status: response.status });
      const text = await response.text();
      if (stopped) return;
      if ((await changed(text, response)) === false) return;
      seen = response.headers.get("X-Seen") ?? seen;
      tag = response.headers.get("ETag") ?? "";
    } finally {
      clearTimeout(limit);
    }
  }

  async function ask() {
    if (asking || stopped) return;
    asking = true;
    try {
      await answer();
      good = new Date();
      if (failures) found();
      failures = 0;
      later(soon(every));
    } catch (error) {
      failures += 1;
      if (!stopped) lost(good);
      const wait = GONE.includes(error.status) ? SLOWEST : Math.min(SLOWEST, 1000 * every * 2 ** failures);
      later(wait * (0.7 + 0.3 * Math.random()));
    } finally {
      asking = false;
    }
  }

  function now() {
    clearTimeout(timer);
    ask();
  }

  function onVisible() {
    if (!document.hidden) now();
    else if (!behind) clearTimeout(timer);
  }

  function stop() {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisible);
    removeEventListener("online", now);
  }

  document.addEventListener("visibilitychange", onVisible);
  addEventListener("online", now);
  later(soon(every));
  return { now, stop };
}

const SCROLLED = ".listing-scroll, [data-live-scroll]";

const REACHED = "a, button, input, select, textarea, summary, [tabindex]";

// What can have the focus in the nearest thing with an id: a row, or what lies outside all rows.
function reached(owner) {
  return [...owner.querySelectorAll(REACHED)].filter((one) => one.closest("[id]") === owner);
}

// What is folded open, by the row it stands in: rows change their places.
function folds(element) {
  const all = [...element.querySelectorAll("details")].map((one) => [one.closest("[id]").id, one]);
  return all.map(([id, one], at) => [`${id} ${all.slice(0, at).filter(([other]) => other === id).length}`, one]);
}

// Where somebody is on the page: it must not be taken from under their hands.
function whereabouts(element) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const owner = focused?.closest("[id]");
  return {
    id: owner?.id,
    nth: owner ? reached(owner).indexOf(focused) : -1,
    open: new Map(folds(element).map(([name, one]) => [name, one.open])),
    scrolls: [...element.querySelectorAll(SCROLLED)].map((one) => [one.scrollLeft, one.scrollTop]),
    page: [scrollX, scrollY],
  };
}

function returnTo(element, was) {
  for (const [name, one] of folds(element)) one.open = was.open.get(name) ?? one.open;
  element.querySelectorAll(SCROLLED).forEach((one, at) => {
    if (was.scrolls[at]) [one.scrollLeft, one.scrollTop] = was.scrolls[at];
  });
  const owner = was.id && document.getElementById(was.id);
  if (owner) (was.nth < 0 ? owner : reached(owner)[was.nth])?.focus({ preventScroll: true });
  scrollTo({ left: was.page[0], top: was.page[1], behavior: "instant" });
}

function isMarking(element) {
  const marked = getSelection();
  return Boolean(marked && !marked.isCollapsed && element.contains(marked.anchorNode));
}

function keep(element) {
  let current = element;
  let watching = null;

  function notes(when) {
    for (const one of current.querySelectorAll("[data-live-lost]")) {
      one.hidden = when === null;
      const time = one.querySelector("time");
      if (when !== null && time) {
        time.dateTime = when.toISOString();
        time.textContent = when.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
      }
    }
    current.classList.toggle("is-stale", when !== null);
  }

  function changed(text) {
    if (isMarking(current)) return false;
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(current.id);
    if (fresh === null) throw new Error(`#${current.id} is not in the answer`);
    const was = whereabouts(current);
    const before = current;
    current.replaceWith(fresh);
    current = fresh;
    returnTo(fresh, was);
    globalThis.htmx?.process(fresh);
    document.dispatchEvent(new CustomEvent("live:changed", { detail: { element: fresh, before } }));
    start(before.dataset.liveEvery);
    return true;
  }

  // A page may ask more rarely once its series is over, or no more.
  function start(before) {
    const every = current.dataset.liveEvery;
    if (watching && every === before && "live" in current.dataset) return;
    watching?.stop();
    if (!("live" in current.dataset)) return;
    watching = watch({
      address: () => current.dataset.live || location.href,
      every: Number(every) || 20,
      seen: current.dataset.liveSeen,
      changed,
      lost: (when) => notes(when),
      found: () => notes(null),
      behind: "liveBehind" in current.dataset,
    });
  }

  start();
}

for (const element of document.querySelectorAll("[data-live]")) keep(element);
