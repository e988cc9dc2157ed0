// What deals cost on the real page of a table: taps, and scrolls to what is not in sight.

import { fewestTaps } from "./fewest.js";
import { linesOf } from "./lines.js";
import { broughtIntoSight, pressedFor } from "./tiles.js";

const form = document.getElementById("deal-form");

function press(element) {
  const scrolled = broughtIntoSight(element);
  element.click();
  return scrolled + 1;
}

const tapped = (tap) => pressedFor(tap).reduce((sum, element) => sum + press(element), 0);

function cleared() {
  for (let again = 0; again < 9; again += 1) {
    const chosen = form.querySelector("input[name]:not([type=hidden], [id^=more-]):checked:enabled");
    if (!chosen) break;
    chosen.click();
  }
  for (const more of form.querySelectorAll("[id^=more-]:checked")) more.checked = false;
}

export async function walked(deals, seats) {
  const lines = linesOf(await (await fetch("/gestures/lines.json")).json());
  const known = new Map();
  return deals.map((deal) => {
    const { pressed, asked } = fewestTaps(deal, seats, lines);
    const kind = JSON.stringify([pressed, asked]);
    if (!known.has(kind)) {
      const taps = pressed.reduce((sum, one) => sum + tapped(one), 0);
      const ended = broughtIntoSight(form.querySelector("[name=outcome]")) + (asked ? 2 : 1);
      cleared();
      // For the next deal its players come first.
      known.set(kind, taps + ended + broughtIntoSight(document.getElementById("seats")));
    }
    return known.get(kind);
  });
}
