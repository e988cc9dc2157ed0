// A deal by house rules as it was typed, held against the figures of the rules that come with the page: see
// scoring/table/views/entry.py. There is no rule in here, and nothing is said of what the site alone can know.

import { filled } from "./words.js";

export const turnOf = ({ first, turns }, number) => turns[(((number - first) % turns.length) + turns.length) % turns.length];

// What is wrong with a deal that was typed into the form, as sentences; none where nothing is, as far as this phone knows.
export function amiss(typed, number, figures, words) {
  const { players, may } = turnOf(figures, number);
  if (typed.outcome === "ramsch" && figures.loss) return lossAmiss(typed, figures.loss, players);
  if (typed.outcome === "ramsch") return figures.sums.flatMap((sum) => columnAmiss(typed, sum, players, figures));
  if (typed.outcome === "passed") return typed.game ? [words["not-passed"]] : [];
  const most = figures.most[typed.game] ?? 0;
  const missing = [...figures.asked, ...(most ? ["matadors"] : [])].filter((name) => !typed[name]);
  return [
    ...(missing.length ? [filled(words.missing, { what: missing.map((name) => words[name]).join(", ") })] : []),
    ...(typed.declarer && !may.includes(Number(typed.declarer)) ? [figures.may] : []),
    ...(most && Math.abs(Number(typed.matadors ?? 0)) > most ? [figures.matadors] : []),
  ];
}

// A Ramsch in short has somebody who lost it, with what so many can have beside those without a trick.
function lossAmiss(typed, { field, who, cases, missing }, players) {
  const losers = players.filter((seat) => `${field}_${seat}` in typed).length;
  if (!losers) return [who];
  const { least, most, asks, says } = cases[`${losers} ${typed.virgins ?? 0}`];
  if (!typed.lost_with && asks) return [missing];
  const own = Number(typed.lost_with || most);
  return own < least || own > most ? [says] : [];
}

// A column of a Ramsch belongs to those who play, and adds up.
function columnAmiss(typed, { field, least, most, missing, says }, players, figures) {
  const stated = players.filter((seat) => `${field}_${seat}` in typed);
  if (!stated.length) return [missing];
  const sum = stated.reduce((found, seat) => found + Number(typed[`${field}_${seat}`]), 0);
  const isLastLeft = stated.length === players.length - 1 && least === most && sum <= most;
  // What the sum leaves for the last of them need not be typed.
  if (stated.length < players.length) return isLastLeft ? [] : [figures.players];
  return sum < least || sum > most ? [says] : [];
}
