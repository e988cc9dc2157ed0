"""The account of an event, what it lacks before it is closed, and what a prize waits for (SkWO 3.3, 7.4.1)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.db.models import Max

from scoring.disputes.models import Appeal, Objection
from scoring.lists.models import GameListRow
from scoring.money.models import BoxCount, Closing, MoneyTerms, MovementRow
from scoring.money.reckon.counting import Box
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import balances, closing_of, standing
from scoring.money.selectors.played import tariff_rows
from scoring.money.selectors.pots import TO_ORGANISER, Pots, charged, pots_of
from tables.draw.models import Seat
from tables.tournaments.models import Tournament


class Why(StrEnum):
    """Why a prize is not paid out yet."""

    LIST_OPEN = "list-open"
    """A list of theirs was not handed in, or is not signed (SkWO 7.4.1)."""

    OBJECTION_OPEN = "objection-open"
    """At a table of theirs something is not decided yet."""

    START_CARD = "start-card"
    """Their start card has to be given back (SkWO 9.13)."""

    ABSENT = "absent"
    TOO_LATE = "too-late"
    """The day until which prizes can be fetched is over."""


class Missing(StrEnum):
    """What is missing before the account can be closed."""

    LISTS_OPEN = "lists-open"
    """Lists are at play: what they cost is not known."""

    ENTRANTS_OPEN = "entrants-open"
    """Somebody owes something, or something is due to them."""

    BOX_UNCOUNTED = "box-uncounted"
    """A box was not counted since money went in or out."""

    PRIZES_HELD = "prizes-held"
    """A thing that somebody won was not handed over."""

    PRIZES_OPEN = "prizes-open"
    """There is a plan of prizes, and they were not given yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack:
    """One thing that is missing, and of what."""

    what: Missing
    numbers: tuple[int, ...] = ()
    """Start numbers, or the numbers of awards."""

    boxes: tuple[str, ...] = ()
    cents: int = 0
    """What entrants owe altogether; below nothing, what is due to them."""


def waits(tournament: Tournament, *, on: date) -> Mapping[int, tuple[Why, ...]]:
    """Return why those who won something do not get it yet, by start number, in a fixed number of queries."""
    winners = set(tournament.awards.filter(off_at=None).values_list("entrant", flat=True))
    found: dict[int, list[Why]] = defaultdict(list)
    if not winners:
        return {}
    terms = MoneyTerms.objects.filter(tournament=tournament).first()
    seats = Seat.objects.filter(series__tournament=tournament, entrant__number__in=winners)
    unsigned = GameListRow.objects.filter(table__series__tournament=tournament, signed_at=None, void_at=None)
    disputed = {
        *Objection.objects.filter(tournament=tournament, outcome=Objection.Outcome.OPEN).values_list(
            "game_list__table", flat=True
        ),
        *Appeal.objects.filter(tournament=tournament, verdict="").values_list("game_list__table", flat=True),
    }
    open_tables = set(unsigned.values_list("table", flat=True))
    for number, table in seats.values_list("entrant__number", "table"):
        for why, tables in ((Why.LIST_OPEN, open_tables), (Why.OBJECTION_OPEN, disputed)):
            if table in tables and why not in found[number]:
                found[number].append(why)
    if terms and terms.wants_start_card:
        _each(found, winners - set(tournament.card_returns.values_list("entrant", flat=True)), Why.START_CARD)
    if terms and terms.wants_presence:
        _each(
            found, winners - set(tournament.entrants.filter(present=True).values_list("number", flat=True)), Why.ABSENT
        )
    if terms and terms.fetched_until and on > terms.fetched_until:
        _each(found, winners, Why.TOO_LATE)
    return {number: tuple(whys) for number, whys in found.items() if whys}


def lacking(tournament: Tournament) -> list[Lack]:
    """Return what is missing before the account can be closed; nothing, when it can."""
    there = balances(tournament)
    found = []
    if GameListRow.objects.filter(
        table__series__tournament=tournament, table__series__started_at__isnull=False, signed_at=None, void_at=None
    ).exists():
        found.append(Lack(what=Missing.LISTS_OPEN))
    given = tournament.awards.filter(off_at=None)
    if tournament.prize_lists.exists() and not given.exists():
        found.append(Lack(what=Missing.PRIZES_OPEN))
    if held := tuple(given.exclude(good="").filter(handed_over_at=None).values_list("number", flat=True)):
        found.append(Lack(what=Missing.PRIZES_HELD, numbers=held))
    open_ones = {account: cents for account, cents in there.items() if account.purpose == Purpose.ENTRANT and cents}
    if open_ones:
        numbers = tuple(sorted(int(account.name) for account in open_ones))
        found.append(Lack(what=Missing.ENTRANTS_OPEN, numbers=numbers, cents=sum(open_ones.values())))
    boxes = [account.name for account in there if account.purpose == Purpose.BOX]
    if uncounted := tuple(box for box in boxes if not is_counted(tournament, box)):
        found.append(Lack(what=Missing.BOX_UNCOUNTED, boxes=uncounted))
    return found


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


def _each(found: dict[int, list[Why]], numbers: set[int], why: Why) -> None:
    for number in sorted(numbers):
        found[number].append(why)


PUT_IN, TAKEN_OUT, DIFFERENCE, MOVED_OVER = "put-in", "taken-out", "difference", "moved-over"
"""Reasons of what the organiser moves in and out of boxes, and between entrants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxReport:
    """A box of cash: what went through it, and how it was counted last; amounts in cents."""

    name: str
    box: Box
    differences: int
    """What was found to be too much in counts so far; below nothing, what was missing."""

    brought: int
    """What went to the organiser when the account was closed."""

    holds: int
    count: BoxCount | None
    """How it was counted last."""

    @property
    def found(self) -> int | None:
        """What was in it at the last count."""
        return self.count.found if self.count else None

    @property
    def backwards(self) -> int | None:
        """The takings reckoned backwards from what was counted last, as reports of open boxes do."""
        return self.box.takings_by(self.count.found) if self.count else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The account of an event, in cents."""

    tariffs: tuple[tuple[str, int], ...]
    """What each came to, by its name."""

    pots: Pots
    boxes: tuple[BoxReport, ...]
    transfers: int
    vouchers: int
    organiser: int
    """What the organiser has of it; below nothing, what they added."""

    owed: int
    due: int
    """What is due to entrants."""

    closing: Closing | None
    lacks: tuple[Lack, ...]
    """What is missing before it can be closed; nothing once it is."""

    beside: tuple[tuple[str, int], ...]
    """What the organiser carries or gets beside the pots, by its reason: prizes, debts, differences; minus: carries."""

    @property
    def kept(self) -> int:
        """What came in and was not given out of pots: what is left in them and in none."""
        return self.pots.left

    @property
    def stays(self) -> int:
        """What stays with the organiser altogether."""
        return self.kept + sum(cents for _reason, cents in self.beside)

    @property
    def cash(self) -> int:
        """What should be in all boxes together."""
        return sum(one.holds for one in self.boxes)


def statement_of(tournament: Tournament) -> Statement:
    """Return the account of an event, in a fixed number of queries and two for each box."""
    there = balances(tournament)
    names = {row.code: row.name for row in tariff_rows(tournament)}
    of_entrants = [cents for account, cents in there.items() if account.purpose == Purpose.ENTRANT]
    closing = closing_of(tournament)
    return Statement(
        tariffs=tuple((names.get(code, code), cents) for code, cents in charged(tournament).items()),
        pots=pots_of(tournament),
        boxes=tuple(_boxes(tournament, there)),
        transfers=there.get(Account(Purpose.TRANSFER), 0),
        vouchers=there.get(Account(Purpose.VOUCHER), 0),
        organiser=there.get(Account(Purpose.ORGANISER), 0),
        owed=sum(cents for cents in of_entrants if cents > 0),
        due=-sum(cents for cents in of_entrants if cents < 0),
        beside=_beside(tournament),
        closing=closing,
        lacks=() if closing else tuple(lacking(tournament)),
    )


def _beside(tournament: Tournament) -> tuple[tuple[str, int], ...]:
    """Return what the organiser carries, or gets, of what goes through no pot, by the first word of its reason."""
    rows = standing(tournament).exclude(reason__in=[PUT_IN, TAKEN_OUT, TO_ORGANISER, MOVED_OVER])
    sums: dict[str, int] = defaultdict(int)
    for source, target, reason, cents in rows.values_list("source", "target", "reason", "cents"):
        if Purpose.ORGANISER in (source, target) and Purpose.POT not in (source, target):
            sums[reason.partition(" ")[0]] += cents if source == Purpose.ORGANISER else -cents
    return tuple(sorted((reason, cents) for reason, cents in sums.items() if cents))


def _boxes(tournament: Tournament, there: Mapping[Account, int]) -> Iterable[BoxReport]:
    rows = list(standing(tournament).filter(source=Purpose.BOX) | standing(tournament).filter(target=Purpose.BOX))
    moved: dict[str, list[MovementRow]] = defaultdict(list)
    for row in rows:
        moved[row.target_name if row.target == Purpose.BOX else row.source_name].append(row)
    counts = {count.box: count for count in tournament.box_counts.select_related("counted_by", "to").order_by("number")}
    for account in sorted(account for account in there if account.purpose == Purpose.BOX):
        yield _report(account, moved[account.name], there[account], counts.get(account.name))


def _report(account: Account, moved: Iterable[MovementRow], holds: int, count: BoxCount | None) -> BoxReport:
    sums: dict[str, int] = defaultdict(int)
    for row in moved:
        into = row.to_account == account
        sums[_what(row, into=into)] += row.cents if into or row.reason != DIFFERENCE else -row.cents
    return BoxReport(
        name=account.name,
        box=Box(
            put_in=sums[PUT_IN],
            takings=sums["takings"],
            paid=sums["paid"],
            taken_out=sums[TAKEN_OUT],
        ),
        differences=sums[DIFFERENCE],
        brought=sums[TO_ORGANISER],
        holds=holds,
        count=count,
    )


def _what(row: MovementRow, *, into: bool) -> str:
    if row.reason in {PUT_IN, TAKEN_OUT, DIFFERENCE, TO_ORGANISER}:
        return row.reason
    return "takings" if into else "paid"
