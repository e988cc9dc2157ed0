"""What is entered in a list, as blocks of text that lie on the columns of its form (SkWO 7.2, 8.11)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from scoring.lists.selectors.sheets import DealLine, Score, Sheet
from scoring.lists.wording import games
from scoring.money.selectors.lines import Cost
from scoring.money.wording.amounts import plain_euros
from scoring.paper.sheets.columns import PASSED, PLAYER
from scoring.paper.sheets.form import Form, numbered
from scoring.rules.contract import Game
from scoring.rules.game_list.presence import Turn
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
    played = {line.number: line for line in sheet.lines}
    turns = enumerate(form.turns, start=form.first)
    return "\n".join(_line(number, turn, form, played.get(number), noted) for number, turn in turns)


def sums(scores: Sequence[Score], form: Form) -> tuple[str, str]:
    """Return the lines of the computation and, apart, the totals (SkWO 5.2)."""
    lines = zip(*(_computed(score, form) for score in scores), strict=True)
    *before, totals = ("".join(line).rstrip() for line in lines)
    return "\n".join(before), totals


def fees(scores: Sequence[Score], form: Form, costs: Mapping[int, Sequence[Cost]]) -> str:
    """Return the line of what the list costs, by start number; empty where it costs nothing."""
    if not costs:
        return ""
    total, won, lost = PLAYER[form.seats]
    due = (costs.get(score.seat.entrant.number) for score in scores)
    cells = (plain_euros(sum(one.cents for one in mine)) if mine else "" for mine in due)
    return "".join(_right(cell, total) + " " * (won + lost) for cell in cells).rstrip()


def _computed(score: Score, form: Form) -> tuple[str, ...]:
    """Return a player's cells: game points with games won and lost, what both of them bring, the total."""
    tally = score.tally
    total, won, lost = PLAYER[form.seats]
    return (
        _right(games.points(tally.game_points), total) + _middle(tally.won, won) + _middle(tally.lost, lost),
        _right(games.points(score.own_games), total) + _middle(games.points(tally.won - tally.lost), won + lost),
        _right(games.points(score.bonus), total) + _middle(tally.opponents_lost, won + lost),
        _right(games.points(score.performance), total) + " " * (won + lost),
    )


def _line(number: int, turn: Turn, form: Form, line: DealLine | None, noted: frozenset[int]) -> str:
    begins = numbered(number, turn, mark=NOTED if number in noted else " ")
    if line is None:
        return begins
    played, booking = line.deal.played, line.booking
    cells = [""] * (len(form.deal) - 2)
    if played and booking:
        cells = [*_game(played, booking, has_signs=form.ruling.has_signs)]
    for seat in range(1, form.seats + 1):
        cells += _player(line, seat)
    cells.append("" if played else f"{CROSS:>{(PASSED[form.seats] + 1) // 2}}")
    columns = [column.characters for column in form.deal[2:]] + [*PLAYER[form.seats]] * form.seats
    widths = [*columns, PASSED[form.seats]]
    return (begins + "".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))).rstrip()


def _game(played: Played, booking: Booking, *, has_signs: bool) -> Iterable[str]:
    """Return the cells from the base value on; an overbid game without a bid gets a cross for it."""
    contract = played.contract
    is_null = contract.game is Game.NULL
    base = booking.steps[0].result if is_null else BASE_VALUE[contract.game]
    matadors = played.matadors or 0
    bid = str(played.bid or CROSS) if booking.overbid else ""
    return (
        f" {SIGN[contract.game]}{base:>3}",
        *(_signed(matadors, 3) if has_signs else (_with_or_without(matadors),)),
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
        *(_signed(booking.points, 5) if has_signs else (_right(games.points(booking.points), 7),)),
    )


def _with_or_without(matadors: int) -> str:
    return f"+{matadors}".rjust(3) if matadors > 0 else games.points(matadors).rjust(3) if matadors else ""


def _signed(value: int, size: int) -> tuple[str, str]:
    """Return a number in the first of two columns, or without its sign in the second."""
    shown = _right(str(abs(value)), size)
    return (shown, "") if value > 0 else ("", shown) if value else ("", "")


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


def _middle(value: object, width: int) -> str:
    """Return a number in the middle of its column, or half a character before it."""
    shown = str(value)
    return (" " * ((width - len(shown)) // 2) + shown).ljust(width)


def _right(text: str, width: int) -> str:
    """Return a number as it stands in its column, with a space before the line."""
    return text.rjust(width - 1) + " "
