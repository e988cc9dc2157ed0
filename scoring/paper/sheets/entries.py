"""What is entered in a list, as blocks of text that lie on the columns of its form (SkWO 7.2, 8.11)."""

from collections.abc import Iterable, Sequence
from typing import Final

from scoring.lists.selectors.sheets import DealLine, Score, Sheet
from scoring.lists.wording import games
from scoring.paper.sheets.form import DEAL, PASSED, PLAYER, Form
from scoring.rules.contract import Game
from scoring.rules.valuation import Booking, Played
from scoring.rules.values import BASE_VALUE

CROSS: Final = "×"
"""Marks a box; it is in every font."""

NOTED: Final = "*"
"""Points to a note under the list."""

SIGN: Final = {
    Game.DIAMONDS: "♦",
    Game.HEARTS: "♥",
    Game.SPADES: "♠",
    Game.CLUBS: "♣",
    Game.GRAND: "G",
    Game.NULL: "N",
}


def deals(sheet: Sheet, form: Form, *, noted: frozenset[int]) -> str:
    """Return a page's deals, a line each; where a deal is ``noted`` a star stands beside its number."""
    lines = [_deal(line, form, noted=noted) for line in sheet.lines if form.first <= line.number <= form.last]
    return "\n".join(lines)


def sums(scores: Sequence[Score], form: Form) -> tuple[str, str]:
    """Return the lines of the computation and, apart, the totals (SkWO 5.2)."""
    columns = [
        (
            score.tally.game_points,
            score.tally.won,
            score.tally.lost,
            score.own_games,
            score.tally.opponents_lost,
            score.bonus,
            score.performance,
        )
        for score in scores
    ]
    total, others, others_again = PLAYER[form.seats]
    lines = [
        "".join(_right(games.points(value), total) + " " * (others + others_again) for value in row).rstrip()
        for row in zip(*columns, strict=True)
    ]
    return "\n".join(lines[:-1]), lines[-1]


def _deal(line: DealLine, form: Form, *, noted: frozenset[int]) -> str:
    cells = ["   " + (NOTED if line.number in noted else ""), ""]
    played = line.deal.played
    if played is None or line.booking is None:
        cells += [""] * (len(DEAL) - len(cells))
    else:
        cells += _game(played, line.booking)
    for seat in range(1, form.seats + 1):
        cells += _player(line, seat)
    cells.append("" if played else f"{CROSS:>{(PASSED[form.seats] + 1) // 2}}")
    widths = [column.characters for column in DEAL] + [*PLAYER[form.seats]] * form.seats + [PASSED[form.seats]]
    return "".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _game(played: Played, booking: Booking) -> Iterable[str]:
    """Return the cells from the base value on; an overbid game without a bid gets a cross for it."""
    contract = played.contract
    is_null = contract.game is Game.NULL
    base = booking.steps[0].result if is_null else BASE_VALUE[contract.game]
    matadors = played.matadors or 0
    bid = str(played.bid or CROSS) if booking.overbid else ""
    return (
        f" {SIGN[contract.game]}{base:>3}",
        f"+{matadors}".rjust(3) if matadors > 0 else games.points(matadors).rjust(3) if matadors else "",
        *(
            f" {CROSS}" if marked else ""
            for marked in (
                contract.hand,
                contract.schneider_announced or played.schneider or played.schwarz,
                contract.schneider_announced,
                contract.schwarz_announced or played.schwarz,
                contract.schwarz_announced,
                contract.ouvert,
            )
        ),
        bid.rjust(3),
        _right(games.points(booking.points), 7),
    )


def _player(line: DealLine, seat: int) -> Iterable[str]:
    """Return a player's cells: their running total and what they made of the deal, if it was theirs."""
    if line.deal.declarer != seat or line.booking is None:
        return ("", "", "")
    size = PLAYER[len(line.totals)][0]
    won = line.booking.won
    return (
        _right(games.points(line.totals[seat - 1]), size),
        f" {CROSS}" if won else "",
        "" if won else f" {CROSS}",
    )


def _right(text: str, width: int) -> str:
    """Return a number as it stands in its column, with a space before the line."""
    return text.rjust(width - 1) + " "
