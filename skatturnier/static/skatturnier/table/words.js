// A deal in words, exactly as scoring/lists/wording says it; the phrases come with the page (scoring/table/wording.py).

const MINUS = "\u2212";
const COUNTED = ["with", "without", "game", "hand", "schneider", "schneider-announced", "schwarz", "schwarz-announced", "ouvert"];

export const filled = (phrase, facts) => phrase.replace(/%\((\w+)\)s/g, (_, name) => String(facts[name]));

export const pointsWords = (points) => (points < 0 ? `${MINUS}${-points}` : String(points));

function contractName(line, phrases) {
  const game = phrases[`game.${line.game}`];
  const hand = line.hand ? [phrases.hand] : [];
  if (line.game === "null") return [game, ...hand, ...(line.ouvert ? [phrases.ouvert] : [])].join(" ");
  if (line.ouvert) return filled(phrases["name.ouvert"], { game });
  const name = [game, ...hand].join(" ");
  if (line.schwarz_announced) return filled(phrases["name.schwarz-announced"], { game: name });
  if (line.schneider_announced) return filled(phrases["name.schneider-announced"], { game: name });
  return name;
}

// A level is named where it was not announced already.
function reached(line, phrases) {
  if (line.schwarz && !line.schwarz_announced) return phrases.schwarz;
  if (line.schneider && !line.schwarz && !line.schneider_announced) return phrases.schneider;
  return "";
}

// "Spades Hand with 2, Schneider"
export function lineName(line, phrases) {
  let words = contractName(line, phrases);
  if (line.matadors) {
    const template = phrases[line.matadors < 0 ? "name.without" : "name.with"];
    words = filled(template, { game: words, count: Math.abs(line.matadors) });
  }
  const level = reached(line, phrases);
  return level ? `${words}, ${level}` : words;
}

// "Bernd wins Grand Hand with 2: 120"; `lines` tells whether the value stays below the bid.
export function sentence(line, points, name, phrases, lines) {
  if (line.declarer === null) return phrases.passed;
  const facts = { declarer: name, game: lineName(line, phrases), points: pointsWords(points) };
  const found = lines.look(line, line.won ? "won" : "lost");
  const isOverbid = found ? found.isOverbid : line.overbid && !line.won;
  if (isOverbid) return filled(phrases["sentence.overbids"], facts);
  return filled(phrases[line.won ? "sentence.wins" : "sentence.loses"], facts);
}

// "Bernd: Grand Hand with 2", as it stands in the list.
export function entryWords(line, shortName, phrases) {
  if (line.declarer === null) return phrases.passed;
  const facts = { declarer: shortName, game: lineName(line, phrases) };
  return filled(phrases[line.overbid ? "entry.overbid" : "entry"], facts);
}

// "Hand 3"
export function stepWords(step, phrases) {
  if (step.kind === "with" || step.kind === "without") {
    return filled(phrases[`step.${step.kind}`], { count: step.result });
  }
  if (COUNTED.includes(step.kind)) return `${phrases[`step.${step.kind}`]} ${step.result}`;
  const product = `${step.count} × ${step.base} = ${step.result}`;
  if (step.kind === "product") return product;
  if (step.kind === "fixed") return filled(phrases["step.fixed"], { value: step.result });
  if (step.kind === "doubled") return filled(phrases["step.doubled"], { points: pointsWords(step.result) });
  const words = filled(phrases["step.overbid"], { product, bid: step.bid });
  return step.game ? filled(phrases["step.charged-as"], { step: words, game: phrases[`game.${step.game}`] }) : words;
}

// "with 2, game 3, Hand 4; 4 × 24 = 96"
export function computation(steps, phrases) {
  const words = (chosen) => chosen.map((step) => stepWords(step, phrases));
  const counted = steps.filter((step) => COUNTED.includes(step.kind));
  const rest = steps.filter((step) => !COUNTED.includes(step.kind));
  return [words(counted).join(", "), ...words(rest)].filter(Boolean).join("; ");
}

// A sentence with its clause for everything that is refused or asked.
export const codeWords = (codes, phrases) => codes.map((code) => phrases[`code.${code}`]);
