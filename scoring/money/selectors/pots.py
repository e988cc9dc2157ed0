"""Where what was charged goes, and what was given to pots and out of them (SkWO 1.5, 3.3)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format

from scoring.lists.models import GameListRow
from scoring.money import mapping
from scoring.money.models import MovementRow, TariffRow
from scoring.money.reckon.ledger import Purpose
from scoring.money.reckon.pots import NONE, Charges, GoesTo, counted, divided, filled, paid_out
from scoring.money.selectors.accounts import balances, closing_of, standing
from scoring.money.selectors.played import tariff_rows
from tables.accounts.models import User
from tables.tournaments.models import Role, Tournament

PRIZE = "prize"
JACKPOT = "jackpot"
"""Reasons of what is given out of a pot."""

REFUND = "refund"
"""The reason of what is given back where an event is called off or cut short."""

TO_ORGANISER = "to-organiser"
"""The reason of what is left of an account when everything is rendered."""

CARRIED = "carried"
"""The reason of what the organiser carries: a debt nobody pays, or what somebody forfeits."""

UNCLAIMED = "unclaimed"
"""The reason of a prize that nobody fetched."""

FILLS = "fills"
"""The reason of what goes from a tariff into a pot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """What a pot took and gave, all in cents."""

    name: str
    taken: int
    """What was charged that goes to it, and what was given to it besides."""

    given: int
    """Prizes and jackpots, whether they were fetched yet or not."""

    @property
    def holds(self) -> int:
        """What is left in it; below nothing, what the organiser has to add."""
        return self.taken - self.given


@dataclass(frozen=True, slots=True, kw_only=True)
class Pots:
    """All pots of an event, in cents; what came in, less what was given, is what is left in them and in none."""

    pots: tuple[Pot, ...]
    charged: int
    """What was charged altogether; also what goes to no pot."""

    gifts: int
    """What was given to pots besides: of a sponsor, of the jackpot of another event."""

    unclaimed: int
    """Prizes that nobody fetched, and that fell into a pot."""

    in_none: int
    """What was charged and goes to no pot."""

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
    given, besides, unclaimed = _moved(tournament)
    names = pot_names(rows)
    from_charges = filled(sums, goes_to_of(rows), charges)
    return Pots(
        pots=tuple(
            Pot(name=name, taken=from_charges.get(name, 0) + besides.get(name, 0), given=given.get(name, 0))
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
    sums: dict[str, int] = defaultdict(int)
    charges: list[tuple[str, int]] = []
    moved = standing(tournament).exclude(reason__in=[FILLS, TO_ORGANISER])
    for source, source_name, target, target_name, cents in moved.values_list(
        "source", "source_name", "target", "target_name", "cents"
    ):
        if source == Purpose.TARIFF:
            sums[source_name] += cents
            if target == Purpose.ENTRANT:
                charges.append((source_name, cents))
        if target == Purpose.TARIFF:
            sums[target_name] -= cents
    return dict(sums), counted(charges)


def goes_to_of(rows: Collection[TariffRow]) -> dict[str, tuple[GoesTo, ...]]:
    """Return where each tariff goes, by its code; those that go to no pot are left out."""
    return {row.code: mapping.to_goes_to(row) for row in rows if row.goes_to}


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


def held(tournament: Tournament) -> dict[str, int]:
    """Return what is booked in each pot, in cents."""
    return {account.name: -cents for account, cents in balances(tournament).items() if account.purpose == Purpose.POT}


def _moved(tournament: Tournament) -> tuple[Mapping[str, int], Mapping[str, int], int]:
    """Return what was given out of each pot, what came to it besides what is charged, and how much of it unfetched."""
    unclaimed = 0
    given: dict[str, int] = defaultdict(int)
    besides: dict[str, int] = defaultdict(int)
    moved = standing(tournament).exclude(reason__in=[FILLS, TO_ORGANISER])
    for source, source_name, target, target_name, reason, cents in moved.values_list(
        "source", "source_name", "target", "target_name", "reason", "cents"
    ):
        if target == Purpose.POT and reason.partition(" ")[0] in {PRIZE, JACKPOT}:
            given[target_name] += cents
        elif target == Purpose.POT:
            besides[target_name] -= cents
        elif source == Purpose.POT:
            besides[source_name] += cents
            unclaimed += cents if reason == UNCLAIMED else 0
    return given, besides, unclaimed


GIVEN_TO = "given-to-pot"
"""The reason of what a pot gets besides what is charged."""


def jackpots_of(tournament: Tournament) -> list[MovementRow]:
    """Return the jackpots that were given, the first one first."""
    return list(standing(tournament).filter(reason=JACKPOT).select_related("by"))


def gifts_of(tournament: Tournament) -> list[MovementRow]:
    """Return what was given to pots, the first one first."""
    return list(standing(tournament).filter(reason=GIVEN_TO, source=Purpose.POT).select_related("by"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What was left in a pot of the last evening, when its account was closed."""

    pot: str
    cents: int
    event: str


def left_before(tournament: Tournament, user: User) -> dict[str, Left]:
    """Return what is left in pots of the organiser's last event that the same person keeps, and was not brought over.

    Its account is closed, so that nothing is in two places.
    """
    mine = Role.objects.filter(user=user, kind__in=[Role.Kind.DIRECTOR, Role.Kind.TREASURER]).values("tournament")
    before = Tournament.objects.filter(pk__in=mine, organiser=tournament.organiser, starts_on__lte=tournament.starts_on)
    last = before.exclude(pk=tournament.pk).order_by("-starts_on", "-pk").first()
    if last is None or closing_of(last) is None or closing_of(tournament):
        return {}
    event = f"{last.name}, {date_format(last.starts_on, 'SHORT_DATE_FORMAT')}"
    # The day is written in the language of whoever brought it over.
    brought = {row.source_name for row in gifts_of(tournament) if row.because.startswith(f"{last.name}, ")}
    there = [pot for pot in pots_of(last).pots if pot.holds > 0 and pot.name not in brought]
    return {pot.name: Left(pot=pot.name, cents=pot.holds, event=event) for pot in there}


def refunds_of(tournament: Tournament) -> list[tuple[int, int]]:
    """Return what each got back for series that were not played, by start number: pairs of number and cents."""
    sums: dict[int, int] = {}
    for number, cents in standing(tournament).filter(reason=REFUND).values_list("entrant", "cents"):
        if number is not None:
            sums[number] = sums.get(number, 0) + cents
    return sorted(sums.items())


def lists_played(tournament: Tournament) -> Sequence[tuple[int, int]]:
    """Return the lists there are, by series and table."""
    rows = GameListRow.objects.filter(table__series__tournament=tournament, void_at=None)
    started = rows.filter(table__series__started_at__isnull=False).order_by("table__series__number", "table__number")
    return list(started.values_list("table__series__number", "table__number"))
