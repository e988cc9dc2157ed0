"""Where what was charged goes; the account of an event, what it lacks, what a prize waits for (SkWO 1.5, 3.3, 7.4)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Max, Sum
from django.utils.formats import date_format

from scoring.disputes.models import Appeal, Objection
from scoring.lists.models import GameListRow
from scoring.money.models import BoxCount, Closing, MoneyTerms, Move, MovementRow, TariffRow
from scoring.money.reckon.ledger import Account, Box, Purpose
from scoring.money.reckon.prizes import NONE, Charges, counted, divided, filled, paid_out
from scoring.money.reckon.tariffs import GoesTo
from scoring.money.selectors import accounts
from scoring.money.selectors.accounts import BETWEEN, balances, closing_of, standing, tariff_rows
from tables.accounts.models import User
from tables.draw.models import Seat
from tables.tournaments.models import Role, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """What a pot took and gave, all in cents."""

    name: str
    taken: int  # what was charged that goes to it, and what was given to it besides
    given: int  # prizes and jackpots, whether they were fetched yet or not

    @property
    def holds(self) -> int:
        """What is left in it; below nothing, what the organiser has to add."""
        return self.taken - self.given


@dataclass(frozen=True, slots=True, kw_only=True)
class Pots:
    """All pots of an event, in cents; what came in, less what was given, is what is left in them and in none."""

    pots: tuple[Pot, ...]
    charged: int  # what was charged altogether; also what goes to no pot
    gifts: int  # what was given to pots besides: of a sponsor, of the jackpot of another event
    unclaimed: int  # prizes that nobody fetched, and that fell into a pot
    in_none: int  # what was charged and goes to no pot

    @property
    def income(self) -> int:
        """What came in altogether."""
        return self.charged + self.gifts

    @property
    def given(self) -> int:
        """What is given out of pots altogether."""
        return sum(pot.given for pot in self.pots)

    @property
    def left(self) -> int:
        """What is left in pots and in none."""
        return sum(pot.holds for pot in self.pots) + self.in_none

    @property
    def paid_out(self) -> int:
        """How much of what came in is given out, in whole per cent."""
        return paid_out(self.given, self.income)


def pots_of(tournament: Tournament) -> Pots:
    """Return the pots as they would be if nothing more were charged, in three queries."""
    rows = tariff_rows(tournament)
    sums, charges = charged_and_counted(tournament)
    unclaimed = 0
    given: Counter[str] = Counter()
    besides: Counter[str] = Counter()
    moved = standing(tournament).exclude(reason__in=[Move.FILLS, Move.TO_ORGANISER])
    for source, pot, target, other, reason, cents in moved.values_list(*BETWEEN, "reason", "cents"):
        if target == Purpose.POT and reason.partition(" ")[0] in {Move.PRIZE, Move.JACKPOT}:
            given[other] += cents
        elif target == Purpose.POT:
            besides[other] -= cents
        elif source == Purpose.POT:
            besides[pot] += cents
            unclaimed += cents if reason == Move.UNCLAIMED else 0
    names = pot_names(rows)
    from_charges = filled(sums, goes_to_of(rows), charges)
    return Pots(
        pots=tuple(
            Pot(name=name, taken=from_charges.get(name, 0) + besides[name], given=given[name])
            for name in [*names, *sorted((given.keys() | besides.keys()) - set(names))]
        ),
        charged=sum(sums.values()),
        gifts=sum(besides.values()) - unclaimed,
        unclaimed=unclaimed,
        in_none=sum(sums.values()) - sum(from_charges.values()),
    )


def charged(tournament: Tournament) -> dict[str, int]:
    """Return what each tariff comes to, in cents: what was charged, less what was given back of it, in one query."""
    return charged_and_counted(tournament)[0]


def charged_and_counted(tournament: Tournament) -> tuple[dict[str, int], dict[str, Charges]]:
    """Return what each tariff comes to, and how many charges of each amount it has, in one query."""
    sums: Counter[str] = Counter()
    charges: list[tuple[str, int]] = []
    moved = standing(tournament).exclude(reason__in=[Move.FILLS, Move.TO_ORGANISER])
    for source, source_name, target, target_name, cents in moved.values_list(*BETWEEN, "cents"):
        if source == Purpose.TARIFF:
            sums[source_name] += cents
            if target == Purpose.ENTRANT:
                charges.append((source_name, cents))
        if target == Purpose.TARIFF:
            sums[target_name] -= cents
    return dict(sums), counted(charges)


def goes_to_of(rows: Collection[TariffRow]) -> dict[str, Sequence[GoesTo]]:
    """Return where each tariff goes, by its code; those that go to no pot are left out."""
    return {row.code: accounts.to_tariff(row).goes_to for row in rows if row.goes_to}


def pot_names(rows: Collection[TariffRow]) -> list[str]:
    """Return the pots that something goes to, in the order in which they are named."""
    return list(dict.fromkeys(entry["pot"] for row in rows for entry in row.goes_to))


def to_be_filled(tournament: Tournament) -> dict[tuple[str, str], int]:
    """Return what is to go from each tariff to each pot, in cents, by both."""
    sums, charges = charged_and_counted(tournament)
    wanted: dict[tuple[str, str], int] = defaultdict(int)
    for code, entries in goes_to_of(tariff_rows(tournament)).items():
        parts = divided(max(0, sums.get(code, 0)), entries, charges.get(code, NONE))
        for entry, cents in zip(entries, parts, strict=True):
            wanted[code, entry.pot] += cents
    return {where: cents for where, cents in wanted.items() if cents}


def jackpots_of(tournament: Tournament) -> list[MovementRow]:
    """Return the jackpots that were given, the first one first."""
    return list(standing(tournament).filter(reason=Move.JACKPOT).select_related("by"))


def gifts_of(tournament: Tournament) -> list[MovementRow]:
    """Return what was given to pots, the first one first."""
    return list(standing(tournament).filter(reason=Move.GIVEN_TO, source=Purpose.POT).select_related("by"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What was left in a pot of the last evening, when its account was closed."""

    pot: str
    cents: int
    event: str


def left_before(tournament: Tournament, user: User) -> dict[str, Left]:
    """Return what is left in pots of the last event of the same organiser and keeper, and was not brought over."""
    mine = Role.objects.filter(user=user, kind__in=[Role.Kind.DIRECTOR, Role.Kind.TREASURER]).values("tournament")
    before = Tournament.objects.filter(pk__in=mine, organiser=tournament.organiser, starts_on__lte=tournament.starts_on)
    last = before.exclude(pk=tournament.pk).order_by("-starts_on", "-pk").first()
    if last is None or closing_of(last) is None or closing_of(tournament):
        return {}
    event = f"{last.name}, {date_format(last.starts_on, 'SHORT_DATE_FORMAT')}"
    # The day is written in the language of whoever brought it over.
    brought = {row.source_name for row in gifts_of(tournament) if row.because.startswith(f"{last.name}, ")}
    pots = [pot for pot in pots_of(last).pots if pot.holds > 0 and pot.name not in brought]
    return {pot.name: Left(pot=pot.name, cents=pot.holds, event=event) for pot in pots}


def refunds_of(tournament: Tournament) -> list[tuple[int, int]]:
    """Return what each got back for series that were not played, by start number: pairs of number and cents."""
    rows = (
        standing(tournament)
        .filter(reason=Move.REFUND, entrant__isnull=False)
        .order_by("entrant")
        .values_list("entrant")
    )
    return [(number or 0, cents) for number, cents in rows.annotate(together=Sum("cents"))]


def lists_played(tournament: Tournament) -> Sequence[tuple[int, int]]:
    """Return the lists there are, by series and table."""
    rows = GameListRow.objects.filter(table__series__tournament=tournament, void_at=None)
    started = rows.filter(table__series__started_at__isnull=False).order_by("table__series__number", "table__number")
    return list(started.values_list("table__series__number", "table__number"))


class Why(StrEnum):
    """Why a prize is not paid out yet; ``wording.acts`` says each."""

    LIST_OPEN = "list-open"
    OBJECTION_OPEN = "objection-open"
    START_CARD = "start-card"
    ABSENT = "absent"
    TOO_LATE = "too-late"


class Missing(StrEnum):
    """What is missing before the account can be closed; ``wording.acts`` says each."""

    LISTS_OPEN = "lists-open"
    ENTRANTS_OPEN = "entrants-open"
    BOX_UNCOUNTED = "box-uncounted"
    PRIZES_HELD = "prizes-held"
    PRIZES_OPEN = "prizes-open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack:
    """One thing that is missing, and of what."""

    what: Missing
    numbers: tuple[int, ...] = ()  # start numbers, or the numbers of awards
    boxes: tuple[str, ...] = ()
    cents: int = 0  # what entrants owe altogether; below nothing, what is due to them


def waits(tournament: Tournament, *, on: date) -> Mapping[int, tuple[Why, ...]]:
    """Return why those who won something do not get it yet, by start number, in a fixed number of queries."""
    winners = set(tournament.awards.filter(off_at=None).values_list("entrant", flat=True))
    if not winners:
        return {}
    terms = MoneyTerms.objects.filter(tournament=tournament).first() or MoneyTerms()
    seats = Seat.objects.filter(series__tournament=tournament, entrant__number__in=winners)
    sat = list(seats.values_list("entrant__number", "table"))
    lists = GameListRow.objects.filter(table__series__tournament=tournament, signed_at=None, void_at=None)
    unsigned = set(lists.values_list("table", flat=True))
    objections = Objection.objects.filter(tournament=tournament, outcome=Objection.Outcome.OPEN)
    appeals = Appeal.objects.filter(tournament=tournament, verdict="")
    disputed = {table for rows in (objections, appeals) for table in rows.values_list("game_list__table", flat=True)}
    cards, present = tournament.card_returns, tournament.entrants.filter(present=True)
    is_late = terms.fetched_until is not None and on > terms.fetched_until
    waiting = {
        Why.LIST_OPEN: {number for number, table in sat if table in unsigned},
        Why.OBJECTION_OPEN: {number for number, table in sat if table in disputed},
        Why.START_CARD: winners - set(cards.values_list("entrant", flat=True)) if terms.wants_start_card else (),
        Why.ABSENT: winners - set(present.values_list("number", flat=True)) if terms.wants_presence else (),
        Why.TOO_LATE: winners if is_late else (),
    }
    whys = {number: tuple(why for why, numbers in waiting.items() if number in numbers) for number in winners}
    return {number: why for number, why in whys.items() if why}


def lacking(tournament: Tournament) -> list[Lack]:
    """Return what is missing before the account can be closed; nothing, when it can."""
    values = balances(tournament)
    lacks = []
    if GameListRow.objects.filter(
        table__series__tournament=tournament, table__series__started_at__isnull=False, signed_at=None, void_at=None
    ).exists():
        lacks.append(Lack(what=Missing.LISTS_OPEN))
    given = tournament.awards.filter(off_at=None)
    if tournament.prize_lists.exists() and not given.exists():
        lacks.append(Lack(what=Missing.PRIZES_OPEN))
    if held := tuple(given.exclude(good="").filter(handed_over_at=None).values_list("number", flat=True)):
        lacks.append(Lack(what=Missing.PRIZES_HELD, numbers=held))
    entrants = sorted(
        (int(account.name), cents) for account, cents in values.items() if account.purpose == Purpose.ENTRANT
    )
    for which in ([pair for pair in entrants if pair[1] > 0], [pair for pair in entrants if pair[1] < 0]):
        if which:
            numbers, cents = zip(*which, strict=True)
            lacks.append(Lack(what=Missing.ENTRANTS_OPEN, numbers=numbers, cents=sum(cents)))
    boxes = [account.name for account in values if account.purpose == Purpose.BOX]
    if uncounted := tuple(box for box in boxes if not is_counted(tournament, box)):
        lacks.append(Lack(what=Missing.BOX_UNCOUNTED, boxes=uncounted))
    return lacks


def is_counted(tournament: Tournament, box: str) -> bool:
    """Test whether a box was counted after the last movement of it."""
    last = BoxCount.objects.filter(tournament=tournament, box=box).order_by("number").last()
    if last is None:
        return False
    of_box = tournament.movements.filter(target=Purpose.BOX, target_name=box) | tournament.movements.filter(
        source=Purpose.BOX, source_name=box
    )
    # What booked the difference came with the count.
    moved = of_box.exclude(pk=last.movement_id or 0).aggregate(last=Max("at"))["last"]
    return moved is None or moved <= last.counted_at


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxReport:
    """A box of cash: what went through it, and how it was counted last; amounts in cents."""

    name: str
    box: Box
    differences: int  # what was found to be too much in counts so far; below nothing, what was missing
    brought: int  # what went to the organiser when the account was closed
    holds: int
    count: BoxCount | None

    @property
    def counted(self) -> int | None:
        """What was in it at the last count."""
        return self.count.found if self.count else None

    @property
    def backwards(self) -> int | None:
        """The takings reckoned backwards from what was counted last, as reports of open boxes do."""
        return self.box.takings_by(self.count.found) if self.count else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The account of an event, in cents."""

    tariffs: tuple[tuple[str, int], ...]  # what each came to, by its name
    pots: Pots
    boxes: tuple[BoxReport, ...]
    transfers: int
    vouchers: int
    organiser: int  # what the organiser has of it; below nothing, what they added
    owed: int
    due: int
    closing: Closing | None
    lacks: tuple[Lack, ...]  # what is missing before it can be closed; nothing once it is
    beside: tuple[tuple[str, int], ...]  # what the organiser gets (minus: carries) beside the pots, by reason

    @property
    def left(self) -> int:
        """What came in and was not given out of pots: what is left in them and in none."""
        return self.pots.left

    @property
    def stays(self) -> int:
        """What stays with the organiser altogether."""
        return self.left + sum(cents for _reason, cents in self.beside)

    @property
    def cash(self) -> int:
        """What should be in all boxes together."""
        return sum(report.holds for report in self.boxes)


def statement_of(tournament: Tournament) -> Statement:
    """Return the account of an event, in a fixed number of queries and two for each box."""
    values = balances(tournament)
    names = {row.code: row.name for row in tariff_rows(tournament)}
    of_entrants = [cents for account, cents in values.items() if account.purpose == Purpose.ENTRANT]
    closing = closing_of(tournament)
    beside: Counter[str] = Counter()
    rows = standing(tournament).exclude(reason__in=[Move.PUT_IN, Move.TAKEN_OUT, Move.TO_ORGANISER, Move.MOVED_OVER])
    for source, target, reason, cents in rows.values_list("source", "target", "reason", "cents"):
        if Purpose.ORGANISER in (source, target) and Purpose.POT not in (source, target):
            beside[reason.partition(" ")[0]] += cents if source == Purpose.ORGANISER else -cents
    return Statement(
        tariffs=tuple((names.get(code, code), cents) for code, cents in charged(tournament).items()),
        pots=pots_of(tournament),
        boxes=tuple(_boxes(tournament, values)),
        transfers=values.get(Account(Purpose.TRANSFER), 0),
        vouchers=values.get(Account(Purpose.VOUCHER), 0),
        organiser=values.get(Account(Purpose.ORGANISER), 0),
        owed=sum(cents for cents in of_entrants if cents > 0),
        due=-sum(cents for cents in of_entrants if cents < 0),
        beside=tuple(sorted((reason, cents) for reason, cents in beside.items() if cents)),
        closing=closing,
        lacks=() if closing else tuple(lacking(tournament)),
    )


def _boxes(tournament: Tournament, values: Mapping[Account, int]) -> Iterable[BoxReport]:
    moved: dict[str, Counter[str]] = defaultdict(Counter)
    for row in standing(tournament).filter(source=Purpose.BOX) | standing(tournament).filter(target=Purpose.BOX):
        into = row.target == Purpose.BOX
        what = "takings" if into else "paid"
        if row.reason in {Move.PUT_IN, Move.TAKEN_OUT, Move.DIFFERENCE, Move.TO_ORGANISER}:
            what = row.reason
        of_box = moved[row.target_name if into else row.source_name]
        of_box[what] += row.cents if into or what != Move.DIFFERENCE else -row.cents
    counts = {count.box: count for count in tournament.box_counts.select_related("counted_by", "to").order_by("number")}
    for account in sorted(account for account in values if account.purpose == Purpose.BOX):
        sums = moved[account.name]
        through = {"takings": sums["takings"], "paid": sums["paid"]}
        yield BoxReport(
            name=account.name,
            box=Box(put_in=sums[Move.PUT_IN], taken_out=sums[Move.TAKEN_OUT], **through),
            differences=sums[Move.DIFFERENCE],
            brought=sums[Move.TO_ORGANISER],
            holds=values[account],
            count=counts.get(account.name),
        )
