"""One table's list as people read it: every deal with its running totals, the sums, the history (SkWO 7.2, 8.11)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from operator import sub
from typing import Any, Final

from scoring.lists import mapping
from scoring.lists.models import Confirmation, DealRow, EntryRow, GameListRow, SecondDealRow, TotalsRow
from scoring.lists.selectors.sitting import must_answer, sits_of, with_others
from scoring.rules.game_list import house
from scoring.rules.game_list.deals import Deal, GameList, booking
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.house import is_over
from scoring.rules.game_list.sums import ControlSums, Tally, control_sums, paid_in_cash, rating, running, tallies
from scoring.rules.game_list.totals import totals_findings, totals_tallies
from scoring.rules.profiles.kitty import Pot
from scoring.rules.profiles.naming import named
from scoring.rules.results.settlement import CrossSum, Payment, comparisons, cross_sum, few_payments, settle, stake_of
from scoring.rules.valuation import Booking
from tables.draw.models import Seat
from tables.prepared import Prepared
from tables.tournaments.models import Series


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """An entry that counted once and was voided."""

    row: EntryRow
    deal: Deal


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLine:
    """One line of a list."""

    number: int
    dealer: int
    deal: Deal
    booking: Booking | None
    """How the points come about; None when the deal was passed in."""

    totals: tuple[int, ...]
    """Game points of each seat after this deal."""

    earlier: tuple[Version, ...]
    """What stood here before it was corrected, oldest first."""

    columns: tuple[int, ...] = ()
    """Game points it gave each seat by house rules; empty in a list kept by the book, where all are the declarer's."""

    @property
    def is_negative(self) -> bool:
        """Whether somebody lost by it and nobody won."""
        if self.columns:
            return min(self.columns) < 0 >= max(self.columns)
        return self.booking is not None and self.booking.points < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One player's line of computation under a list (SkWO 5.2)."""

    seat: Seat
    tally: Tally
    own_games: int
    """50 for each game won, less 50 for each lost."""

    bonus: int
    """40 or 30 for each game the others lost."""

    performance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table's list, whole."""

    row: GameListRow
    seats: tuple[Seat, ...]
    game_list: GameList
    lines: tuple[DealLine, ...]
    scores: tuple[Score, ...]
    sums: ControlSums | None
    """None for a totals-only list."""

    missing: tuple[Finding, ...]
    """What keeps the list from being signed."""

    confirmations: tuple[Confirmation, ...]
    taken_back: tuple[Version, ...]
    """Voided entries of deals that have no valid entry now."""

    @property
    def sits(self) -> tuple[int, ...]:
        """The start numbers of those who sit at the table, from seat 1 on."""
        return sits_of(self.seats)

    @property
    def next_number(self) -> int | None:
        """The deal to be entered next, or None when all are that were not struck."""
        if is_over(self.game_list):
            return None
        number = len(self.lines) + 1
        last = self.game_list.length if self.row.struck_after is None else self.row.struck_after
        return number if number <= last else None

    @property
    def is_ended_early(self) -> bool:
        """Whether it was agreed that it ends before its last deal."""
        return bool(self.row.short_because) and not self.is_totals_only and self.next_number is not None

    @property
    def is_for_money(self) -> bool:
        """Whether a stake was agreed, or its rules have a kitty."""
        return bool(self.row.stake) or named(self.row.profile).kitty is not None

    @property
    def is_totals_only(self) -> bool:
        """Whether only the results were typed from paper."""
        return self.row.kind == GameListRow.Kind.TOTALS

    @property
    def is_ready_to_sign(self) -> bool:
        """Whether nothing but the players' word is missing."""
        return not any(finding.problem.severity == "error" for finding in self.missing)

    @property
    def confirmed_places(self) -> frozenset[int]:
        """The seats that have confirmed."""
        return frozenset(confirmation.place for confirmation in self.confirmations)

    @property
    def answering(self) -> tuple[int, ...]:
        """The seats whose players have to confirm it: all who were there in its last deal."""
        return must_answer(self.row, dealt=len(self.lines))


SEATS: Final = Prepared(lambda of: Seat.objects.filter(table=of).select_related("entrant").order_by("place"))
DEALS: Final = Prepared(lambda of: DealRow.objects.filter(game_list=of).order_by("entered_at", "pk"))
SECOND_DEALS: Final = Prepared(lambda of: SecondDealRow.objects.filter(game_list=of).order_by("entered_at", "pk"))
TOTALS: Final = Prepared(lambda of: TotalsRow.objects.filter(game_list=of, voided_at=None).order_by("place"))
CONFIRMATIONS: Final = Prepared(lambda of: Confirmation.objects.filter(game_list=of).order_by("place"))


def sheet(row: GameListRow, *, copy: str = "first") -> Sheet:
    """Return a table's list, or its second one, with everything that is shown of it, in four queries."""
    of_list = {"game_list": row}
    return composed(
        row,
        seats=SEATS(row.table_id, belonging_to={"table": row.table}),
        deals=(SECOND_DEALS if copy == "second" else DEALS)(row.pk, belonging_to=of_list),
        totals=TOTALS(row.pk, belonging_to=of_list),
        confirmations=CONFIRMATIONS(row.pk, belonging_to=of_list),
    )


def sheets(series: Series) -> Iterator[Sheet]:
    """Return the lists of a series like ``sheet``, in the order of their tables, in five queries for all of them."""
    rows = GameListRow.objects.filter(table__series=series).select_related("table").order_by("table__number")
    of_series = {"game_list__table__series": series}
    seats = _grouped(Seat.objects.filter(series=series).select_related("entrant").order_by("place"), "table_id")
    deals = _grouped(DealRow.objects.filter(**of_series).order_by("entered_at", "pk"), "game_list_id")
    totals = _grouped(TotalsRow.objects.filter(**of_series, voided_at=None).order_by("place"), "game_list_id")
    confirmations = _grouped(Confirmation.objects.filter(**of_series).order_by("place"), "game_list_id")
    for row in rows:
        row.table.series = series
        yield composed(
            row,
            seats=seats[row.table_id],
            deals=deals[row.pk],
            totals=totals[row.pk],
            confirmations=confirmations[row.pk],
        )


def _grouped(rows: Iterable[Any], key: str) -> dict[int, list[Any]]:
    groups: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        groups[getattr(row, key)].append(row)
    return groups


def composed(
    row: GameListRow,
    *,
    seats: Iterable[Seat],
    deals: Iterable[EntryRow],
    totals: Iterable[TotalsRow],
    confirmations: Iterable[Confirmation],
) -> Sheet:
    """Return a list that is made up of these rows; the deals are all there were, in the order of their entry."""
    seats, totals = tuple(with_others(row, list(seats))), list(totals)
    valid: list[EntryRow] = []
    voided: dict[int, list[Version]] = defaultdict(list)
    for deal_row in deals:
        if deal_row.voided_at is None:
            valid.append(deal_row)
        else:
            voided[deal_row.number].append(Version(row=deal_row, deal=mapping.to_deal(deal_row)))
    game_list = mapping.to_game_list(row, valid)
    return Sheet(
        row=row,
        seats=seats,
        game_list=game_list,
        lines=_lines(game_list, voided),
        scores=_scores(row, seats, game_list, totals),
        sums=None if row.kind == GameListRow.Kind.TOTALS else control_sums(game_list),
        missing=open_findings(row, game_list, totals),
        confirmations=tuple(confirmations),
        taken_back=tuple(
            version
            for number, versions in sorted(voided.items())
            if number > len(game_list.deals)
            for version in versions
        ),
    )


def open_findings(row: GameListRow, game_list: GameList, totals: list[TotalsRow]) -> tuple[Finding, ...]:
    """Return everything that keeps a list from being signed."""
    if row.kind == GameListRow.Kind.TOTALS:
        return totals_findings(mapping.to_totals_list(row, totals))
    return findings(game_list, final=not may_end(row, len(game_list.deals)))


def may_end(row: GameListRow, entered: int) -> bool:
    """Test whether a list may end before its time: the direction said why, or the time struck what is missing.

    The deal in hand when the time was over may be finished, but it need not have been one.
    """
    return bool(row.short_because) or (row.struck_after is not None and entered >= row.struck_after - 1)


def _lines(game_list: GameList, voided: dict[int, list[Version]]) -> tuple[DealLine, ...]:
    rows, nothing = running(game_list), (0,) * game_list.seats
    return tuple(
        DealLine(
            number=deal.number,
            dealer=game_list.dealer_of(deal.number),
            deal=deal,
            booking=booking(deal),
            totals=totals,
            earlier=tuple(voided.get(deal.number, ())),
            columns=tuple(map(sub, totals, before)) if game_list.is_of_a_house else (),
        )
        for deal, before, totals in zip(game_list.deals, chain([nothing], rows), rows, strict=False)
    )


def _scores(
    row: GameListRow, seats: tuple[Seat, ...], game_list: GameList, totals: list[TotalsRow]
) -> tuple[Score, ...]:
    if row.kind == GameListRow.Kind.TOTALS:
        earned = totals_tallies(mapping.to_totals_list(row, totals))
    else:
        earned = tallies(game_list)
    return tuple(_score(seat, tally, size=row.table.size) for seat, tally in zip(seats, earned, strict=True))


def _score(seat: Seat, tally: Tally, *, size: int) -> Score:
    """Return a line of computation."""
    rated = rating(tally, seats=size)
    return Score(seat=seat, tally=tally, own_games=rated.own_games, bonus=rated.bonus, performance=rated.performance)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What a list comes to in money; amounts are whole cents, from seat 1 on."""

    stake: Fraction
    """Cents a point."""

    points: tuple[int, ...]
    """The final scores of the list."""

    crossed: CrossSum
    """Variants 1 and 2."""

    comparisons: tuple[Payment, ...]
    """Variant 3: what every two settle. A fraction of a cent is rounded up in each of them."""

    balances: tuple[int, ...]
    """What each gets, or pays where it is negative."""

    payments: tuple[Payment, ...]
    """What is paid in the end: fewer payments than there are players."""

    in_cash: tuple[int, ...]
    """What each gets or pays instead where every game is paid at once; empty where the book does not say it."""


def settlement_of(sheet: Sheet) -> Settlement | None:
    """Return who pays whom as the list stands; None where nothing was agreed, or played, or the list is void."""
    row = sheet.row
    if not row.stake or row.void_at or not (sheet.lines or sheet.is_totals_only):
        return None
    stake, points = stake_of(row.stake), tuple(score.tally.game_points for score in sheet.scores)
    balances = settle(points, stake=stake)
    return Settlement(
        stake=stake,
        points=points,
        crossed=cross_sum(points),
        comparisons=tuple(comparisons(points, stake=stake)),
        balances=balances,
        payments=few_payments(balances),
        in_cash=() if row.profile or sheet.is_totals_only else paid_in_cash(sheet.game_list, stake=stake),
    )


def kitty_of(sheet: Sheet) -> Pot | None:
    """Return what is in the kitty of a list (Pinke); None where its rules have none, or the list is void."""
    return None if sheet.row.void_at else house.pot(sheet.game_list)
