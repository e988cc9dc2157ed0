// The sums of a list, added up from what stands in the line table (SkWO 5, 8.12).

import { pointsWords } from "../words.js";

// What each seat has, from seat 1 on: game points, games won, lost and lost by the others, their part of the sum, the sum.
export function sumsOf(deals, { seats, lines, parts }) {
  const { own, others } = lines.rating;
  const found = Array.from({ length: seats }, () => ({ points: 0, won: 0, lost: 0, others: 0, bonus: 0 }));
  for (const deal of deals.filter(({ declarer }) => declarer)) {
    const player = found[deal.declarer - 1];
    player.points += deal.points;
    player[deal.points > 0 ? "won" : "lost"] += 1;
    if (deal.points > 0) continue;
    const { present } = lines.turn(deal.number, parts);
    for (const place of present.filter((one) => one !== deal.declarer)) {
      found[place - 1].others += 1;
      found[place - 1].bonus += others[present.length];
    }
  }
  return found.map((seat) => {
    const games = own * (seat.won - seat.lost);
    return { ...seat, games, sum: seat.points + games + seat.bonus };
  });
}

// "937 + 750 + 420 = 2107"
export function sumLine({ points, games, bonus, sum }) {
  const parts = [games, bonus].map((part) => ` ${part < 0 ? "\u2212" : "+"} ${Math.abs(part)}`);
  return `${pointsWords(points)}${parts.join("")} = ${pointsWords(sum)}`;
}
