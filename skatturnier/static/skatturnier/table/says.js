// What was said beside the deals, as the page shows it: what waits on this phone, and what the site did not take.

import { inRow, made, noted, pressed } from "./sides.js";
import { entryWords, filled } from "./words.js";

const KINDS = { call: ["leaves", "returns", "take-over"] };

// "Call the direction", "Signature of Anna Berg"
export function saidWords(act, words) {
  const name = (KINDS[act.do] || []).includes(act.kind) ? act.kind : act.do;
  return filled(words[`said-${name}`], { number: act.number, name: act.place ? act.names[act.place - 1] : "" });
}

// What was typed or tapped with it.
function contentOf(act, phrases) {
  if (act.line) return entryWords(act.line, act.line.declarer ? act.names[act.line.declarer - 1] : "", phrases);
  return act.text || "";
}

const INK = { viewBox: "0 0 600 200", width: 210, height: 70, fill: "none", stroke: "currentColor", "stroke-width": 5 };

// A drawn signature.
export function inked(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of Object.entries(INK)) svg.setAttribute(name, value);
  svg.append(document.createElementNS(svg.namespaceURI, "path"));
  svg.firstChild.setAttribute("d", path);
  return svg;
}

const letGo = (one, { words, drop }) => pressed(words["let-go"], () => drop(one));

// What waits, in one line; a tap shows it line by line, with what can be let go.
function drawWaiting(fold, waits, acts) {
  const { words, phrases } = acts;
  const [head, box] = fold.children;
  head.textContent = `${words["said-waits"]} ${waits.map((one) => saidWords(one, words)).join(" · ")}`;
  box.replaceChildren(
    ...waits.map((one) => {
      const text = made("span", saidWords(one, words));
      const content = contentOf(one, phrases);
      if (content) text.append(made("span", ` ${content}`, "quiet"));
      return inRow(text, ...(one.mayDrop ? [letGo(one, acts)] : []));
    }),
  );
}

function refusal(one, acts) {
  const { words, phrases, again } = acts;
  const content = contentOf(one, phrases);
  const parts = [...(content ? [made("p", content)] : []), ...(one.drawing ? [inked(one.drawing)] : [])];
  const text = filled(words["said-refused"], { what: saidWords(one, words), says: one.says });
  return noted("wrong", text, ...parts, inRow(pressed(words.again, () => again(one), "main"), letGo(one, acts)));
}

// Draw it into its places. `isWaiting`: what waits is shown, because it may wait long. `acts` has words and phrases, and
// how one is let go, or said again.
export function drawSaid({ fold, box }, said, isWaiting, acts) {
  const waits = isWaiting ? said.filter((one) => one.state === "waiting") : [];
  const refused = said.filter((one) => one.state === "refused");
  const shown = JSON.stringify([waits, refused]);
  if (box.dataset.shown === shown) return;
  box.dataset.shown = shown;
  drawWaiting(fold, waits, acts);
  box.replaceChildren(...refused.map((one) => refusal(one, acts)));
  fold.hidden = !waits.length;
  box.hidden = !refused.length;
}
