"""Forgetting: six months after an event its names go, and what was written in people's own words (SkWO 7.4.4).

Of a table that is no event they go after a month; once they are gone from the free room of the database too, all of it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.disputes.selectors.appeals import open_appeals
from scoring.disputes.selectors.objections import open_objections
from scoring.disputes.selectors.queries import open_queries
from scoring.league.services.forgetting import forget_leagues
from scoring.privacy.services.taking_out import take_out
from scoring.privacy.services.wiping import wipe
from scoring.season.services.keeping import forget_seasons_due
from tables.accounts.models import Guess, User
from tables.acts.services.refusals import Refused
from tables.journal import chain as journal
from tables.journal import sealing
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors.retention import keep_until, over_for_long
from tables.tournaments.services import turns
from tables.tournaments.services.withdrawing import delete_pub_tables

GUESSES_COUNT_FOR: Final = timedelta(days=1)
"""A wrong code counts for minutes; after a day nobody asks for it any more."""

A_DAY_OF_PLAY: Final = timedelta(days=1)
"""A series that was started longer ago than this and never closed is not being played."""

AN_EVENING: Final = timedelta(hours=6)
"""So long a pub table plays that nobody signs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one event whose time was over."""

    tournament: Tournament
    kept_because: tuple[str, ...] = ()
    """Why its names stay for now: "appeal 2", "query 1". Empty where they went."""


def forget_due(*, now: datetime) -> tuple[Outcome, ...]:
    """Forget every event whose time is over, and say of each what became of it; then the seasons as well.

    Called every day; safe to repeat.

    Then what was taken out goes from the free room of the database as well, unless somebody plays just now: it
    keeps everybody waiting for a moment.
    """
    outcomes = tuple(_tried(tournament, now=now) for tournament in over_for_long(on=timezone.localdate(now)))
    forget_seasons_due(now=now)
    forget_leagues()
    forget_traces(now=now)
    if not _somebody_plays(now):
        wipe_what_is_due()
    delete_pub_tables()
    return outcomes


@transaction.atomic
def forget_event(*, tournament_id: int, by: User | None, now: datetime) -> Tournament:
    """Take the names out of an event whose time is over; done twice it counts once.

    :raises Refused: ``kept-until`` (day) before that, ``disputes-open`` (open) while an appeal, an objection or a
        query waits for an answer.
    """
    tournament = turns.take_turn(tournament_id, even_forgotten=True)
    if tournament.forgotten_at:
        return tournament
    until = keep_until(tournament)
    if timezone.localdate(now) <= until:
        raise Refused("kept-until", day=until)
    # Nobody is there to answer what a pub table raised.
    if not tournament.is_pub_table and (waiting := still_open(tournament)):
        raise Refused("disputes-open", open=", ".join(waiting), parts=waiting)
    take_out(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(forgotten_at=now, wipe_due=True)
    journal.record("event.forgotten", tournament=tournament, by=by, at=now, sealing=_what_stays(tournament))
    tournament.refresh_from_db()
    return tournament


def _what_stays(tournament: Tournament) -> journal.Sealing:
    """Return everything that is sealed anew, since it lost its names; but the signatures, of which nothing is left."""
    return {kind: sealing.states(kind, tournament) for kind in sealing.KINDS if kind != "confirmation"}


def still_open(tournament: Tournament) -> tuple[str, ...]:
    """Return what in an event waits for an answer, for which its names are needed."""
    return (
        *_numbered("appeal", open_appeals(tournament)),
        *_numbered("objection", open_objections(tournament)),
        *_numbered("query", open_queries(tournament)),
    )


def forget_traces(*, now: datetime) -> None:
    """Delete what belongs to no event and counts no longer: ended sessions, codes typed wrong."""
    Session.objects.filter(expire_date__lt=now).delete()
    Guess.objects.filter(at__lt=now - GUESSES_COUNT_FOR).delete()


def wipe_what_is_due() -> bool:
    """Wipe the free room of the database if something was taken out since; return whether that was done."""
    return Tournament.objects.filter(wipe_due=True).exists() and wipe_now()


def wipe_now() -> bool:
    """Wipe the free room of the database; return whether that was done."""
    # What is taken out while it is wiped is due the next time.
    due = list(Tournament.objects.filter(wipe_due=True).values_list("pk", flat=True))
    is_wiped = wipe()
    if is_wiped:
        Tournament.objects.filter(pk__in=due).update(wipe_due=False)
    return is_wiped


def _tried(tournament: Tournament, *, now: datetime) -> Outcome:
    try:
        return Outcome(tournament=forget_event(tournament_id=tournament.pk, by=None, now=now))
    except Refused as refused:
        kept: object = refused.facts.get("parts") or (refused.code,)
        return Outcome(tournament=tournament, kept_because=tuple(kept) if isinstance(kept, tuple) else ())


def _numbered(what: str, rows: Iterable[object]) -> tuple[str, ...]:
    return tuple(f"{what} {vars(row)['number']}" for row in rows)


def _somebody_plays(now: datetime) -> bool:
    running = Series.objects.filter(status=Series.Status.RUNNING, started_at__gt=now - A_DAY_OF_PLAY)
    # Nobody closes the series of a pub table: it ends with its list, or with the evening.
    is_over = Q(tables__game_list__signed_at__isnull=False) | Q(started_at__lte=now - AN_EVENING)
    return running.exclude(is_over, tournament__is_pub_table=True).exists()
