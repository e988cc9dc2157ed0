"""Posting results, answering mistakes in them, once, and putting signed lists right (SkWO 7.2.5, 7.4.3)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction

from scoring.disputes.models import Correction, ResultQuery
from scoring.disputes.selectors.complaints import queries_close_for, query_window, review_of
from scoring.disputes.services.measures import cited
from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow, TotalsRow
from scoring.lists.selectors import counting
from scoring.lists.selectors.sitting import entrants_of, plays_at
from scoring.lists.services import entries, lists
from scoring.lists.services.lists import EntryRefused, clock_facts, counted
from scoring.results.selectors import effects
from scoring.results.selectors.effects import Effect
from scoring.results.services.series import settle_standings
from scoring.rules.deadlines import may_query
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import Tally
from scoring.rules.game_list.totals import Totals, TotalsList, totals_findings, totals_tallies
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import KeyReused, Refused, sent_before
from tables.journal import chain as journal
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns

USUAL_CLAUSE: Final = "SkWO 7.2.5"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """How a signed list is to be: one deal of it, or the results of all seats of a list typed as totals."""

    reason: str
    deal: Deal | None = None  # the deal as it should stand; the one after the last is added
    totals: Sequence[Totals] = ()  # from seat 1 on
    witnesses: Collection[int] = ()  # the seats whose players testify
    clause: str = USUAL_CLAUSE


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    row: GameListRow
    mended: Mended
    clause: str
    witnesses: tuple[int, ...]
    replaced: DealRow | None

    @property
    def testified(self) -> bool:
        """Whether everybody at the table testifies."""
        return len(self.witnesses) == self.row.table.size


def preview_correction(*, list_id: int, mended: Mended, by: User) -> Effect:
    """Return what a correction would do: what each seat would have, what would count, and the ranking.

    :raises Refused: whatever ``correct_signed`` refuses.
    :raises EntryRefused: if the rules refuse what is to stand in the list.
    """
    row = GameListRow.objects.select_related("table__series__tournament").get(pk=list_id)
    draft = _draft(row, mended, by=by)
    given, before = _given(draft)
    orders = counting.orders_of(row)
    now = counting.counting_of(row)
    then = counting.counted_from(given, before, replace(orders, corrections=()))
    fresh = _with(row, lists.valid_deals(row), mended.deal)
    results = {**effects.earned_from(row, then), **effects.earned_beside(row, fresh)}
    moved = effects.moves(row.table.series.tournament, results=results)
    return Effect(moves=moved, seats=effects.seat_effects(row, now, then))


@transaction.atomic
def correct_signed(*, list_id: int, mended: Mended, entry_key: UUID, by: User, now: datetime) -> Correction:
    """Put a signed list right. What stood there is kept; sent again with the same key it is corrected once.

    :raises KeyReused: if the key came with something else before.
    :raises EntryRefused: if the rules refuse what is to stand in the list.
    :raises Refused: ``released-before``, ``not-signed``, ``reason-missing``, ``unknown-clause``, ``no-such-seat``,
        ``own-table``, ``kept-as-totals``, ``kept-deal-by-deal``, ``nothing-changed``, ``no-such-deal``,
        ``deal-struck``, ``testimony-needed`` if a deal is to be added and not everybody testifies,
        ``chairs-testimony-needed`` if somebody sat on a chair of another table and not everybody does.
    """
    row = lists.held(list_id)
    if known_correction := sent_before(Correction.objects.select_related("entry"), entry_key):
        return _same(known_correction, row, mended)
    if DealRow.objects.filter(entry_key=entry_key).exists():
        raise KeyReused
    draft = _draft(row, mended, by=by)
    tournament = row.table.series.tournament
    at = counted(tournament, now)
    correction = Correction(
        tournament=tournament,
        number=turns.next_number(tournament.corrections),
        entry_key=entry_key,
        game_list=row,
        replaced=draft.replaced,
        witnesses=list(draft.witnesses),
        testified=draft.testified,
        reason=mended.reason.strip(),
        clause=draft.clause,
        corrected_at=at,
        corrected_by=by,
    )
    if mended.deal is None:
        correction.save(force_insert=True)
        _write_totals(draft, correction)
    else:
        put = entries.replace_deal if draft.replaced else entries.add_deal
        because = correction.reason
        correction.entry = put(row, mended.deal, because=because, entry_key=entry_key, by=by, now=at)
        correction.save(force_insert=True)
    lists.results_changed(row)
    lists.freeze_anew(row, by=by, now=at)
    lots = settle_standings(tournament, seed=str(entry_key), by=by, now=at)
    facts = {"clause": correction.clause, "because": correction.reason} | clock_facts(at, now)
    lists.note(
        "list.corrected-when-signed",
        row,
        by=by,
        now=at,
        correction=correction.number,
        deal=mended.deal.number if mended.deal else None,
        witnesses=correction.witnesses,
        testified=correction.testified,
        **({} if mended.deal or row.passed is None else {"passed": row.passed}),
        **facts | ({"lots": lots} if lots else {}),
    )
    return correction


def must_be_correctable(row: GameListRow, *, by: User) -> None:
    """Refuse to correct a list that is not signed, after the release, or at one's own table, whatever it is to say.

    :raises Refused: ``released-before``, ``not-signed``, ``own-table``.
    """
    tournament = row.table.series.tournament
    if tournament.released_at:
        raise Refused("released-before", released=True)
    if not row.signed_at:
        raise Refused("not-signed")
    if plays_at(row.table_id, tournament=tournament, user=by):
        raise Refused("own-table")


def _draft(row: GameListRow, mended: Mended, *, by: User) -> _Draft:
    must_be_correctable(row, by=by)
    if not mended.reason.strip():
        raise Refused("reason-missing")
    clause = cited(mended.clause)
    witnesses = tuple(sorted(set(mended.witnesses)))
    if strangers := [place for place in witnesses if not 1 <= place <= row.table.size]:
        raise Refused("no-such-seat", place=strangers[0])
    is_whole = len(witnesses) == row.table.size
    if counting.lists_beside(row) and not is_whole:
        # The lower score of a player would have to be looked for in two lists, each corrected by itself.
        raise Refused("chairs-testimony-needed", table=row.table.number)
    replaced = _to_replace(row, mended, is_whole=is_whole)
    return _Draft(row=row, mended=mended, clause=clause, witnesses=witnesses, replaced=replaced)


def _to_replace(row: GameListRow, mended: Mended, *, is_whole: bool) -> DealRow | None:
    is_totals = row.kind == GameListRow.Kind.TOTALS
    if mended.deal is None:
        if not is_totals:
            raise Refused("kept-deal-by-deal")
        _must_be_totals(row, mended.totals)
        return None
    if is_totals:
        raise Refused("kept-as-totals")
    valid = {deal.number: deal for deal in lists.valid_deals(row)}
    old = valid.get(mended.deal.number)
    if old is None:
        _must_be_addable(row, mended.deal, last=len(valid), is_whole=is_whole)
    elif mapping.to_deal(old) == mended.deal:
        raise Refused("nothing-changed", deal=mended.deal.number)
    deals = {number: mapping.to_deal(deal) for number, deal in valid.items()} | {mended.deal.number: mended.deal}
    fresh = replace(mapping.to_game_list(row, ()), deals=tuple(deals[number] for number in sorted(deals)))
    if errors := [finding for finding in findings(fresh) if finding.problem.severity == "error"]:
        raise EntryRefused(errors)
    return old


def _must_be_addable(row: GameListRow, deal: Deal, *, last: int, is_whole: bool) -> None:
    if deal.number != last + 1:
        raise Refused("no-such-deal", deal=deal.number)
    lists.must_not_be_struck(row, deal.number)
    if not is_whole:
        raise Refused("testimony-needed", deal=deal.number)


def _must_be_totals(row: GameListRow, totals: Sequence[Totals]) -> None:
    if len(totals) != row.table.size:
        raise Refused("no-such-seat", place=len(totals))
    totals_problems = totals_findings(_totals_list(row, totals))
    if errors := [finding for finding in totals_problems if finding.problem.severity == "error"]:
        raise EntryRefused(errors)
    if _lines(lists.valid_totals(row)) == list(totals):
        raise Refused("same-totals")


def _given(draft: _Draft) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
    row, deal = draft.row, draft.mended.deal
    orders = counting.orders_of(row)
    if deal is None:
        given = totals_tallies(_totals_list(row, draft.mended.totals))
        return given, given if draft.testified else counting.given_before(row, orders)
    valid = lists.valid_deals(row)
    before = _with(row, counting.deals_before(valid, orders), deal if draft.testified else None)
    return counting.credited(row, _with(row, valid, deal)), counting.credited(row, before)


def _with(row: GameListRow, rows: Sequence[DealRow], deal: Deal | None) -> GameList:
    deals = {deal_row.number: mapping.to_deal(deal_row) for deal_row in rows} | ({deal.number: deal} if deal else {})
    blank = mapping.to_game_list(row, ())
    return replace(blank, deals=tuple(deals[number] for number in sorted(deals)))


def _write_totals(draft: _Draft, correction: Correction) -> None:
    row, by, at = draft.row, correction.corrected_by, correction.corrected_at
    rest = _totals_list(row, draft.mended.totals).rest
    passed = None if row.passed is None else min(row.passed, rest) if row.short_because else rest
    lists.write_totals(row, draft.mended.totals, passed=passed, by=by, now=at, correction=correction)
    lists.changed(row)


def _same(correction: Correction, row: GameListRow, mended: Mended) -> Correction:
    stated = (correction.game_list_id, correction.witnesses, correction.reason, correction.clause)
    wanted = (row.pk, sorted(set(mended.witnesses)), mended.reason.strip(), cited(mended.clause))
    deal = mapping.to_deal(correction.entry) if correction.entry else None
    totals = _lines(counting.as_corrected(correction.written_totals.all()))
    # Why a judge's entry stands is not stored with it.
    wanted_deal = replace(mended.deal, ruling=None) if mended.deal else None
    if (*stated, deal, totals) != (*wanted, wanted_deal, list(mended.totals)):
        raise KeyReused
    return correction


def _totals_list(row: GameListRow, totals: Sequence[Totals]) -> TotalsList:
    return TotalsList(seats=row.table.size, rounds=row.rounds, totals=tuple(totals))


def _lines(rows: Collection[TotalsRow]) -> list[Totals]:
    return [Totals(game_points=totals.game_points, won=totals.won, lost=totals.lost) for totals in rows]


Verdict = ResultQuery.Verdict


@transaction.atomic
def post_result(*, tournament_id: int, series: int | None, by: User, now: datetime) -> Tournament | Series:
    """State that the result of a series is posted, or with None the final one: its window runs from the first posting
    on.

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
    """Give less time to queries about results, counted from each posting on, while nobody has queried any.

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

    :raises KeyReused: if the key came with other content before.
    :raises Refused: ``query-text-missing``, ``no-such-entrant``, ``series-unknown``, ``series-open``,
        ``event-released``; ``TooMany`` from a player or an address that sends more than anybody means.
    """
    tournament = turns.take_turn(tournament_id)
    queries = ResultQuery.objects.select_related("series", "entrant")
    about = {"tournament_id": tournament.pk, "series__number": series, "entrant__number": entrant}
    if query := sent_before(queries, entry_key, text=text.strip(), **about):
        return query
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
        number=turns.next_number(tournament.queries),
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
    tournament = turns.take_turn_of(ResultQuery, query_id)
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
    series: Series | None = tournament.series.filter(number=number).first() if number is not None else None
    if number is not None and series is None:
        raise Refused("series-unknown", series=number)
    meant = [series] if series else tournament.series.order_by("number")
    for each_series in meant:
        if each_series.status != Series.Status.CLOSED:
            raise Refused("series-open", series=each_series.number)
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
    seats = query.entrant.seats.filter(series=query.series_id, table__seats__entrant__in=own_entrants)
    if query.entrant_id in own_entrants or seats.exists():
        raise Refused("own-table")


def _corrected(
    query: ResultQuery, list_id: int | None, mended: Mended, *, entry_key: UUID, by: User, now: datetime
) -> Correction:
    lists_here = query.tournament.series.filter(tables__game_list=list_id)
    if query.series_id:
        lists_here = lists_here.filter(pk=query.series_id)
    if list_id is None or not lists_here.exists():
        raise Refused("other-series-list")
    return correct_signed(list_id=list_id, mended=mended, entry_key=uuid5(entry_key, "correction"), by=by, now=now)
