"""Levels, their days and divisions: made, changed, taken back."""

from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.timezone import localdate

from scoring.league.models import Day, Division, Level
from scoring.season.selectors.seasons import is_within
from scoring.season.services.turns import take_turn
from tables.acts.services.refusals import Refused
from tables.acts.services.seen import Seen, must_be_as_seen, values_of

MOST_DIVISIONS = 400
MOST_DAYS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelTerms:
    """What is the same in all divisions of a level. Names are those of the model's fields."""

    number: int
    name: str
    series: int
    ties: Level.Ties = Level.Ties.SHARE
    up: int = 0
    best_next: int = 0
    down: int = 0
    worst_next: int = 0
    binding_days: int = 14


@transaction.atomic
def make_level(*, season_id: int, terms: LevelTerms) -> Level:
    """Add a level to a season. The same form sent twice makes it once.

    :raises Refused: ``level-exists`` (name) if another has its number or name.
    """
    season = take_turn(season_id)
    known = season.levels.filter(number=terms.number).first()
    if known and values_of(known, LevelTerms) == asdict(terms):
        return known
    made = Level(season=season, **asdict(terms))
    _must_be_alone(made)
    made.save()
    return made


@transaction.atomic
def change_level(*, level_id: int, terms: LevelTerms, seen: Seen | None = None) -> Level:
    """Change a level; the number of its series stays once a match was reported.

    :raises Refused: as ``make_level``; ``series-reported``.
    :raises Overtaken: if it is not what was ``seen`` any more.
    """
    level = _held(level_id)
    must_be_as_seen(seen, now=as_agreed(level), wanted=asdict(terms))
    if terms.series != level.series and level.divisions.filter(matches__reports__isnull=False).exists():
        raise Refused("series-reported")
    for name, value in asdict(terms).items():
        setattr(level, name, value)
    _must_be_alone(level)
    level.save(update_fields=list(asdict(terms)))
    return level


@transaction.atomic
def delete_level(*, level_id: int) -> str:
    """Delete a level that has no division; return what it was called.

    :raises Refused: ``level-has-divisions``.
    """
    level = _held(level_id)
    if level.divisions.exists():
        raise Refused("level-has-divisions")
    level.delete()
    return level.name


@transaction.atomic
def add_day(*, level_id: int, starts_at: datetime, place: str = "") -> Day:
    """Add a day of play to a level; all its matches are played at ``place``, or each at its host. Twice is once.

    :raises Refused: ``day-outside-season`` (starts, ends), ``too-many-days`` (most), ``fixtures-drawn`` if a division
        has its matches already.
    """
    level = _held(level_id)
    if known := level.days.filter(starts_at=starts_at).first():
        return known
    season = level.season
    if not is_within(season, localdate(starts_at)):
        raise Refused("day-outside-season", starts=season.starts_on, ends=season.ends_on)
    if level.days.count() >= MOST_DAYS:
        raise Refused("too-many-days", most=MOST_DAYS)
    _must_be_undrawn(level)
    return Day.objects.create(level=level, starts_at=starts_at, place=place)


@transaction.atomic
def move_day(*, level_id: int, day_id: int, starts_at: datetime, place: str = "") -> Day:
    """Move a day of play; its matches stay.

    :raises Refused: ``day-outside-season`` (starts, ends), ``day-twice``.
    """
    level = _held(level_id)
    day = level.days.get(pk=day_id)
    if not is_within(level.season, localdate(starts_at)):
        raise Refused("day-outside-season", starts=level.season.starts_on, ends=level.season.ends_on)
    if level.days.filter(starts_at=starts_at).exclude(pk=day.pk).exists():
        raise Refused("day-twice")
    day.starts_at, day.place = starts_at, place
    day.save(update_fields=["starts_at", "place"])
    return day


@transaction.atomic
def remove_day(*, level_id: int, day_id: int) -> None:
    """Take a day of play out again. Removed twice, it is out once.

    :raises Refused: ``fixtures-drawn``.
    """
    level = _held(level_id)
    day = level.days.filter(pk=day_id)
    if day.exists():
        _must_be_undrawn(level)
        day.delete()


@transaction.atomic
def make_division(*, level_id: int, name: str, entry_key: UUID) -> Division:
    """Add a division to a level. The same form sent twice makes it once.

    :raises Refused: ``division-exists`` (name), ``too-many-divisions`` (most).
    """
    level = _held(level_id)
    if known := Division.objects.filter(season=level.season, entry_key=entry_key).first():
        return known
    if other := level.season.divisions.filter(name__iexact=name).first():
        raise Refused("division-exists", name=other.name)
    if level.season.divisions.count() >= MOST_DIVISIONS:
        raise Refused("too-many-divisions", most=MOST_DIVISIONS)
    number = (level.season.divisions.aggregate(last=Max("number"))["last"] or 0) + 1
    return Division.objects.create(level=level, season=level.season, number=number, name=name, entry_key=entry_key)


@transaction.atomic
def delete_division(*, division_id: int) -> str:
    """Delete a division that has no fixtures, with its teams; return what it was called.

    :raises Refused: ``fixtures-drawn``.
    """
    division = Division.objects.get(pk=division_id)
    take_turn(division.season_id)
    if division.matches.exists():
        raise Refused("fixtures-drawn")
    division.delete()
    return division.name


def as_agreed(level: Level) -> dict[str, object]:
    """Return everything that a level is."""
    return values_of(level, LevelTerms)


def _held(level_id: int) -> Level:
    season = take_turn(Level.objects.values_list("season_id", flat=True).get(pk=level_id))
    level = Level.objects.get(pk=level_id)
    level.season = season
    return level


def _must_be_alone(level: Level) -> None:
    for other in level.season.levels.exclude(pk=level.pk):
        if other.number == level.number or other.name.casefold() == level.name.casefold():
            raise Refused("level-exists", name=other.name)


def _must_be_undrawn(level: Level) -> None:
    if level.divisions.filter(matches__isnull=False).exists():
        raise Refused("fixtures-drawn")
