// What deals cost on the real page of a table: taps, and scrolls to what is not in sight.

import { fewestTaps } from "./fewest.js";
import { linesOf } from "./lines.js";

const OFTEN = 4;
const form = document.getElementById("deal-form");
const input = (name, value) => form.querySelector(`[name=${name}][value="${value}"]`);

// Scroll to a tile if it is not in sight, between the upper edge and the buttons that say how the deal ended.
function broughtIntoSight(tile) {
  const { top, bottom } = tile.getBoundingClientRect();
  const outcomes = form.querySelector(".outcomes");
  const edge = outcomes.contains(tile) ? innerHeight : Math.min(innerHeight, outcomes.getBoundingClientRect().top);
  if (top >= -1 && bottom <= edge + 1) return 0;
  tile.scrollIntoView({ block: "center" });
  return 1;
}

function press(element) {
  const scrolled = broughtIntoSight(element.closest(".tile") ?? element);
  element.click();
  return scrolled + 1;
}

const faces = {
  declarer: (place) => [...form.querySelectorAll("[name=declarer]:enabled")].find((one) => one.value === String(place)) ?? form.querySelector("[name=declarer]:enabled"),
  game: (game) => input("game", game),
  matadors: (count) => input("matadors", count),
  bid: (bid) => [...form.querySelectorAll("#bids button, #bids input")].find((one) => [one.value, one.textContent.trim()].includes(String(bid))),
};

function tapped([field, value]) {
  const sign = value > 0 ? "with" : "without";
  const more = field === "matadors" && Math.abs(value) > OFTEN ? document.getElementById(`more-${sign}`) : null;
  // The counts from five on are behind a tile of their own.
  const unfolded = more && !more.checked ? press(form.querySelector(`label[for=more-${sign}]`)) : 0;
  return unfolded + press(faces[field] ? faces[field](value) : form.elements[field]);
}

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
