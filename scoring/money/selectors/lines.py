"""What each entrant owes line by line, what lists cost, all movements, boxes of cash, and to whom something is due.

See SkWO 3.3, 4.1, 7.4 and 9.13.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext

from scoring.money.models import BY_HAND, FIRST_BOX, AwardRow, Deferral, MoneyTerms, Move, MovementRow
from scoring.money.reckon.ledger import Account, Purpose
from scoring.money.reckon.tariffs import charges
from scoring.money.selectors import accounts
from scoring.money.selectors.statement import Why, waits
from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.tournaments.models import Role, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLine:
    """One line of an entrant's account."""

    number: int
    cents: int  # what it adds to what they owe; below nothing, what it takes off
    reason: str  # a code, see ``wording.amounts``
    tariff: str  # the name of the tariff, where it is a charge
    because: str
    of_list: accounts.ListKey | None
    holds: bool  # whether it was neither taken back nor takes something back

    @property
    def is_by_hand(self) -> bool:
        """Whether somebody typed it, who may take it back."""
        return self.reason in BY_HAND


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantAccount:
    """What an entrant owes and why."""

    number: int
    lines: tuple[AccountLine, ...]
    on_the_cuff: bool  # whether they said that they pay later, and still owe something

    @property
    def owes(self) -> int:
        """What they owe, in cents; below nothing, what is due to them."""
        return sum(line.cents for line in self.lines)

    @property
    def standing(self) -> tuple[AccountLine, ...]:
        """The lines that hold."""
        return tuple(line for line in self.lines if line.holds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a list costs somebody by one tariff."""

    tariff: str
    cents: int
    reason: str


Costs = Mapping[accounts.ListKey, Mapping[int, Sequence[Cost]]]  # by list and start number; no empty lists


def account_of(tournament: Tournament, number: int) -> EntrantAccount:
    """Return the account of an entrant, in three queries."""
    own, names = accounts.of_entrant(number), {row.code: row.name for row in accounts.tariff_rows(tournament)}
    lines = tuple(
        AccountLine(
            number=row.number,
            cents=row.cents if row.to_account == own else -row.cents,
            reason=row.reason,
            tariff=names.get(other.name, other.name) if other.purpose == Purpose.TARIFF else "",
            because=row.because,
            of_list=accounts.list_of(row),
            holds=row.reverses_id is None and not hasattr(row, "reversed_by"),
        )
        for row in tournament.movements.filter(entrant=number).select_related("reversed_by")
        if own in (row.from_account, row.to_account)
        for other in [row.from_account if row.to_account == own else row.to_account]
    )
    owes = sum(line.cents for line in lines) > 0
    return EntrantAccount(
        number=number,
        lines=lines,
        on_the_cuff=owes and Deferral.objects.filter(tournament=tournament, entrant=number).exists(),
    )


def dues(tournament: Tournament) -> dict[int, accounts.Owed]:
    """Return what is between each entrant and the desk who is not quit, by start number, in two queries."""
    later = set(tournament.deferrals.values_list("entrant", flat=True))
    return {
        number: replace(owed, on_the_cuff=owed.owes > 0 and number in later)
        for number, owed in accounts.owed_by_kind(tournament).items()
    }


def with_removed(tournament: Tournament, entrants: Iterable[Entrant], numbers: Iterable[int]) -> list[Entrant]:
    """Return entrants, and behind them whoever of some start numbers was removed: their account may not be settled."""
    present = list(entrants)
    gone = sorted(set(numbers) - {entrant.number for entrant in present})
    return present + [Entrant(tournament=tournament, number=number, name=gettext("removed")) for number in gone]


def costs_of(tournament: Tournament, lists: Collection[accounts.ListKey]) -> Costs:
    """Return what lists cost as they stand, signed or not: "3 lost games: 1.50"; one query where nothing does."""
    tariffs = [row for row in accounts.tariff_rows(tournament) if row.kind not in accounts.FOR_ENTERING]
    if not tariffs or not lists:
        return {}
    names = {row.code: row.name for row in tariffs}
    played = accounts.lists_of(tournament, signed_only=False, only=lists)
    costs: dict[accounts.ListKey, dict[int, list[Cost]]] = defaultdict(lambda: defaultdict(list))
    for charge in charges([accounts.to_tariff(row) for row in tariffs], accounts.entrants_of(tournament), played):
        if charge.of_list is not None:
            cost = Cost(tariff=names[charge.tariff], cents=charge.cents, reason=charge.reason.code)
            costs[charge.of_list][charge.number].append(cost)
    return costs


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What the accounts of an event are called."""

    tariffs: Mapping[str, str]  # by code
    entrants: Mapping[int, str]  # by start number; names that were taken out are missing


def movements(tournament: Tournament) -> "QuerySet[MovementRow]":
    """Return every movement, the newest first, with who moved it and what takes it back."""
    rows = tournament.movements.select_related("by", "reverses", "reversed_by")
    return rows.order_by("-number")


def names(tournament: Tournament) -> Names:
    """Return what accounts are called, in two queries."""
    entrants: Iterable[tuple[int, str]] = Entrant.objects.filter(tournament=tournament).values_list("number", "name")
    return Names(
        tariffs={row.code: row.name for row in accounts.tariff_rows(tournament)},
        entrants={number: name for number, name in entrants if name},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxNow:
    """A box of cash as it should be now."""

    name: str
    holds: int  # what should be in it, in cents
    held_by: str  # the user name of whom it was handed to last, or who opened it; empty: nobody


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxes:
    """The boxes of an event; the first one is always there."""

    all: tuple[BoxNow, ...]
    mine: str  # the box of whoever asks: the first that they have, or the first there is

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
        values = {box.name: box for box in (BoxNow(name=self.next, holds=0, held_by=""), *self.all)}
        return values.get(name)


def boxes_of(tournament: Tournament, *, of: str) -> Boxes:
    """Return the boxes of an event for the user of a name, in three queries."""
    holds = {
        account.name: cents
        for account, cents in accounts.balances(tournament).items()
        if account.purpose == Purpose.BOX
    }
    held_by = _held_by(tournament)
    names = sorted({FIRST_BOX, *holds, *held_by}, key=_in_order)
    boxes = (BoxNow(name=name, holds=holds.get(name, 0), held_by=held_by.get(name) or "") for name in names)
    return Boxes(all=tuple(boxes), mine=_box_of(held_by, of))


def box_of(tournament: Tournament, username: str) -> str:
    """Return the box that the user of a name has, else the first; nothing is added up for it."""
    return _box_of(_held_by(tournament), username)


def _box_of(held_by: Mapping[str, str], username: str) -> str:
    return next((name for name in sorted(held_by, key=_in_order) if held_by[name] == username), FIRST_BOX)


def _held_by(tournament: Tournament) -> dict[str, str]:
    opened = tournament.movements.filter(source=Purpose.ORGANISER, target=Purpose.BOX, reason=Move.PUT_IN)
    held_by = dict(opened.order_by("-number").values_list("target_name", "by__username"))
    handed = tournament.box_counts.exclude(to=None).order_by("number")
    return held_by | dict(handed.values_list("box", "to__username"))


def _in_order(box: str) -> tuple[int, str]:
    return len(box), box


def who_may_have_it(tournament: Tournament) -> list[str]:
    """Return the user names of those who take money, the helpers at the door too, or direct, in their order."""
    kinds = [Role.Kind.TREASURER, Role.Kind.DIRECTOR, Role.Kind.DOOR]
    roles = Role.objects.filter(tournament=tournament, kind__in=kinds)
    return list(roles.order_by("user__username").values_list("user__username", flat=True).distinct())


def taken(tournament: Tournament, dues: Collection[accounts.Owed]) -> dict[str, int]:
    """Return in one query what came in by which way, and what how many still owe of start money and for lists."""
    values = accounts.balances(tournament)
    return {
        "cash": sum(cents for account, cents in values.items() if account.purpose == Purpose.BOX),
        "transfers": values.get(Account(Purpose.TRANSFER), 0),
        "vouchers": values.get(Account(Purpose.VOUCHER), 0),
        "entering": sum(due.entering for due in dues),
        "entering_of": sum(due.entering > 0 for due in dues),
        "lists": sum(due.lists for due in dues),
        "lists_of": sum(due.lists > 0 for due in dues),
        "due": sum(due.credit for due in dues),
    }


def owes(tournament: Tournament, number: int) -> int | None:
    """Return what an entrant owes, in cents, below nothing what is due to them; None where nothing was ever moved."""
    moved = tournament.movements.filter(entrant=number).exists()
    return accounts.balance_of(tournament, accounts.of_entrant(number)) if moved else None


def numbers_at(tournament: Tournament, table: int) -> frozenset[int]:
    """Return the start numbers at a table of the latest series whose seats are published."""
    latest = tournament.series.filter(published_at__isnull=False).order_by("-number").first()
    if latest is None:
        return frozenset()
    return frozenset(Seat.objects.filter(series=latest, table__number=table).values_list("entrant__number", flat=True))


def typed_act(tournament: Tournament, number: int) -> tuple[MovementRow, list[MovementRow]] | None:
    """Return what somebody typed, by the number of its movement, with what of its act was not taken back."""
    by_hand = tournament.movements.filter(reason__in=BY_HAND)
    row = by_hand.filter(number=number).select_related("reversed_by", "by").first()
    if row is None:
        return None
    act = by_hand.filter(entry_key=row.entry_key, reversed_by=None).exclude(reason=Move.MOVED_OVER)
    return row, list(act)


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """Somebody to whom something is due, or was."""

    entrant: Entrant
    awards: tuple[AwardRow, ...]
    due: int  # what is to be paid out to them, in cents: prizes less what they owe
    paid_out: int
    whys: tuple[Why, ...]  # what it waits for; nothing, where it can be given out
    jackpots: tuple[tuple[str, int], ...]  # what they won of pots: the pot and cents
    is_card_back: bool

    @property
    def things(self) -> tuple[AwardRow, ...]:
        """The things that wait to be handed over."""
        return tuple(row for row in self.awards if row.good and not row.handed_over_at)

    @property
    def has_won(self) -> bool:
        """Whether they won a prize or a jackpot."""
        return bool(self.awards or self.jackpots)

    @property
    def beside(self) -> int:
        """What they get besides what they won, in cents: what they paid too much; below 0: owed."""
        won = sum(row.cents for row in self.awards if not row.good) + sum(cents for _pot, cents in self.jackpots)
        return self.due + self.paid_out - won

    @property
    def is_open(self) -> bool:
        """Whether something is still to be given out."""
        return bool(self.due or self.things)

    @property
    def waits_only_too_long(self) -> bool:
        """Whether nothing but the day until which it was to be fetched speaks against it."""
        return set(self.whys) <= {Why.TOO_LATE}

    @property
    def is_too_late(self) -> bool:
        """Whether the day until which prizes can be fetched is over."""
        return Why.TOO_LATE in self.whys


@dataclass(frozen=True, slots=True, kw_only=True)
class Payout:
    """All to whom something is due, or was."""

    winners: tuple[Winner, ...]
    wants_start_card: bool

    @property
    def has_won(self) -> bool:
        """Whether anybody won anything."""
        return any(winner.has_won for winner in self.winners)

    @property
    def due(self) -> int:
        """What is still to be paid out, in cents."""
        return sum(winner.due for winner in self.winners)

    @property
    def due_to(self) -> int:
        """To how many it is due."""
        return sum(winner.due > 0 for winner in self.winners)

    @property
    def paid_out(self) -> int:
        """What was paid out, in cents."""
        return sum(winner.paid_out for winner in self.winners)

    @property
    def things(self) -> int:
        """How many things wait to be handed over."""
        return sum(len(winner.things) for winner in self.winners)


def payout_of(tournament: Tournament, *, on: date) -> Payout:
    """Return to whom something is due, by start number, in a fixed number of queries."""
    awards: dict[int, list[AwardRow]] = defaultdict(list)
    for row in awards_of(tournament):
        awards[row.entrant].append(row)
    jackpots: dict[int, list[tuple[str, int]]] = defaultdict(list)
    won = accounts.standing(tournament).filter(reason=Move.JACKPOT).order_by("number")
    for number, pot, cents in won.values_list("entrant", "target_name", "cents"):
        jackpots[number or 0].append((pot, cents))
    open_ones = accounts.owed(tournament)
    moved = accounts.standing(tournament).filter(target=Purpose.ENTRANT, reason=Move.PAID_OUT).order_by()
    paid = dict(moved.values_list("entrant").annotate(cents=Sum("cents")))
    whys = waits(tournament, on=on)
    back = set(tournament.card_returns.values_list("entrant", flat=True))
    terms = MoneyTerms.objects.filter(tournament=tournament).first()
    numbers = {*awards, *jackpots, *paid, *(number for number, cents in open_ones.items() if cents < 0)}
    return Payout(
        winners=tuple(
            Winner(
                entrant=entrant,
                awards=tuple(awards.get(entrant.number, ())),
                due=max(0, -open_ones.get(entrant.number, 0)),
                paid_out=paid.get(entrant.number, 0),
                whys=whys.get(entrant.number, ()),
                jackpots=tuple(jackpots.get(entrant.number, ())),
                is_card_back=entrant.number in back,
            )
            for entrant in with_removed(tournament, tournament.entrants.filter(number__in=numbers), numbers)
        ),
        wants_start_card=bool(terms and terms.wants_start_card),
    )


def awards_of(tournament: Tournament) -> list[AwardRow]:
    """Return the prizes that hold, by list and place, the first one first."""
    held = tournament.awards.filter(off_at=None).select_related("prize_list__ranking")
    return list(held.order_by("prize_list__number", "place"))


def fallen_back(tournament: Tournament) -> list[AwardRow]:
    """Return the prizes that nobody fetched and that went where the event said."""
    journal_entries = tournament.journal.filter(action="prize.fell-back").values_list("data__award", "at")
    when = dict(journal_entries.order_by("number"))
    rows = tournament.awards.filter(number__in=when, off_at__isnull=False).select_related("prize_list")
    return [row for row in rows if row.off_at == when[row.number]]
