"""House rules of an event: which its lists are kept by, and what a table has to know before its next deal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q

from scoring.lists.models import DealRow, GameListRow, SecondDealRow
from scoring.rules.game_list.deals import GameList
from scoring.rules.game_list.house import scored
from scoring.rules.profiles.naming import NAMED, house, name_of, named
from scoring.rules.profiles.presets import PROFILES
from scoring.rules.profiles.profile import Profile, Target
from tables.tournaments.models import Series, Tournament

IN_A_HALL: Final = (3, 4)
"""So many a draw seats at a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """How a list of house rules stands."""

    name: str
    """By which rules it is kept."""

    factor: int
    """What the next deal counts by what happened before."""

    bock: int
    """So many deals count double yet."""

    ramsch: int
    """So many compulsory Ramsch are due first."""

    target: int | None
    """At how many points below zero it is over; None where it is not played to a target."""

    losers: tuple[int, ...]
    """Seats that ended it."""

    is_over: bool


def house_of(game_list: GameList) -> House:
    """Return how a list of house rules stands."""
    score, course = scored(game_list), named(game_list.profile).course
    return House(
        name=game_list.profile,
        factor=score.queue.factor,
        bock=score.queue.bock,
        ramsch=score.queue.ramsch,
        target=course.points if isinstance(course, Target) else None,
        losers=score.losers,
        is_over=score.complete,
    )


def is_to_a_target(name: str) -> bool:
    """Test whether lists by the rules of this name go on until somebody reaches a target, however long that takes."""
    return bool(name) and isinstance(named(name).course, Target)


def choices() -> tuple[str, ...]:
    """Return the names of the rules that the tables of a draw can be kept by: what is mostly chosen, the book first."""
    houses = (*NAMED.values(), *map(house, PROFILES))
    fitting = (each_house for each_house in houses if is_for_a_hall(each_house.profile))
    return tuple(dict.fromkeys(name_of(each_house.profile.code, each_house.settings) for each_house in fitting))


def is_for_a_hall(profile: Profile) -> bool:
    """Test whether every table of a draw can be kept by a profile."""
    return set(IN_A_HALL) <= set(profile.seats)


def as_chosen(tournament: Tournament, series: Sequence[Series]) -> dict[str, Any]:
    """Return by which rules the lists of each series are kept, as a form names it."""
    return {"by_the_book": tournament.by_the_book, "stake": tournament.point_stake} | {
        f"rules_{each_series.number}": each_series.profile for each_series in series
    }


def begun_of(several: Iterable[Series]) -> set[Series]:
    """Return those series into a list of which anything was ever written: from then on their rules stay."""
    lists = {"game_list__table__series": OuterRef("pk")}
    marked = Q(signed_at__isnull=False) | Q(totals__isnull=False)
    game_lists = GameListRow.objects.filter(marked, table__series=OuterRef("pk"))
    written = Q(Exists(DealRow.objects.filter(**lists))) | Q(Exists(SecondDealRow.objects.filter(**lists)))
    return {*Series.objects.filter(written | Q(Exists(game_lists)), pk__in=[series.pk for series in several])}
