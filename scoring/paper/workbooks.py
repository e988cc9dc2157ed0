"""Tables for other programs: results, deals, lists, seats, the account of the money (SkWO 3.3, 5, 7.4).

The public sees everybody named as they want to be shown.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.lists.selectors.boards import BoardLine, ListState, board, results_by_seat
from scoring.lists.selectors.sheets import DealLine
from scoring.lists.selectors.sheets import Sheet as GameSheet
from scoring.lists.selectors.sitting import seats_in
from scoring.lists.wording import acts, games, house
from scoring.lists.wording.games import game_name
from scoring.money.reckon.ledger import PIECES
from scoring.money.selectors.statement import BoxReport, Statement
from scoring.money.wording import PLACES, account_lines, plain_euros, pot_lines
from scoring.results.selectors.rankings import MemberLine, RankingLine, ShownRanking, rankings_of, shown_ranking
from scoring.results.selectors.standings import Standings, StandingsLine, standings
from scoring.results.wording import direction_refusals
from scoring.results.wording.competitors import competitor_name
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.results.ranking import shown_points
from tables.draw.models import Seat, Table
from tables.intake.classes import Classes
from tables.people.models import Entrant
from tables.sheets import CellKind, Column, Sheet, Value
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors.tournaments import known_classes

NAME: Final = 28  # width of a name or a club, in characters
REMARKS: Final = 44  # width of what is said beside a result, in characters


def figures(heading: str, width: int = 12) -> Column:
    """Return a column of whole numbers."""
    return Column(heading=heading, width=width, kind=CellKind.INTEGER)


def mark(heading: str, width: int = 9) -> Column:
    """Return a column of crosses."""
    return Column(heading=heading, width=width, kind=CellKind.MARK)


def _words(heading: str, width: int = NAME) -> Column:
    return Column(heading=heading, width=width)


def _points(*headings: str) -> tuple[Column, ...]:
    return tuple(Column(heading=heading, width=12, kind=CellKind.POINTS) for heading in headings)


def _amount(heading: str) -> Column:
    return Column(heading=heading, kind=CellKind.DECIMAL)


def _where() -> tuple[Column, ...]:
    return figures(pgettext("one of them", "Series"), 8), figures(_("Table"), 8)


def _who(*, is_public: bool = False) -> tuple[Column, ...]:
    number, name, club = figures(_("Start number"), 8), _words(_("Name")), _words(_("Club"))
    return (number, name, club) if is_public else (number, name, club, _words(_("Team"), 20))


def _is(entrant: Entrant, *, is_public: bool = False) -> tuple[Value, ...]:
    if is_public:
        return entrant.number, entrant.public_name, entrant.public_club
    return entrant.number, entrant.called, entrant.club, entrant.team


def _of_series(series: Iterable[Series], kind: CellKind = CellKind.INTEGER) -> tuple[Column, ...]:
    headings = (_("Series %(number)s") % {"number": each_series.number} for each_series in series)
    return tuple(Column(heading=heading, width=12, kind=kind) for heading in headings)


def class_columns(classes: Classes) -> tuple[Column, ...]:
    """Return a column to tick for each class."""
    return tuple(mark(player_class.name) for player_class in classes)


def is_in(entrant: Entrant, classes: Classes) -> tuple[bool, ...]:
    """Return for each class whether somebody is in it."""
    return tuple(player_class.code in entrant.classes for player_class in classes)


def brought_column(ranking: Standings | ShownRanking) -> tuple[Column, ...]:
    """Return the column of the points with which players started, where somebody did."""
    return (figures(_("Brought along")),) if ranking.has_brought else ()


def brought_by(line: StandingsLine | RankingLine, ranking: Standings | ShownRanking) -> tuple[Value, ...]:
    """Return the cell of a line in that column."""
    return (line.brought,) if ranking.has_brought else ()


def _clock(at: datetime | None) -> datetime | None:
    return timezone.localtime(at) if at else None


def results_sheets(tournament: Tournament) -> Iterator[Sheet]:
    """Yield the ranking, each series seat by seat, other rankings, and how far each list is."""
    ranking = standings(tournament, with_hidden=True)
    yield standings_sheet(ranking, known_classes(tournament), title=_("Ranking"))
    yield from (_series(series, results_by_seat(series)) for series in ranking.series)
    yield from (_ranking(shown_ranking(each_ranking)) for each_ranking in rankings_of(tournament))
    yield _lists((series, board(series)) for series in ranking.series)


def standings_sheet(ranking: Standings, classes: Classes, *, title: str, is_public: bool = False) -> Sheet:
    """Return the ranking of players, with what everybody has in each series; the public sees no lots and no teams."""
    columns = (
        figures(_("Rank"), 8),
        *_who(is_public=is_public),
        *class_columns(classes),
        *brought_column(ranking),
        *_of_series(ranking.series),
        *map(figures, (_("Total"), _("Won"), _("Lost"), _("Lost by the others"))),
        *(() if is_public else (figures(_("Lot")),)),
        figures(_("Points by the direction")),
        _words(_("Remarks"), REMARKS),
    )

    def rows() -> Iterator[tuple[Value, ...]]:
        for line in (*ranking.lines, *ranking.excluded):
            who = (*_is(line.entrant, is_public=is_public), *is_in(line.entrant, classes), *brought_by(line, ranking))
            earned = (*line.by_series, line.total, line.won, line.lost, line.others_lost)
            lot, by_direction = (line.lot, -line.penalty or None) if line.rank else (None, None)
            remarks = direction_refusals.line_remarks(line, ranking.series) if line.rank else [line.entrant.unranked_as]
            yield (line.rank or None, *who, *earned, *(() if is_public else (lot,)), by_direction, "; ".join(remarks))

    return Sheet(title=title, columns=columns, rows=rows())


def _series(series: Series, seats: Iterable[tuple[Seat, ListState]]) -> Sheet:
    columns = (
        figures(_("Table"), 8),
        figures(_("Seat"), 8),
        figures(_("Start number"), 8),
        _words(_("Name")),
        *map(figures, (_("Game points"), _("Won"), _("Lost"), _("Lost by the others"), _("Performance"))),
        _words(_("List"), 16),
        figures(_("Points by the direction")),
        _words(_("Remarks"), REMARKS),
    )
    title = _("Series %(number)s") % {"number": series.number}
    return Sheet(title=title, columns=columns, rows=(_seat(seat, state) for seat, state in seats))


def _seat(seat: Seat, state: ListState) -> tuple[Value, ...]:
    who = (seat.table.number, seat.place, seat.entrant.number, seat.entrant.called)
    earned: tuple[Value, ...] = (None,) * 5
    remarks = [seat.entrant.unranked_as] if seat.entrant.unranked_as else []
    result = getattr(seat, "result", None)
    if result is not None:
        earned = (result.game_points, result.won, result.lost, result.opponents_lost, result.performance)
        remarks += direction_refusals.result_remarks(result)
    by_direction = (-result.penalty or None) if result else None
    return (*who, *earned, acts.state_name(state), by_direction, "; ".join(remarks))


def _lists(boards: Iterable[tuple[Series, Iterable[BoardLine]]]) -> Sheet:
    columns = (
        *_where(),
        figures(_("Seats"), 8),
        figures(_("Deals"), 8),
        _words(_("State"), 16),
        _words(_("Signed"), 17),
        _words(_("Fewer deals because"), 30),
        _words(_("Hash"), 68),
        _words(_("Void since"), 17),
    )
    rows = (
        (
            series.number,
            line.table.number,
            line.table.size,
            line.entered,
            acts.state_name(line.state),
            _clock(line.game_list.signed_at),
            line.game_list.short_because,
            line.game_list.signed_hash,
            _clock(line.game_list.void_at),
        )
        for series, lines in boards
        for line in lines
    )
    return Sheet(title=_("Lists"), columns=columns, rows=rows)


def seats_sheet(seatings: Iterable[tuple[Series, Sequence[tuple[Table, Sequence[Seat]]]]]) -> Sheet:
    """Return the seats of all series whose seats are published."""
    rows = (
        (series.number, table.number, seat.place, *_is(seat.entrant))
        for series, seating in seatings
        for table, seats in seating
        for seat in seats
    )
    return Sheet(title=_("Seats"), columns=(*_where(), figures(_("Seat"), 8), *_who()), rows=rows)


ANNOUNCED = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
Lists = Iterable[tuple[Series, Iterable[GameSheet]]]  # the lists of each series


def deals_sheet(lists: Lists) -> Sheet:
    """Return all deals that count; those of lists of which only the results were typed are not known."""
    columns = (
        *_where(),
        figures(_("Deal"), 8),
        figures(_("Dealer"), 8),
        figures(_("Declarer"), 9),
        figures(_("Start number"), 8),
        _words(_("Name")),
        _words(_("Game"), 10),
        figures(_("Matadors"), 10),
        mark(_("Hand")),
        mark(_("Schneider announced"), 12),
        mark(_("Schwarz announced"), 12),
        mark(_("ouvert")),
        mark(_("Schneider"), 10),
        mark(_("Schwarz")),
        figures(_("Bid"), 8),
        mark(_("Overbid")),
        _words(_("Result"), 10),
        figures(_("Points"), 8),
        mark(_("By a judge"), 10),
        figures(_("Corrections"), 12),
    )
    rows = (
        (
            series.number,
            sheet.row.table.number,
            line.number,
            line.dealer,
            *_deal(line, seats_in(line.number, sheet.seats)),
            line.deal.overruled,
            len(line.earlier),
        )
        for series, sheets in lists
        for sheet in sheets
        for line in sheet.lines
    )
    return Sheet(title=_("Deals"), columns=columns, rows=rows)


def _deal(line: DealLine, seats: Sequence[Seat]) -> tuple[Value, ...]:
    deal, booking = line.deal, line.booking
    played = deal.played
    if deal.house is not None and (played is None or booking is None):
        # Such a deal is nobody's alone: what it gave each seat stands with its rules.
        words = [house.rules_of(deal.house.profile), games.deal_entry(deal, games.short_names_at(seats))]
        return (*(None,) * 3, ": ".join(words), *(None,) * 9, games.earned(line.columns, None) or None, None)
    if played is None or booking is None or deal.declarer is None:
        return (*(None,) * 3, *(None,) * 10, _("passed in"), 0)
    entrant = seats[deal.declarer - 1].entrant
    return (
        deal.declarer,
        entrant.number,
        entrant.called,
        _game(deal, played.contract.game),
        played.matadors,
        *(getattr(played.contract, text) for text in ANNOUNCED),
        played.schneider,
        played.schwarz,
        played.bid,
        booking.overbid,
        _("won") if booking.won else _("lost"),
        booking.points if not line.columns else line.columns[deal.declarer - 1],
    )


def _game(deal: Deal, game: Game) -> str:
    if deal.house is None:
        return game_name(game)
    return ", ".join([f"{house.rules_of(deal.house.profile)}: {game_name(game)}", *house.added(deal.house)])


def corrections_sheet(lists: Lists) -> Sheet:
    """Return the entries that were corrected or taken back, with the reason."""
    columns = (
        *_where(),
        figures(_("Deal"), 8),
        _words(_("Entry"), 44),
        figures(_("Points"), 8),
        _words(_("Entered"), 17),
        _words(_("Corrected"), 17),
        _words(_("Reason"), 44),
    )
    rows = (
        (
            series.number,
            sheet.row.table.number,
            version.row.number,
            games.deal_entry(version.deal, games.names_at(sheet.seats, deal=version.deal.number)),
            version.row.points,
            _clock(version.row.entered_at),
            _clock(version.row.voided_at),
            version.row.voided_because,
        )
        for series, sheets in lists
        for sheet in sheets
        for version in (*(version for line in sheet.lines for version in line.earlier), *sheet.taken_back)
    )
    return Sheet(title=_("Corrections"), columns=columns, rows=rows)


def _ranking(shown: ShownRanking) -> Sheet:
    columns = (
        figures(_("Rank"), 8),
        _words(_("Team")),
        figures(_("Start number"), 8),
        _words(_("Name")),
        _words(_("Club")),
        *brought_column(shown),
        *_of_series(shown.series, CellKind.POINTS),
        *_points(_("Total"), _("Won"), _("Lost")),
        _words(_("Does not count"), 20),
        _words(_("Remarks"), 30),
    )
    return Sheet(title=shown.ranking.name, columns=columns, rows=_rows(shown))


def _rows(shown: ShownRanking) -> Iterator[tuple[Value, ...]]:
    numbers = [series.number for series in shown.series]
    for line in shown.lines:
        is_single = shown.ranking.is_of_players and bool(line.members)
        name = "" if is_single else competitor_name(line)
        yield (
            line.rank,
            name,
            *(_is(line.members[0].entrant)[:3] if is_single else (None, "", "")),
            *brought_by(line, shown),
            *map(_exact, (*line.by_series, line.performance, line.won, line.lost)),
            _uncounted(line, numbers),
            "; ".join(_remarks(line)),
        )
        for member_line in () if is_single else line.members:
            total = sum(
                points or 0 for points, is_in in zip(member_line.by_series, member_line.counted, strict=True) if is_in
            )
            substitute = pgettext("player", "substitute") if member_line.substitute else ""
            rest = (total, None, None, _uncounted(member_line, numbers), substitute)
            yield (None, name, *_is(member_line.entrant)[:3], *member_line.by_series, *rest)


def _exact(points: Fraction | int | None) -> Value:
    if points is None:
        return None
    shown: Decimal = shown_points(Fraction(points))
    return int(shown) if shown == shown.to_integral_value() else shown


def _uncounted(line: RankingLine | MemberLine, numbers: Sequence[int]) -> str:
    each = zip(numbers, line.by_series, line.counted, strict=True)
    words = ", ".join(str(number) for number, points, is_in in each if points is not None and not is_in)
    return _("series %(series)s") % {"series": words} if words else ""


def _remarks(line: RankingLine) -> Iterator[str]:
    if line.shared:
        yield _("shared place")
    if line.by_lot:
        yield _("by lot")
    if line.scaled:
        yield _("scaled up")
    if line.unnamed:
        yield _("players who do not show their club: %(count)s") % {"count": line.unnamed}


def public_ranking_sheet(shown: ShownRanking) -> Sheet:
    """Return a ranking beside the individual one: a row for each line of it, its players in one cell."""
    columns = (
        figures(_("Rank"), 8),
        _words(_("Name")),
        _words(_("Players"), REMARKS),
        *brought_column(shown),
        *_of_series(shown.series, CellKind.POINTS),
        *_points(_("Total"), _("Won"), _("Lost")),
        _words(_("Remarks"), REMARKS),
    )
    return Sheet(title=shown.ranking.name, columns=columns, rows=(_public_line(line, shown) for line in shown.lines))


def _public_line(line: RankingLine, shown: ShownRanking) -> tuple[Value, ...]:
    texts = [
        *([_("by lot")] if line.by_lot else []),
        *([_("scaled up: somebody was missing")] if line.scaled else []),
        *([_("%(count)s more, who are not named here") % {"count": line.unnamed}] if line.unnamed else []),
    ]
    return (
        line.rank,
        competitor_name(line) or "–",
        ", ".join(_member(member_line) for member_line in line.members) if line.team or line.club else "",
        *brought_by(line, shown),
        *map(_exact, (*line.by_series, line.performance, line.won, line.lost)),
        "; ".join(texts),
    )


def _member(member: MemberLine) -> str:
    number, name = member.entrant.number, member.entrant.public_name
    if member.substitute:
        return _("%(number)s %(name)s (substitute)") % {"number": number, "name": name}
    return f"{number} {name}"


def public_seats_sheet(series: Series, seating: Iterable[tuple[Table, Sequence[Seat]]]) -> Sheet:
    """Return who sits where in a series; a column says who fills in, where somebody does."""
    pairs = [(table.number, seat) for table, seats in seating for seat in seats]
    filling = any(seat.entrant.fills_in for _table, seat in pairs)
    remarks = (_words(_("Remarks"), REMARKS),) if filling else ()
    columns = (figures(_("Table"), 8), figures(_("Seat"), 8), *_who(is_public=True), *remarks)
    rows = (
        (table, seat.place, *_is(seat.entrant, is_public=True), *((seat.entrant.unranked_as,) if filling else ()))
        for table, seat in pairs
    )
    return Sheet(title=_("Seats, series %(number)s") % {"number": series.number}, columns=columns, rows=rows)


def public_entrants_sheet(entrants: Iterable[Entrant], classes: Classes) -> Sheet:
    """Return who takes part."""
    columns = (*_who(is_public=True), *class_columns(classes), _words(_("Remarks"), REMARKS))
    rows = ((*_is(entrant, is_public=True), *is_in(entrant, classes), entrant.unranked_as) for entrant in entrants)
    return Sheet(title=_("Entrants"), columns=columns, rows=rows)


def account_sheets(statement: Statement) -> list[Sheet]:
    """Return the account: what was charged and what stays, the pots, a sheet for each cash box."""
    charged = Sheet(
        title=pgettext("of an event", "Account"),
        columns=(_words(_("What for"), 44), _amount(_("Amount in euros"))),
        rows=[(what, _euros(cents)) for what, cents, _is_sum in account_lines(statement)],
    )
    pot = _words(pgettext("of money", "Pot"), 32)
    pots = Sheet(
        title=pgettext("of money", "Pots"),
        columns=(pot, _amount(_("Came in")), _amount(_("Given")), _amount(_("Left"))),
        rows=[(name, *map(_euros, cents)) for name, *cents in pot_lines(statement.pots)],
    )
    return [charged, pots, *(_box(report) for report in statement.boxes)]


def _box(box_report: BoxReport) -> Sheet:
    counted = box_report.count.pieces if box_report.count else {}
    pieces = [
        (plain_euros(piece), counted.get(str(piece), 0), _euros(piece * counted.get(str(piece), 0))) for piece in PIECES
    ]
    report: Sequence[tuple[str, int | None]] = (
        (_("Counted"), box_report.counted),
        (_("less change put in"), -box_report.box.put_in),
        (_("plus paid out"), box_report.box.paid),
        (_("plus taken out for the organiser"), box_report.box.taken_out),
        (_("Taken in"), box_report.backwards),
        (_("Taken in by the journal"), box_report.box.takings),
        (_("Difference"), box_report.differences),
    )
    rows = [*pieces, *((what, None, None if cents is None else _euros(cents)) for what, cents in report)]
    columns = (
        _words(_("Piece"), 34),
        Column(heading=_("How many"), width=12, kind=CellKind.INTEGER),
        _amount(_("Amount in euros")),
    )
    return Sheet(title=_("Cash box %(name)s") % {"name": box_report.name}, columns=columns, rows=rows)


def _euros(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-PLACES)
