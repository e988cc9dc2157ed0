"""The account of an event: by tariff, by pot, by box, and what is between the organiser and everybody (SkWO 3.3)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.money.models import BoxCount, Closing, MovementRow
from scoring.money.reckon.counting import Box
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import balances, closing_of, standing
from scoring.money.selectors.played import tariff_rows
from scoring.money.selectors.pots import TO_ORGANISER, Pots, charged, pots_of
from scoring.money.selectors.waiting import Lack, lacking
from tables.tournaments.models import Tournament

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
