"""A player's event: lists, own games, games defended, and the course through the ranking (SkWO 5)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q

from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow, SeatResult
from scoring.results.selectors.earned import Earned, earned_in, lots_of
from scoring.results.selectors.standings import open_results, progress_of
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal, GameList, booked, booking
from scoring.rules.game_list.sums import Chair, running_performance, since, until
from scoring.rules.results.ranking import Place, Result, ranked
from scoring.rules.valuation import Booking
from tables.draw.models import Seat, Table
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors.tournaments import is_ranked


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedList:
    """A list as far as it is written down."""

    row: GameListRow
    game_list: GameList

    @property
    def is_totals_only(self) -> bool:
        """Whether only the results were typed from paper."""
        return self.row.kind == GameListRow.Kind.TOTALS


def played_at(tables: Iterable[int]) -> dict[int, PlayedList]:
    """Return the list of each of these tables that has one, in two queries."""
    wanted = list(tables)
    rows = list(GameListRow.objects.filter(table__in=wanted).select_related("table"))
    deals: dict[int, list[DealRow]] = defaultdict(list)
    counting = DealRow.objects.filter(game_list__in=[row.pk for row in rows if row.void_at is None], voided_at=None)
    for deal in counting.order_by("number"):
        deals[deal.game_list_id].append(deal)
    return {row.table_id: PlayedList(row=row, game_list=mapping.to_game_list(row, deals[row.pk])) for row in rows}


def played_with_others(tables: Iterable[int]) -> dict[int, PlayedList]:
    """Return the same with the lists on whose chairs their players sat from some deal on (SkWO 7.1.2)."""
    played = played_at(tables)
    beside = [
        Q(series=at.row.table.series_id, number=chair.table)
        for at in played.values()
        for chair in mapping.chairs_of(at.row)
        if chair.table != at.row.table.number
    ]
    if not beside:
        return played
    others = Table.objects.filter(reduce(or_, beside)).values_list("pk", flat=True)
    return played_at({*played, *others})


@dataclass(frozen=True, slots=True, kw_only=True)
class KindPlayed:
    """How often a kind of game was played, and what it brought."""

    game: Game
    won: int
    lost: int
    points: int  # game points, those of lost games taken off
    hand: int  # so many of them without the skat

    @property
    def played(self) -> int:
        """Won and lost together."""
        return self.won + self.lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """Which games there were."""

    kinds: tuple[KindPlayed, ...]  # all six, from the cheapest suit on
    passed: int  # deals that were passed in
    overbid: int  # lost games whose value stayed below the bid (ISkO 5.4)
    ramsch: int = 0  # deals that were a Ramsch, by house rules

    @property
    def won(self) -> int:
        """Games won."""
        return sum(kind.won for kind in self.kinds)

    @property
    def lost(self) -> int:
        """Games lost."""
        return sum(kind.lost for kind in self.kinds)

    @property
    def played(self) -> int:
        """Deals in which somebody played."""
        return self.won + self.lost

    @property
    def deals(self) -> int:
        """All deals."""
        return self.played + self.passed + self.ramsch

    @property
    def points(self) -> int:
        """Game points of all games together."""
        return sum(kind.points for kind in self.kinds)


def mix_of(deals: Iterable[Deal]) -> Mix:
    """Return which games some deals were."""
    won, lost, points, hand = (Counter[Game]() for _ in range(4))
    passed = overbid = ramsch = 0
    for deal in deals:
        found_booking = booking(deal)
        if deal.played is None or found_booking is None:
            passed += deal.passed
            ramsch += deal.house is not None and deal.house.ramsch is not None
            continue
        game = deal.played.contract.game
        (won if found_booking.won else lost)[game] += 1
        points[game] += booked(deal)
        hand[game] += deal.played.contract.hand
        overbid += found_booking.overbid
    kinds = (
        KindPlayed(game=game, won=won[game], lost=lost[game], points=points[game], hand=hand[game]) for game in Game
    )
    return Mix(kinds=tuple(kinds), passed=passed, overbid=overbid, ramsch=ramsch)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedGame:
    """A single game that is worth naming."""

    seat: Seat  # the declarer's, with ``entrant``, ``table`` and ``series``
    deal: Deal
    booking: Booking

    @property
    def points(self) -> int:
        """What it is worth, with its stakes."""
        return booked(self.deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How a player came through the event."""

    earned: tuple[Earned | None, ...]  # what they earned in each series; None where they had no seat
    places: tuple[Place | None, ...]  # after each series, over all up to it; None before their first, or without one
    ranked: int  # how many are in the ranking after the last
    brought: int  # the points of the event before with which they started

    @property
    def place(self) -> Place | None:
        """Where they stand now."""
        return self.places[-1] if self.places else None

    @property
    def points(self) -> int:
        """What they have now, penalty points taken off."""
        return self.brought + sum(earned.performance for earned in self.earned if earned)

    @property
    def played(self) -> int:
        """The series in which they had a seat."""
        return sum(earned is not None for earned in self.earned)

    @property
    def won(self) -> int:
        """Own games won, as they count."""
        return sum(earned.won for earned in self.earned if earned)

    @property
    def lost(self) -> int:
        """Own games lost, as they count."""
        return sum(earned.lost for earned in self.earned if earned)


def course_of(tournament: Tournament, entrant: int, series: Sequence[Series]) -> Course:
    """Return where an entrant stood after each of these series, in three queries whatever the size of the field."""
    brought = dict(tournament.entrants.filter(is_ranked()).order_by().values_list("pk", "brought"))
    lots = lots_of(tournament)
    numbers = [each_series.number for each_series in series]
    by_series: dict[int, dict[int, Earned]] = {number: {} for number in numbers}
    for earned in earned_in(tournament, numbers=numbers):
        by_series[earned.series][earned.entrant] = earned
    sums: dict[int, Result] = {}
    places: list[Place | None] = []
    for here in by_series.values():
        for who, earned in here.items():
            if who in brought:
                _who, performance, won, lost = sums.get(who) or Result(who, brought[who], 0, 0)
                sums[who] = Result(who, performance + earned.performance, won + earned.won, lost + earned.lost)
        places.append(_place(entrant, sums, lots))
    return Course(
        earned=tuple(here.get(entrant) for here in by_series.values()),
        places=tuple(places),
        ranked=len(sums),
        brought=brought.get(entrant, 0),
    )


def _place(entrant: int, sums: Mapping[int, Result], lots: Mapping[int, int]) -> Place | None:
    """Return an entrant's place among those who are not behind by points: the others cannot change it."""
    if entrant not in sums:
        return None
    near = [result for result in sums.values() if result.performance >= sums[entrant].performance]
    return next(place for place in ranked(near, lots=lots) if place.result.entrant == entrant)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame:
    """A deal in which the player was the declarer."""

    number: int
    deal: Deal
    booking: Booking

    @property
    def points(self) -> int:
        """What it is worth, with its stakes."""
        return booked(self.deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersList:
    """What a player did in one series."""

    series: Series
    seat: Seat
    result: SeatResult | None  # what counts for the player; None while nothing is written down
    game_list: GameList  # without deals where there are none to be read, see ``is_totals_only`` and ``is_void``
    is_totals_only: bool
    is_void: bool
    own: tuple[OwnGame, ...]
    defended: int  # games of others in which the player held cards
    beaten: int  # those of them that their declarers lost
    running: tuple[int, ...]  # the performance after each deal of the player as it stands in the list
    moved: Chair | None = None  # to which other chair the player went from some deal on

    @property
    def deals(self) -> int:
        """How many deals of the player are written down."""
        return len(self.running)

    @property
    def points(self) -> int:
        """What counts for the ranking, penalty points taken off."""
        return self.result.performance - self.result.penalty if self.result else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Everything the public may know of a player's event."""

    lists: tuple[PlayersList, ...]  # by series, as far as their results may be seen
    series: tuple[Series, ...]  # the series that the course goes through
    course: Course
    mix: Mix  # the player's own games
    is_official: bool
    hidden: bool  # whether something is played whose result is not shown yet

    @property
    def defended(self) -> int:
        """Games of others in which the player held cards."""
        return sum(players_list.defended for players_list in self.lists)

    @property
    def beaten(self) -> int:
        """Those of them that their declarers lost."""
        return sum(players_list.beaten for players_list in self.lists)

    @property
    def without_deals(self) -> tuple[int, ...]:
        """The series whose deals cannot be read: only the results were typed."""
        return tuple(players_list.series.number for players_list in self.lists if players_list.is_totals_only)


def player(tournament: Tournament, entrant: Entrant) -> Player:
    """Return a player's event, in seven queries whatever the size of the field."""
    series = open_results(tournament)
    begun = [each_series for each_series in tournament.series.all() if each_series.started_at]
    mine = entrant.seats.filter(series__in=[each_series.pk for each_series in series]).select_related("table", "result")
    by_series = {seat.series_id: seat for seat in mine.order_by()}
    played = played_with_others(seat.table_id for seat in by_series.values())
    lists = tuple(
        _list(each_series, by_series[each_series.pk], played) for each_series in series if each_series.pk in by_series
    )
    return Player(
        lists=lists,
        series=series,
        course=course_of(tournament, entrant.pk, series),
        mix=mix_of(game.deal for players_list in lists for game in players_list.own),
        is_official=bool(series) and all(each_series.status == Series.Status.CLOSED for each_series in series),
        hidden=len(begun) > len(series) and progress_of(begun).is_running,
    )


def _list(series: Series, seat: Seat, played: dict[int, PlayedList]) -> PlayersList:
    played_list = played.get(seat.table_id)
    game_list = played_list.game_list if played_list else GameList(seats=seat.table.size, rounds=series.rounds)
    chairs = mapping.chairs_of(played_list.row) if played_list else ()
    moved = next((chair for chair in chairs if chair.seat == seat.place), None)
    stays = [Stay(game_list=game_list, seat=seat.place)]
    if moved:
        seated = {(listed.row.table.series_id, listed.row.table.number): listed for listed in played.values()}
        other_list = seated[series.pk, moved.table]
        stays = [
            Stay(game_list=until(game_list, moved.from_deal), seat=seat.place),
            Stay(game_list=since(other_list.game_list, moved.from_deal_there), seat=moved.seat_there),
        ]
    others = [deal for stay in stays for deal in _with_cards(stay) if deal.declarer != stay.seat]
    return PlayersList(
        series=series,
        seat=seat,
        result=getattr(seat, "result", None),
        game_list=game_list,
        is_totals_only=played_list is not None and played_list.is_totals_only,
        is_void=played_list is not None and played_list.row.void_at is not None,
        own=tuple(game for stay in stays for game in _own(stay)),
        defended=len(others),
        beaten=sum(not booked.won for deal in others if (booked := booking(deal)) is not None),
        running=tuple(_running(stays)),
        moved=moved,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """The deals that a player sat on one chair."""

    game_list: GameList
    seat: int


def _running(stays: Sequence[Stay]) -> Iterator[int]:
    before = 0
    for stay in stays:
        after = before
        for columns in running_performance(stay.game_list):
            after = before + columns[stay.seat - 1]
            yield after
        before = after


def _own(stay: Stay) -> tuple[OwnGame, ...]:
    mine = ((deal, booking(deal)) for deal in stay.game_list.deals if deal.declarer == stay.seat)
    return tuple(
        OwnGame(number=deal.number, deal=deal, booking=found_booking)
        for deal, found_booking in mine
        if found_booking is not None
    )


def _with_cards(stay: Stay) -> Sequence[Deal]:
    """Return the games in which a player held cards: at a table of four the dealer sits out (ISkO 3.2.7)."""
    games = [deal for deal in stay.game_list.deals if deal.played is not None]
    return [deal for deal in games if stay.seat in stay.game_list.players_of(deal.number)]
