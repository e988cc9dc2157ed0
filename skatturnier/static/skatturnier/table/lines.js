// The line table, read. It is made by scoring/rules/notation/line_table.py, which says what stands where; nothing of the rules
// is in here: every value, refusal, question and step of a computation is found, none is worked out.

const ANNOUNCED = ["hand", "schneider_announced", "schwarz_announced", "ouvert"];
const REACHED = ["schneider", "schwarz"];

// The parts of a list whose players all stay.
export const allStay = (seats) => [[1, 1, Array.from({ length: seats }, (_, place) => place + 1)]];

// A row is written as runs: a first value, what each next one adds, how many there are.
function entry(row, place) {
  for (let run = 0; run < row.length; run += 3) {
    if (place < row[run + 2]) return row[run] + row[run + 1] * place;
    place -= row[run + 2];
  }
  return undefined;
}

export function linesOf(json) {
  const row = (number, place) => entry(json.rows[number], place);
  const most = (game) => json.most[json.games.indexOf(game)];
  const isAsked = (code) => json.asked.includes(json.codes.indexOf(code));

  // Where the table has a line: the first entries of its rows are with 1, 2, ..., the others without 1, 2, ...
  function place(line) {
    const game = json.games.indexOf(line.game);
    if (game < 0) return null;
    const announced = ANNOUNCED.filter((level) => line[level]).join();
    const contract = json.contracts[game].findIndex(([ticks]) => ticks.join() === announced);
    const levels = REACHED.filter((level) => line[level]).length;
    const matadors = line.matadors ?? 0;
    // A Null has matadors only where it stands below a bid: then it is lost as another game.
    const isPossible = Math.abs(matadors) <= (json.most[game] || Math.max(...json.most));
    const isKnown = isPossible && (json.most[game] ? matadors !== 0 : matadors === 0 || Boolean(line.bid));
    if (contract < 0 || !isKnown || levels >= json.lines[game][contract].length) return null;
    if (line.schwarz && !line.schneider) return null;
    const column = json.most[game] ? (matadors > 0 ? matadors - 1 : json.most[game] - matadors - 1) : 0;
    return { game, contract, levels, column };
  }

  function codes(number, column) {
    const found = json.sets[row(number, column)].map((code) => json.codes[code]);
    return { refused: found.filter((code) => !isAsked(code)), asked: found.filter(isAsked) };
  }

  function stepsOf(computation, column) {
    return json.computations[computation].map((number) => {
      const [kind, result, count, base] = json.steps[number];
      const step = { kind: json.kinds[row(kind, column)], result: row(result, column) };
      return count === undefined ? step : { ...step, count: row(count, column), base };
    });
  }

  const doubled = (points) => ({ kind: "doubled", result: points });

  function charge(game, bid) {
    const found = json.charges[game].filter(([first]) => first <= bid).pop();
    const [, count, base, result, points] = found;
    return { points, step: { kind: "overbid", result, count, base, bid: json.bids[bid] } };
  }

  // What is lost by a Null below its bid: what the cheapest other line costs that it can stand as.
  function forfeit(line) {
    const [{ steps, points, line: { game } }] = readings(line.bid, matadorsByGame(line.matadors ?? 1));
    const { count, base, result } = steps.at(-2);
    return { points, step: { kind: "overbid", result, count, base, bid: line.bid, game } };
  }

  // The same count in every game that can have so many; what is said of a suit counts there.
  function matadorsByGame(count, suits = {}) {
    const most = json.games.map((game, place) => [game, json.most[place]]).filter(([, number]) => number);
    const signed = (number) => Math.sign(count) * Math.min(Math.abs(count), number);
    return Object.fromEntries(most.map(([game, number]) => [game, suits[game] ?? signed(number)]));
  }

  // The lines as which a Null below its bid can stand, the cheapest first (ISkO 3.4.4).
  function readings(bid, matadors) {
    const found = Object.entries(matadors).map(([game, count]) => {
      const line = { game, matadors: count, bid };
      return look({ ...line, overbid: bids(line).includes(bid) }, "lost");
    });
    return found.sort((one, other) => other.points - one.points);
  }

  // The bids a line stays below: with any other it is not overbid.
  function bids(line) {
    const at = place(line);
    if (at === null) return [];
    const [, , [, , above]] = json.lines[at.game][at.contract][at.levels];
    return json.bids.slice(row(above, at.column));
  }

  // An overbid game costs what it is worth, or the multiple that reaches its bid.
  function overbidden(line, at, bid) {
    const [computation, , [lost, , , , , dearer]] = json.lines[at.game][at.contract][at.levels];
    const steps = stepsOf(computation, at.column);
    const points = row(lost, at.column);
    if (bid < row(dearer, at.column)) return { points, steps: [...steps, doubled(points)] };
    const charged = json.charges[at.game].length ? charge(at.game, bid) : forfeit(line);
    return { points: charged.points, steps: [...steps, charged.step, doubled(charged.points)] };
  }

  // What whoever wins has reached, because they announced it.
  function withLevelsOf(line, outcome) {
    const at = place(line);
    if (at === null || outcome !== "won") return line;
    const reached = REACHED.slice(0, json.contracts[at.game][at.contract][1]);
    return { ...line, ...Object.fromEntries(reached.map((level) => [level, true])) };
  }

  // Whether two lines say the same, however what is not so of them is written.
  function isSame(one, other) {
    const whole = (line) => JSON.stringify(line.declarer ? asLine(line, line.won ? "won" : "lost") : null);
    return whole(one) === whole(other);
  }

  function asLine(line, outcome) {
    const levels = Object.fromEntries([...ANNOUNCED, ...REACHED].map((level) => [level, Boolean(line[level])]));
    const { declarer = null, game = "", matadors = null, bid = null } = line;
    return { declarer, game, matadors, ...levels, won: outcome === "won", bid, overbid: Boolean(line.overbid) };
  }

  // A line as it would stand in the list, and all the table has about it; null if it lacks something, or no page can
  // tick it. A bid that is not ticked as overbid comes from paper: it is only read, to show how it was booked.
  function look(line, outcome) {
    const full = withLevelsOf(line, outcome);
    const at = place(full);
    const bid = full.bid === null || full.bid === undefined ? null : json.bids.indexOf(full.bid);
    if (at === null || bid === -1 || (full.overbid && bid === null)) return null;
    const [computation, won, lost] = json.lines[at.game][at.contract][at.levels];
    const [points, plain, above, ifOverbid, ifCovered, dearer] = outcome === "won" ? won : lost;
    // A judge's entry stands as it was written, even won below its bid. Where the opponents' level covers the bid the
    // game is called overbid only if that is ticked.
    const first = full.overbid || outcome === "won" ? above : dearer;
    const isOverbid = bid !== null && bid >= row(first, at.column) && !(line.overruled && outcome === "won");
    const found = { line: asLine(full, outcome), isOverbid };
    const ticked = isOverbid ? ifOverbid : ifCovered;
    Object.assign(found, codes(full.overbid ? ticked : plain, at.column));
    if (isOverbid) return Object.assign(found, overbidden(full, at, bid));
    const steps = stepsOf(computation, at.column);
    const value = row(points, at.column);
    return Object.assign(found, { points: value, steps: outcome === "won" ? steps : [...steps, doubled(value)] });
  }

  return {
    look,
    isSame,
    games: json.games,
    rating: json.rating,
    mostMatadors: most,
    bids,
    readings,
    matadorsByGame,
    brings: (level) => json.brings[level],
    inNull: (level) => json.in_null.includes(level),
    isNull: (game) => most(game) === 0,
    // Who deals, who can be declarer then, and who is there. A part says from which deal and round on which seats are
    // taken; within it each round is like the first.
    turn: (number, parts) => {
      const [first, began, present] = parts.filter(([from]) => from <= number).pop() ?? parts[0];
      const round = json.turns[present.join("")];
      const [dealer, players] = round[(number - first) % round.length];
      return { number, round: began + Math.floor((number - first) / round.length), dealer, players, present };
    },
  };
}
