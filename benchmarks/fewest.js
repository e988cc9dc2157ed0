// The fewest taps that write a deal down, tapped through the model of the page.

import { allStay } from "./lines.js";
import { blank, entry, foreseen, offers, tap } from "./taps.js";

// From the level that brings most along to the one that brings nothing.
const LEVELS = ["ouvert", "schwarz_announced", "schneider_announced", "hand", "schwarz", "schneider"];
const TICKS = [...LEVELS, "won", "overbid"];

// What is not ticked may be left out of a line.
const isSame = (line, other) =>
  ["declarer", "game", "matadors", "bid"].every((field) => (line[field] ?? null) === (other[field] ?? null)) &&
  TICKS.every((tick) => Boolean(line[tick]) === Boolean(other[tick]));

export function fewestTaps({ number, line }, seats, lines) {
  let state = blank({ ...lines.turn(number, allStay(seats)), seats });
  const pressed = [];
  const press = (field, value) => {
    state = tap(state, field, value, lines);
    pressed.push([field, value]);
  };
  if (line.declarer === null) return { taps: 1, pressed, asked: false, right: entry(state, "passed", lines) !== null };
  const outcome = line.won ? "won" : "lost";
  press("declarer", line.declarer);
  press("game", line.game);
  if (line.matadors) press("matadors", line.matadors);
  for (const level of LEVELS) {
    const sofar = offers(state, lines)[outcome].line ?? state;
    if (line[level] && !sofar[level]) press(level, true);
  }
  if (line.overbid) {
    press("overbid", true);
    press("bid", line.bid);
  }
  // What is rare however it ended is asked before, and the outcome answers it; else the answer is one tap more.
  const offered = offers(state, lines);
  const before = foreseen(offered);
  const { asked: codes } = offered[outcome];
  const asked = codes.some((code) => !before.includes(code));
  if (codes.length) state = tap(state, "sure", outcome, lines);
  const taps = pressed.length + (asked ? 2 : 1);
  const found = entry(state, outcome, lines);
  return { taps, pressed, asked, right: found !== null && isSame(found, line) };
}
