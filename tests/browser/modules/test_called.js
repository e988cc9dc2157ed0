// What the players of a table are called where there is little room.

import { formsOf, isUnclear, seenOf } from "/static/table/called.js";
import { equal, finallyDo, it } from "./played.js";

it("namesakes have initials, then the numbers of their seats; whoever is alone with a first name keeps it", () => {
  for (const [short, initials] of [
    [["Hans-Peter Mü.", "Hans-Peter Me.", "Clara", "Uwe Kurz (12)"], ["H. Mü.", "H. Me.", "Clara", "Uwe Kurz (12)"]],
    [["Uwe Kurz (12)", "Uwe Kurz (40)", "Émile B.", "Émile C."], ["U. Kurz (12)", "U. Kurz (40)", "É. B.", "É. C."]],
    // With initials these two would be one.
    [["Hans Mü.", "Hans Me.", "Hugo Mü.", "Hugo Me."], ["Hans Mü.", "Hans Me.", "Hugo Mü.", "Hugo Me."]],
    [["No. 7", "No. 8", "Hans", "Erna"], ["No. 7", "No. 8", "Hans", "Erna"]],
  ]) {
    equal(formsOf(short), [short, initials, initials.map((name, at) => `${at + 1} · ${name}`)]);
  }
});

it("what is seen of a name is unclear where another begins like it, however it is written", () => {
  const names = ["Christian", "christina", "Clara", "Dora"];
  for (const [seen, place, expected] of [["Christi", 1, true], ["Christi", 2, true], ["Christia", 1, false], ["C", 3, true], ["D", 4, false], ["", 4, true]]) {
    equal([seen, isUnclear(seen, place, names)], [seen, expected]);
  }
});

it("what is seen of a name ends before the dots; what fits is not measured", () => {
  finallyDo(() => document.body.replaceChildren());
  const element = (text, width) => {
    document.body.innerHTML = `<div style="font: 16px monospace; width: ${width}; overflow: hidden; white-space: nowrap"></div>`;
    document.body.firstChild.append(text);
    return document.body.firstChild;
  };
  equal(seenOf(element("Hohenlohe", "9ch")), null);
  equal(seenOf(element("Hohenlohe", "8ch")), "Hohenl");
  equal(seenOf(element("Hans Mü.", "7ch")), "Hans");
  equal(seenOf(element("Hans Mü.", "1ch")), "");
  equal(seenOf(element("", "1ch")), null);
});
