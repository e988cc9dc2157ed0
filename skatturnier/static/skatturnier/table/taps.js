// A deal as it is being tapped: a plain state, what a tap makes of it, and what can be tapped or saved next. There is no
// page in here, so that a hundred thousand taps can be tried in a second; what is legal comes from the line table.
//
//   state = blank({ number, dealer, players, seats })
//   state = tap(state, "game", "clubs", lines)
//     fields: declarer, game, matadors, bid (with their value), hand, schneider, schwarz, schneider_announced,
//     schwarz_announced, ouvert, overbid (each tap turns them), sure (with the outcome that was asked about); of a Null
//     below its bid suit (with a game and its matadors) and reading (with the game as which it is lost)
//   offers(state, lines).won.points, entry(state, "won", lines)

const ANNOUNCED = ["hand", "schneider_announced", "schwarz_announced", "ouvert"];
const LEVELS = ["hand", "schneider", "schwarz", "schneider_announced", "schwarz_announced", "ouvert"];

export function blank({ number, dealer, players, seats }) {
  const levels = Object.fromEntries(LEVELS.map((level) => [level, false]));
  return {
    number, dealer, players, seats, declarer: null, game: null, matadors: null, ...levels,
    // The levels that were tapped; the others among them were brought along.
    tapped: [], overbid: false, bid: null, sure: null,
    // Where all four jacks are held or missing: the matadors of the suits in which they go on.
    suits: {},
  };
}

const isBelowItsBid = (state, lines) =>
  state.game !== null && lines.isNull(state.game) && state.overbid && lines.bids(state).includes(state.bid);

// Of a Null below its bid the jacks are asked for: there are as many as matadors in Grand.
const JACKS = "grand";

function mostMatadors(state, lines) {
  if (state.game === null) return Math.max(...lines.games.map(lines.mostMatadors));
  return lines.mostMatadors(isBelowItsBid(state, lines) ? JACKS : state.game);
}

const rising = (first, last) => Array.from({ length: last - first + 1 }, (_, place) => first + place);

function counts(state, lines) {
  const found = rising(1, mostMatadors(state, lines));
  return [...found, ...found.map((count) => -count)];
}

// In each suit the matadors that can follow the four jacks; none where one of the jacks breaks the row.
function suitCounts(state, lines) {
  const jacks = lines.mostMatadors(JACKS);
  if (!isBelowItsBid(state, lines) || Math.abs(state.matadors) !== jacks) return {};
  const suits = lines.games.filter((game) => lines.mostMatadors(game) > jacks);
  const counted = (game) => rising(jacks, lines.mostMatadors(game)).map((count) => Math.sign(state.matadors) * count);
  return Object.fromEntries(suits.map((game) => [game, counted(game)]));
}

// The lines as which a Null below its bid can stand, the cheapest first; none while its matadors are not said.
function readings(state, lines) {
  if (!isBelowItsBid(state, lines) || state.matadors === null) return [];
  return lines.readings(state.bid, lines.matadorsByGame(state.matadors, state.suits));
}

const fitsGame = (level, state, lines) => state.game === null || !lines.isNull(state.game) || lines.inNull(level);

// What was tapped, with all it brings along. A Null ouvert is no Hand, so in a Null nothing comes along.
function fit(state, lines) {
  const tapped = state.tapped.filter((level) => fitsGame(level, state, lines));
  const brought = state.game !== null && lines.isNull(state.game) ? [] : tapped.flatMap(lines.brings);
  const fitting = { ...state, tapped };
  for (const level of LEVELS) fitting[level] = tapped.includes(level) || brought.includes(level);
  if (!lines.isNull(fitting.game) && !counts(fitting, lines).includes(fitting.matadors)) fitting.matadors = null;
  if (!fitting.overbid || !lines.bids(fitting).includes(fitting.bid)) fitting.bid = null;
  if (!counts(fitting, lines).includes(fitting.matadors)) fitting.matadors = null;
  const known = Object.entries(suitCounts(fitting, lines));
  fitting.suits = Object.fromEntries(
    known.filter(([game, those]) => those.includes(fitting.suits[game])).map(([game]) => [game, fitting.suits[game]]));
  return fitting;
}

function withGame(state, game, lines) {
  if (state.game === null || game === null || !lines.isNull(state.game)) return { ...state, game };
  // What a Null has alone would bring more along in another game than anybody tapped.
  const tapped = state.tapped.filter((level) => lines.brings(level).every((other) => state.tapped.includes(other)));
  return { ...state, game, tapped };
}

function withLevel(state, level, lines) {
  if (!state[level]) return { ...state, tapped: [...state.tapped, level] };
  // What leans on it goes too, the rest stays.
  const stays = (other) => state[other] && other !== level && !leansOn(other, level, state, lines);
  return { ...state, tapped: LEVELS.filter(stays) };
}

const leansOn = (other, level, state, lines) => fitsGame("schwarz", state, lines) && lines.brings(other).includes(level);

// What is chosen already is given up by tapping it again.
const turned = (state, field, value) => ({ ...state, [field]: state[field] === value ? null : value });

export function tap(state, field, value, lines) {
  if (field === "sure") return { ...state, sure: state.sure === value ? null : value };
  return fit({ ...changed(state, field, value, lines), sure: null }, lines);
}

function changed(state, field, value, lines) {
  if (field === "declarer" && state.players.includes(value)) return turned(state, field, value);
  if (field === "game" && lines.games.includes(value)) {
    return withGame(state, state.game === value ? null : value, lines);
  }
  if (field === "matadors" && counts(state, lines).includes(value)) return turned(state, field, value);
  if (field === "bid" && state.overbid && lines.bids(state).includes(value)) return turned(state, field, value);
  if (field === "suit") return { ...state, suits: { ...state.suits, ...value } };
  if (field === "reading") return asReading(state, value, lines);
  if (field === "overbid") return { ...state, overbid: !state.overbid };
  if (LEVELS.includes(field) && fitsGame(field, state, lines)) return withLevel(state, field, lines);
  return state;
}

// The line itself, as if it had been tapped: what was announced of the Null means nothing in it.
function asReading(state, game, lines) {
  const found = readings(state, lines).find(({ line }) => line.game === game);
  if (!found) return state;
  const { matadors, overbid, bid } = found.line;
  return { ...state, game, matadors, overbid, bid, tapped: [], suits: {} };
}

const isBlank = (state) =>
  state.declarer === null && state.game === null && state.matadors === null && !state.tapped.length && !state.overbid;

function missing(state, lines) {
  const needed = ["declarer", "game"];
  if (state.game === null || !lines.isNull(state.game)) needed.push("matadors");
  if (state.overbid) needed.push("bid");
  return needed.filter((field) => state[field] === null);
}

// What an outcome button would save: its value, or why there is none. What is asked is answered by a tap on "sure".
function outcomeOf(state, outcome, lines) {
  const found = lines.look(state, outcome) ?? { refused: [], asked: [], points: null, steps: [], line: null };
  const isRefused = found.refused.length > 0;
  return {
    points: isRefused ? null : found.points,
    steps: found.steps,
    refused: found.refused,
    asked: isRefused ? [] : found.asked,
    sure: state.sure === outcome,
    missing: missing(state, lines),
    line: found.line,
  };
}

export function offers(state, lines) {
  const seats = Array.from({ length: state.seats }, (_, place) => place + 1);
  const levels = LEVELS.map((level) => {
    const shown = fitsGame(level, state, lines);
    return [level, { shown, disabled: !shown }];
  });
  return {
    seats: seats.map((place) => ({ place, barred: !state.players.includes(place) })),
    matadors: counts(state, lines),
    levels: Object.fromEntries(levels),
    bids: state.overbid ? lines.bids(state) : [],
    isBelowItsBid: isBelowItsBid(state, lines),
    readings: readings(state, lines),
    suits: suitCounts(state, lines),
    won: outcomeOf(state, "won", lines),
    lost: outcomeOf(state, "lost", lines),
    passed: { enabled: isBlank(state) },
  };
}

// What is asked however the game ended, so that it can be asked before anybody says how: its answer costs no tap.
export function foreseen(offered) {
  const open = [offered.won, offered.lost].filter((one) => !one.missing.length && !one.refused.length);
  return open.length ? open[0].asked.filter((code) => open.every((one) => one.asked.includes(code))) : [];
}

// The line as it goes into the list; null while anything is refused, missing, or asked and not answered.
export function entry(state, outcome, lines) {
  if (outcome === "passed") return isBlank(state) ? { declarer: null, game: "" } : null;
  const { refused, asked, missing: lacking, sure, line } = outcomeOf(state, outcome, lines);
  if (line === null || lacking.length || refused.length || (asked.length && !sure)) return null;
  return line;
}
