// What the page of a table says of deals that were not taken, and of those who sit there.

import { allStay, linesOf } from "/static/table/lines.js";
import { Show } from "/static/table/show.js";
import { equal, finallyDo, GRAND, it, ok } from "./played.js";

const WORDS = {
  "stuck-conflict": "Deal %(number)s is different.", which: "Deal %(number)s: which?", right: "Right", different: "different", agreed: "All agree.",
  came: "Deal %(number)s came.", take: "Take it", leave: "Leave", read: "OK", "stuck-refused": "Deal %(number)s (%(here)s): %(says)s",
  "stuck-left": "Deal %(number)s is left.", behind: "Behind %(number)s: %(deals)s", enter: "Enter", number: "Deal %(number)s",
  "stuck-proposed": "Deal %(number)s (%(here)s) waits.", undo: "Undo", propose: "Leave it", "let-go": "Let go",
  "for-whom": "For whom?", "it-counts": "It counts", memory: "This phone keeps nothing.", stuck: "Look (%(count)s)", unsent: "Unsent (%(count)s)",
  sending: "Sending (%(count)s)", "offline-deals": "No network: %(count)s deals safe.", "offline-deal": "No network: 1 deal safe.", "offline-said": "No network: all safe.", "play-on": "Play on!", "stay-here": "Stay!", saved: "Saved (%(number)s)", ready: "Ready", watching: "Watching", "no-key": "Scan",
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
const LIST = { deals: [] };
const side = (result, points, fields) => ({ title: "In the list", written: "from here", lines: [[["declarer", "Anna Berg", false]], [["result", result, true], ["points", points, true]]], does: "", effect: "", ...fields });
const PAIR = [side("lost", "−144", { does: "dismiss", effect: "It stays." }), side("won", "72", { title: "Not in the list", does: "accept", effect: "It goes." })];
const waits = (fields) => ({ key: "p", number: 1, because: "Kept by another.", sides: PAIR, seen: "s", players: [], mine: false, accepts: true, insists: false, ...fields });
const labels = () => [...box().querySelectorAll("button")].map((one) => one.textContent);
const entry = (fields) => ({ key: "a", number: 1, state: "conflict", do: "enter", line: GRAND, points: 72, code: "number-taken", says: "", told: "", sides: null, names: null, ...fields });

it("two versions of a deal that differ in won or lost alone look different, and the difference is spoken", async () => {
  const show = await shown();
  for (const [entries, beside] of [[[], [waits()]], [[entry({ sides: PAIR })], []]]) {
    show.stuck(entries, beside, PARTS, () => {});
    const [first, second] = [...box().querySelectorAll(".side")].map((one) => one.textContent);
    ok(first.startsWith("In the list from heredeclarer: Anna Bergresult (different): lost, points (different): −144"), first);
    ok(second.startsWith("Not in the list from heredeclarer: Anna Bergresult (different): won, points (different): 72"), second);
    equal([...box().querySelectorAll(".side b")].map((one) => one.textContent), ["lost", "−144", "won", "72"]);
  }
});

it("who decides says which one is right; replacing one takes the consent of all", async () => {
  const show = await shown();
  const acts = [];
  show.stuck([], [waits()], PARTS, (...fields) => acts.push(fields));
  const [stays, counts] = box().querySelectorAll(".side button");
  equal([stays.textContent, counts.textContent], ["Right (In the list)", "Right (Not in the list)"]);
  counts.click();
  equal(acts, []);
  box().querySelector("input").checked = true;
  counts.click();
  stays.click();
  const said = acts.map(([name, item, fields]) => [name, item.key, fields]);
  const fields = { number: 1, seen: "s", agreed: true };
  equal(said, [["choose", "p", { do: "accept", ...fields }], ["choose", "p", { do: "dismiss", ...fields }]]);
});

it("who brought one and does not keep the list leaves it to others, or lets go of it", async () => {
  const show = await shown();
  const acts = [];
  const sides = [{ ...PAIR[0], does: "drop" }, { ...PAIR[1], does: "propose" }];
  const act = (name, item) => acts.push([name, item.key]);
  show.stuck([entry({ key: "p", state: "proposed" })], [waits({ sides, mine: true, accepts: false })], PARTS, act);
  equal([box().children.length, box().querySelectorAll("input").length], [1, 0]);
  for (const button of box().querySelectorAll("button")) button.click();
  equal(acts, [["drop", "p"], ["propose", "p"]]);
  show.stuck([entry({ key: "p", state: "proposed" })], [waits({ sides, mine: true, accepts: false, insists: true })], PARTS, act);
  equal(labels(), ["Right (In the list)"]);
});

it("a deal that the list has nothing of is taken or left, for whom it is said", async () => {
  const show = await shown();
  const acts = [];
  const act = (name, item, fields) => acts.push(fields);
  const alone = { sides: [PAIR[1]].map((one) => ({ ...one, does: "" })), seen: null };
  show.stuck([], [waits(alone)], PARTS, act);
  equal(labels(), ["Take it", "Leave"]);
  box().querySelector("button").click();
  show.stuck([], [waits({ ...alone, players: [[2, "Gerd Maier"], [3, "Clara Vogt"]] })], PARTS, act);
  equal(labels(), ["Gerd Maier", "Clara Vogt", "Leave"]);
  box().querySelector("button").click();
  const said = { do: "accept", number: 1, seen: null, agreed: false };
  equal(acts, [said, { ...said, declarer: 2 }]);
  show.stuck([], [waits({ ...alone, accepts: false })], PARTS, act);
  equal(labels(), ["Leave"]);
});

it("what was decided is told until it was read", async () => {
  const show = await shown();
  const acts = [];
  show.stuck([entry({ state: "dropped", told: "Deal 1 is settled." })], [], PARTS, (name, one) => acts.push([name, one.key]));
  equal([box().querySelector("p").textContent, labels()], ["Deal 1 is settled.", ["OK"]]);
  box().querySelector("button").click();
  equal(acts, [["read", "a"]]);
});

it("what was written while others sat there names them, and asks for whom it counts", async () => {
  const show = await shown();
  const acts = [];
  const stuck = entry({ code: "seated-otherwise", says: "Others.", names: ["Anna Berg", "Bernd Krause", "Clara Vogt"], line: { ...GRAND, declarer: 2 }, forWhom: true, isNext: true });
  show.stuck([stuck], [], PARTS, (...fields) => acts.push(fields));
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
  for (const fields of [{ forWhom: true, isNext: false }, { forWhom: false, isNext: true, sides: PAIR, code: "seated-otherwise", says: "Others." }]) {
    show.stuck([entry(fields)], [], PARTS, () => {});
    equal(labels(), ["Leave it", "Let go"]);
  }
});

it("a deal that was passed in counts for nobody: it is only asked whether", async () => {
  const show = await shown();
  const acts = [];
  show.stuck([entry({ line: { declarer: null, game: "" }, points: 0, forWhom: true, isNext: true })], [], PARTS, (...fields) => acts.push(fields));
  const [first] = box().querySelectorAll("button");
  equal(first.textContent, "It counts");
  first.click();
  equal(acts[0][2], null);
});

it("a proposed deal is shown while it waits", async () => {
  const show = await shown();
  const proposed = entry({ state: "proposed" });
  const alone = waits({ key: "a", mine: true, sides: [{ ...PAIR[1], does: "" }], accepts: false });
  show.stuck([proposed], [alone], PARTS, () => {});
  equal([box().children.length, box().textContent.includes("waits.")], [1, true]);
  // It does not wait for whoever keeps the list on the phone that does: there it is entered, or for the direction.
  show.stuck([proposed], [{ ...alone, accepts: true }], PARTS, () => {}, KEEPS);
  equal([labels(), box().textContent.includes("waits")], [["Take it", "Leave"], false]);
  show.stuck([proposed], [alone], PARTS, () => {}, { ...KEEPS, mayEnter: false });
  equal([labels(), box().textContent.includes("is left.")], [["Let go"], true]);
  show.stuck([proposed], [], PARTS, () => {});
  equal(box().children.length, 0);
  show.stuck([entry({ state: "saved" }), entry({ state: "unsent" })], [], PARTS, () => {});
  equal(box().children.length, 0);
});

const KEEPS = { mayEnter: true, isWatching: false, next: 3 };

it("each deal that waits on the phone that keeps the list is entered there or let go, in whatever state it is", async () => {
  const show = await shown();
  const acts = [];
  const act = (name, one) => acts.push([name, one.key]);
  const refused = entry({ key: "r", number: 3, state: "refused", says: "No.", isNext: true });
  const behind = [4, 5].map((number) => entry({ key: `b${number}`, number, state: "refused", isBehind: true }));
  show.stuck([refused, ...behind], [], PARTS, act, KEEPS);
  equal([...box().children].map((one) => one.firstChild.textContent), ["Deal 3 (Anna Berg wins Grand with 2: 72): No.", "Behind 3: 4, 5"]);
  equal(labels(), ["Enter", "Let go", "Enter", "Let go", "Enter", "Let go"]);
  for (const button of box().querySelectorAll("button")) button.click();
  equal(acts, ["r", "b4", "b5"].flatMap((key) => [["again", key], ["drop", key]]));
  // What the site keeps of them is not asked about a second time.
  const own = [refused, ...behind].map(({ key, number }) => waits({ key, number, mine: true, sides: [{ ...PAIR[1], does: "" }] }));
  show.stuck([refused, ...behind], own, PARTS, act, KEEPS);
  equal(labels().length, 6);
  // Unless this phone has forgotten them.
  show.stuck([], own, PARTS, act, KEEPS);
  equal(labels(), ["Take it", "Leave", "Take it", "Leave", "Take it", "Leave"]);
  show.stuck([refused, ...behind], [], PARTS, act, { ...KEEPS, mayEnter: false });
  equal(labels(), ["Leave it", "Let go", "Leave it", "Let go", "Leave it", "Let go"]);
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
  const said = (fields) => show.stateOf({ ...status, ...fields }, LIST, [{}, { waits: true }], false);
  equal(said({}), ["", "Saved (2)"]);
  equal(said({ unsent: 1 }), ["trouble", "Unsent (1). This phone keeps nothing."]);
  equal(said({ unsent: 1, sending: true }), ["trouble", "Sending (1). This phone keeps nothing."]);
  equal(said({ refused: 1 }), ["trouble", "Look (1). This phone keeps nothing."]);
  equal(said({ problem: "key", unsent: 1 }), ["trouble", "Scan This phone keeps nothing."]);
  equal(said({ problem: "key" }), ["trouble", "Scan"]);
  equal(said({ unsent: 1, storage: "kept" }), ["waits", "Unsent (1)"]);
  equal(said({ refused: 1, storage: "kept" }), ["trouble", "Look (1)"]);
});

it("without a network it says how many deals are safe on this phone, and to play on", async () => {
  const show = await shown();
  const said = (waiting, unsent = waiting) => {
    const deals = Array.from({ length: 12 }, (_, at) => ({ waits: at < waiting }));
    return show.stateOf({ unsent, refused: 0, problem: "unreachable", says: "", sending: false, storage: "kept" }, LIST, deals, false);
  };
  for (const [isLoose, then] of [[false, "Play on!"], [true, "Stay!"]]) {
    show.isLoose = isLoose;
    equal([said(10), said(1), said(0, 2)], [["waits", `No network: 10 deals safe. ${then}`], ["waits", `No network: 1 deal safe. ${then}`], ["waits", `No network: all safe. ${then}`]]);
  }
});
