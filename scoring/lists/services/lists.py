"""A list under the hand of one act: held, checked, its results derived, its journal line written (SkWO 7.2)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from scoring.lists import mapping
from scoring.lists.models import Call, DealRow, GameListRow, Proposal, SeatResult, TotalsRow
from scoring.lists.selectors import book as phone
from scoring.lists.selectors import counting, history, sheets, sitting
from scoring.lists.selectors.counting import RESULT
from scoring.rules.comparison import difference
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.totals import Totals
from scoring.rules.notation.messages import Unreadable, read_line
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import Refused, TooMany
from tables.draw.models import Table
from tables.draw.services.seats import start_series
from tables.journal import chain as journal
from tables.prepared import Prepared
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns

if TYPE_CHECKING:
    from scoring.disputes.models import Correction


class EntryRefused(Refused):
    """What was entered does not fit the list. ``findings`` says why, all at once; ``code`` is that of the first."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        codes = [str(finding.problem.code) for finding in findings]
        super().__init__(", ".join(codes))
        self.code = codes[0]
        self.findings = tuple(findings)


class ListSigned(Refused):
    """The list is a document; only the direction may still change it (SkWO 7.2.3, 7.2.5)."""

    def __init__(self) -> None:
        super().__init__("list-signed")


def held(list_id: int) -> GameListRow:
    """Return the list with its table, series and tournament, in its tournament's turn."""
    return held_at(Table.objects.select_related("series").get(game_list=list_id))


OF_TABLE: Final = Prepared(lambda table: GameListRow.objects.filter(table=table).select_related("table__series"))


def held_at(table: Table) -> GameListRow:
    """Return the list of a table like ``held``, a query cheaper."""
    tournament = turns.take_turn(table.series.tournament_id)
    (row,) = OF_TABLE(table.pk)
    row.table.series.tournament = tournament
    return row


def must_be_open(row: GameListRow, *, by: User | None, now: datetime) -> None:
    """Refuse an entry into a list that takes none; start the series with its first entry.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``not-published``, ``series-before-open`` or ``series-closed``; ``TooMany`` from a table
        that changed more than any list needs.
    """
    if row.signed_at:
        raise ListSigned
    if by is None and row.version >= floods.MOST_CHANGES:
        raise TooMany("too-many-changes", most=floods.MOST_CHANGES)
    series = row.table.series
    if series.status == Series.Status.CLOSED:
        raise Refused("series-closed", series=series.number)
    if series.status != Series.Status.RUNNING:
        start_series(series_id=series.pk, by=by, now=now)
    hold_seats(row, now=now)


def must_sit(row: GameListRow, sits: Sequence[int] | None) -> None:
    """Refuse what was written while others sat at the table.

    ``sits`` are their start numbers from seat 1 on, as the page or phone showed them; empty where it named nobody, None
    where no page showed seats.

    :raises Refused: ``seated-otherwise``, ``seats-unnamed``.
    """
    if sits is None:
        return
    now = sitting.sits_of(sitting.seats_at(row.table))
    if not sitting.is_seated(row, now=now, then=sits):
        raise seated_otherwise(row, now=now, then=sits)


def seated_otherwise(row: GameListRow, *, now: Sequence[int], then: Sequence[int]) -> Refused:
    """Return the refusal of what was written while others sat at the table."""
    names = sitting.called_at(row.table, now)
    if not then:
        return Refused("seats-unnamed", now=names)
    return Refused("seated-otherwise", then=sitting.called_at(row.table, then), now=names)


def must_leave_it_to_others(row: GameListRow, by: User) -> None:
    """Refuse an act of the direction to whoever plays at the table, if somebody else can do it.

    Who directs alone does it themselves: the list stays open then until all its players have confirmed it.

    :raises Refused: ``own-list-of-others``.
    """
    tournament = row.table.series.tournament
    if not sitting.plays_at(row.table_id, tournament=tournament, user=by):
        return
    if others := sitting.directors_for(row.table_id, tournament=tournament):
        raise Refused("own-list-of-others", names=[user.get_username() for user in others])


def as_seen(row: GameListRow) -> dict[str, object]:
    """Return what the direction looks at before it closes a list, opens it again or accepts it as it is."""
    results = row.results.order_by("seat__place").values_list("performance", flat=True)
    return {
        "deals": len(valid_deals(row)),
        "results": list(results),
        "short": row.short_because,
        "signed": row.signed_at is not None,
        "version": row.version,
    }


def must_not_be_struck(row: GameListRow, number: int) -> None:
    """Refuse a deal that the end of the time struck. Raise Refused: ``deal-struck``."""
    if row.struck_after is not None and number > row.struck_after:
        raise Refused("deal-struck", deal=number)


def must_hold_next(blank: GameList, last: tuple[Deal, ...], *deals: Deal) -> None:
    """Refuse deals that the rules refuse after the last one there is; what they only ask about is left to the page.

    By house rules ``last`` are all there are: a deal may hang on every one before it.

    :raises EntryRefused: naming all that is wrong with them.
    """
    numbers = {deal.number for deal in deals}
    begun = last if blank.is_of_a_house else ()
    all_findings = findings(replace(blank, deals=(*begun, *deals)), after=last[-1].number if last else 0)
    if errors := [
        finding for finding in all_findings if finding.deal in numbers and finding.problem.severity == "error"
    ]:
        raise EntryRefused(errors)


def refused(obstacle: phone.Obstacle) -> Refused:
    """Return the refusal that something in the way of an act stands for."""
    return ListSigned() if obstacle.code == "list-signed" else Refused(obstacle.code, **obstacle.facts)


def hold_seats(row: GameListRow, *, now: datetime) -> None:
    """Note that play has begun at a table: from now on its seats stay as they are (SkWO 7.1.3)."""
    if row.table.play_began_at is None:
        row.table.play_began_at = now
        row.table.save(update_fields=["play_began_at"])


def valid_deals(row: GameListRow) -> list[DealRow]:
    """Return the entries that count, in order of play."""
    return list(row.deals.filter(voided_at=None).order_by("number"))


def valid_totals(row: GameListRow) -> list[TotalsRow]:
    """Return the typed lines that count, from seat 1 on."""
    return list(row.totals.filter(voided_at=None).order_by("place"))


def write_totals(
    row: GameListRow,
    totals: Iterable[Totals],
    *,
    passed: int | None,
    by: User,
    now: datetime,
    correction: "Correction | None" = None,
) -> None:
    """Write one line for each seat, from seat 1 on, and void those there were; the caller saves the row."""
    row.passed = passed
    row.totals.filter(voided_at=None).update(voided_at=now, replaced_by=correction)
    TotalsRow.objects.bulk_create(
        TotalsRow(
            game_list=row,
            place=place,
            game_points=line.game_points,
            won=line.won,
            lost=line.lost,
            entered_at=now,
            entered_by=by,
            correction=correction,
        )
        for place, line in enumerate(totals, start=1)
    )


def changed(row: GameListRow, *, book: "phone.Book | None" = None) -> None:
    """Follow a change: a new version, the results of the seats derived anew; from ``book`` where that is at hand.

    The players' confirmations of an open list lapse; those of a signed one stay what was signed.
    """
    row.version += 1
    GameListRow.objects.filter(pk=row.pk).update(version=row.version, kind=row.kind, passed=row.passed)
    if not row.signed_at and (book is None or book.is_confirmed):
        row.confirmations.all().delete()
    results_changed(row, book=book, ordered=False)


def changed_beside(row: GameListRow, *, changes: int = 1) -> None:
    """Follow changes of the second list, or of what waits: pages look again; what was confirmed of the first stays."""
    row.version += changes
    row.save(update_fields=["version"])


def missing(row: GameListRow) -> tuple[Finding, ...]:
    """Return everything that keeps a list from being signed, as far as the rules see it."""
    return sheets.open_findings(row, mapping.to_game_list(row, valid_deals(row)), valid_totals(row))


def obstacles(row: GameListRow) -> list[Refused]:
    """Return what else keeps a list from being signed: what phones and players brought up and nobody settled yet."""
    return [Refused(obstacle.code, **obstacle.facts) for obstacle in phone.book(row).obstacles]


def results_changed(row: GameListRow, *, book: "phone.Book | None" = None, ordered: bool = True) -> None:
    """Write the results that are different now, those too of players of other tables who sat on a chair of this one.

    After most deals that is one. What the direction ordered about a list is looked up where there may be something:
    ``ordered``, or the list is signed, or something counts otherwise than it was played already.
    """
    for at in (row, *(counting.lists_beside(row) if row.chairs else ())):
        own = book if at is row else None
        given = own.tallies() if own and not row.chairs else counting.given_by(at)
        seats = {seat.place: seat for seat in (own.seats if own else sitting.seats_at(at.table, with_results=True))}
        results = {place: seat.result for place, seat in seats.items() if hasattr(seat, "result")}
        stored = {place: [getattr(result, name) for name in RESULT] for place, result in results.items()}
        may_differ = any(result.counts or result.penalty for result in results.values())
        if ordered or at is not row or at.signed_at or at.void_at or may_differ:
            ordering = counting.counted(at, given, counting.orders_of(at))
            counts = [(counted.tally, counted.why.value, counted.penalty) for counted in ordering]
        else:
            counts = [(tally, counting.Counts.AS_PLAYED.value, 0) for tally in given]
        fresh = {
            place: [*counting.figures(tally, seats=at.table.size), why, penalty]
            for place, (tally, why, penalty) in enumerate(counts, start=1)
        }
        news = [place for place, result in fresh.items() if stored.get(place) != result]
        if len(news) == 1 and news[0] in stored:
            fields = dict(zip(RESULT, fresh[news[0]], strict=True))
            SeatResult.objects.filter(pk=results[news[0]].pk).update(**fields)
        elif news:
            SeatResult.objects.bulk_create(
                [
                    SeatResult(game_list=at, seat=seats[place], **dict(zip(RESULT, fresh[place], strict=True)))
                    for place in news
                ],
                update_conflicts=True,
                unique_fields=["seat"],
                update_fields=RESULT,
            )


def must_be_meant(row: GameListRow, *, now: datetime) -> None:
    """Count what a table can say as often as it likes, whatever phone and address it comes from, or refuse it.

    Changes of the list and what can be said once of each, as a player's word, are counted by its version.

    :raises TooMany: ``too-many-from-here`` (until).
    """
    floods.must_not_flood("a table", address=f"list {row.pk}", now=now, most=floods.OF_TABLE)


def note_all(acts: Iterable[journal.Act], row: GameListRow, *, now: datetime, by: User | None = None) -> None:
    """Write the journal lines of acts that were done together."""
    series = row.table.series
    where = {"series": series.number, "table": row.table.number}
    lines = [journal.Act(action=act.action, data=where | act.data) for act in acts]
    journal.record_all(lines, tournament=series.tournament, by=by, at=now)


def note(
    action: str,
    row: GameListRow,
    *,
    by: User | None,
    now: datetime,
    sealing: Any = journal.NOTHING_MORE,
    **data: object,
) -> None:
    """Write the act's journal line, when all else is written."""
    series = row.table.series
    where = {"series": series.number, "table": row.table.number}
    journal.record(action, tournament=series.tournament, by=by, at=now, sealing=sealing, **where, **data)


def freeze_anew(row: GameListRow, *, by: User, now: datetime) -> None:
    """Give a signed list that the judges corrected the hash of what stands there now; the journal keeps the old one."""
    if row.signed_at:
        row.signed_hash = history.list_hash(row)
        row.save(update_fields=["signed_hash"])
        note("list.frozen-anew", row, by=by, now=now, hash=row.signed_hash)


def counted(tournament: Tournament, now: datetime) -> datetime:
    """Return the moment that an act counts as done, in the caller's turn.

    A server whose clock was set back does not give time back that had passed: a deadline that depends on an act is
    held against the act's place in the journal. What the clock said is kept in the journal where it differs.
    """
    last = tournament.journal.order_by("-number").values_list("at", flat=True).first()
    return now if last is None else max(now, last)


def clock_facts(moment: datetime, now: datetime) -> dict[str, str]:
    """Return what the journal says of a clock that was behind; nothing of one that was right."""
    return {} if moment == now else {"clock": now.isoformat()}


def settle_proposal(row: GameListRow, proposal: Proposal, *, accepted: bool, by: User | None, now: datetime) -> None:
    """Note what became of a deal that waits, once."""
    if proposal.settled_at:
        return
    proposal.settled_at, proposal.settled_by, proposal.accepted = now, by, accepted
    proposal.save(update_fields=["settled_at", "settled_by", "accepted"])
    action = "proposal.accepted" if accepted else "proposal.dismissed"
    note(action, row, by=by, now=now, deal=proposal.number)


def settle_same(row: GameListRow, deal: Deal, *, by: User | None, now: datetime) -> None:
    """Take for accepted what waits and says the same as an entry that was made: nothing is left to decide."""
    waiting = list(row.proposals.filter(number=deal.number, settled_at=None))
    sits = sitting.sits_of(sitting.seats_at(row.table)) if waiting else ()
    for proposal in waiting:
        try:
            brought = read_line(proposal.number, proposal.line)
        except (Unreadable, IllegalContract):
            continue
        is_seated = sitting.is_seated(row, now=sits, then=proposal.sits)
        meant = brought if is_seated else sitting.for_whom(brought, now=sits, then=proposal.sits)
        if meant is not None and difference(meant, deal) is None:
            settle_proposal(row, proposal, accepted=True, by=by, now=now)


def must_be_directed(tournament: Tournament) -> None:
    """Refuse to call, or to appeal to, somebody who is not there: nobody directs a pub table.

    :raises Refused: ``nobody-directs``.
    """
    if tournament.is_pub_table:
        raise Refused("nobody-directs")


def make_call(
    row: GameListRow, *, kind: Call.Kind, entry_key: UUID, device: str, now: datetime, **fields: object
) -> Call:
    """Make a call in the caller's transaction and turn; what is said in it stays out of the journal.

    :raises Refused: ``nobody-directs``; ``TooMany`` from a table that says more than anybody means.
    """
    must_be_directed(row.table.series.tournament)
    must_be_meant(row, now=now)
    made = Call.objects.create(game_list=row, kind=kind, entry_key=entry_key, device=device, called_at=now, **fields)
    note("call.made", row, by=None, now=now, kind=str(kind), place=made.place)
    return made


def settle_call(row: GameListRow, call: Call, *, granted: bool, by: User | None, now: datetime) -> Call:
    """Settle an open call in the caller's transaction and turn."""
    call.settled_at, call.settled_by, call.granted = now, by, granted
    call.save(update_fields=["settled_at", "settled_by", "granted"])
    note("call.settled", row, by=by, now=now, kind=call.kind, place=call.place, granted=granted)
    return call


TAKE_OVERS = Prepared(
    lambda row, device: Call.objects.filter(game_list=row, kind=Call.Kind.TAKE_OVER, settled_at=None).filter(
        device=device
    )
)


def drop_take_overs(row: GameListRow, *, device: str, now: datetime) -> None:
    """Settle what a phone asked for that now keeps the list anyhow."""
    for call in TAKE_OVERS(row.pk, device, belonging_to={"game_list": row}):
        settle_call(row, call, granted=False, by=None, now=now)
