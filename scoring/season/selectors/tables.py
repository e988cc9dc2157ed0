"""The table of a competition: who stands where, what counts of each evening and what is dropped, all by the rules."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.season.mapping import group_of, to_rule
from scoring.season.models import Competition
from scoring.season.rules.competitions.accounts import Account, Reason
from scoring.season.rules.competitions.lists import SeasonList
from scoring.season.rules.competitions.rule import Rule
from scoring.season.rules.competitions.standings import Standing, standings
from scoring.season.selectors.played import Evening, Player, Year


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One result in an evening's column: a list, or the evening as one."""

    points: int
    dropped: Reason | None
    """Why it does not count; None where it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class YearRow:
    """A player's row."""

    player: Player
    place: int | None
    """None while the minimum is not reached."""

    shared: bool
    account: Account
    cells: Mapping[int, tuple[Cell, ...]]
    """By the number of the evening."""

    @property
    def value(self) -> int | Fraction:
        """The exact value by which they are ranked."""
        return self.account.performance


@dataclass(frozen=True, slots=True, kw_only=True)
class YearTable:
    """The table of a competition."""

    competition: Competition
    rule: Rule
    evenings: tuple[Evening, ...]
    """Those of which anything is closed."""

    rows: tuple[YearRow, ...]

    @property
    def has_dropped(self) -> bool:
        """Whether anything does not count."""
        return any(row.account.dropped for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What a competition is counted of."""

    rule: Rule
    lists: list[SeasonList]
    members: frozenset[int] | None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The table, as the rules make it."""
        return standings(self.rule, self.lists, members=self.members)


def basis_of(competition: Competition, year: Year) -> Basis:
    """Return what a competition is counted of; a class is placed among its own lists."""
    of = None
    if competition.only_class:
        of = {key for key, player in year.players.items() if competition.only_class in player.classes}
    return Basis(rule=to_rule(competition), lists=year.lists(group_of(competition), of=of), members=year.members)


def table_of(competition: Competition, year: Year) -> YearTable:
    """Return the table of a competition, without asking for anything more."""
    basis = basis_of(competition, year)
    return YearTable(
        competition=competition,
        rule=basis.rule,
        evenings=tuple(one for one in year.evenings if one.closed),
        rows=tuple(
            YearRow(
                player=year.players[one.account.entrant],
                place=one.place,
                shared=one.shared,
                account=one.account,
                cells=_cells(one.account),
            )
            for one in basis.standings
        ),
    )


def _cells(account: Account) -> dict[int, tuple[Cell, ...]]:
    """Return what an account says of each evening, in the order of play."""
    by_evening: dict[int, list[tuple[int, Cell]]] = defaultdict(list)
    for one in account.counted:
        by_evening[one.evening].append((one.series, Cell(points=one.performance, dropped=None)))
    for out in account.dropped:
        by_evening[out.one.evening].append((out.one.series, Cell(points=out.one.performance, dropped=out.reason)))
    return {
        evening: tuple(cell for _series, cell in sorted(cells, key=lambda one: one[0]))
        for evening, cells in by_evening.items()
    }
