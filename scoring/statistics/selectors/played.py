"""What was played at tables, deal by deal, as the rules read it; entries that were voided are left out (ISkO 5.5)."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q

from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal, GameList, booked, booking
from scoring.rules.valuation import Booking
from tables.draw.models import Seat, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedList:
    """A list as far as it is written down."""

    row: GameListRow
    game_list: GameList
    """Without deals where only the results were typed, and where the direction declared the list void."""

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
    points: int
    """Game points, those of lost games taken off."""

    hand: int
    """So many of them without the skat."""

    @property
    def played(self) -> int:
        """Won and lost together."""
        return self.won + self.lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """Which games there were."""

    kinds: tuple[KindPlayed, ...]
    """All six, from the cheapest suit on."""

    passed: int
    """Deals that were passed in."""

    overbid: int
    """Lost games whose value stayed below the bid (ISkO 5.4)."""

    ramsch: int = 0
    """Deals that were a Ramsch, by house rules."""

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
        found = booking(deal)
        if deal.played is None or found is None:
            passed += deal.passed
            ramsch += deal.house is not None and deal.house.ramsch is not None
            continue
        game = deal.played.contract.game
        (won if found.won else lost)[game] += 1
        points[game] += booked(deal)
        hand[game] += deal.played.contract.hand
        overbid += found.overbid
    kinds = (
        KindPlayed(game=game, won=won[game], lost=lost[game], points=points[game], hand=hand[game]) for game in Game
    )
    return Mix(kinds=tuple(kinds), passed=passed, overbid=overbid, ramsch=ramsch)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedGame:
    """A single game that is worth naming."""

    seat: Seat
    """The declarer's, with ``entrant``, ``table`` and ``series``."""

    deal: Deal
    booking: Booking

    @property
    def points(self) -> int:
        """What it is worth, with its stakes."""
        return booked(self.deal)
