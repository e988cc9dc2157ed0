"""Every line the model of the page knows, and what rules and wording say about it, as text to be compared."""

from collections.abc import Iterator, Sequence
from itertools import count, product
from pathlib import Path
from typing import Any

from scoring.lists.wording import games
from scoring.lists.wording import refusals as lists_problems
from scoring.rules.checks import problems
from scoring.rules.codes import Code
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.notation.messages import read_line, written
from scoring.rules.valuation import Played, Step, book, is_overbid
from scoring.rules.values import BIDS

RANDOM_TAPS = Path(__file__).with_name("model_taps.js")
LEVELS = ((False, False), (True, False), (True, True))

TAPPED = """
([start, pressed, outcome]) => {
  let state = taps.blank({ number: 1, dealer: 1, players: [2, 3, 4], seats: 4, ...start });
  for (const [field, value] of pressed) state = taps.tap(state, field, value, lines);
  return { state, offers: taps.offers(state, lines), entry: outcome && taps.entry(state, outcome, lines) };
}
"""

LOOKED_UP = """
([asked]) => JSON.parse(asked).map((line) => {
  const found = lines.look(line, line.won ? "won" : "lost");
  if (found === null) return "not found";
  const facts = (step) => [step.kind, step.result, step.count, step.base, step.bid, step.game];
  const steps = found.steps.map((step) => facts(step).join("/"));
  return [found.points, found.isOverbid, found.refused.join("+"), found.asked.join("+"), steps.join(" ")].join("|");
})
"""

SAID = """
([asked, { phrases }]) => JSON.parse(asked).map((line) => {
  const found = lines.look(line, line.won ? "won" : "lost");
  return [
    words.sentence(line, found.points, "Bernd Lehmann", phrases, lines),
    words.entryWords(line, "Bernd", phrases),
    words.computation(found.steps, phrases),
    words.codeWords([...found.refused, ...found.asked], phrases).join(" "),
  ].join("|");
})
"""


def every_line(*, others: int = 1) -> Iterator[Played]:
    """Yield every line with and without a bid that overbids it, and the bids it covers ticked all the same.

    Of those with a bid one in ``others``: no divisor of how many bids there are, so that none is left out each time.
    """
    turn = count()
    for contract in CONTRACTS:
        for matadors, (schneider, schwarz), won in _forms(contract):
            line = {"matadors": matadors, "schneider": schneider, "schwarz": schwarz, "won": won}
            plain = Played(contract=contract, **line)
            if any(problem.code is Code.ANNOUNCED_LEVEL_MISSED for problem in problems(plain)):
                continue
            yield plain
            bids = (bid for bid in BIDS if next(turn) % others == 0)
            yield from (Played(contract=contract, **line, bid=bid, overbid=True) for bid in bids)
    yield from (null for null in null_with_its_matadors() if next(turn) % others == 0)


def null_with_its_matadors() -> Iterator[Played]:
    """Yield every Null below its bid with every count of matadors: it is lost as another game (ISkO 3.4.4)."""
    most = max(MAX_MATADORS.values())
    for contract, held in product(CONTRACTS, (*range(-most, 0), *range(1, most + 1))):
        for bid in BIDS if contract.game is Game.NULL else ():
            null = Played(contract=contract, matadors=held, won=False, bid=bid, overbid=True)
            if is_overbid(null):
                yield null


def _forms(contract: Contract) -> Iterator[tuple[int | None, tuple[bool, bool], bool]]:
    most = MAX_MATADORS[contract.game]
    counts: Sequence[int | None] = [held for held in range(-most, most + 1) if held] or [None]
    levels = LEVELS[:1] if contract.game is Game.NULL else LEVELS
    return ((held, level, won) for held in counts for level in levels for won in (True, False))


def game(name, matadors=None, declarer=2):
    return [("declarer", declarer), ("game", name), *([("matadors", matadors)] if matadors else [])]


def looked_up(line: Played) -> str:
    """Return what the rules say about a line, as the page's answer to it reads."""
    found, booking = problems(line), book(line)
    refused = "+".join(one.code for one in found if one.severity == "error")
    asked = "+".join(one.code for one in found if one.severity == "warning")
    overbid = "true" if line.bid and is_overbid(line) else "false"
    return "|".join([str(booking.points), overbid, refused, asked, " ".join(map(_step, booking.steps))])


def _step(step: Step) -> str:
    facts = (step.kind, step.result, step.count, step.base, step.bid, step.game)
    return "/".join("" if fact is None else str(fact) for fact in facts)


def said(line: Played) -> str:
    deal, booking = Deal(number=1, declarer=1, played=line), book(line)
    found = sorted(problems(line), key=lambda one: one.severity != "error")
    return "|".join(
        [
            games.deal_line(deal, ["Bernd Lehmann"]),
            games.deal_entry(deal, ["Bernd"]),
            games.computation(booking),
            " ".join(map(lists_problems.problem, found)),
        ]
    )


def as_asked(lines: Sequence[Played]) -> list[dict[str, Any]]:
    return [written(Deal(number=1, declarer=1, played=line)) for line in lines]


def can_stand_in_a_list(line: Played) -> bool:
    """Test whether a line is ticked as overbid where it is, and only there."""
    return not line.overbid or (is_overbid(line) and not line.won)


def severities(line: dict[str, Any], *, dealer: int, seats: int) -> set[str]:
    """Return how bad the rules find a line that a page let through, as a deal of that dealer."""
    passed = [Deal(number=number) for number in range(1, dealer)]
    found = findings(GameList(seats=seats, deals=(*passed, read_line(dealer, line))))
    return {one.problem.severity for one in found if one.deal == dealer}
