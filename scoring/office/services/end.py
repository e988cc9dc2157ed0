"""The end of the event, its final ranking, what the next one takes over, a final made of it (SkWO 1.4, ISkO 4.5.10)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.disputes.selectors.complaints import open_objections, open_queries, queries_may_come_until
from scoring.history.selectors.as_of import changed_since_release
from scoring.money.selectors.statement import refunds_of
from scoring.money.services import prizes
from scoring.office.selectors.day import given_up_last, unplayed
from scoring.results.models import Ranking
from scoring.results.selectors.advancing import (
    CALLED,
    AdvancingTerms,
    Ranked,
    called_before,
    final_of,
    going_on,
    next_called,
    ranked_in,
    with_kept,
)
from scoring.results.services import lots, rankings
from scoring.results.services.series import take_publication_back
from scoring.rules.deadlines import appeals_close_at, may_appeal, may_query
from scoring.rules.results.advancing import NotSettled
from scoring.season.selectors.tables import ranked_in_year
from tables.accounts.models import User
from tables.acts.services import Refused, values_of
from tables.draw.models import Table
from tables.draw.services.draws import discard_previews, reinstate_series
from tables.draw.services.seats import take_start_back
from tables.intake.optional import OPTIONAL
from tables.intake.registration import Registration
from tables.journal import chain as journal
from tables.journal.following import Done
from tables.journal.wording import moment, numbers
from tables.people.models import Entrant
from tables.people.services.naming import chosen
from tables.people.services.registration import register_many, withdraw
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns
from tables.tournaments.services.tournaments import Details, change_tournament, create_tournament

REFUSED = {
    "border-not-settled": gettext_lazy(
        "No. %(numbers)s are equal at the border, and no lot says who of them goes on. Draw it, or let all of them go"
        " on."
    ),
    "final-too-early": gettext_lazy("The final ranking is not released: who goes on could still change."),
    "no-final": gettext_lazy("This event is no final made of a ranking: nobody is next."),
    "nobody-left": gettext_lazy(
        "There is nobody for a consolation round: the final is not made yet, or all were called to it."
    ),
    "nobody-to-call": gettext_lazy("Nobody is called: all places are taken, or the ranking has nobody left."),
    "qualified-nameless": gettext_lazy(
        "No name is known of no. %(numbers)s. Add it at the desk first: entry to the final goes by names."
    ),
    "too-few-ranked": gettext_lazy("The ranking has %(ranked)s places, so no more can go on."),
}
PLAIN = {
    "archive.made": gettext_lazy("Archive of the event made, SHA-256 %(sha256)s"),
    "event.end-withdrawn": gettext_lazy("Stated end of the event taken back, because: %(because)s"),
    "ranking.release-withdrawn": gettext_lazy("Release of the final ranking taken back, because: %(because)s"),
    "ranking.released": gettext_lazy("Final ranking released"),
    "ranking.unopposed": gettext_lazy("The hall was asked: nobody objects to the final ranking"),
}


def _ended(data: Mapping[str, Any]) -> str:
    return _("End of the event stated: %(moment)s") % {"moment": moment(data["ended_at"])}


def _called(data: Mapping[str, Any]) -> str:
    called = sorted(map(int, data["called"]))
    if "terms" not in data:
        return _("Called as the next of the ranking: no. %(numbers)s") % {"numbers": numbers(called)}
    if data["terms"].get("others"):
        return _("Called to the consolation round: no. %(numbers)s") % {"numbers": numbers(called)}
    return _("Called to the final: no. %(numbers)s") % {"numbers": numbers(called)}


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {"event.ended": _ended, "final.called": _called}


@transaction.atomic
def drop_unplayed(*, tournament_id: int, because: str, by: User, now: datetime, since: int = 1) -> Tournament:
    """Take series that nobody has begun to play off the plan, from one on: the event ends early.

    A start without a deal is taken back first, as are seats drawn for them, published ones too; their draws are kept.

    :raises Refused: ``series-played`` (series, table) where one from ``since`` on has a deal by now; ``time-called``;
        ``reason-missing``; ``play-began``, ``appeal-at-table``, ``dispute-at-table``, ``measure-at-table`` where
        something happened at seats that are published.
    """
    tournament = turns.take_turn(tournament_id)
    gone = [each_series for each_series in unplayed(tournament) if each_series.number >= since]
    if not gone:
        begun = Table.objects.filter(series__tournament=tournament, series__number__gte=since)
        begun = begun.exclude(play_began_at=None).select_related("series").order_by("series__number", "number")
        if since > 1 and (table := begun.first()):
            raise Refused("series-played", series=table.series.number, table=table.number)
        return tournament
    if not because.strip():
        raise Refused("reason-missing")
    seated = [
        {
            "series": each_series.number,
            "seated": each_series.seating,
            "draw": each_series.draw.number if each_series.draw else None,
            "drawn_as": each_series.drawn_as,
            "own_rounds": each_series.own_rounds,
            "own_time_limit": each_series.own_time_limit,
        }
        for each_series in gone
    ]
    for series in reversed(gone):
        if series.status == Series.Status.RUNNING:
            take_start_back(series_id=series.pk, because=because, by=by, now=now)
        if series.status in {Series.Status.RUNNING, Series.Status.PUBLISHED}:
            take_publication_back(series_id=series.pk, by=by, now=now)
    drawn = tournament.series.filter(pk__in=[each_series.pk for each_series in gone], status=Series.Status.DRAWN)
    while left := drawn.first():
        discard_previews(series_id=left.pk, because=because, by=by, now=now, since=gone[0].number)
    return change_tournament(
        tournament_id=tournament_id,
        details=Details(**values_of(tournament, Details)),
        seatings=list(tournament.series.filter(number__lt=gone[0].number).values_list("seating", flat=True)),
        because=because.strip(),
        given_up=seated,
        by=by,
        now=now,
    )


@transaction.atomic
def take_drop_back(*, tournament_id: int, because: str, by: User, now: datetime) -> Tournament:
    """Put the series given up last on the plan again, with their lots; one that was set by standing is drawn anew.

    :raises Refused: ``reason-missing``; ``ranking-released``, ``end-stated``, ``refund-given``, which rest on it.
    """
    tournament = turns.take_turn(tournament_id)
    given_up = given_up_last(tournament)
    if not given_up:
        return tournament
    if tournament.released_at:
        raise Refused("ranking-released", released=tournament.released_at)
    if tournament.ended_at:
        raise Refused("end-stated", stated=tournament.ended_at)
    if refunds_of(tournament):
        raise Refused("refund-given", refunded=True)
    if not because.strip():
        raise Refused("reason-missing")
    for was in given_up:
        reinstate_series(tournament, because=because.strip()[:300], by=by, now=now, **was)
    return tournament


@transaction.atomic
def state_end(*, tournament_id: int, ended_at: datetime, by: User, now: datetime) -> Tournament:
    """State when the event ended: from then the last appeals have a quarter of an hour.

    It may be stated again while the final ranking is not released; a later statement never takes time away.

    :raises Refused: ``series-open``, ``end-in-the-future``, ``end-before-last-series``, ``end-earlier-than-stated``,
        ``released-before``, ``end-before-review``.
    """
    tournament = turns.take_turn(tournament_id)
    if tournament.released_at:
        raise Refused("released-before", released=True)
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

    ``lot_seed`` makes the lots that are still missing in the other rankings; without it none are drawn.

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

    A result that was posted keeps its time all the same.

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


def _must_ask_again(tournament: Tournament, *, ended_at: datetime) -> None:
    """Refuse an end before the ranking that was put right: whom it moves may appeal from then on (ISkO 4.5.10)."""
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


CREATED: Final = frozenset({"tournament.created"})


def take_over(tournament: Tournament, done: Sequence[Done], *, by: User | None, at: datetime) -> None:
    """Give a new event rankings and money of the one it is like, as far as its own plan has room for them."""
    like = Tournament.objects.filter(slug__in=[facts.get("like", "") for _action, facts in done]).first()
    if like is None or by is None:
        return
    prizes.take_over(tournament, like=like, rankings=_take_rankings(tournament, like, by=by, at=at), by=by, at=at)


def _take_rankings(tournament: Tournament, like: Tournament, *, by: User, at: datetime) -> dict[int, Ranking]:
    numbers = set(tournament.series.values_list("number", flat=True))
    made = {}
    for ranking in like.rankings.filter(off_at=None):
        series = tuple(number for number in ranking.series if number in numbers)
        if ranking.series and not series:
            continue
        counted = len(series or numbers)
        best_of = ranking.best_of if ranking.best_of and ranking.best_of <= counted else None
        stated: dict[str, Any] = {**rankings.as_agreed(ranking), "series": series, "best_of": best_of}
        made[ranking.pk] = rankings.switch_on(
            tournament_id=tournament.pk, terms=rankings.Terms(**stated), entry_key=uuid4(), by=by, now=at
        )
    return made


@transaction.atomic
def make_final(
    *, tournament_id: int, terms: AdvancingTerms, name: str, starts_on: date, entry_key: UUID, by: User, now: datetime
) -> Tournament:
    """Make a new event of one series out of a ranking, and register those who go on (SkWO 1.4).

    :raises Refused: as ``first_called`` and ``create_tournament`` do.
    """
    tournament = turns.take_turn(tournament_id)
    called = first_called(tournament, terms)
    plan = values_of(tournament, Details)
    stated = {
        "name": name,
        "starts_on": starts_on,
        "ends_on": starts_on,
        "drawn_together": False,
        "most_entrants": None,
        "moves_up": True,
        "open_to": "" if terms.others else Tournament.OpenTo.QUALIFIED.value,
        "open_to_whom": "",
    }
    made = create_tournament(
        details=Details(**{**plan, **stated}),
        seatings=[Series.Seating.DRAWN.value],
        like=tournament,
        # What the year is played for is no part of it.
        outside_seasons=bool(terms.year),
        entry_key=entry_key,
        by=by,
        now=now,
    )
    if final_of(made) is None:
        made = turns.take_turn(made.pk)
        made.qualified_in = None if terms.year else tournament
        values = {"terms": {**asdict(terms), "at_border": str(terms.at_border)}, "from": tournament.slug}
        _call(made, called, with_points=terms.with_points, by=by, now=now, **values)
    return made


def ranking_of(tournament: Tournament, terms: AdvancingTerms) -> list[Ranked]:
    """Return the ranking of an event, or the table of the year, from which some go on."""
    if terms.year:
        return ranked_in_year(terms)
    return with_kept(ranked_in(tournament, terms), terms, tournament.entrants.filter(number__in=terms.kept))


def first_called(tournament: Tournament, terms: AdvancingTerms) -> list[Ranked]:
    """Return who goes on from a ranking of an event, best first.

    :raises Refused: ``final-too-early``, ``too-few-ranked``, ``border-not-settled``; ``no-such-entrant`` for a kept
        place; ``nobody-left`` for all others where there is no final, or all were called; ``qualified-nameless`` with
        the start numbers.
    """
    if tournament.released_at is None:
        raise Refused("final-too-early")
    ranking, before = ranking_of(tournament, terms), called_before(tournament) if terms.others else frozenset()
    if len(ranking) < terms.places:
        raise Refused("too-few-ranked", ranked=len(ranking))
    if unknown := set(terms.kept) - {line.candidate.number for line in ranking}:
        raise Refused("no-such-entrant", number=min(unknown))
    try:
        called = going_on(ranking, terms, without=before)
    except NotSettled as tie:
        raise Refused("border-not-settled", numbers=tie.numbers) from None
    if terms.others and not (before and called):
        raise Refused("nobody-left")
    _must_have_names(called)
    return called


@transaction.atomic
def decline(*, tournament_id: int, number: int, by: User, now: datetime) -> list[int]:
    """Withdraw somebody called who does not come, and call the next of the ranking; return their start numbers.

    :raises Refused: ``no-such-entrant``, and as ``withdraw`` and ``call_next`` do, but for ``nobody-to-call``.
    """
    tournament = turns.take_turn(tournament_id)
    entrant = tournament.entrants.filter(number=number).first()
    if entrant is None:
        raise Refused("no-such-entrant", number=number)
    withdraw(entrant_id=entrant.pk, by=by, now=now)
    return _call_next(tournament, by=by, now=now)


@transaction.atomic
def call_next(*, tournament_id: int, by: User, now: datetime) -> list[int]:
    """Call the next of the ranking for all who declined or were withdrawn; return their start numbers.

    :raises Refused: ``no-final``, ``nobody-to-call``, ``border-not-settled``, ``qualified-nameless``, and as
        ``register_many`` does.
    """
    tournament = turns.take_turn(tournament_id)
    numbers = _call_next(tournament, by=by, now=now)
    if not numbers:
        raise Refused("nobody-to-call")
    return numbers


def _call_next(tournament: Tournament, *, by: User, now: datetime) -> list[int]:
    final = final_of(tournament)
    if final is None:
        raise Refused("no-final")
    try:
        following = next_called(final, ranking_of(final.source, final.terms))
    except NotSettled as tie:
        raise Refused("border-not-settled", numbers=tie.numbers) from None
    _must_have_names(following)
    with_points = final.terms.with_points
    return _call(tournament, following, with_points=with_points, by=by, now=now) if following else []


def _must_have_names(called: Sequence[Ranked]) -> None:
    """Refuse to call somebody of whom nothing but a start number is known: entry to the final goes by names."""
    if nameless := [line.candidate.number for line in called if not line.entrant.name]:
        raise Refused("qualified-nameless", numbers=nameless)


def _call(
    tournament: Tournament, called: Sequence[Ranked], *, with_points: bool, by: User, now: datetime, **facts: Any
) -> list[int]:
    people = [line.entrant for line in called]
    if tournament.open_to:
        tournament.open_to_whom = "\n".join(
            filter(None, [tournament.open_to_whom, *(entrant.name for entrant in people)])
        )
    tournament.save(update_fields=["open_to_whom", "qualified_in"])
    made = register_many(
        tournament_id=tournament.pk,
        registrations=[
            Registration(
                name=entrant.name,
                club=entrant.club,
                team=entrant.team,
                classes=frozenset(entrant.classes),
                brought=line.points if with_points else 0,
                optional={name: getattr(entrant, name) for name in OPTIONAL},
            )
            for entrant, line in zip(people, called, strict=True)
        ],
        source=Entrant.Source.DESK,
        entry_key=uuid4(),
        by=by,
        now=now,
        choices=[chosen(entrant) for entrant in people],
        people=[entrant.person_id for entrant in people],
    )
    numbers = {str(entrant.number): line.candidate.number for entrant, line in zip(made, called, strict=True)}
    if brought := {str(entrant.number): entrant.brought for entrant in made if entrant.brought}:
        facts["brought"] = brought
    journal.record(CALLED, tournament=tournament, by=by, at=now, called=numbers, **facts)
    return [entrant.number for entrant in made]
