"""What is entered in a list, as it lies on the columns of its form: deals, sums, notes (SkWO 7.2, ISkO 5.5)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.utils.translation import gettext as _

from scoring.lists.selectors.sheets import DealLine, Score, Sheet, kitty_of, may_end, settlement_of
from scoring.lists.wording import games
from scoring.lists.wording.acts import comings_and_goings, ended_early, presence_in_brief
from scoring.lists.wording.games import in_brief, in_full, kitty_in_brief, kitty_payment
from scoring.money.selectors.lines import Cost
from scoring.money.wording import plain_euros
from scoring.paper.sheets.form import PASSED, PLAYER, Form, Measures, numbered
from scoring.paper.typesetting.fitting import broken, width
from scoring.rules.contract import Game
from scoring.rules.game_list.presence import Turn
from scoring.rules.game_list.sums import ControlSums
from scoring.rules.game_list.totals import Totals, TotalsList, totals_control_sums
from scoring.rules.results.performance import performance
from scoring.rules.valuation import Booking, Played
from scoring.rules.values import BASE_VALUE
from tables.acts.wording.moments import moment

CROSS: Final = "×"  # marks a box; it is in every font
NOTED: Final = "*"  # points to a note under the list
SIGN: Final = {Game.DIAMONDS: "♦", Game.HEARTS: "♥", Game.SPADES: "♠", Game.CLUBS: "♣", Game.GRAND: "G", Game.NULL: "N"}


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
    cells = (plain_euros(sum(cost.cents for cost in mine)) if mine else "" for mine in due)
    return "".join(_right(cell, total) + " " * (won + lost) for cell in cells).rstrip()


def _computed(score: Score, form: Form) -> tuple[str, ...]:
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
    contract = played.contract
    is_null = contract.game is Game.NULL
    base = booking.steps[0].result if is_null else BASE_VALUE[contract.game]
    matadors = played.matadors or 0
    with_or_without = f"+{matadors}" if matadors > 0 else games.points(matadors)
    bid = str(played.bid or CROSS) if booking.overbid else ""
    return (
        f" {SIGN[contract.game]}{base:>3}",
        *(_signed(matadors, 3) if has_signs else (with_or_without.rjust(3) if matadors else "",)),
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


def _signed(value: int, size: int) -> tuple[str, str]:
    shown = _right(str(abs(value)), size)
    return (shown, "") if value > 0 else ("", shown) if value else ("", "")


def _player(line: DealLine, seat: int) -> Iterable[str]:
    if line.deal.declarer != seat or line.booking is None:
        return ("", "", "")
    size = PLAYER[len(line.totals)][0]
    won = line.booking.won
    return (_right(games.points(line.totals[seat - 1]), size), f" {CROSS}" if won else "", "" if won else f" {CROSS}")


def _middle(value: object, width: int) -> str:
    shown = str(value)
    return (" " * ((width - len(shown)) // 2) + shown).ljust(width)


def _right(text: str, width: int) -> str:
    return text.rjust(width - 1) + " "


BLANK = "_____"


def control_line(sheet: Sheet) -> str:
    """Return the control sums of what is entered."""
    control_sums = sheet.sums or _of_totals(sheet)
    facts = {
        "won": control_sums.won,
        "lost": control_sums.lost,
        "passed": control_sums.passed,
        "deals": control_sums.deals,
        "totals": games.points(control_sums.totals),
        "points": games.points(control_sums.game_points),
    }
    line = (
        _steady_line(sheet.row.table.size, facts)
        if not sheet.game_list.presence
        else _changing_line(control_sums, facts)
    )
    return line if control_sums.agree else _("%(line)s: DOES NOT AGREE") % {"line": line}


def blank_control_line(seats: int) -> str:
    """Return the same line to be filled in by hand."""
    return _steady_line(seats, dict.fromkeys(("won", "lost", "passed", "deals", "totals", "points"), BLANK))


def _steady_line(seats: int, facts: dict[str, object]) -> str:
    own = performance(game_points=0, won=1, lost=0, opponents_lost=0, seats=seats)
    bonus = performance(game_points=0, won=0, lost=0, opponents_lost=1, seats=seats)
    return _(
        "Control: %(won)s won + %(lost)s lost + %(passed)s passed in = %(deals)s deals; totals %(totals)s = "
        "game points %(points)s + %(own)s × (%(won)s − %(lost)s) + %(bonus)s × %(lost)s"
    ) % {**facts, "own": own, "bonus": bonus * (seats - 1)}


def _changing_line(sums: ControlSums, facts: dict[str, object]) -> str:
    own = performance(game_points=0, won=1, lost=0, opponents_lost=0, seats=3)
    bonus = sums.expected - sums.game_points - own * (sums.won - sums.lost)
    return _(
        "Control: %(won)s won + %(lost)s lost + %(passed)s passed in = %(deals)s deals; totals %(totals)s = "
        "game points %(points)s + %(own)s × (%(won)s − %(lost)s) + bonus %(bonus)s"
    ) % {**facts, "own": own, "bonus": bonus}


def _of_totals(sheet: Sheet) -> ControlSums:
    return totals_control_sums(
        TotalsList(
            seats=sheet.row.table.size,
            rounds=sheet.row.rounds,
            totals=tuple(
                Totals(game_points=score.tally.game_points, won=score.tally.won, lost=score.tally.lost)
                for score in sheet.scores
            ),
            passed=sheet.row.passed,
        )
    )


SIZE: Final = 2.9  # of the notes on pages of their own


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note: in a few words under the list, in full on a page of its own."""

    short: str
    full: str
    deal: int | None = None


def notes(sheet: Sheet) -> list[Note]:
    """Return the notes of a list, those of the whole list first, then in the order of the deals."""
    return [*_of_list(sheet), *(note for line in sheet.lines for note in _of_deal(sheet, line))]


def by_page(found_notes: Sequence[Note], measures: Measures) -> Iterator[tuple[Note, ...]]:
    """Yield the notes of each page that is theirs, in full."""
    page: list[Note] = []
    room = measures.note_lines
    for note in found_notes:
        taken = 1 + int(width(note.full) * SIZE / measures.note_room)
        if page and taken > room:
            yield tuple(page)
            page, room = [], measures.note_lines
        page.append(note)
        room -= taken
    yield tuple(page)


def brief(found_notes: Sequence[Note], measures: Measures) -> tuple[str, bool]:
    """Return what stands under the list, and whether it is everything."""
    most, room = measures.notes, (measures.box - 1.8) / measures.word
    each = [broken(note.short, room=room) for note in found_notes]
    if sum(map(len, each)) <= most:
        return "\n".join(chain(*each)), True
    if not most:
        return _("See the next page"), False
    texts: list[str] = []
    for number, lines in enumerate(each):
        more = broken(_("and %(count)s more on the next page") % {"count": len(found_notes) - number}, room=room)
        if len(texts) + len(lines) + len(more) > most:
            break
        texts += lines
    return "\n".join((*texts, *more)), False


def _of_list(sheet: Sheet) -> Iterator[Note]:
    names, short_names = games.names_at(sheet.seats), games.short_names_at(sheet.seats)
    if settled := settlement_of(sheet):
        yield Note(short=in_brief(settled, short_names), full=in_full(settled, names))
    pot = kitty_of(sheet)
    if pot and pot.payments:
        paid = "; ".join(kitty_payment(payment, names) for payment in pot.payments)
        yield Note(short=kitty_in_brief(pot, short_names), full=f"{kitty_in_brief(pot, names)}. {paid}")
    if changed := presence_in_brief(sheet.game_list):
        yield Note(short=changed, full=" ".join(comings_and_goings(sheet.game_list, names)))
    yield from (Note(short=words, full=words) for words in games.on_other_chairs(sheet.seats))
    if sheet.row.short_because:
        is_pub_table = sheet.row.table.series.tournament.is_pub_table
        words = ended_early(sheet) if is_pub_table and sheet.is_ended_early else _("Accepted with fewer deals")
        yield Note(short=words, full=f"{words}: {sheet.row.short_because}")
    elif may_end(sheet.row, len(sheet.lines)) and len(sheet.lines) < sheet.game_list.length:
        words = _("Time over: the deals after no. %(deal)s are struck") % {"deal": len(sheet.lines)}
        yield Note(short=words, full=words)


def _of_deal(sheet: Sheet, line: DealLine) -> Iterator[Note]:
    if line.earlier:
        last = line.earlier[-1].row
        short = _("Deal %(deal)s corrected %(at)s") % {"deal": line.number, "at": moment(last.voided_at)}
        names = games.short_names_at(sheet.seats)
        before = "; ".join(games.deal_entry(version.deal, names) for version in line.earlier)
        full = _("%(note)s. Before: %(before)s") % {"note": short, "before": before}
        if last.voided_because:
            full = _("%(note)s. Reason: %(reason)s") % {"note": full, "reason": last.voided_because}
        yield Note(short=short, full=full, deal=line.number)
    if line.deal.overruled:
        words = _("Deal %(deal)s stands by a judge's ruling") % {"deal": line.number}
        yield Note(short=words, full=words, deal=line.number)
