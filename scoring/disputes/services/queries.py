"""Posting results, reporting mistakes in them, answering that, once (SkWO 7.4.3)."""

from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scoring.disputes.models import Correction, ResultQuery
from scoring.disputes.selectors.appeals import review_of
from scoring.disputes.selectors.queries import queries_close_for, query_window
from scoring.disputes.services.objections import next_number
from scoring.disputes.services.signed_corrections import Mended, correct_signed
from scoring.lists.selectors.sitting import entrants_of
from scoring.lists.services.lists import KeyReused, clock_facts, counted
from scoring.rules.deadlines import may_query
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import Refused
from tables.journal import chain as journal
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns

Verdict = ResultQuery.Verdict


@transaction.atomic
def post_result(*, tournament_id: int, series: int | None, by: User, now: datetime) -> Tournament | Series:
    """State that the result of a series, or with None the final one, is posted: its window runs from now on.

    Posted twice, it was posted the first time: nobody gains or loses time by that.

    :raises Refused: ``series-unknown``, ``series-open``, ``released-before``.
    """
    tournament = turns.take_turn(tournament_id)
    of_series = _closed(tournament, series)
    result: Tournament | Series = of_series or tournament
    if result.posted_at:
        return result
    if tournament.released_at:
        raise Refused("released-before", released=True)
    at = counted(tournament, now)
    result.posted_at = at
    result.save(update_fields=["posted_at"])
    journal.record("result.posted", tournament=tournament, by=by, at=at, series=series, **clock_facts(at, now))
    return result


@transaction.atomic
def withdraw_posting(
    *, tournament_id: int, series: int | None, because: str, by: User, now: datetime
) -> Tournament | Series:
    """Take a posting back that nobody has queried: its window ends, as if the result had not been posted.

    Withdrawn twice, it is withdrawn once.

    :raises Refused: ``series-unknown``, ``series-open``, ``released-before``, ``reason-missing``, ``queries-raised``.
    """
    tournament = turns.take_turn(tournament_id)
    of_series = _closed(tournament, series)
    result: Tournament | Series = of_series or tournament
    if result.posted_at is None:
        return result
    if tournament.released_at:
        raise Refused("released-before", released=True)
    if not because.strip():
        raise Refused("reason-missing")
    if numbers := list(tournament.queries.filter(series=of_series).order_by("number").values_list("number", flat=True)):
        raise Refused("queries-raised", queries=numbers)
    result.posted_at = None
    result.save(update_fields=["posted_at"])
    journal.record(
        "result.posting-withdrawn", tournament=tournament, by=by, at=now, series=series, because=because.strip()[:300]
    )
    return result


@transaction.atomic
def shorten_window(*, tournament_id: int, minutes: int, because: str, by: User, now: datetime) -> Tournament:
    """Give less time to queries about results, also about those posted already, while nobody has queried any.

    ``minutes`` count from each posting on. Said twice, it is said once.

    :raises Refused: ``released-before``, ``reason-missing``, ``queries-raised``, ``window-not-shorter``.
    """
    tournament = turns.take_turn(tournament_id)
    before = int(query_window(tournament).total_seconds()) // 60
    if tournament.released_at:
        raise Refused("released-before", released=True)
    if not because.strip():
        raise Refused("reason-missing")
    if numbers := list(tournament.queries.order_by("number").values_list("number", flat=True)):
        raise Refused("queries-raised", queries=numbers)
    if minutes == before:
        return tournament
    if not 0 <= minutes < before:
        raise Refused("window-not-shorter", minutes=before)
    tournament.query_window = minutes
    tournament.save(update_fields=["query_window"])
    facts = {"minutes": minutes, "before": before, "because": because.strip()[:300]}
    journal.record("result.window-shortened", tournament=tournament, by=by, at=now, **facts)
    return tournament


@transaction.atomic
def raise_query(
    *,
    tournament_id: int,
    series: int | None,
    entrant: int,
    text: str,
    entry_key: UUID,
    by: User | None,
    now: datetime,
    address: str = "",
) -> ResultQuery:
    """Take down what the entrant with start number ``entrant`` finds wrong in a result; a late one is marked late.

    Before a result is posted nothing is too late. Sent again with the same key it is the same query.

    :raises KeyReused: if the key came with other content before.
    :raises Refused: ``query-text-missing``, ``no-such-entrant``, ``series-unknown``, ``series-open``,
        ``event-released``; ``TooMany`` from a player or an address that sends more than anybody means.
    """
    tournament = turns.take_turn(tournament_id)
    if known := ResultQuery.objects.filter(entry_key=entry_key).select_related("series", "entrant").first():
        there = (known.tournament_id, known.series and known.series.number, known.entrant.number, known.text)
        if there != (tournament.pk, series, entrant, text.strip()):
            raise KeyReused
        return known
    if tournament.released_at:
        raise Refused("event-released")
    if not text.strip():
        raise Refused("query-text-missing")
    asking = tournament.entrants.filter(number=entrant).first()
    if asking is None:
        raise Refused("no-such-entrant", number=entrant)
    of_series = _closed(tournament, series)
    if by is None:
        waiting = tournament.queries.filter(entrant=asking, verdict="", raised_by=None)
        floods.must_be_meant(waiting, address=address, now=now, most=floods.MOST_OPEN_OF_PLAYER)
    at = counted(tournament, now)
    review = review_of(tournament)
    # What was released and is under review stays for whom it does not move, as nobody questioned it then.
    is_settled = review is not None and entrant not in review.moved
    query = ResultQuery.objects.create(
        tournament=tournament,
        number=next_number(tournament, ResultQuery),
        entry_key=entry_key,
        series=of_series,
        entrant=asking,
        text=text.strip(),
        raised_at=at,
        raised_by=by,
        late=not may_query(at, closes=queries_close_for(tournament, of_series)) or is_settled,
    )
    facts = {"query": query.number, "series": series, "entrant": entrant, "late": query.late}
    journal.record("query.raised", tournament=tournament, by=by, at=at, **facts, **clock_facts(at, now))
    return query


@transaction.atomic
def answer_query(
    *,
    query_id: int,
    verdict: ResultQuery.Verdict,
    reasons: str,
    entry_key: UUID,
    by: User,
    now: datetime,
    list_id: int | None = None,
    mended: Mended | None = None,
) -> ResultQuery:
    """Answer a query, once; with ``mended`` the signed list of ``list_id`` is put right in the same act.

    What is put right counts at once, and for the seats of the next series that are not published yet.

    :raises KeyReused: if the key came with another answer before.
    :raises EntryRefused: if the rules refuse the correction; nothing is answered then.
    :raises Refused: ``answered-before``, ``released-before``, ``reasons-missing``, ``dismissed-corrects-nothing``,
        ``own-table``, ``other-series-list``; whatever ``correct_signed`` refuses.
    """
    tournament_id = ResultQuery.objects.values_list("tournament_id", flat=True).get(pk=query_id)
    tournament = turns.take_turn(tournament_id)
    query = ResultQuery.objects.select_related("entrant", "series").get(pk=query_id)
    query.tournament = tournament
    if query.answer_key == entry_key:
        if (query.verdict, query.reasons, bool(query.correction_id)) != (verdict, reasons.strip(), bool(mended)):
            raise KeyReused
        return query
    _must_be_answerable(query, verdict, reasons=reasons, mended=mended, by=by)
    at = counted(tournament, now)
    if mended is not None:
        query.correction = _corrected(query, list_id, mended, entry_key=entry_key, by=by, now=at)
    if verdict == Verdict.UPHELD:
        query.counts_from = tournament.series.filter(published_at=None).order_by("number").first()
    query.verdict, query.reasons, query.answer_key = verdict, reasons.strip(), entry_key
    query.answered_at, query.answered_by = at, by
    query.save(
        update_fields=["verdict", "reasons", "correction", "counts_from", "answer_key", "answered_at", "answered_by"]
    )
    journal.record(
        "query.answered",
        tournament=tournament,
        by=by,
        at=at,
        query=query.number,
        verdict=str(verdict),
        correction=query.correction.number if query.correction else None,
        counts_from=query.counts_from.number if query.counts_from else None,
        because=query.reasons,
        **clock_facts(at, now),
    )
    return query


def _closed(tournament: Tournament, number: int | None) -> Series | None:
    """Return the series whose result is meant, None for the final one, if that result is there."""
    series: Series | None = tournament.series.filter(number=number).first() if number is not None else None
    if number is not None and series is None:
        raise Refused("series-unknown", series=number)
    meant = [series] if series else tournament.series.order_by("number")
    for one in meant:
        if one.status != Series.Status.CLOSED:
            raise Refused("series-open", series=one.number)
    return series


def _must_be_answerable(
    query: ResultQuery, verdict: ResultQuery.Verdict, *, reasons: str, mended: Mended | None, by: User
) -> None:
    if query.verdict:
        raise Refused("answered-before", query=query.number)
    if query.tournament.released_at:
        raise Refused("released-before", released=True)
    if not reasons.strip():
        raise Refused("reasons-missing")
    if mended is not None and verdict != Verdict.UPHELD:
        raise Refused("dismissed-corrects-nothing")
    own_entrants = entrants_of(query.tournament, by)
    there = query.entrant.seats.filter(series=query.series_id, table__seats__entrant__in=own_entrants)
    if query.entrant_id in own_entrants or there.exists():
        raise Refused("own-table")


def _corrected(
    query: ResultQuery, list_id: int | None, mended: Mended, *, entry_key: UUID, by: User, now: datetime
) -> Correction:
    """Put right the list that a query is about: one of its series, or any for the final result."""
    lists_here = query.tournament.series.filter(tables__game_list=list_id)
    if query.series_id:
        lists_here = lists_here.filter(pk=query.series_id)
    if list_id is None or not lists_here.exists():
        raise Refused("other-series-list")
    return correct_signed(list_id=list_id, mended=mended, entry_key=uuid5(entry_key, "correction"), by=by, now=now)
