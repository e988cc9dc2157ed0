"""What a tournament charges, as data, and what clubs publish (SkWO 9.2; practice)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from scoring.money.reckon.faults import Fault, Impossible, refuse_negative


@dataclass(frozen=True, slots=True, kw_only=True)
class PerEntrant:
    """So much for each entrant, once: entry, card money, a deposit for cards."""

    cents: int
    cheaper: Mapping[str, int] = field(default_factory=dict)
    """What a class pays instead, in cents; of several classes the lowest counts."""

    def __post_init__(self) -> None:
        refuse_negative(self.cents, "cents")
        for name, cents in self.cheaper.items():
            refuse_negative(cents, "cheaper", name)

    def cents_for(self, classes: Collection[str]) -> int:
        """Return what an entrant of these classes pays, in cents."""
        return min((self.cheaper[name] for name in classes if name in self.cheaper), default=self.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class PerTeam:
    """So much for each team, once: its first entrant pays."""

    cents: int

    def __post_init__(self) -> None:
        refuse_negative(self.cents, "cents")


@dataclass(frozen=True, slots=True, kw_only=True)
class PerList:
    """So much for each list an entrant plays."""

    cents: int

    def __post_init__(self) -> None:
        refuse_negative(self.cents, "cents")


@dataclass(frozen=True, slots=True, kw_only=True)
class LostGames:
    """So much for each lost game of a list, by tiers: ``((3, 50), (None, 100))`` is 50 to the third, then 100."""

    tiers: Sequence[tuple[int | None, int]]
    """The last game of each tier, None in the last one if it is open, and cents a game."""

    def __post_init__(self) -> None:
        before = -1
        for index, (reach, cents) in enumerate(self.tiers):
            refuse_negative(cents, "tiers", index, 1)
            if reach is None:
                if index != len(self.tiers) - 1:
                    raise Impossible(Fault.TIERS_FALL, "tiers", index, 0)
                continue
            refuse_negative(reach, "tiers", index, 0)
            if reach <= before:
                raise Impossible(Fault.TIERS_FALL, "tiers", index, 0)
            before = reach

    def cents_for(self, lost: int) -> int:
        """Return what the lost games of one list cost, in cents.

        >>> LostGames(tiers=((3, 50), (None, 100))).cents_for(4)
        250
        """
        due = paid = 0
        for reach, cents in self.tiers:
            until = lost if reach is None else min(lost, reach)
            due += (until - paid) * cents
            paid = until
        return due


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAtTable:
    """So much by the place at the table, best first, for each size of a table; another size costs nothing."""

    cents: Mapping[int, Sequence[int]]

    def __post_init__(self) -> None:
        for size, amounts in self.cents.items():
            if size < 1:
                raise Impossible(Fault.NOT_FROM_ONE, "cents", str(size))
            if len(amounts) != size:
                raise Impossible(Fault.AMOUNTS_OF_SIZE, "cents", str(size))
            for index, cents in enumerate(amounts):
                refuse_negative(cents, "cents", str(size), index)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedIn:
    """So much for each deal passed in, which the table pays together."""

    cents: int

    def __post_init__(self) -> None:
        refuse_negative(self.cents, "cents")


Kind = PerEntrant | PerTeam | PerList | LostGames | PlaceAtTable | PassedIn


@dataclass(frozen=True, slots=True, kw_only=True)
class Tariff:
    """One thing that is charged, and the classes that do not pay it."""

    code: str
    kind: Kind
    free: frozenset[str] = frozenset()


LOST_GAMES: Final = {
    "usual": LostGames(tiers=((3, 50), (None, 100))),
    "cheap": LostGames(tiers=((3, 30), (None, 100))),
    "dear": LostGames(tiers=((3, 100), (None, 200))),
    "three tiers": LostGames(tiers=((3, 50), (5, 100), (None, 300))),
    "half a euro": LostGames(tiers=((None, 50),)),
    "one euro": LostGames(tiers=((None, 100),)),
}
"""What lost games cost, in cents a list."""

PLACE_AT_TABLE: Final = PlaceAtTable(cents={4: (50, 100, 150, 200), 3: (50, 100, 150)})
"""The best pays least; at three nobody is the fourth."""
