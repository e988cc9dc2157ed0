"""Opening the lists of series, letting them follow when seats change, closing a series (SkWO 4.4, 7.1, 7.2.3)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import uuid5

from django.db import transaction
from django.db.models import F, Q

from scoring.lists.models import Call, GameListRow, Phone, SeatResult
from scoring.lists.selectors.counting import RESULT
from scoring.results.selectors import standings
from scoring.results.selectors.progress import Recount, recount
from scoring.results.services import lots
from tables import seating
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.draw import selectors
from tables.draw.models import Seeding, Table
from tables.draw.services import draws, reseating
from tables.draw.services import seats as hall
from tables.journal import chain as journal
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns


@transaction.atomic
def publish_series(*, series_id: int, by: User, now: datetime) -> Series:
    """Show the seats of a drawn series to everybody and open a list for each table.

    :raises Refused: ``not-a-preview``, ``still-by-hand``.
    """
    series = hall.publish_series(series_id=series_id, by=by, now=now)
    open_lists(series)
    return series


@transaction.atomic
def publish_together(*, series_id: int, by: User, now: datetime) -> list[Series]:
    """Publish a series together with all of the same draw that are still previews; return those published.

    :raises Refused: ``not-a-preview`` if none of them is one, ``still-by-hand``.
    """
    series = hall.held(series_id)
    previews = [
        each_series for each_series in selectors.drawn_together(series) if each_series.status == Series.Status.DRAWN
    ] or [series]
    return [publish_series(series_id=preview.pk, by=by, now=now) for preview in previews]


@transaction.atomic
def take_publication_back(*, series_id: int, by: User, now: datetime) -> Series:
    """Let a published series be a preview again before play begins; its lists, all empty, go.

    :raises Refused: ``not-published``, ``series-started``, ``play-began``; ``appeal-at-table``, ``dispute-at-table`` or
        ``measure-at-table`` where one is about such a list.
    """
    series = hall.held(series_id)
    gone = _taken_away(series, ())
    return hall.take_publication_back(series_id=series_id, by=by, now=now, gone={"list": gone})


@transaction.atomic
def reseat_series(
    *,
    series_id: int,
    absent: Sequence[int],
    late: Sequence[int],
    public: str,
    because: str,
    by: User,
    now: datetime,
    shown: str = "",
    plan: seating.Plan | None = None,
) -> Series:
    """Let missing entrants leave their seats and late ones take some; the lists follow the tables.

    ``shown`` is the hash of the record of the plan that was looked at: nothing else is carried out.

    :raises Refused: ``seats-changed`` if another plan would come of it now, ``appeal-at-table``, ``dispute-at-table``,
        ``measure-at-table``; and whatever ``tables.draw.services.reseating.reseat_series`` refuses.
    :raises seating.CannotSeat: if those who are left cannot be seated.
    """
    series = hall.held(series_id)
    if plan is None:
        plan = reseating.reseated(series, absent=absent, late=late, public=public)
        if seating.record_hash(plan.record) != shown:
            raise Refused("seats-changed")
    involved = reseating.following(series)
    gone = [
        key
        for this_series, tables in zip(involved, plan.series, strict=True)
        for key in _taken_away(this_series, tables)
    ]
    reseated = reseating.reseat_series(
        series_id=series_id,
        absent=absent,
        late=late,
        public=public,
        because=because,
        by=by,
        now=now,
        plan=plan,
        gone={"list": gone},
    )
    for each_series in involved:
        if each_series.published_at:
            open_lists(each_series)
    return reseated


def open_lists(series: Series) -> None:
    """Open a list for each table of a series that has none."""
    stake = series.tournament.point_stake
    GameListRow.objects.bulk_create(
        GameListRow(table=table, rounds=series.rounds, profile=series.profile, stake=stake)
        for table in series.tables.filter(game_list=None).order_by("number")
    )


@transaction.atomic
def set_length(
    *,
    series_id: int,
    rounds: int,
    own_time_limit: int | None,
    because: str,
    by: User,
    now: datetime,
    seen: Seen | None = None,
) -> Series:
    """Give a series its own number of rounds and its own time limit, None for that of the event; its lists follow.

    Once play in the event has begun a reason is wanted, which the plan shows (SkWO 2.2).

    :raises Refused: ``length-played`` (series, table) from its first deal on, ``closed-before``, ``reason-missing``.
    :raises Overtaken: if its length is not what was ``seen`` any more.
    """
    series = hall.held(series_id)
    stands, wanted = length_of(series), {"rounds": rounds, "own_time_limit": own_time_limit}
    must_be_as_seen(seen, now=stands, wanted=wanted)
    if wanted == stands:
        return series
    if series.status == Series.Status.CLOSED:
        raise Refused("closed-before", series=series.number)
    lists = GameListRow.objects.filter(table__series=series)
    # Whoever left or came did so in a round there is.
    game_lists = lists.filter(Q(table__play_began_at__isnull=False) | ~Q(presence=[])).select_related("table")
    if row := game_lists.order_by("table__number").first():
        raise Refused("length-played", series=series.number, table=row.table.number)
    begun = has_begun(series.tournament)
    if begun and not because.strip():
        raise Refused("reason-missing")
    series.own_rounds = None if rounds == series.tournament.rounds else rounds
    series.own_time_limit = own_time_limit
    if begun:
        series.length_because = because.strip()[:300]
    series.save(update_fields=["own_rounds", "own_time_limit", "length_because"])
    sealing = {"list": list(lists.values_list("table__series__number", "table__number"))}
    lists.update(rounds=rounds, version=F("version") + 1)
    journal.record(
        "series.length-changed",
        tournament=series.tournament,
        by=by,
        at=now,
        sealing=sealing,
        series=series.number,
        rounds=rounds,
        time_limit=series.time_limit,
        rounds_before=stands["rounds"],
        **({"because": because.strip()[:300]} if because.strip() else {}),
    )
    return series


def length_of(series: Series) -> dict[str, Any]:
    """Return the length of a series as it is stated for it."""
    return {"rounds": series.rounds, "own_time_limit": series.own_time_limit}


def has_begun(tournament: Tournament) -> bool:
    """Test whether a deal is played in any series of an event."""
    return Table.objects.filter(series__tournament=tournament, play_began_at__isnull=False).exists()


def _taken_away(series: Series, plan: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    numbers = {number for number, company in enumerate(plan, start=1) if company}
    empty = GameListRow.objects.filter(table__series=series, table__play_began_at=None)
    gone = sorted(set(empty.values_list("table__number", flat=True)) - numbers)
    rows = GameListRow.objects.filter(table__series=series, table__number__in=gone)
    if appeal := rows.filter(appeals__isnull=False).values_list("appeals__number", flat=True).first():
        raise Refused("appeal-at-table", appeal=appeal)
    disputed = rows.filter(Q(objections__isnull=False) | Q(rulings__isnull=False))
    if table := disputed.values_list("table__number", flat=True).first():
        raise Refused("dispute-at-table", table=table)
    if waiting := rows.filter(proposals__isnull=False).values_list("table__number", flat=True).first():
        raise Refused("play-began", table=waiting)
    if measure := rows.filter(measures__isnull=False).values_list("measures__number", flat=True).first():
        raise Refused("measure-at-table", measure=measure)
    # Whoever opened such a list with their phone, or called from its table, is told by the journal.
    Phone.objects.filter(game_list__in=rows).delete()
    Call.objects.filter(game_list__in=rows).delete()
    rows.delete()
    return [(series.number, table) for table in gone]


@transaction.atomic
def close_series(*, series_id: int, lot_seed: str, by: User, now: datetime) -> Series:
    """Close a series whose lists are all signed, and draw the lots of those left equal: the next can be drawn.

    :raises Refused: ``not-running``, ``lists-open``.
    """
    tournament = turns.take_turn_of(Series, series_id)
    series = Series.objects.get(pk=series_id)
    series.tournament = tournament
    if series.status == Series.Status.CLOSED:
        raise Refused("closed-before", series=series.number)
    if series.status != Series.Status.RUNNING:
        raise Refused("not-running", series=series.number)
    # A list that is void, or whose players are all excluded, counts for nobody: nobody need sign it.
    counting = {"void_at": None, "table__seats__entrant__excluded_at": None}
    open_lists = GameListRow.objects.filter(table__series=series, signed_at=None, **counting)
    if numbers := sorted(set(open_lists.values_list("table__number", flat=True))):
        raise Refused("lists-open", tables=numbers)

    series.status, series.closed_at = Series.Status.CLOSED, now
    series.save(update_fields=["status", "closed_at"])
    fresh = settle_standings(tournament, seed=lot_seed, by=by, now=now)
    # What was released once is under review until it is released again.
    if tournament.under_review_since and not tournament.journal.filter(action="ranking.released").exists():
        tournament.under_review_since = None
        tournament.save(update_fields=["under_review_since"])
    journal.record("series.closed", tournament=tournament, by=by, at=now, series=series.number, lots=fresh)
    return series


@transaction.atomic
def take_closing_back(*, series_id: int, because: str, by: User, now: datetime) -> Series:
    """Let a closed series be played on: its result is provisional again. Taken back twice, it counts once.

    What rests on it goes with it: the start and the publication of the next series as far as they came after it, its
    draw by standing, the posting of the result and the queries that wait about it, the stated end of the event. Lots
    stay with their players (SkWO 5.2).

    :raises Refused: ``series-not-closed``; ``ranking-released``; ``played-on`` (open, table) where a deal is played in
        a later series; ``reason-missing``; and as ``take_publication_back`` does of the next series.
    """
    series = hall.held(series_id)
    tournament = series.tournament
    if series.status == Series.Status.RUNNING:
        return series
    if series.status != Series.Status.CLOSED or series.closed_at is None:
        raise Refused("series-not-closed", series=series.number)
    if tournament.released_at:
        raise Refused("ranking-released", released=tournament.released_at)
    if begun := selectors.begun_after(series):
        raise Refused("played-on", series=series.number, open=begun.series.number, table=begun.number)
    if not because.strip():
        raise Refused("reason-missing")
    for later in selectors.resting_on(series):
        _let_go(later, since=series.closed_at, because=because, by=by, now=now)
    series.status, series.closed_at, series.posted_at = Series.Status.RUNNING, None, None
    series.save(update_fields=["status", "closed_at", "posted_at"])
    Seeding.objects.filter(series=series).delete()
    waiting = tournament.queries.filter(Q(series=series) | Q(series=None), verdict="").order_by("number")
    lapsed = [query.number for query in waiting]
    for query in waiting:
        query.verdict, query.reasons, query.answer_key = "lapsed", because.strip(), uuid5(query.entry_key, "lapsed")
        query.answered_at, query.answered_by = now, by
        query.save(update_fields=["verdict", "reasons", "answer_key", "answered_at", "answered_by"])
    _put_under_review(tournament, now=now)
    journal.record(
        "series.closing-withdrawn",
        tournament=tournament,
        by=by,
        at=now,
        series=series.number,
        because=because.strip()[:300],
        sealing={"query": [(number,) for number in lapsed]},
        **({"queries": lapsed} if lapsed else {}),
    )
    return series


@transaction.atomic
def take_release_back(*, tournament_id: int, because: str, by: User, now: datetime) -> Tournament:
    """Let the final ranking be provisional again, under review, and the end unstated. Taken back twice, it counts once.

    Prizes that were given stay until the next release gives others: then the difference is owed. The journal keeps
    the figures that nobody may question any more: only whom the review moves may.

    :raises Refused: ``reason-missing``.
    """
    tournament = turns.take_turn(tournament_id)
    if tournament.released_at is None:
        return tournament
    if not because.strip():
        raise Refused("reason-missing")
    values: dict[str, Any] = {
        "because": because.strip()[:300],
        "figures": {str(number): figures for number, figures in standings.figures_of(tournament).items()},
        "ended_at": tournament.ended_at.isoformat() if tournament.ended_at else None,
    }
    _put_under_review(tournament, now=now)
    journal.record("ranking.release-withdrawn", tournament=tournament, by=by, at=now, **values)
    return tournament


def follow_slip(series: Series, *, seed: str, because: str, by: User, now: datetime) -> dict[str, int]:
    """Follow a slip mended in a list, in the caller's turn; return the lots that were drawn for it.

    Of a closed series the result is provisional again, released or not, and is posted anew; seats stay as they are.
    """
    if series.status != Series.Status.CLOSED:
        return {}
    tournament = series.tournament
    if tournament.released_at:
        tournament = take_release_back(tournament_id=tournament.pk, because=because, by=by, now=now)
    else:
        _put_under_review(tournament, now=now)
    series.posted_at = None
    series.save(update_fields=["posted_at"])
    return settle_standings(tournament, seed=seed, by=by, now=now)


def _put_under_review(tournament: Tournament, *, now: datetime) -> None:
    tournament.released_at = tournament.ended_at = tournament.posted_at = None
    tournament.under_review_since = now
    tournament.save(update_fields=["released_at", "ended_at", "posted_at", "under_review_since"])


def _let_go(later: Series, *, since: datetime, because: str, by: User, now: datetime) -> None:
    if later.status == Series.Status.RUNNING:
        later = hall.take_start_back(series_id=later.pk, because=because, by=by, now=now)
    # Seats that were published before do not rest on it.
    if later.status == Series.Status.PUBLISHED and later.published_at and later.published_at >= since:
        later = take_publication_back(series_id=later.pk, by=by, now=now)
    if later.status == Series.Status.DRAWN and later.seating == Series.Seating.BY_STANDING:
        draws.discard_previews(series_id=later.pk, because=because, by=by, now=now)


def settle_standings(tournament: Tournament, *, seed: str, by: User, now: datetime) -> dict[str, int]:
    """Follow a change of closed series: draw the lots that are missing, post the standings; return the new lots of
    players.
    """
    fresh = lots.draw_missing(tournament, seed=seed, now=now)
    lots.settle_rankings(tournament, seed=seed, by=by, now=now)
    _post_standings(tournament)
    return fresh


def _post_standings(tournament: Tournament) -> None:
    closed = tournament.series.filter(status=Series.Status.CLOSED)
    Seeding.objects.filter(series__in=closed).delete()
    Seeding.objects.bulk_create(
        Seeding(series=series, entrant_id=place.result.entrant, rank=rank)
        for series in closed
        for rank, place in enumerate(standings.places_until(series), start=1)
    )


@transaction.atomic
def recount_results(*, tournament_id: int, by: User | None, now: datetime) -> Recount:
    """Count everything anew from the entries, and store and return what was different; else nothing is written."""
    tournament = turns.take_turn(tournament_id, even_forgotten=True)
    found_recount = recount(tournament)
    if not found_recount.wrong:
        return found_recount
    SeatResult.objects.bulk_create(
        [
            SeatResult(seat_id=seat, game_list_id=game_list, **dict(zip(RESULT, result, strict=True)))
            for seat, (game_list, result) in found_recount.wrong.items()
        ],
        update_conflicts=True,
        unique_fields=["seat"],
        update_fields=RESULT,
    )
    journal.record("results.recounted", tournament=tournament, by=by, at=now, seats=len(found_recount.wrong))
    return found_recount
