"""A table's list as its phones see it: both copies, who keeps them, what waits to be settled (SkWO 7.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter
from uuid import UUID

from django.db import connection
from django.db.models import Q

from scoring.lists import mapping
from scoring.lists.models import Call, Confirmation, DealRow, EntryRow, GameListRow, Phone, Proposal, SecondDealRow
from scoring.lists.selectors.sheets import may_end, open_findings
from scoring.lists.selectors.sitting import HANDED, must_answer, seats_at, with_others
from scoring.rules.comparison import Comparison, compared
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import Tally, tallies
from scoring.rules.game_list.totals import totals_tallies
from tables.draw.models import Seat
from tables.draw.selectors import open_before
from tables.hall.selectors import Clock, clock_of
from tables.prepared import Prepared
from tables.tournaments.models import Series

FIRST, SECOND = Phone.Keeps.FIRST, Phone.Keeps.SECOND


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Something to be settled before a list is signed; ``code`` and ``facts`` make its sentence."""

    code: str
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Book:
    """Everything of one table's list, both copies; what acts on it keeps it in step with the database."""

    row: GameListRow
    blank: GameList
    """The list of the rules without its deals."""

    seats: list[Seat]
    """Who sits at the table, from seat 1 on."""

    sits: tuple[int, ...]
    """Their start numbers."""

    deals: list[DealRow]
    """The entries of the list that count, in order of play."""

    voided: list[DealRow]
    second_deals: list[SecondDealRow]
    second_voided: list[SecondDealRow]
    phones: list[Phone]
    calls: list[Call]
    """Those still open."""

    handed: list[Call]
    """Those by which a phone was given a copy to keep."""

    proposals: list[Proposal]
    """All there ever were: a phone may ask again what became of one."""

    is_confirmed: bool
    """Whether anybody has confirmed the list as it stood when it was read."""

    _read: dict[UUID, Deal] = field(default_factory=dict)
    _lists: dict[str, GameList] = field(default_factory=dict)
    """The copies as the rules read them, until an entry comes or goes."""

    _tallies: dict[str, tuple[Tally, ...]] = field(default_factory=dict)

    def rows(self, copy: str) -> tuple[Sequence[EntryRow], Sequence[EntryRow]]:
        """Return the entries of a copy: those that count, in step with what is added, and those that counted once."""
        return (self.second_deals, self.second_voided) if copy == SECOND else (self.deals, self.voided)

    def game_list(self, copy: str = FIRST) -> GameList:
        """Return a copy as the rules read it."""
        if copy not in self._lists:
            self._tallies.pop(copy, None)
            deals = tuple(self.deal_of(entry) for entry in self.rows(copy)[0])
            self._lists[copy] = replace(self.blank, deals=deals)
        return self._lists[copy]

    def deal_of(self, entry: EntryRow) -> Deal:
        """Return what an entry stands for; each is read once."""
        if entry.entry_key not in self._read:
            self._read[entry.entry_key] = mapping.to_deal(entry)
        return self._read[entry.entry_key]

    def tallies(self, copy: str = FIRST) -> tuple[Tally, ...]:
        """Return what every seat has by a copy."""
        if self.row.kind == GameListRow.Kind.TOTALS:
            typed = self.row.totals.filter(voided_at=None).order_by("place")
            return totals_tallies(mapping.to_totals_list(self.row, typed))
        game_list = self.game_list(copy)
        if copy not in self._tallies:
            self._tallies[copy] = tallies(game_list)
        return self._tallies[copy]

    def phone(self, device: str) -> Phone | None:
        """Return a phone that was heard of before."""
        return next((phone for phone in self.phones if phone.device == device), None)

    def keeper(self, copy: str) -> Phone | None:
        """Return the phone that keeps a copy."""
        return next((phone for phone in self.phones if phone.keeps == copy), None)

    @property
    def answering(self) -> tuple[int, ...]:
        """The seats of those who answer for the list as it stands."""
        last = max((entry.number for entry in (*self.deals, *self.second_deals)), default=0)
        return must_answer(self.row, dealt=min(last, mapping.length_of(self.row)))

    def keeper_of(self, copy: str) -> str:
        """Return what the site calls the phone that keeps a copy; empty where none does."""
        keeper = self.keeper(copy)
        return keeper.device if keeper else ""

    def clock(self, now: datetime) -> Clock:
        """Return how the clock of the series stands."""
        return clock_of(self.row.table.series, now)

    def add(self, entry: EntryRow) -> None:
        """Follow an entry that was made, after the last one."""
        self._lists.clear()
        if isinstance(entry, SecondDealRow):
            self.second_deals.append(entry)
        elif isinstance(entry, DealRow):
            self.deals.append(entry)

    def void(self, entry: EntryRow) -> None:
        """Follow an entry that does not count any more."""
        self._lists.clear()
        if isinstance(entry, SecondDealRow):
            self.second_deals.remove(entry)
            self.second_voided.append(entry)
        elif isinstance(entry, DealRow):
            self.deals.remove(entry)
            self.voided.append(entry)

    @property
    def shut(self) -> Obstacle | None:
        """Why the list takes no entries from its table, if it takes none."""
        row, series = self.row, self.row.table.series
        if series.status == Series.Status.CLOSED:
            return Obstacle(code="series-closed", facts={"series": series.number})
        if row.signed_at:
            return Obstacle(code="list-signed")
        if row.kind == GameListRow.Kind.TOTALS:
            return Obstacle(code="kept-as-totals")
        before = open_before(series) if series.status == Series.Status.PUBLISHED else None
        if before:
            return Obstacle(code="series-before-open", facts={"series": series.number, "open": before.number})
        return None

    @property
    def open_proposals(self) -> list[Proposal]:
        """The deals that somebody has to accept or dismiss."""
        return [proposal for proposal in self.proposals if proposal.settled_at is None]

    @property
    def comparison(self) -> Comparison | None:
        """How both copies compare; None where no second one is kept."""
        if not self.second_deals or self.row.kind == GameListRow.Kind.TOTALS:
            return None
        return compared(self.game_list(), self.game_list(SECOND))

    @property
    def differences(self) -> tuple[int, ...]:
        """The deals that both copies have, and not the same."""
        comparison = self.comparison
        return tuple(difference.number for difference in comparison.differences) if comparison else ()

    @property
    def obstacles(self) -> list[Obstacle]:
        """What has to be settled before the list is signed, beside what the rules find in it."""
        comparison = self.comparison
        differing = (
            [
                *(difference.number for difference in comparison.differences),
                *comparison.only_first,
                *comparison.only_second,
            ]
            if comparison
            else []
        )
        objecting = [call.place for call in self.calls if call.kind in {Call.Kind.OBJECTION, Call.Kind.JUDGE}]
        disputed = [
            Obstacle(code="objections-open", facts={"places": sorted({number for number in objecting if number})})
        ]
        proposed = {proposal.number for proposal in self.open_proposals}
        return (disputed if objecting else []) + [
            Obstacle(code=code, facts={fact: sorted(numbers)})
            for code, fact, numbers in (("proposals-open", "deals", proposed), ("lists-differ", "deals", differing))
            if numbers
        ]

    @property
    def is_ready_to_sign(self) -> bool:
        """Whether nothing but the players' word is missing: whoever objects gives it by signing after all."""
        if self.row.signed_at or self.row.kind == GameListRow.Kind.TOTALS:
            return False
        game_list = self.game_list()
        entered = len(game_list.deals)
        if not game_list.is_of_a_house and entered < game_list.length and not may_end(self.row, entered):
            return False
        findings = open_findings(self.row, game_list, [])
        return not any(finding.problem.severity == "error" for finding in findings) and not any(
            obstacle.code != "objections-open" for obstacle in self.obstacles
        )


DEALS = Prepared(lambda row: DealRow.objects.filter(game_list=row).order_by())
PHONES = Prepared(lambda row: Phone.objects.filter(game_list=row).order_by())
IN_ORDER = attrgetter("number", "entered_at")


def book(row: GameListRow, *, entries_alone: bool = False, with_results: bool = False) -> Book:
    """Return everything of a table's list, in four queries, and one more for each that few tables have: a second list,
    calls, proposals. Without calls and proposals: ``entries_alone``. Whoever changes it reads seats ``with_results``.
    """
    # Asked by hand: that costs a tenth of asking through the models.
    tables = (model._meta.db_table for model in (SecondDealRow, Call, Proposal, Confirmation))
    each = (f'EXISTS (SELECT 1 FROM "{table}" WHERE game_list_id = %s)' for table in tables)  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(each)}", [row.pk] * 4)
        has_second, has_calls, has_proposals, is_confirmed = cursor.fetchone()
    calls, proposals = [], []
    if has_calls and not entries_alone:
        calls = list(row.calls.filter(Q(settled_at=None) | HANDED).order_by())
    if has_proposals and not entries_alone:
        proposals = list(row.proposals.order_by())
    # Sorted here: a phone asks for this with every deal, and databases are slow to be told of an order.
    deals = sorted(DEALS(row.pk, belonging_to={"game_list": row}), key=IN_ORDER)
    second = sorted(row.second_deals.order_by(), key=IN_ORDER) if has_second else []
    seats = list(with_others(row, seats_at(row.table, with_results=with_results)))
    return Book(
        row=row,
        blank=mapping.to_game_list(row, ()),
        seats=seats,
        sits=tuple(seat.entrant.number for seat in seats),
        deals=[deal for deal in deals if deal.voided_at is None],
        voided=[deal for deal in deals if deal.voided_at],
        second_deals=[deal for deal in second if deal.voided_at is None],
        second_voided=[deal for deal in second if deal.voided_at],
        phones=PHONES(row.pk, belonging_to={"game_list": row}),
        calls=sorted((call for call in calls if not call.settled_at), key=lambda call: (call.called_at, call.pk)),
        handed=[call for call in calls if call.settled_at],
        proposals=sorted(proposals, key=lambda proposal: (proposal.number, proposal.received_at)),
        is_confirmed=bool(is_confirmed),
    )
