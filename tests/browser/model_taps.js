// A hundred thousand deals tapped at random: whatever the page would save is collected, to be shown to the rules.

import { allStay } from "./lines.js";
import { blank, entry, offers, tap } from "./taps.js";

const LEVELS = ["hand", "schneider", "schwarz", "schneider_announced", "schwarz_announced", "ouvert"];
const OUTCOMES = ["won", "lost", "passed"];
const NONSENSE = [null, undefined, "", "ramsch", 0, 99, -12, "constructor", true];

// The same numbers in every run (mulberry32).
function chanceOf(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function anyTap(state, lines, chance) {
  const one = (values) => values[chance(values.length)];
  const count = chance(3) ? 1 + chance(4) : 1 + chance(11);
  const fields = {
    declarer: () => 1 + chance(4),
    game: () => one(lines.games),
    matadors: () => (chance(2) ? count : -count),
    bid: () => (chance(2) ? offers(state, lines).bids[0] : 18 + chance(120)),
    level: () => one(LEVELS),
    overbid: () => true,
    sure: () => one(OUTCOMES),
  };
  const field = one(["declarer", "game", "game", "matadors", "matadors", "level", "level", "level", "overbid", "bid", "sure"]);
  const value = chance(20) ? fields[field]() : one(NONSENSE);
  return field === "level" ? [value ?? one(LEVELS), true] : [field, value];
}

export function tapAtRandom({ sequences, seed }, lines) {
  const chance = chanceOf(seed);
  const saved = { plain: new Map(), sure: new Map() };
  let taps = 0;
  for (let sequence = 0; sequence < sequences; sequence += 1) {
    const seats = 3 + chance(2);
    let state = blank({ ...lines.turn(1 + chance(seats), allStay(seats)), number: 1, seats });
    for (let left = 2 + chance(12); left > 0; left -= 1) {
      state = tap(state, ...anyTap(state, lines, chance), lines);
      taps += 1;
    }
    const offered = offers(state, lines);
    for (const outcome of OUTCOMES) {
      const line = entry(state, outcome, lines);
      if (line === null) continue;
      if (outcome !== "passed" && line.won !== (outcome === "won")) throw new Error("saved the other outcome");
      const kept = offered[outcome].sure ? saved.sure : saved.plain;
      // The dealer belongs to it: with him the declarer may be one who sits out.
      const key = JSON.stringify({ line, dealer: state.dealer, seats });
      kept.set(key, (kept.get(key) ?? 0) + 1);
    }
  }
  return { taps, plain: [...saved.plain.keys()], sure: [...saved.sure.keys()] };
}
