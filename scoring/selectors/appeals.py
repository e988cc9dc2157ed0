"""Appeals, and until when they may be filed."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from scoring.models import Appeal
from scoring.rules import appeals_close_at, may_appeal
from tables.models import Role, Seat, Series, Tournament, User


def appeals_of(tournament: Tournament) -> QuerySet[Appeal]:
    """Return all appeals of a tournament, in the order they came in."""
    return tournament.appeals.select_related("series", "appellant", "game_list__table", "decided_by").order_by("number")


def open_appeals(tournament: Tournament) -> QuerySet[Appeal]:
    """Return the appeals nobody has decided yet."""
    return appeals_of(tournament).filter(verdict="")


def appeal_of(tournament: Tournament, number: int) -> Appeal | None:
    """Return one appeal by its number, if there is one."""
    found = appeals_of(tournament).filter(number=number).first()
    if found is not None:
        found.series.tournament = tournament
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """Until when appeals about a series may come in."""

    series: Series
    closes: datetime | None
    """None while it is not fixed: the next series has not started, the end was not stated."""

    is_open: bool


def deadlines(tournament: Tournament, *, now: datetime) -> list[Deadline]:
    """Return the deadline of every series that has begun (ISkO 4.5.10)."""
    found = []
    for series in tournament.series.filter(started_at__isnull=False).order_by("number"):
        series.tournament = tournament
        closes = appeals_close_for(series)
        found.append(Deadline(series=series, closes=closes, is_open=may_appeal(now, closes=closes)))
    return found


def appeals_close_for(series: Series) -> datetime | None:
    """Return when appeals about a series become too late, or None while that is not fixed (ISkO 4.5.10)."""
    following = series.tournament.series.filter(number=series.number + 1).first()
    return appeals_close_at(
        next_series_starts=following.started_at if following else None,
        event_ends=None if following else series.tournament.ended_at,
    )


def plays_at_table_of(appeal: Appeal, judge: User) -> bool:
    """Test whether a judge would decide about the table he plays at himself, or about his own appeal."""
    plays_as = Role.objects.filter(tournament=appeal.tournament, user=judge, plays_as__isnull=False)
    entrants = set(plays_as.values_list("plays_as_id", flat=True))
    if appeal.appellant_id in entrants:
        return True
    if appeal.game_list is None:
        return False
    return Seat.objects.filter(table=appeal.game_list.table_id, entrant__in=entrants).exists()
