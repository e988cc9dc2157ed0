"""Results for other programs: rankings, every series seat by seat, deals, how each list was closed (SkWO 5, 7.4)."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.lists.models import SeatResult
from scoring.lists.selectors.boards import BoardLine, State
from scoring.lists.selectors.sheets import DealLine, Version
from scoring.lists.selectors.sheets import Sheet as GameSheet
from scoring.lists.selectors.sitting import seats_in
from scoring.lists.wording import acts, games, house
from scoring.lists.wording.games import game_name
from scoring.results.selectors.rankings import MemberLine, RankingLine, ShownRanking
from scoring.results.selectors.standings import Standings, StandingsLine
from scoring.results.wording import direction_refusals
from scoring.results.wording.competitors import competitor_name
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.results.teams import shown_points
from tables.draw.models import Seat
from tables.intake.classes import Classes
from tables.people.models import Entrant
from tables.sheets import Column, Kind, Sheet, Value
from tables.tournaments.models import Series

NAME: Final = 28
"""Width of a name or a club, in characters."""


def figures(heading: str, width: int = 12) -> Column:
    """Return a column of whole numbers."""
    return Column(heading=heading, width=width, kind=Kind.INTEGER)


def mark(heading: str, width: int = 9) -> Column:
    """Return a column of crosses."""
    return Column(heading=heading, width=width, kind=Kind.MARK)


def where() -> tuple[Column, ...]:
    """Return the columns that say which list of the event a row is about."""
    return figures(pgettext("one of them", "Series"), 8), figures(_("Table"), 8)


def who() -> tuple[Column, ...]:
    """Return the columns that say who somebody is."""
    return (
        figures(_("Start number"), 8),
        Column(heading=_("Name"), width=NAME),
        Column(heading=_("Club"), width=NAME),
        Column(heading=_("Team"), width=20),
    )


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


REMARKS: Final = 44
"""Width of what is said beside a result, in characters."""


def results_sheets(
    standings: Standings, series: Iterable[tuple[Series, Sequence[tuple[Seat, State]]]], classes: Classes
) -> list[Sheet]:
    """Return the ranking and a sheet for each series, its seats in the order of the tables."""
    return [ranking_sheet(standings, classes), *(_series(one, seats) for one, seats in series)]


def ranking_sheet(standings: Standings, classes: Classes) -> Sheet:
    """Return the ranking, with what everybody has in each series."""
    columns = (
        figures(_("Rank"), 8),
        *who(),
        *class_columns(classes),
        *brought_column(standings),
        *(figures(_("Series %(number)s") % {"number": series.number}) for series in standings.series),
        figures(_("Total")),
        figures(_("Won")),
        figures(_("Lost")),
        figures(_("Lost by the others")),
        figures(_("Lot")),
        figures(_("Points by the direction")),
        Column(heading=_("Remarks"), width=REMARKS),
    )
    return Sheet(title=_("Ranking"), columns=columns, rows=_ranked(standings, classes))


def _ranked(standings: Standings, classes: Classes) -> Iterator[tuple[Value, ...]]:
    for line in standings.lines:
        remarks = "; ".join(direction_refusals.line_remarks(line, standings.series))
        rest = (line.lot, -line.penalty or None, remarks)
        yield (line.rank, *_earned(line, standings, classes), *rest)
    for line in standings.excluded:
        yield (None, *_earned(line, standings, classes), None, None, line.entrant.unranked_as)


def _earned(line: StandingsLine, standings: Standings, classes: Classes) -> tuple[Value, ...]:
    """Return who somebody is and what they earned."""
    entrant = line.entrant
    return (
        entrant.number,
        entrant.called,
        entrant.club,
        entrant.team,
        *is_in(entrant, classes),
        *brought_by(line, standings),
        *line.by_series,
        line.total,
        line.won,
        line.lost,
        line.others_lost,
    )


def _series(series: Series, seats: Sequence[tuple[Seat, State]]) -> Sheet:
    columns = (
        figures(_("Table"), 8),
        figures(_("Seat"), 8),
        figures(_("Start number"), 8),
        Column(heading=_("Name"), width=NAME),
        figures(_("Game points")),
        figures(_("Won")),
        figures(_("Lost")),
        figures(_("Lost by the others")),
        figures(_("Performance")),
        Column(heading=_("List"), width=16),
        figures(_("Points by the direction")),
        Column(heading=_("Remarks"), width=REMARKS),
    )
    rows = (_seat(seat, state) for seat, state in seats)
    return Sheet(title=_("Series %(number)s") % {"number": series.number}, columns=columns, rows=rows)


def _seat(seat: Seat, state: State) -> tuple[Value, ...]:
    """Return a seat's row; what it earned is empty while its list has no entry."""
    result: SeatResult | None = getattr(seat, "result", None)
    earned: tuple[Value, ...] = (None,) * 5
    said = [seat.entrant.unranked_as] if seat.entrant.unranked_as else []
    if result is not None:
        earned = (result.game_points, result.won, result.lost, result.opponents_lost, result.performance)
        said = [*said, *direction_refusals.result_remarks(result)]
    who = (seat.table.number, seat.place, seat.entrant.number, seat.entrant.called)
    by_direction = (-result.penalty or None) if result else None
    return (*who, *earned, acts.state_name(state), by_direction, "; ".join(said))


def lists_sheet(boards: Iterable[tuple[Series, Iterable[BoardLine]]]) -> Sheet:
    """Return all lists of the event: how far each is, when it was signed, and its hash."""
    columns = (
        *where(),
        figures(_("Seats"), 8),
        figures(_("Deals"), 8),
        Column(heading=_("State"), width=16),
        Column(heading=_("Signed"), width=17),
        Column(heading=_("Fewer deals because"), width=30),
        Column(heading=_("Hash"), width=68),
        Column(heading=_("Void since"), width=17),
    )
    return Sheet(title=_("Lists"), columns=columns, rows=_lists(boards))


def _lists(boards: Iterable[tuple[Series, Iterable[BoardLine]]]) -> Iterator[tuple[Value, ...]]:
    for series, lines in boards:
        for line in lines:
            row = line.game_list
            yield (
                series.number,
                line.table.number,
                line.table.size,
                line.entered,
                acts.state_name(line.state),
                timezone.localtime(row.signed_at) if row.signed_at else None,
                row.short_because,
                row.signed_hash,
                timezone.localtime(row.void_at) if row.void_at else None,
            )


ANNOUNCED = ("hand", "schneider_announced", "schwarz_announced", "ouvert")

Lists = Iterable[tuple[Series, Iterable[GameSheet]]]
"""The lists of each series."""


def deals_sheet(lists: Lists) -> Sheet:
    """Return all deals that count; those of lists of which only the results were typed are not known."""
    columns = (
        *where(),
        figures(_("Deal"), 8),
        figures(_("Dealer"), 8),
        figures(_("Declarer"), 9),
        figures(_("Start number"), 8),
        Column(heading=_("Name"), width=NAME),
        Column(heading=_("Game"), width=10),
        figures(_("Matadors"), 10),
        mark(_("Hand")),
        mark(_("Schneider announced"), 12),
        mark(_("Schwarz announced"), 12),
        mark(_("ouvert")),
        mark(_("Schneider"), 10),
        mark(_("Schwarz")),
        figures(_("Bid"), 8),
        mark(_("Overbid")),
        Column(heading=_("Result"), width=10),
        figures(_("Points"), 8),
        mark(_("By a judge"), 10),
        figures(_("Corrections"), 12),
    )
    return Sheet(title=_("Deals"), columns=columns, rows=_deals(lists))


def _deals(lists: Lists) -> Iterator[tuple[Value, ...]]:
    for series, sheets in lists:
        for sheet in sheets:
            for line in sheet.lines:
                at = (series.number, sheet.row.table.number, line.number, line.dealer)
                yield (*at, *_deal(line, seats_in(line.number, sheet.seats)), line.deal.overruled, len(line.earlier))


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
        *(getattr(played.contract, one) for one in ANNOUNCED),
        played.schneider,
        played.schwarz,
        played.bid,
        booking.overbid,
        _("won") if booking.won else _("lost"),
        booking.points if not line.columns else line.columns[deal.declarer - 1],
    )


def _game(deal: Deal, game: Game) -> str:
    """Return a game; of house rules with what they are and add to it."""
    if deal.house is None:
        return game_name(game)
    return ", ".join([f"{house.rules_of(deal.house.profile)}: {game_name(game)}", *house.added(deal.house)])


def corrections_sheet(lists: Lists) -> Sheet:
    """Return the entries that were corrected or taken back, with the reason."""
    columns = (
        *where(),
        figures(_("Deal"), 8),
        Column(heading=_("Entry"), width=44),
        figures(_("Points"), 8),
        Column(heading=_("Entered"), width=17),
        Column(heading=_("Corrected"), width=17),
        Column(heading=_("Because"), width=44),
    )
    return Sheet(title=_("Corrections"), columns=columns, rows=_corrections(lists))


def _corrections(lists: Lists) -> Iterator[tuple[Value, ...]]:
    for series, sheets in lists:
        for sheet in sheets:
            earlier = [version for line in sheet.lines for version in line.earlier]
            for version in (*earlier, *sheet.taken_back):
                yield (series.number, sheet.row.table.number, *_correction(version, sheet.seats))


def _correction(version: Version, seats: tuple[Seat, ...]) -> tuple[Value, ...]:
    row, deal = version.row, version.deal
    return (
        row.number,
        games.deal_entry(deal, games.names_at(seats, deal=deal.number)),
        row.points,
        _clock(row.entered_at),
        _clock(row.voided_at),
        row.voided_because,
    )


def _clock(at: datetime | None) -> datetime | None:
    """Return a moment as the clock in the hall showed it."""
    return timezone.localtime(at) if at else None


def rankings_sheets(shown_rankings: Iterable[ShownRanking]) -> list[Sheet]:
    """Return a sheet for each ranking, for the office: everybody is named in full."""
    return [_sheet(shown_ranking) for shown_ranking in shown_rankings]


def _sheet(shown_ranking: ShownRanking) -> Sheet:
    columns = (
        figures(_("Rank"), 8),
        Column(heading=_("Team"), width=NAME),
        figures(_("Start number"), 8),
        Column(heading=_("Name"), width=NAME),
        Column(heading=_("Club"), width=NAME),
        *brought_column(shown_ranking),
        *(_points(_("Series %(number)s") % {"number": series.number}) for series in shown_ranking.series),
        _points(_("Total")),
        _points(_("Won")),
        _points(_("Lost")),
        Column(heading=_("Does not count"), width=20),
        Column(heading=_("Remarks"), width=30),
    )
    return Sheet(title=shown_ranking.ranking.name, columns=columns, rows=_rows(shown_ranking))


def _points(heading: str) -> Column:
    return Column(heading=heading, width=12, kind=Kind.POINTS)


def _rows(shown_ranking: ShownRanking) -> Iterator[tuple[Value, ...]]:
    numbers = [series.number for series in shown_ranking.series]
    for line in shown_ranking.lines:
        is_single = shown_ranking.ranking.is_of_players and bool(line.members)
        name = "" if is_single else competitor_name(line)
        who: tuple[Value, ...] = (None, "", "")
        if is_single:
            who = _who(line.members[0].entrant)
        yield (
            line.rank,
            name,
            *who,
            *brought_by(line, shown_ranking),
            *map(_exact, line.by_series),
            _exact(line.performance),
            _exact(line.won),
            _exact(line.lost),
            _uncounted(numbers, line.by_series, line.counted),
            "; ".join(_remarks(line)),
        )
        for one in () if is_single else line.members:
            yield _member(one, name, numbers)


def _member(line: MemberLine, team: str, numbers: Sequence[int]) -> tuple[Value, ...]:
    series = list(zip(line.by_series, line.counted, strict=True))
    return (
        None,
        team,
        *_who(line.entrant),
        *line.by_series,
        sum(points or 0 for points, is_in in series if is_in),
        None,
        None,
        _uncounted(numbers, line.by_series, line.counted),
        pgettext("player", "substitute") if line.substitute else "",
    )


def _who(entrant: Entrant) -> tuple[Value, ...]:
    return entrant.number, entrant.called, entrant.club


def _exact(points: Fraction | int | None) -> Value:
    if points is None:
        return None
    shown: Decimal = shown_points(Fraction(points))
    return int(shown) if shown == shown.to_integral_value() else shown


def _uncounted(numbers: Sequence[int], earned: Sequence[object], counted: Sequence[bool]) -> str:
    """Return the series that do not count, though something was earned in them."""
    left_out = (
        number
        for number, points, is_in in zip(numbers, earned, counted, strict=True)
        if points is not None and not is_in
    )
    words = ", ".join(map(str, left_out))
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
