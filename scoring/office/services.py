"""The end of the event and its final ranking (ISkO 4.5.10)."""

from datetime import datetime

from django.db import transaction

from scoring.disputes.selectors.appeals import figures_of
from scoring.disputes.selectors.queries import open_objections, open_queries, queries_may_come_until
from scoring.history.selectors.as_of import changed_since_release
from scoring.results.services import lots
from scoring.results.services.series import take_publication_back
from scoring.rules.deadlines import appeals_close_at, may_appeal, may_query
from tables.accounts.models import User
from tables.acts.services import Refused, values_of
from tables.draw.services.draws import discard_previews
from tables.journal import chain as journal
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns
from tables.tournaments.services.tournaments import Details, change_tournament


@transaction.atomic
def drop_unplayed(*, tournament_id: int, because: str, by: User, now: datetime) -> Tournament:
    """Take the series that nobody has begun to play off the plan: the event ends early. Done twice, it counts once.

    Seats that are drawn for them are taken back first, published ones too; their draws are kept.

    :raises Refused: ``reason-missing``; ``play-began``, ``appeal-at-table``, ``dispute-at-table``,
        ``measure-at-table`` where something happened at seats that are published.
    """
    tournament = turns.take_turn(tournament_id)
    series = tournament.series.order_by("number")
    if not series.filter(started_at=None).exists():
        return tournament
    if not because.strip():
        raise Refused("reason-missing")
    for one in series.filter(status=Series.Status.PUBLISHED):
        take_publication_back(series_id=one.pk, by=by, now=now)
    while drawn := series.filter(status=Series.Status.DRAWN).first():
        discard_previews(series_id=drawn.pk, because=because, by=by, now=now)
    return change_tournament(
        tournament_id=tournament_id,
        details=Details(**values_of(tournament, Details)),
        seatings=list(series.exclude(status=Series.Status.PLANNED).values_list("seating", flat=True)),
        because=because.strip(),
        by=by,
        now=now,
    )


@transaction.atomic
def state_end(*, tournament_id: int, ended_at: datetime, by: User, now: datetime) -> Tournament:
    """State when the event ended: from then the last appeals have a quarter of an hour.

    It may be stated again while the final ranking is not released; a later statement never takes time away.

    :raises Refused: ``series-open``, ``end-in-the-future``, ``end-before-last-series``, ``end-earlier-than-stated``,
        ``released-before``, ``end-before-review``.
    """
    tournament = turns.take_turn(tournament_id)
    if tournament.released_at:
        raise Refused("released-before")
    still_open = tournament.series.exclude(status=Series.Status.CLOSED).order_by("number").first()
    if still_open:
        raise Refused("series-open", series=still_open.number)
    if ended_at > now:
        raise Refused("end-in-the-future")
    last = tournament.series.order_by("-number").first()
    if last and last.closed_at and ended_at < last.closed_at.replace(second=0, microsecond=0):
        raise Refused("end-before-last-series", closed=last.closed_at)
    if tournament.ended_at and ended_at < tournament.ended_at:
        raise Refused("end-earlier-than-stated", ended=tournament.ended_at)
    _must_ask_again(tournament, ended_at=ended_at)
    tournament.ended_at = ended_at
    tournament.registration_open = False
    tournament.save(update_fields=["ended_at", "registration_open"])
    journal.record("event.ended", tournament=tournament, by=by, at=now, ended_at=ended_at.isoformat())
    return tournament


@transaction.atomic
def release_final_ranking(*, tournament_id: int, by: User, now: datetime, lot_seed: str | None = None) -> Tournament:
    """Release the final ranking: the time for appeals is over and none is open. Done twice, it counts once.

    Where results were posted, the time for mistakes in them must be over too; and no objection waits for a judge.
    ``lot_seed`` makes the lots that are still missing in the other rankings, whose teams may be younger than the
    last series; without it none are drawn.

    :raises Refused: ``end-not-stated``, ``appeals-possible`` with the moment they close, ``appeals-open``,
        ``objections-unsettled``, ``queries-possible`` with the moment they close, ``queries-open``,
        ``end-before-review``.
    """
    tournament = turns.take_turn(tournament_id)
    if tournament.released_at:
        return tournament
    if tournament.ended_at is None:
        raise Refused("end-not-stated")
    closes = appeals_close_at(event_ends=tournament.ended_at)
    if may_appeal(now, closes=closes):
        raise Refused("appeals-possible", closes=closes)
    _must_ask_again(tournament, ended_at=tournament.ended_at)
    return _released(tournament, by=by, now=now, lot_seed=lot_seed)


@transaction.atomic
def release_unopposed(*, tournament_id: int, by: User, now: datetime, lot_seed: str | None = None) -> Tournament:
    """Record that the hall was asked and nobody objects, and release the final ranking without waiting for appeals.

    Where the end of the event is not stated yet, it ends now. Done twice, it counts once. A result that was posted
    keeps its time all the same.

    :raises Refused: as ``state_end`` and ``release_final_ranking`` do, but for ``end-not-stated`` and
        ``appeals-possible``.
    """
    tournament = turns.take_turn(tournament_id)
    if tournament.released_at:
        return tournament
    if tournament.ended_at is None:
        tournament = state_end(tournament_id=tournament_id, ended_at=now, by=by, now=now)
    journal.record("ranking.unopposed", tournament=tournament, by=by, at=now)
    return _released(tournament, by=by, now=now, lot_seed=lot_seed)


@transaction.atomic
def take_end_back(*, tournament_id: int, because: str, by: User, now: datetime) -> Tournament:
    """Take the stated end of the event back, as if it had not been stated. Taken back twice, it counts once.

    :raises Refused: ``ranking-released``, ``reason-missing``.
    """
    tournament = turns.take_turn(tournament_id)
    if tournament.ended_at is None:
        return tournament
    if tournament.released_at:
        raise Refused("ranking-released", released=tournament.released_at)
    if not because.strip():
        raise Refused("reason-missing")
    tournament.ended_at = None
    tournament.save(update_fields=["ended_at"])
    journal.record("event.end-withdrawn", tournament=tournament, by=by, at=now, because=because.strip()[:300])
    return tournament


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
    asked = {
        "figures": {str(number): figures for number, figures in figures_of(tournament).items()},
        "ended_at": tournament.ended_at.isoformat() if tournament.ended_at else None,
    }
    tournament.released_at = tournament.ended_at = tournament.posted_at = None
    tournament.under_review_since = now
    tournament.save(update_fields=["released_at", "ended_at", "posted_at", "under_review_since"])
    said = {"because": because.strip()[:300], **asked}
    journal.record("ranking.release-withdrawn", tournament=tournament, by=by, at=now, **said)
    return tournament


def _must_ask_again(tournament: Tournament, *, ended_at: datetime) -> None:
    """Refuse an end before the ranking that was put right: whom it moves may appeal from then on (ISkO 4.5.10).

    :raises Refused: ``end-before-review`` with the moment since which other figures are shown than were released.
    """
    if tournament.under_review_since and (changed := changed_since_release(tournament)) and ended_at < changed:
        raise Refused("end-before-review", changed=changed)


def _released(tournament: Tournament, *, by: User, now: datetime, lot_seed: str | None) -> Tournament:
    if numbers := sorted(tournament.appeals.filter(verdict="").values_list("number", flat=True)):
        raise Refused("appeals-open", appeals=numbers)
    if numbers := list(open_objections(tournament).values_list("number", flat=True)):
        raise Refused("objections-unsettled", objections=numbers)
    _must_be_past_queries(tournament, now=now)
    if lot_seed is not None:
        lots.settle_rankings(tournament, seed=lot_seed, by=by, now=now)
    tournament.released_at, tournament.under_review_since = now, None
    tournament.save(update_fields=["released_at", "under_review_since"])
    journal.record("ranking.released", tournament=tournament, by=by, at=now)
    return tournament


def _must_be_past_queries(tournament: Tournament, *, now: datetime) -> None:
    """Refuse while a posted result may still be queried: what was promised with it is kept."""
    closes = queries_may_come_until(tournament)
    if closes is not None and may_query(now, closes=closes):
        raise Refused("queries-possible", closes=closes)
    if numbers := list(open_queries(tournament).values_list("number", flat=True)):
        raise Refused("queries-open", queries=numbers)
