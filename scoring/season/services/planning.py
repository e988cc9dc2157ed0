"""What a season plans: the days of its evenings, and whose holidays it looks at."""

from collections.abc import Iterable
from datetime import date, datetime

from django.db import transaction

from scoring.season.models import PlannedEvening, Season
from scoring.season.rules.holidays import Land
from scoring.season.selectors.calendar import days_like
from scoring.season.selectors.seasons import is_within
from scoring.season.services.turns import take_turn
from tables.acts.services.refusals import Refused

MOST_PLANNED = 400


@transaction.atomic
def choose_land(*, season_id: int, land: Land | None) -> Season:
    """Let the calendar of a season show the public holidays of a Land, or none."""
    season = take_turn(season_id)
    season.land = land or ""
    season.save(update_fields=["land"])
    return season


@transaction.atomic
def plan_evenings(*, season_id: int, days: Iterable[tuple[date, str]], now: datetime) -> list[PlannedEvening]:
    """Plan evenings, but those that are planned already; return those that are new.

    :raises Refused: ``day-outside-season`` (starts, ends), ``too-many-planned`` (most): then none is planned.
    """
    season = take_turn(season_id)
    known = set(season.planned.values_list("day", "name"))
    fresh = [one for one in dict.fromkeys(days) if one not in known]
    if not all(is_within(season, day) for day, _name in fresh):
        raise Refused("day-outside-season", starts=season.starts_on, ends=season.ends_on)
    if len(known) + len(fresh) > MOST_PLANNED:
        raise Refused("too-many-planned", most=MOST_PLANNED)
    return PlannedEvening.objects.bulk_create(
        PlannedEvening(season=season, day=day, name=name, planned_at=now) for day, name in fresh
    )


@transaction.atomic
def plan_like(*, season_id: int, before_id: int, now: datetime) -> list[PlannedEvening]:
    """Plan what another season of the club had, on the same weekdays a year later.

    :raises Refused: as ``plan_evenings``; ``nothing-to-copy`` where it had nothing that falls into this one.
    """
    season = take_turn(season_id)
    days = days_like(season, Season.objects.get(pk=before_id, club=season.club_id))
    if not days:
        raise Refused("nothing-to-copy")
    return plan_evenings(season_id=season_id, days=days, now=now)


@transaction.atomic
def cancel_evening(*, season_id: int, planned_id: int) -> None:
    """Take an evening out of the plan. Twice is once."""
    season = take_turn(season_id)
    season.planned.filter(pk=planned_id).delete()
