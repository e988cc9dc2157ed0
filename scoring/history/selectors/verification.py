"""Whether what is stored still is what the entries say: computed anew and compared (SkWO 5, 7.2)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from django.db.models import Q

from scoring.history.selectors.against_journal import against_journal, lists_against_journal
from scoring.history.selectors.problems import SHOWN, Discrepancy, Doubt, Doubtful, against_seals, differing
from scoring.history.selectors.replay import by_list
from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow, SeatResult, TotalsRow
from scoring.lists.selectors.counting import NO_ORDERS, Orders, counted, figures, orders_in
from scoring.lists.selectors.history import hash_of
from scoring.lists.selectors.sheets import may_end
from scoring.money.reckon.ledger import Ledger
from scoring.money.reckon.tariffs import Impossible
from scoring.money.selectors.accounts import balances, due_charges, standing_charges, tariff_rows, to_movement
from scoring.results.selectors.standings import places_until
from scoring.rules.game_list.deals import GameList, booked
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import Tally, control_sums, credited, tallies
from scoring.rules.game_list.totals import totals_control_sums, totals_findings, totals_tallies
from tables import seating
from tables.clubs.models import Club
from tables.draw.models import Draw, Seat, Seeding
from tables.draw.selectors import seating_of
from tables.journal import chain as journal
from tables.journal.selectors import Head, HeadStanding, standing_of
from tables.people.selectors import doubles
from tables.tournaments.models import Series, Tournament


def of_money(tournament: Tournament) -> Iterator[Discrepancy]:
    """Yield what is wrong with movements, accounts, charges and prizes, in a fixed number of queries."""
    yield from _of_movements(tournament)
    yield from _of_charges(tournament)
    for award in tournament.awards.filter(movement__isnull=False).select_related("movement"):
        moved = award.movement
        if moved and (award.cents, award.entrant) != (moved.cents, moved.entrant):
            yield Discrepancy(
                doubt=Doubt.AWARD_DIFFERS,
                entrant=award.entrant,
                what=f"award {award.number}",
                stored=str(award.cents),
                computed=str(moved.cents),
            )


def _of_movements(tournament: Tournament) -> Iterator[Discrepancy]:
    ledger = Ledger()
    for row in tournament.movements.order_by("number").select_related("reverses"):
        try:
            ledger = ledger.moved(to_movement(row))
        except (Impossible, ValueError) as error:
            yield Discrepancy(
                doubt=Doubt.MOVEMENT_UNFIT, entrant=row.entrant, what=f"movement {row.number}", stored=str(error)
            )
    stored, computed = balances(tournament), ledger.balances()
    for account in sorted(stored.keys() | computed.keys()):
        if stored.get(account, 0) != computed.get(account, 0):
            yield Discrepancy(
                doubt=Doubt.BALANCE_DIFFERS,
                stored=f"{account.purpose} {account.name}".strip() + f": {stored.get(account, 0)}",
                computed=str(computed.get(account, 0)),
            )
    if sum(stored.values()):
        yield Discrepancy(doubt=Doubt.BALANCE_DIFFERS, stored=f"all: {sum(stored.values())}", computed="0")


def _of_charges(tournament: Tournament) -> Iterator[Discrepancy]:
    try:
        due = due_charges(tournament, [row for row in tariff_rows(tournament) if row.pk])
    except (Impossible, ValueError, TypeError) as error:
        yield Discrepancy(doubt=Doubt.UNREADABLE, stored=str(error))
        return
    movements = standing_charges(tournament)
    for what in sorted({*due, *movements}, key=str):
        tariff, number, of_list = what
        stored = movements[what].cents if what in movements else 0
        computed = due[what].cents if what in due else 0
        if stored != computed:
            series, table = of_list or (None, None)
            yield Discrepancy(
                doubt=Doubt.CHARGE_DIFFERS,
                series=series,
                table=table,
                entrant=number,
                stored=str(stored),
                computed=f"{computed} for “{tariff}”",
            )


Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """A tournament looked through."""

    tournament: Tournament
    lists: int
    deals: int
    lines: int  # lines of the journal
    discrepancies: tuple[Discrepancy, ...]
    uncovered: Mapping[str, int]  # rows of a kind that no line seals: they are from before there were seals
    unrepeatable: tuple[int, ...]  # draws by a version of the draw that is not here: only seats were compared


@dataclass(slots=True)
class _Kept:
    row: GameListRow
    seats: list[Seat]
    deals: list[DealRow]
    totals: list[TotalsRow]
    results: dict[int, SeatResult]
    orders: Orders
    beside: dict[int, GameList]


def verified(tournament: Tournament, *, heads: Iterable[Head] = ()) -> Verification:
    """Return what is wrong in a tournament, in a fixed number of queries a series.

    ``heads`` are those of its journal that somebody has on paper. While the chain of the journal is broken, nothing is
    held against it: it says what somebody wanted it to say.
    """
    counts: Counter[str] = Counter()
    discrepancies: list[Discrepancy] = []
    broken = journal.first_broken_line(tournament)
    if broken is not None:
        discrepancies.append(Discrepancy(doubt=Doubt.JOURNAL_BROKEN, line=broken))
    discrepancies += _of_heads(tournament, heads)
    for key, number in tournament.series.order_by("number").values_list("pk", "number"):
        discrepancies += _as_far_as_it_goes(f"lists of series {number}", _of_series(key, counts))
    lines = tournament.journal.count()
    of_draws = list(_as_far_as_it_goes("draws", _of_draws(tournament)))
    discrepancies += [discrepancy for discrepancy in of_draws if isinstance(discrepancy, Discrepancy)]
    discrepancies += _as_far_as_it_goes("seats by results", _of_seedings(tournament))
    discrepancies += _as_far_as_it_goes("money", of_money(tournament))
    uncovered: Mapping[str, int] = {}
    if broken is None:
        discrepancies += _as_far_as_it_goes("what the journal tells", against_journal(tournament, last=lines))
        sealed = against_seals(tournament)
        discrepancies += sealed.discrepancies
        uncovered = sealed.uncovered
    return Verification(
        tournament=tournament,
        lists=counts["lists"],
        deals=counts["deals"],
        lines=lines,
        discrepancies=tuple(discrepancies),
        uncovered=uncovered,
        unrepeatable=tuple(draw for draw in of_draws if isinstance(draw, int)),
    )


def outside_verified(club: Club | None, *, heads: Iterable[Head] = ()) -> tuple[Discrepancy, ...]:
    """Return what is wrong in what a club keeps, its seasons and leagues too, or in the accounts of the site."""
    of_heads = tuple(_of_heads(club, heads))
    broken = journal.first_broken_line(club)
    if broken is not None:
        return (Discrepancy(doubt=Doubt.JOURNAL_BROKEN, line=broken), *of_heads)
    return (*of_heads, *_as_far_as_it_goes("what the journal seals", _of_seals(club)))


def _of_seals(club: Club | None) -> Iterator[Discrepancy]:
    yield from against_seals(club).discrepancies


def _as_far_as_it_goes(what: str, discrepancies: Iterable[Found]) -> Iterator[Found | Discrepancy]:
    """Yield what is found; if a row stops the look, yield that, and go on with the rest of the event.

    What a hand at the database left there may raise anything: a draw of another event, a text for a number.
    """
    try:
        yield from discrepancies
    except Exception as error:
        yield Discrepancy(doubt=Doubt.STOPPED, stored=f"{what}, {error!r}"[:200])


def _of_series(key: int, counts: Counter[str]) -> Iterator[Discrepancy]:
    for loaded in _lists(Series.objects.select_related("tournament").get(pk=key)):
        counts.update(lists=1, deals=len(loaded.deals))
        yield from _looked_through(loaded)


def lists_verified(tournament: Tournament, lists: Collection[int]) -> Iterator[Discrepancy]:
    """Yield what is wrong in some lists of a tournament, by their keys in the database."""
    for series in tournament.series.filter(tables__game_list__in=lists).distinct().order_by("number"):
        for loaded in _lists(series):
            if loaded.row.pk in lists:
                yield from _looked_through(loaded)
    yield from lists_against_journal(tournament, last=tournament.journal.count(), among=Q(pk__in=lists))


def _looked_through(loaded: _Kept) -> Iterator[Discrepancy]:
    doubtful = partial(Discrepancy, series=loaded.row.table.series.number, table=loaded.row.table.number)
    try:
        yield from _of_list(loaded, doubtful)
    except ValueError as error:
        # Rows no service writes: an announcement that contradicts itself, a line too few.
        yield doubtful(doubt=Doubt.UNREADABLE, stored=str(error))


def _of_heads(owner: journal.Owner, heads: Iterable[Head]) -> Iterator[Discrepancy]:
    doubts = {HeadStanding.CUT_OFF: Doubt.HEAD_CUT_OFF, HeadStanding.DIFFERS: Doubt.HEAD_DIFFERS}
    for head in heads:
        doubt = doubts.get(standing_of(head, owner))
        if doubt:
            yield Discrepancy(doubt=doubt, line=head.number, stored=head.short)


def _of_seedings(tournament: Tournament) -> Iterator[Discrepancy]:
    posted: dict[int, dict[int, int]] = defaultdict(dict)
    for seeding in Seeding.objects.filter(series__tournament=tournament).select_related("entrant"):
        posted[seeding.series_id][seeding.entrant.number] = seeding.rank
    numbers = dict(tournament.entrants.values_list("pk", "number"))
    for series in tournament.series.filter(status=Series.Status.CLOSED).order_by("number"):
        places = places_until(series)
        fresh = {numbers[place.result.entrant]: rank for rank, place in enumerate(places, start=1)}
        for number in sorted(fresh.keys() | posted[series.pk].keys()):
            stored, computed = posted[series.pk].get(number), fresh.get(number)
            yield from differing(Doubt.SEEDING_DIFFERS, stored, computed, series=series.number, entrant=number)


def _of_draws(tournament: Tournament) -> Iterator[Discrepancy | int]:
    """A number is that of a draw made by a version of the draw that is not here: of it the seats alone are compared."""
    for draw in tournament.draws.order_by("number"):
        findings = seating.verify(draw.record)
        if any(finding.code is seating.Doubt.OTHER_VERSION for finding in findings):
            yield draw.number
        elif findings:
            codes = ", ".join(str(finding.code) for finding in findings)
            yield Discrepancy(doubt=Doubt.DRAW_DIFFERS, draw=draw.number, stored=codes)
            continue
        try:
            plan = seating.plan_of(draw.record)
        except (seating.Unreadable, seating.CannotSeat) as error:
            yield Discrepancy(doubt=Doubt.DRAW_DIFFERS, draw=draw.number, stored=str(error))
            continue
        yield from _seated_otherwise(draw, plan)


def _seated_otherwise(draw: Draw, plan: seating.Plan) -> Iterator[Discrepancy]:
    stays = doubles(draw.tournament)
    journal_entries = draw.tournament.journal.filter(action="list.joined").values_list("data", flat=True)
    joined = {(data["series"], data["table"], stays.get(data["entrant"], data["entrant"])) for data in journal_entries}
    for series in draw.series.order_by("number"):
        planned = tuple(tuple(stays.get(who, who) for who in table) for table in plan.series[series.drawn_as])
        seated = [(table.number, tuple(seat.entrant.number for seat in seats)) for table, seats in seating_of(series)]
        # Who joined a table of three later was not drawn to it; the journal tells of it.
        fits = [
            company == wanted or (company[:-1] == wanted and (series.number, number, company[-1]) in joined)
            for (number, company), wanted in zip(seated, planned, strict=False)
        ]
        if len(seated) != len(planned) or not all(fits):
            yield Discrepancy(doubt=Doubt.SEATS_DIFFER, series=series.number, draw=draw.number)


def _lists(series: Series) -> Iterator[_Kept]:
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(series=series).select_related("entrant").order_by("place"):
        seats[seat.table_id].append(seat)
    of_series = {"game_list__table__series": series}
    deals = by_list(DealRow.objects.filter(**of_series, voided_at=None).order_by("number"))
    totals = by_list(TotalsRow.objects.filter(**of_series, voided_at=None).order_by("place"))
    results = {result.seat_id: result for result in SeatResult.objects.filter(**of_series)}
    orders = orders_in(series)
    rows = GameListRow.objects.filter(table__series=series).select_related("table").order_by("table__number")
    by_table = {row.table.number: row for row in rows}
    for row in rows:
        row.table.series = series
        others = {chair.table: by_table[chair.table] for chair in mapping.chairs_of(row)}
        at_table = seats[row.table_id]
        mine = {seat.pk: results[seat.pk] for seat in at_table if seat.pk in results}
        yield _Kept(
            row=row,
            seats=at_table,
            deals=deals[row.pk],
            totals=totals[row.pk],
            results=mine,
            orders=orders.get(row.pk, NO_ORDERS),
            beside={table: mapping.to_game_list(other, deals[other.pk]) for table, other in others.items()},
        )


def _of_list(loaded: _Kept, doubtful: Doubtful) -> Iterator[Discrepancy]:
    row = loaded.row
    if row.kind == GameListRow.Kind.TOTALS and loaded.totals:
        totals_list = mapping.to_totals_list(row, loaded.totals)
        earned, sums = totals_tallies(totals_list), totals_control_sums(totals_list)
        refused = [finding for finding in totals_findings(totals_list) if finding.problem.severity == "error"]
        by_player = earned
    else:
        game_list = mapping.to_game_list(row, loaded.deals)
        earned, sums = tallies(game_list), control_sums(game_list)
        by_player = credited(game_list, mapping.chairs_of(row), loaded.beside)
        final = row.signed_at is not None and not may_end(row, len(loaded.deals))
        refused = [finding for finding in findings(game_list, final=final) if finding.problem.severity == "error"]
        yield from _of_deals(loaded, game_list, doubtful)
    yield from _of_seats(loaded, by_player, doubtful)
    if not sums.agree:
        yield doubtful(doubt=Doubt.SUMS_DIFFER, stored=str(sums.totals), computed=str(sums.expected))
    yield from _of_hash(loaded, earned, doubtful)
    for each_finding in refused if row.signed_at else ():
        yield doubtful(
            doubt=Doubt.SIGNED_UNFIT,
            deal=each_finding.deal,
            place=each_finding.seat,
            stored=str(each_finding.problem.code),
        )


def _of_hash(loaded: _Kept, earned: tuple[Tally, ...], doubtful: Doubtful) -> Iterator[Discrepancy]:
    row = loaded.row
    if not row.signed_at:
        return
    # Lists signed before there were hashes have none, and the journal says so too.
    if row.signed_hash:
        fresh = hash_of(row, loaded.seats, loaded.deals, loaded.totals, earned)
        yield from differing(Doubt.HASH_DIFFERS, row.signed_hash, fresh, length=SHOWN, doubtful=doubtful)


def _of_deals(loaded: _Kept, game_list: GameList, doubtful: Doubtful) -> Iterator[Discrepancy]:
    for row, deal in zip(loaded.deals, game_list.deals, strict=True):
        yield from differing(Doubt.POINTS_DIFFER, row.points, booked(deal), doubtful=doubtful, deal=row.number)


def _of_seats(loaded: _Kept, earned: tuple[Tally, ...], doubtful: Doubtful) -> Iterator[Discrepancy]:
    is_empty = not loaded.deals and not loaded.totals
    counting = counted(loaded.row, earned, loaded.orders)
    for seat, credit in zip(loaded.seats, counting, strict=True):
        result = loaded.results.get(seat.pk)
        if result is None:
            if not is_empty:
                yield doubtful(doubt=Doubt.RESULT_MISSING, place=seat.place)
            continue
        stored = (result.game_points, result.won, result.lost, result.opponents_lost, result.performance)
        fresh = figures(credit.tally, seats=loaded.row.table.size)
        doubt = Doubt.RESULT_OF_NOTHING if is_empty else Doubt.RESULT_DIFFERS
        if result.game_list_id != loaded.row.pk:
            yield doubtful(doubt=Doubt.RESULT_MISSING, place=seat.place)
        elif stored != fresh:
            yield doubtful(doubt=doubt, place=seat.place, stored=str(stored), computed=str(fresh))
        elif (result.counts, result.penalty) != (credit.why.value, credit.penalty):
            stored_order, order = f"{result.counts} {result.penalty}", f"{credit.why.value} {credit.penalty}"
            yield doubtful(doubt=doubt, place=seat.place, stored=stored_order.strip(), computed=order.strip())
