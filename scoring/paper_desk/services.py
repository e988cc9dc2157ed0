"""What stands on the paper desk of a series; a list taken from its paper, a slip of the typist mended (SkWO 5, 7.2)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext, gettext_lazy

from scoring.disputes.models import Objection
from scoring.lists import mapping
from scoring.lists.models import GameListRow, SeatResult, TotalsRow
from scoring.lists.selectors.boards import BoardLine, ListState, board, lists_of
from scoring.lists.selectors.sitting import plays_at
from scoring.lists.services import entries, lists
from scoring.lists.services.entry import as_typed, enter_list, enter_totals, must_be_seen, replace_totals, stands
from scoring.lists.services.lists import ListSigned
from scoring.results.services.series import follow_slip
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.findings import Finding
from scoring.rules.game_list.sums import Rating, rating
from scoring.rules.game_list.totals import Totals, TotalsList, must_be_stated, totals_findings, totals_tallies
from scoring.rules.notation.shorthand import Illegible, Slip
from scoring.signing.services import sign_for_paper
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen, refusal_of
from tables.draw.models import Table
from tables.journal import chain as journal
from tables.tournaments.models import Series

BLANK = Totals(game_points=0, won=0, lost=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """One table of the desk."""

    line: BoardLine
    totals: tuple[Totals, ...]  # the results that were typed, from seat 1 on; empty where there are none
    results: tuple[SeatResult, ...]  # so far, from seat 1 on, however it is kept; empty before the first entry
    is_mendable: bool  # whether a slip in them may be mended though the list is closed

    @property
    def table(self) -> Table:
        """The table of the hall."""
        return self.line.table

    @property
    def takes_results(self) -> bool:
        """Whether the results may be typed here.

        Not where somebody keeps the list deal by deal, where somebody left or came, nor by house rules: nobody can tell
        from a total what Bock, Ramsch and stakes made of it.
        """
        if self.line.game_list.presence or self.line.game_list.profile:
            return False
        is_totals = self.line.game_list.kind == GameListRow.Kind.TOTALS
        if self.line.state == ListState.SIGNED:
            return self.is_mendable and is_totals
        return is_totals or not self.line.entered

    @property
    def is_waited_for(self) -> bool:
        """Whether its results are still to be typed."""
        return self.takes_results and self.line.state != ListState.SIGNED and not self.line.counts_for_nobody

    @property
    def is_signed(self) -> bool:
        """Whether the list is closed."""
        return self.line.state == ListState.SIGNED


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoned:
    """What typed results come to, as far as they are typed."""

    ratings: tuple[Rating, ...]  # from seat 1 on; a seat that is not typed yet counts as zero
    totals_list: TotalsList
    asks: bool  # whether somebody has to say how many deals were passed in
    findings: tuple[Finding, ...]  # what cannot be true, of seats that are typed and of the table


def paper_desk(series: Series) -> list[PaperTable]:
    """Return the tables of a series as the desk shows them, in three queries more than the board takes."""
    typed: dict[int, list[TotalsRow]] = defaultdict(list)
    for row in TotalsRow.objects.filter(game_list__table__series=series, voided_at=None).order_by("place"):
        typed[row.game_list_id].append(row)
    results: dict[int, list[SeatResult]] = defaultdict(list)
    for result in SeatResult.objects.filter(game_list__table__series=series).order_by("seat__place"):
        results[result.game_list_id].append(result)
    mendable = set(_mendable(lists_of(series)).values_list("pk", flat=True))
    return [
        PaperTable(
            line=line,
            totals=mapping.to_totals(typed[line.game_list.pk]),
            results=tuple(results[line.game_list.pk]),
            is_mendable=line.game_list.pk in mendable,
        )
        for line in board(series)
    ]


def is_mendable(row: GameListRow) -> bool:
    """Tell whether a slip in typing a closed list may be mended: only its paper was signed, no objection is open."""
    return _mendable(GameListRow.objects.filter(pk=row.pk)).exists()


def is_decided(row: GameListRow, number: int) -> bool:
    """Tell whether a deal stands as a decision or a correction of the signed list put it, not as its paper says."""
    decided = Q(ruling__isnull=False) | Q(correction__isnull=False, correction__lapsed_at=None)
    return row.deals.filter(decided, voided_at=None, number=number).exists()


def next_table(tables: Sequence[PaperTable], *, after: int) -> int | None:
    """Return the number of the table to be typed next after another one; None where none is left."""
    open_ones = [table.table.number for table in tables if table.is_waited_for]
    return next((number for number in open_ones if number > after), next(iter(open_ones), None))


def reckoned(
    typed: Sequence[Totals | None], *, rounds: int, passed: int | None = None, is_short: bool = False
) -> Reckoned:
    """Return what the results of a table come to; None stands for a seat that is not typed yet.

    Where ``passed`` is not typed, all that nobody played were, if they are few; of a list accepted short, none.
    """
    totals = tuple(own or BLANK for own in typed)
    totals_list = TotalsList(seats=len(typed), rounds=rounds, totals=totals, passed=passed)
    asks = passed is None and not is_short and None not in typed and must_be_stated(totals_list)
    if passed is None and not asks:
        totals_list = replace(totals_list, passed=0 if is_short else max(totals_list.rest, 0))
    ratings = tuple(rating(tally, seats=len(typed)) for tally in totals_tallies(totals_list))
    return Reckoned(totals_list=totals_list, asks=asks, ratings=ratings, findings=totals_findings(totals_list))


def _mendable(lists: QuerySet[GameListRow]) -> QuerySet[GameListRow]:
    disputed = GameListRow.objects.filter(objections__outcome=Objection.Outcome.OPEN)
    return lists.filter(signed_by__isnull=False).exclude(pk__in=disputed.values("pk"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A list that was taken from its paper."""

    is_closed: bool
    left: Refused | None = None  # why it could not be closed as signed; None where it is, or deals are missing


@transaction.atomic
def take_results(
    *,
    list_id: int,
    totals: Sequence[Totals],
    passed: int | None = None,
    seen: Seen | None,
    by: User,
    now: datetime,
    sits: Sequence[int] | None = None,
    because: str = "",
    saw: str = "",
) -> Taken:
    """Take the result of each player from a paper that all of them signed, and close the list.

    In a list closed so before it mends a slip: what the players signed is their paper, not what was typed from it.

    :raises ListSigned: if the list is signed otherwise, or an objection to it is open.
    :raises EntryRefused: if the numbers cannot be the result of such a list.
    :raises Refused: ``passed-unsaid``, ``passed-differs`` (played, passed, length, rest), ``paper-seen-alone``; as
        ``enter_totals``.
    :raises Overtaken: if other results stand there than were ``seen``.
    """
    row = lists.held(list_id)
    typed = TotalsList(seats=row.table.size, rounds=row.rounds, totals=tuple(totals))
    passed = _passed(row, typed, stated=passed)
    if row.signed_at:
        wanted = as_typed(totals, passed=passed)
        if stands(row) == wanted:
            return Taken(is_closed=True)
        # Whoever was slower is told what stands there now, not that the list is closed.
        must_be_as_seen(seen, now=stands(row), wanted=wanted)
        _must_be_a_slip(row, saw=saw, by=by)
        if row.kind != GameListRow.Kind.TOTALS:
            raise Refused("kept-deal-by-deal")
        lists.must_sit(row, sits)
        replace_totals(row, totals, passed=passed, by=by, now=now)
        _must_account_for_all(row, typed, passed=passed)
        _mended(row, because=because, by=by, now=now)
        return Taken(is_closed=True)
    enter_totals(list_id=list_id, totals=totals, passed=passed, seen=seen, sits=sits, by=by, now=now)
    _must_account_for_all(row, typed, passed=passed)
    return _closed(list_id, by=by, now=now)


@transaction.atomic
def take_deals(
    *, list_id: int, deals: Sequence[Deal], entry_key: UUID, by: User, now: datetime, sits: Sequence[int] | None = None
) -> Taken:
    """Take what is missing of a list from its paper, deal by deal, and close the list once it is whole.

    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the list would break a rule; every problem of every deal is named.
    :raises Refused: as ``enter_list``.
    """
    enter_list(list_id=list_id, deals=deals, entry_key=entry_key, sits=sits, by=by, now=now)
    row = lists.held(list_id)
    if any(finding.problem.severity == "error" for finding in lists.missing(row)):
        return Taken(is_closed=False)
    return _closed(list_id, by=by, now=now)


@transaction.atomic
def mend_deal(
    *,
    list_id: int,
    deal: Deal,
    because: str,
    entry_key: UUID,
    by: User,
    now: datetime,
    seen: UUID | None = None,
    saw: str = "",
) -> None:
    """Mend a slip in a deal of a list that is closed as signed on its paper; it stays closed, and so does its series.

    :raises KeyReused: if the key came with other content before.
    :raises ListSigned: if the list is signed otherwise, or an objection to it is open.
    :raises EntryRefused: if the list would break a rule with the corrected deal.
    :raises Refused: ``deal-decided`` where a decision or a correction put the deal so; ``deal-corrected``,
        ``paper-seen-alone``; as ``replace_deal``.
    """
    row = lists.held(list_id)
    if entries.entry_with_key(row, deal, entry_key):
        return
    _must_be_a_slip(row, saw=saw, by=by)
    must_be_seen(row, deal.number, seen)
    if is_decided(row, deal.number):
        raise Refused("deal-decided", deal=deal.number)
    entries.replace_deal(row, deal, because=because, entry_key=entry_key, by=by, now=now)
    _mended(row, because=because, by=by, now=now, deal=deal.number)


def _passed(row: GameListRow, typed: TotalsList, *, stated: int | None) -> int | None:
    if stated is not None:
        return stated
    if row.short_because:
        return 0
    return None if must_be_stated(typed) else typed.rest


def _must_account_for_all(row: GameListRow, typed: TotalsList, *, passed: int | None) -> None:
    facts = {"played": typed.played, "passed": passed, "length": typed.length, "rest": typed.rest}
    if passed is None:
        raise Refused("passed-unsaid", **facts)
    if passed > typed.rest or (passed < typed.rest and not row.short_because):
        raise Refused("passed-differs", **facts)


def _must_be_a_slip(row: GameListRow, *, saw: str, by: User) -> None:
    """Refuse to mend as a slip what nobody can hold against a paper, or somebody alone against their own."""
    if not is_mendable(row):
        raise ListSigned
    if not saw.strip() and plays_at(row.table_id, tournament=row.table.series.tournament, user=by):
        raise Refused("paper-seen-alone")


def _mended(row: GameListRow, *, because: str, by: User, now: datetime, deal: int | None = None) -> None:
    """Follow a slip that was mended in a closed list: rulings, measures and corrections (SkWO 7.2.5) hold as before."""
    lists.freeze_anew(row, by=by, now=now)
    lots = follow_slip(row.table.series, seed=str(uuid4()), because=because, by=by, now=now)
    more = {"deal": deal, "lots": lots or None}
    values = {name: value for name, value in more.items() if value is not None}
    sealing: journal.Sealing = {"event": [()], "series": [(row.table.series.number,)]}
    lists.note("list.slip-mended", row, by=by, now=now, sealing=sealing, because=because.strip()[:300], **values)


def _closed(list_id: int, *, by: User, now: datetime) -> Taken:
    refusal = refusal_of(lambda: sign_for_paper(list_id=list_id, by=by, now=now))
    return Taken(is_closed=refusal is None, left=refusal)


SLIP = {
    Slip.NO_SEAT: gettext_lazy("The line begins with the declarer's seat: 1, 2, 3 or 4. Passed in is “-” alone."),
    Slip.NO_GAME: gettext_lazy("After the seat comes the letter of the game: c, s, h, d, g or n; also x, p, h, k."),
    Slip.NOT_READABLE: gettext_lazy("“%(part)s” means nothing here. The letters are explained beside the list."),
    Slip.SAID_TWICE: gettext_lazy("“%(part)s” is one too many: each part is given once."),
}


def slip(error: Illegible) -> str:
    """Return why a typed line cannot be read."""
    return str(SLIP[error.slip]) % {"part": error.part}


def slip_mended(saw: str, *, because: str = "") -> str:
    """Return why a closed list is mended, and who else saw its paper, where somebody is named."""
    text = because or gettext("A slip in typing from the paper")
    return gettext("%(said)s, also seen by %(saw)s") % {"said": text, "saw": saw} if saw else text
