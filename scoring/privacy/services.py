"""Taking names out: of an event six months after it, or of one person on demand (SkWO 7.4.4).

Of a table that is no event they go after a month; once they are gone from the free room of the database too, all of it.
"""

import sqlite3
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from scoring.disputes.models import Appeal, Measure, Objection, ResultQuery, Statement, TribunalMember
from scoring.disputes.selectors.complaints import open_appeals, open_objections, open_queries
from scoring.league.services.levels import forget_leagues
from scoring.lists.models import Call, Confirmation
from scoring.results.models import RankingLot, Team
from scoring.results.selectors.rankings import club_key
from scoring.season.selectors.seasons import guests_due
from scoring.season.services.seasons import forget_seasons_due
from tables import seating
from tables.accounts.models import Guess, User, new_key
from tables.acts.services import Refused, refusal_of
from tables.declared import GONE, NotSealed, emptying, way_to_event
from tables.intake.names import name_key
from tables.journal import chain as journal
from tables.journal import sealing
from tables.journal.services import salts_out_of, words_out_of
from tables.people.models import Entrant
from tables.tournaments.models import Role, Series, Shown, Tournament
from tables.tournaments.selectors.tournaments import is_over, keep_at_latest, keep_until, over_for_long
from tables.tournaments.services import turns
from tables.tournaments.services.tournaments import delete_pub_tables

AT_ONCE = 500  # rows written in one statement


def take_out(tournament: Tournament) -> None:
    """Take everything out of an event that its models say goes; the caller has taken their turn."""
    for model in filter(way_to_event, apps.get_models()):
        rows = model._base_manager.filter(**{way_to_event(model): tournament.pk})
        sealed_in = getattr(model, "sealed_in", None)
        if isinstance(sealed_in, NotSealed) and sealed_in.passes:
            rows.delete()
        else:
            empty(rows)
    # A stand-in for each club of the field: who belongs together still does, and nobody sees to what.
    clubs = _in_order(tournament.entrants.exclude(club="").order_by("number").values_list("club", flat=True))
    called = {key: f"Club {number}" for number, key in enumerate(clubs, start=1)}
    _entrants(tournament, called)
    _teams(tournament, called)
    for draw in tournament.draws.all():
        draw.record = seating.without_words(draw.record)
        draw.save(update_fields=["record"])
    words_out_of(tournament.journal.filter(data__has_any_keys=[*journal.IN_OWN_WORDS, journal.SEALS]))


def empty(rows: QuerySet[Any]) -> None:
    """Put in these rows what their model says in the place of what goes."""
    for standing, left in emptying(rows):
        standing.update(**left)


def _in_order(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(club_key(name) for name in names))


def _entrants(tournament: Tournament, clubs: dict[str, str]) -> None:
    entrants = list(tournament.entrants.order_by("number"))
    teams = _in_order(entrant.team for entrant in entrants if entrant.team)
    for each_entrant in entrants:
        each_entrant.club = clubs.get(club_key(each_entrant.club), "") if each_entrant.club else ""
        each_entrant.team = f"Team {teams.index(club_key(each_entrant.team)) + 1}" if each_entrant.team else ""
        # The start card opens nothing any more.
        each_entrant.key = new_key()
    Entrant.objects.bulk_update(entrants, ["club", "team", "key"], batch_size=AT_ONCE)
    Entrant.apart_from.through.objects.filter(from_entrant__tournament=tournament).delete()


def _teams(tournament: Tournament, clubs: dict[str, str]) -> None:
    teams = list(Team.objects.filter(ranking__tournament=tournament))
    # Two names may be each other's: all go before the first one comes.
    for prefix in (f"{GONE} ", "Team "):
        for team in teams:
            team.name = f"{prefix}{team.number}"
        Team.objects.bulk_update(teams, ["name"])
    lots = RankingLot.objects.filter(ranking__tournament=tournament, competitor__startswith="club:")
    for lot in lots:
        club = clubs.get(lot.competitor.removeprefix("club:"), f"{GONE} {lot.number}")
        lot.competitor = f"club:{club_key(club)}"
        lot.save(update_fields=["competitor"])


NAMING: Final = 3  # so many letters of a name are enough to know it by in the name of a team


@transaction.atomic
def erase_entrant(*, entrant_id: int, by: User | None, now: datetime) -> Entrant:
    """Take the name of one entrant out of an event, with what they wrote and signed: a start number is left.

    What they played stays, and their club and team, by which rankings count but which the public no longer sees. What
    others wrote about them besides orders against them goes with the event. Done twice it counts once.

    :raises Refused: ``event-runs``, or ``disputes-open`` (open) while an appeal, objection or query of theirs is.
    """
    tournament = turns.take_turn_of(Entrant, entrant_id)
    entrant = Entrant.objects.get(pk=entrant_id)
    if not is_over(tournament, on=timezone.localdate(now)):
        raise Refused("event-runs")
    if waiting := _still_open(entrant):
        raise Refused("disputes-open", open=", ".join(waiting), parts=waiting)
    if tournament.journal.filter(action="entrant.erased", data__entrant=entrant.number).exists() and not entrant.name:
        return entrant
    touched = _touched_by(entrant)
    _words_of(entrant)
    _teams_named_after(entrant)
    if entrant.name and tournament.open_to in {Tournament.OpenTo.NAMES, Tournament.OpenTo.QUALIFIED}:
        whom = [name for name in tournament.open_to_whom.splitlines() if name_key(name) != name_key(entrant.name)]
        Tournament.objects.filter(pk=tournament.pk).update(open_to_whom="\n".join(whom))
    empty(Entrant.objects.filter(pk=entrant.pk))
    Entrant.objects.filter(pk=entrant.pk).update(shown_as=Shown.NUMBER, chose_name=True, key=new_key())
    entrant.apart_from.clear()
    Role.objects.filter(plays_as=entrant).update(plays_as=None)
    empty(TribunalMember.objects.filter(plays_as=entrant))
    # The seals of lines about them lose their salts, so what they sealed of others is sealed anew as well.
    about = tournament.journal.filter(data__entrant=entrant.number)
    anew = sealing.joined(
        touched, *(sealing.keys_in(data.get(journal.SEALS, {})) for data in about.values_list("data", flat=True))
    )
    words_out_of(about)
    subjects = {sealing.subject_of(kind, key) for kind, keys in touched.items() for key in keys}
    salts_out_of(tournament.journal.filter(data__has_key=journal.SEALS), of=subjects)
    Tournament.objects.filter(pk=tournament.pk).update(wipe_due=True)
    journal.record("entrant.erased", tournament=tournament, by=by, at=now, sealing=anew, entrant=entrant.number)
    entrant.refresh_from_db()
    return entrant


@transaction.atomic
def erase_account(*, username: str) -> User:
    """Take everything personal out of an account. Nobody signs in with it again; what it did stays as it was done.

    :raises User.DoesNotExist: if there is none.
    :raises Refused: ``in-charge`` (event) while it holds an office in an event not forgotten, or ``keeps-a-book``.
    """
    user = User.objects.select_for_update().get(username=username)
    held = Role.objects.filter(user=user, tournament__forgotten_at=None).select_related("tournament").first()
    if held:
        raise Refused("in-charge", event=held.tournament.slug)
    if user.kept_clubs.exists():
        raise Refused("keeps-a-book")
    user.username, user.first_name, user.last_name, user.email = f"gone-{user.pk}", "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    salts_out_of(journal.lines_of(None).filter(data__has_key=journal.SEALS), of={f"user {user.pk}"})
    user.save()
    return user


def _still_open(entrant: Entrant) -> tuple[str, ...]:
    objections = [seat for seat in _at_own_seats(Objection, entrant) if not seat.outcome]
    appeals = Appeal.objects.filter(appellant=entrant, verdict="")
    queries = ResultQuery.objects.filter(entrant=entrant, verdict="")
    return (
        *(f"appeal {appeal.number}" for appeal in appeals),
        *(f"objection {objection.number}" for objection in objections),
        *(f"query {query.number}" for query in queries),
    )


def _touched_by(entrant: Entrant) -> dict[str, list[sealing.Key]]:
    """Return what has their name or words in it: sealed again without them, so that no old seal can be tried."""
    tournament = entrant.tournament
    return {
        "event": [()],
        "entrant": [(entrant.number,), *entrant.apart_from.values_list("number")],
        "confirmation": [
            (seat.game_list.table.series.number, seat.game_list.table.number, seat.place)
            for seat in _at_own_seats(Confirmation, entrant)
        ],
        "objection": [(seat.number,) for seat in _at_own_seats(Objection, entrant)],
        "appeal": list(Appeal.objects.filter(appellant=entrant).values_list("number")),
        "query": list(ResultQuery.objects.filter(entrant=entrant).values_list("number")),
        "measure": list(Measure.objects.filter(entrant=entrant).values_list("number")),
        "member": list(TribunalMember.objects.filter(plays_as=entrant).values_list("number")),
        "ranking": list(tournament.rankings.filter(members__entrant=entrant).values_list("number")),
    }


def _words_of(entrant: Entrant) -> None:
    for model in (Confirmation, Objection, Call):
        empty(model.objects.filter(pk__in=[seat.pk for seat in _at_own_seats(model, entrant)]))
    objections = [seat.pk for seat in _at_own_seats(Objection, entrant)]
    empty(Statement.objects.filter(objection__in=objections))
    empty(Appeal.objects.filter(appellant=entrant))
    empty(ResultQuery.objects.filter(entrant=entrant))
    Measure.objects.filter(entrant=entrant).update(reason=GONE)
    Measure.objects.filter(entrant=entrant).exclude(lifted_because="").update(lifted_because=GONE)


def _at_own_seats(model: type[Model], entrant: Entrant) -> list[Any]:
    rows: list[Any] = []
    for seat in entrant.seats.all():
        rows += model._default_manager.filter(game_list__table=seat.table_id, place=seat.place)
    return rows


def _teams_named_after(entrant: Entrant) -> None:
    parts = [part.casefold() for part in entrant.name.replace("-", " ").split() if len(part) >= NAMING]
    for team in Team.objects.filter(members__entrant=entrant):
        if any(part in team.name.casefold() for part in parts):
            team.name = f"Team {team.number}"
            if not Team.objects.filter(ranking=team.ranking_id, name=team.name).exclude(pk=team.pk).exists():
                team.save(update_fields=["name"])


STATISTICS = "pg_statistic"  # PostgreSQL keeps the most common values of every column there: names, too
PATIENCE: Final = 60.0  # seconds to wait on PostgreSQL for what began before

OLDER = """
    SELECT pg_snapshot_xmin(pg_current_snapshot()) < %s::xid8 OR EXISTS (
        SELECT FROM (
            SELECT backend_xmin FROM pg_stat_activity
            WHERE pid <> pg_backend_pid() AND (datname IS NULL OR datname = current_database())
            UNION ALL SELECT xmin FROM pg_replication_slots
        ) AS held (since) WHERE age(since) > age(%s::xid8::xid)
    )
"""
"""Whether anything is open that may still read what was deleted before a transaction: a write anywhere on the server,
a look at this database (``pg_dump``), a replica that asks for it. ``VACUUM`` keeps such rows, and says nothing."""


def wipe() -> bool:
    """Write the database anew without its free room; return False if something may have stayed there.

    That is so within a transaction, where nothing can be wiped, and while somebody reads a state from before.
    Everybody waits while it is done: about a second for 50 MB. PostgreSQL keeps its log of writes besides, until it
    writes over it (``docs/privacy.md``).
    """
    if connection.in_atomic_block:
        return False
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            if not _older_has_ended(cursor):
                return False
            for table in _tables():
                cursor.execute(f"VACUUM (FULL, ANALYZE) {connection.ops.quote_name(table)}")
            # Whoever has begun since then still sees the values that stood there until now.
            if not _older_has_ended(cursor):
                return False
            cursor.execute(f"VACUUM FULL {STATISTICS}")
        else:
            try:
                cursor.execute("VACUUM")
            except OperationalError as error:
                if getattr(error.__cause__, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                    return False
                raise
    return True


def _older_has_ended(cursor: CursorWrapper) -> bool:
    cursor.execute("SELECT pg_current_xact_id()::text")
    (now,) = cursor.fetchone()
    until = time.monotonic() + PATIENCE
    while True:
        cursor.execute(OLDER, [now, now])
        if not cursor.fetchone()[0]:
            return True
        if time.monotonic() > until:
            return False
        # PostgreSQL tells nobody that a transaction has ended.
        time.sleep(0.1)


def _tables() -> list[str]:
    models = apps.get_models(include_auto_created=True)
    ours = {model._meta.db_table for model in models if model._meta.app_label in {"tables", "scoring"}}
    return sorted({*ours, Session._meta.db_table})


GUESSES_COUNT_FOR: Final = timedelta(days=1)  # nobody asks for a wrong code any more
A_DAY_OF_PLAY: Final = timedelta(days=1)  # an older series that was never closed is not being played
AN_EVENING: Final = timedelta(hours=6)  # so long a pub table plays that nobody signs


@dataclass(frozen=True, slots=True, kw_only=True)
class WipeOutcome:
    """What became of one event whose time was over."""

    tournament: Tournament
    kept_because: tuple[str, ...] = ()  # why names stay: "appeal 2", "query 1"; empty where they went


def forget_due(*, now: datetime) -> tuple[WipeOutcome, ...]:
    """Forget every event whose time is over, and say of each what became of it; then the seasons as well.

    What was taken out goes from the free room of the database too, unless somebody plays: that keeps everybody waiting.
    """
    outcomes = tuple(_tried(tournament, now=now) for tournament in over_for_long(on=timezone.localdate(now)))
    for guest in guests_due(on=timezone.localdate(now)):
        # What waits for an answer keeps a name as it would keep the event's.
        with suppress(Refused):
            erase_entrant(entrant_id=guest, by=None, now=now)
    forget_seasons_due(now=now)
    forget_leagues(now=now)
    Session.objects.filter(expire_date__lt=now).delete()
    Guess.objects.filter(at__lt=now - GUESSES_COUNT_FOR).delete()
    if not _somebody_plays(now):
        wipe_what_is_due()
    delete_pub_tables()
    return outcomes


@transaction.atomic
def forget_event(*, tournament_id: int, by: User | None, now: datetime) -> Tournament:
    """Take the names out of an event whose time is over; done twice it counts once.

    :raises Refused: ``kept-until`` (day) before that, ``disputes-open`` (open) while an appeal, an objection or a query
        waits for an answer; longer than six months more it does not.
    """
    tournament = turns.take_turn(tournament_id, even_forgotten=True)
    if tournament.forgotten_at:
        return tournament
    until = keep_until(tournament)
    if timezone.localdate(now) <= until:
        raise Refused("kept-until", day=until)
    if waiting := what_keeps(tournament, now=now):
        raise Refused("disputes-open", open=", ".join(waiting), parts=waiting)
    take_out(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(forgotten_at=now, wipe_due=True)
    # Everything that lost its names is sealed anew; but the signatures, of which nothing is left.
    anew = {kind: sealing.states(kind, tournament) for kind in sealing.kinds_of_event() if kind != "confirmation"}
    journal.record("event.forgotten", tournament=tournament, by=by, at=now, sealing=anew)
    tournament.refresh_from_db()
    return tournament


def what_keeps(tournament: Tournament, *, now: datetime) -> tuple[str, ...]:
    """Return what keeps the names of an event whose time is over: what waits for an answer that may still come."""
    # Nobody is there to answer what a pub table raised.
    is_too_late = tournament.is_pub_table or timezone.localdate(now) > keep_at_latest(tournament)
    return () if is_too_late else still_open(tournament)


def still_open(tournament: Tournament) -> tuple[str, ...]:
    """Return what in an event waits for an answer, for which its names are needed."""
    return (
        *_numbered("appeal", open_appeals(tournament)),
        *_numbered("objection", open_objections(tournament)),
        *_numbered("query", open_queries(tournament)),
    )


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


def _tried(tournament: Tournament, *, now: datetime) -> WipeOutcome:
    refusal = refusal_of(lambda: forget_event(tournament_id=tournament.pk, by=None, now=now))
    reasons: object = refusal and (refusal.facts.get("parts") or (refusal.code,))
    return WipeOutcome(tournament=tournament, kept_because=reasons if isinstance(reasons, tuple) else ())


def _numbered(what: str, rows: Iterable[object]) -> tuple[str, ...]:
    return tuple(f"{what} {vars(row)['number']}" for row in rows)


def _somebody_plays(now: datetime) -> bool:
    running = Series.objects.filter(status=Series.Status.RUNNING, started_at__gt=now - A_DAY_OF_PLAY)
    # Nobody closes the series of a pub table: it ends with its list, or with the evening.
    is_over = Q(tables__game_list__signed_at__isnull=False) | Q(started_at__lte=now - AN_EVENING)
    return running.exclude(is_over, tournament__is_pub_table=True).exists()


PLAIN = {
    "entrant.erased": gettext_lazy("No. %(entrant)s: name taken out at their own wish"),
    "event.forgotten": gettext_lazy("Names, and what was written in people’s own words, taken out"),
}
