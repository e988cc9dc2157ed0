// The correction of a deal: the same tiles as for a new one, but the form goes to the site, which alone corrects.

import { linesOf } from "./lines.js";
import { Ticks } from "./ticks.js";

const LEVELS = ["hand", "schneider", "schwarz", "schneider_announced", "schwarz_announced", "ouvert", "overbid"];

function send(form, line, outcome, isSame) {
  // Nobody has to agree to what stands there already.
  if (!isSame && !form.reportValidity()) return;
  // What was brought along is ticked too; what was asked was answered.
  for (const level of LEVELS) form.elements[level].checked = Boolean(line[level]);
  for (const [name, value] of [["outcome", outcome], ["sure", "on"]]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.submit();
}

async function begin() {
  const form = document.getElementById("deal-form");
  const data = JSON.parse(document.getElementById("deal-data").textContent);
  const response = await fetch(data.lines);
  if (!form || !response.ok) return;
  const { words, phrases } = data;
  const lines = linesOf(await response.json());
  const save = (line, _points, outcome) => send(form, line, outcome, lines.isSame(line, data.line));
  const ticks = new Ticks(form, { lines, words, phrases, save });
  ticks.start(data.turn, ticks.ticked());
  document.documentElement.classList.add("live");
}

begin();
