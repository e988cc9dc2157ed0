// What the page of a table says of deals that were not taken, and of those who sit there.

import { allStay, linesOf } from "/static/table/lines.js";
import { Show } from "/static/table/show.js";
import { equal, finallyDo, GRAND, it, ok } from "./played.js";

const WORDS = {
  "stuck-conflict": "Deal %(number)s. List: %(there)s. Phone: %(here)s.", "stuck-refused": "Deal %(number)s (%(here)s): %(says)s",
  "stuck-proposed": "Deal %(number)s (%(here)s) waits.", differs: "Different: %(differs)s", undo: "Undo", propose: "Leave it", "let-go": "Let go",
  "for-whom": "For whom?", "it-counts": "It counts", memory: "This phone keeps nothing.", stuck: "Look (%(count)s)", unsent: "Unsent (%(count)s)",
  sending: "Sending (%(count)s)", offline: "Go on.", saved: "Saved (%(number)s)", ready: "Ready", watching: "Watching", "no-key": "Scan",
  dealer: "deals", won: "won", lost: "lost",
};
const PHRASES = {
  passed: "passed in", "game.grand": "Grand", "name.with": "%(game)s with %(count)s", "sentence.wins": "%(declarer)s wins %(game)s: %(points)s",
  "sentence.loses": "%(declarer)s loses %(game)s: %(points)s", "sentence.overbids": "%(declarer)s overbids %(game)s: %(points)s",
};

async function shown(seats = 3) {
  document.body.innerHTML = `<div id="stuck"></div><p id="state"></p><ol id="seats">${[1, 2, 3]
    .map((place) => `<li data-place="${place}"><input aria-label="?"><b class="name">?</b></li>`)
    .join("")}</ol><form id="who"><label><strong>?</strong></label></form>`;
  finallyDo(() => document.body.replaceChildren());
  const lines = linesOf(await (await fetch("/static/table/lines.json")).json());
  const show = new Show({ data: { seats, words: WORDS, phrases: PHRASES, copy: "first" }, lines });
  show.reseat({ names: ["Anna Berg", "Gerd Maier", "Clara Vogt"], short: ["Anna", "Gerd", "Clara"] });
  return show;
}

const box = () => document.getElementById("stuck");
const PARTS = allStay(3);
const LIST = { deals: [], proposals: 1 };
const entry = (fields) => ({ key: "a", number: 1, state: "conflict", do: "enter", line: GRAND, points: 72, code: "number-taken", says: "", there: null, names: null, differs: "", ...fields });

it("two versions of a deal that differ in won or lost alone look different", async () => {
  const show = await shown();
  const there = { ...GRAND, won: false, points: -144 };
  show.stuck([entry({ there, differs: "result: lost / won" })], LIST, PARTS, () => {});
  const said = box().textContent;
  ok(said.includes("List: Anna Berg loses Grand with 2: −144. Phone: Anna Berg wins Grand with 2: 72."), said);
  ok(said.includes("Different: result: lost / won"), said);
});

it("what was written while others sat there names them, and asks for whom it counts", async () => {
  const show = await shown();
  const acts = [];
  const stuck = entry({ code: "seated-otherwise", says: "Others.", names: ["Anna Berg", "Bernd Krause", "Clara Vogt"], line: { ...GRAND, declarer: 2 }, forWhom: true, isNext: true });
  show.stuck([stuck], LIST, PARTS, (...fields) => acts.push(fields));
  ok(box().textContent.includes("Bernd Krause wins"), box().textContent);
  const buttons = [...box().querySelectorAll("button")];
  equal(buttons.map((one) => one.textContent), ["Anna Berg", "Gerd Maier", "Clara Vogt", "Leave it", "Let go"]);
  buttons[1].click();
  equal([acts[0][0], acts[0][1].key, acts[0][2]], ["decide", "a", 2]);
  buttons[4].click();
  equal(acts[1][0], "drop");
});

it("nothing is asked of a deal before its turn, nor of one that the list has", async () => {
  const show = await shown();
  for (const fields of [{ forWhom: true, isNext: false }, { forWhom: false, isNext: true, there: { ...GRAND, points: 72 }, code: "seated-otherwise", says: "Others." }]) {
    show.stuck([entry(fields)], LIST, PARTS, () => {});
    equal([...box().querySelectorAll("button")].map((one) => one.textContent), ["Leave it", "Let go"]);
  }
  ok(box().textContent.includes("Others."));
});

it("a deal that was passed in counts for nobody: it is only asked whether", async () => {
  const show = await shown();
  const acts = [];
  show.stuck([entry({ line: { declarer: null, game: "" }, points: 0, forWhom: true, isNext: true })], LIST, PARTS, (...fields) => acts.push(fields));
  const [first] = box().querySelectorAll("button");
  equal(first.textContent, "It counts");
  first.click();
  equal(acts[0][2], null);
});

it("a proposed deal is shown while somebody has to settle it and the list lacks it", async () => {
  const show = await shown();
  const proposed = entry({ state: "proposed" });
  show.stuck([proposed], LIST, PARTS, () => {});
  equal(box().children.length, 1);
  show.stuck([proposed], { ...LIST, proposals: 0 }, PARTS, () => {});
  equal(box().children.length, 0);
  show.stuck([proposed], { ...LIST, deals: [{ key: "a" }] }, PARTS, () => {});
  equal(box().children.length, 0);
  show.stuck([entry({ state: "saved" }), entry({ state: "unsent" })], LIST, PARTS, () => {});
  equal(box().children.length, 0);
});

it("who sits there now stands on the tiles, and is spoken there", async () => {
  const show = await shown();
  show.reseat({ names: ["Anna Berg", "Hilde Sommer", "Clara Vogt"], short: ["Anna", "Hilde", "Clara"] });
  equal([...document.querySelectorAll(".name")].map((one) => one.textContent), ["Anna", "Hilde", "Clara"]);
  equal(document.querySelector("[data-place='2'] input").getAttribute("aria-label"), "Hilde Sommer");
  equal(document.querySelector("#who strong").textContent, "Anna Berg");
});

it("a phone that keeps nothing says so whatever else it has to say, as long as something is on it alone", async () => {
  const show = await shown();
  const status = { unsent: 0, refused: 0, problem: "", says: "", sending: false, storage: "memory" };
  const said = (fields) => show.stateOf({ ...status, ...fields }, LIST, [1, 2], false);
  equal(said({}), ["", "Saved (2)"]);
  equal(said({ unsent: 1 }), ["trouble", "Unsent (1). This phone keeps nothing."]);
  equal(said({ unsent: 1, sending: true }), ["trouble", "Sending (1). This phone keeps nothing."]);
  equal(said({ refused: 1 }), ["trouble", "Look (1). This phone keeps nothing."]);
  equal(said({ problem: "key", unsent: 1 }), ["trouble", "Scan This phone keeps nothing."]);
  equal(said({ problem: "key" }), ["trouble", "Scan"]);
  equal(said({ unsent: 1, storage: "kept" }), ["waits", "Unsent (1)"]);
  equal(said({ unsent: 1, storage: "kept", problem: "unreachable" }), ["waits", "Unsent (1). Go on."]);
  equal(said({ refused: 1, storage: "kept" }), ["trouble", "Look (1)"]);
});
