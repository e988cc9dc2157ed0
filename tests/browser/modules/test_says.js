// What the page of a table shows of what was said beside the deals: what waits, and what was not taken.

import { drawSaid } from "/static/table/says.js";
import { equal, finallyDo, GRAND, it, ok } from "./played.js";

const WORDS = {
  "said-waits": "Not sent:", "said-refused": "%(what)s: no. %(says)s", again: "Again", "let-go": "Let go",
  "said-correct": "Correction of %(number)s", "said-call": "Call", "said-leaves": "%(name)s leaves", "said-returns": "%(name)s is back",
  "said-take-over": "To keep it", "said-object": "Judge", "said-disagree": "%(name)s objects", "said-sign": "Signature of %(name)s", "said-close": "Closing",
};
const PHRASES = { "game.grand": "Grand", "name.with": "%(game)s with %(count)s", entry: "%(declarer)s: %(game)s", passed: "passed in" };

function places() {
  document.body.innerHTML = `<details id="waits" hidden><summary></summary><div></div></details><div id="said" hidden></div>`;
  finallyDo(() => document.body.replaceChildren());
  return { fold: document.getElementById("waits"), box: document.getElementById("said") };
}

let keys = 0;
const said = (what, fields = {}) => ({ key: (keys += 1), do: what, state: "waiting", names: ["Anna", "Gerd", "Clara"], mayDrop: false, ...fields });
const nothing = () => {};
const acts = (fields = {}) => ({ words: WORDS, phrases: PHRASES, drop: nothing, again: nothing, ...fields });

it("what waits is named in one line, whoever said it as they were called then", async () => {
  const { fold, box } = places();
  const all = [
    said("correct", { number: 3, line: GRAND }), said("call", { kind: "help" }), said("call", { kind: "leaves", place: 2 }),
    said("call", { kind: "returns", place: 3 }), said("call", { kind: "take-over" }), said("object", { text: "Spades" }),
    said("disagree", { place: 1, text: "no" }), said("sign", { place: 2 }), said("close"),
  ];
  drawSaid({ fold, box }, all, true, acts());
  equal(fold.querySelector("summary").textContent, "Not sent: Correction of 3 · Call · Gerd leaves · Clara is back · To keep it · Judge · Anna objects · Signature of Gerd · Closing");
  const rows = [...fold.querySelectorAll(".row")].map((row) => row.textContent);
  equal([rows[0], rows[5], rows[6]], ["Correction of 3 Anna: Grand with 2", "Judge Spades", "Anna objects no"]);
  equal([fold.hidden, box.hidden, fold.querySelectorAll("button").length], [false, true, 0]);
});

it("while the site answers nothing is said to wait, and what can be let go has a button", async () => {
  const { fold, box } = places();
  const dropped = [];
  const one = said("object", { mayDrop: true });
  drawSaid({ fold, box }, [one], false, acts());
  ok(fold.hidden);
  drawSaid({ fold, box }, [one], true, acts({ drop: ({ key }) => dropped.push(key) }));
  fold.querySelector("button").click();
  equal([fold.hidden, dropped], [false, [one.key]]);
  drawSaid({ fold, box }, [], true, acts());
  equal([fold.hidden, box.hidden], [true, true]);
});

it("what was not taken says why, shows what was typed or drawn, and is said again or let go", async () => {
  const { fold, box } = places();
  const pressed = [];
  const refused = [said("sign", { place: 1, drawing: "M0 0L9 9", state: "refused", says: "The list has changed." }), said("call", { kind: "help", text: "<b>Cards</b>", state: "refused", says: "Too many." })];
  drawSaid({ fold, box }, refused, true, acts({ drop: ({ key }) => pressed.push(["drop", key]), again: ({ key }) => pressed.push(["again", key]) }));
  const notes = [...box.children];
  equal(notes.map((note) => note.querySelector("p").textContent), ["Signature of Anna: no. The list has changed.", "Call: no. Too many."]);
  equal(notes[0].querySelector("path").getAttribute("d"), "M0 0L9 9");
  ok(notes[1].textContent.includes("<b>Cards</b>") && !notes[1].querySelector("b"));
  for (const button of notes[0].querySelectorAll("button")) button.click();
  equal([pressed, fold.hidden, notes.map((note) => note.getAttribute("role"))], [[["again", refused[0].key], ["drop", refused[0].key]], true, ["alert", "alert"]]);
});

it("what is shown already is not spoken anew", async () => {
  const { fold, box } = places();
  const one = said("call", { kind: "help", state: "refused", says: "No." });
  drawSaid({ fold, box }, [one], true, acts());
  const [note] = box.children;
  drawSaid({ fold, box }, [{ ...one }], true, acts());
  ok(box.firstChild === note);
});
