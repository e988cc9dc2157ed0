"""Which boxes of cash there are and how each was counted; what came in by which way, and what was typed."""

from collections.abc import Collection
from dataclasses import dataclass

from scoring.money.models import BoxCount, MovementRow
from scoring.money.models.boxes import FIRST_BOX
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.selectors.accounts import balance_of, balances, of_entrant
from scoring.money.selectors.lines import Due
from tables.draw.models import Seat
from tables.tournaments.models import Role, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxNow:
    """A box of cash as it should be now."""

    name: str
    holds: int
    """What should be in it, in cents."""

    held_by: str
    """The user name of whoever it was handed over to last, or who opened it; empty where nobody did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxes:
    """The boxes of an event; the first one is always there."""

    all: tuple[BoxNow, ...]
    mine: str
    """The box of whoever asks: the first that they have, or the first there is."""

    @property
    def is_one(self) -> bool:
        """Whether there is one only."""
        return len(self.all) == 1

    @property
    def next(self) -> str:
        """What another one is called."""
        return str(len(self.all) + 1)

    @property
    def together(self) -> int:
        """What should be in all of them, in cents."""
        return sum(box.holds for box in self.all)

    def named(self, name: str) -> BoxNow | None:
        """Return a box by its name, the one that could be opened next too; None if it can be neither."""
        there = {box.name: box for box in (BoxNow(name=self.next, holds=0, held_by=""), *self.all)}
        return there.get(name)


def boxes_of(tournament: Tournament, *, of: str) -> Boxes:
    """Return the boxes of an event for the user of a name, in three queries."""
    holds = {account.name: cents for account, cents in balances(tournament).items() if account.purpose == Purpose.BOX}
    opened = tournament.movements.filter(source=Purpose.ORGANISER, target=Purpose.BOX, reason="put-in")
    held_by = dict(opened.order_by("-number").values_list("target_name", "by__username"))
    handed = tournament.box_counts.exclude(to=None).order_by("number")
    held_by |= dict(handed.values_list("box", "to__username"))
    names = sorted({FIRST_BOX, *holds, *held_by}, key=lambda name: (len(name), name))
    found = tuple(BoxNow(name=name, holds=holds.get(name, 0), held_by=held_by.get(name) or "") for name in names)
    return Boxes(all=found, mine=next((box.name for box in found if box.held_by == of), FIRST_BOX))


def counts_of(tournament: Tournament) -> list[BoxCount]:
    """Return how boxes were counted, the latest first."""
    return list(tournament.box_counts.select_related("counted_by", "to").order_by("-number"))


def who_may_have_it(tournament: Tournament) -> list[str]:
    """Return the user names of those who take money, the helpers at the door too, or direct, in their order."""
    kinds = [Role.Kind.TREASURER, Role.Kind.DIRECTOR, Role.Kind.DOOR]
    roles = Role.objects.filter(tournament=tournament, kind__in=kinds)
    return list(roles.order_by("user__username").values_list("user__username", flat=True).distinct())


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What is there by which way, and what is still owed, in cents."""

    cash: int
    transfers: int
    vouchers: int
    entering: int
    """What is still owed of the start money."""

    entering_of: int
    """How many owe start money."""

    lists: int
    """What is still owed for lists: lost games and the like."""

    lists_of: int
    """How many owe for lists."""

    due: int
    """What is due to entrants."""


def taken(tournament: Tournament, dues: Collection[Due]) -> Taken:
    """Return what came in, in one query, and what is still owed by what is between everybody and the desk."""
    found = balances(tournament)
    return Taken(
        cash=sum(cents for account, cents in found.items() if account.purpose == Purpose.BOX),
        transfers=found.get(Account(Purpose.TRANSFER), 0),
        vouchers=found.get(Account(Purpose.VOUCHER), 0),
        entering=sum(due.owed.entering for due in dues),
        entering_of=sum(due.owed.entering > 0 for due in dues),
        lists=sum(due.owed.lists for due in dues),
        lists_of=sum(due.owed.lists > 0 for due in dues),
        due=sum(due.owed.credit for due in dues),
    )


def owes(tournament: Tournament, number: int) -> int | None:
    """Return what an entrant owes, in cents, below nothing what is due to them; None where nothing was ever moved."""
    moved = tournament.movements.filter(entrant=number).exists()
    return balance_of(tournament, of_entrant(number)) if moved else None


def numbers_at(tournament: Tournament, table: int) -> frozenset[int]:
    """Return the start numbers at a table of the latest series whose seats are published."""
    latest = tournament.series.filter(published_at__isnull=False).order_by("-number").first()
    if latest is None:
        return frozenset()
    return frozenset(Seat.objects.filter(series=latest, table__number=table).values_list("entrant__number", flat=True))


def payment(tournament: Tournament, number: int, *, among: Collection[str]) -> MovementRow | None:
    """Return what somebody paid, by the number of its movement; None if none of these reasons is."""
    there = tournament.movements.filter(number=number, reason__in=among)
    return there.select_related("reversed_by", "by").first()


def still_of_act(tournament: Tournament, row: MovementRow, *, among: Collection[str]) -> list[MovementRow]:
    """Return what was moved in one act with a movement for one of these reasons, and was not taken back."""
    return list(tournament.movements.filter(entry_key=row.entry_key, reason__in=among, reversed_by=None))
