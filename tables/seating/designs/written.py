"""Whole events written out, where no design has enough series and the search ends above the fewest repeats.

Found by annealing over all series at once; the tests count again what each reaches. Points 0 to n - 1 are people, the
others are left empty, one at each table of three. A series is written as tables divided by commas, a table as points
divided by spaces.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tables.seating.chance import Chance
from tables.seating.designs.design import Design, strangers
from tables.seating.field import Tables
from tables.seating.sizes import table_sizes


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """An event with all its tables."""

    people: int
    repeats: int
    """Meetings of two who met before: no search has found fewer with tables of three shared out as here."""

    most_at_three: int
    """Visits to tables of three of whoever sits there most often."""

    text: tuple[str, ...]

    def series(self) -> list[Tables]:
        """Return all series, with an empty point at each table of three."""
        first_of_three = table_sizes(self.people).count(4)
        return [
            [
                [int(point) for point in table.split()] + [self.people + at - first_of_three] * (at >= first_of_three)
                for at, table in enumerate(tables.split(","))
            ]
            for tables in self.text
        ]

    def design(self, chance: Chance) -> Design:
        """Return the event as a design, its series in an order of chance."""
        series = chance.shuffled(self.series())
        return Design(series, strangers(series), empty=range(self.people, 4 * len(series[0])))


WRITTEN: Mapping[tuple[int, int], Written] = MappingProxyType(
    {
        (written.people, len(written.text)): written
        for written in (
            Written(
                people=11,
                repeats=5,
                most_at_three=2,
                text=(
                    "0 1 3 6, 4 5 7 9, 2 8 10",
                    "0 5 7 8, 3 6 9 10, 1 2 4",
                    "2 3 6 7, 0 4 5 10, 1 8 9",
                ),
            ),
            Written(
                people=17,
                repeats=2,
                most_at_three=4,
                text=(
                    "1 3 5 6, 2 9 15 16, 7 8 12, 11 13 14, 0 4 10",
                    "3 11 12 16, 1 8 10 15, 5 9 14, 4 6 13, 0 2 7",
                    "2 3 8 13, 0 6 12 14, 9 10 11, 1 7 16, 4 5 15",
                    "3 4 7 9, 0 5 8 11, 6 10 16, 12 13 15, 1 2 14",
                    "2 4 5 12, 0 1 13 16, 3 10 14, 6 8 9, 7 11 15",
                    "5 7 10 13, 4 8 14 16, 2 6 11, 1 9 12, 0 3 15",
                ),
            ),
            Written(
                people=18,
                repeats=2,
                most_at_three=4,
                text=(
                    "4 7 8 13, 3 11 12 15, 0 2 10 17, 1 6 14, 5 9 16",
                    "1 2 4 9, 0 3 5 14, 6 11 13 16, 8 15 17, 7 10 12",
                    "7 14 16 17, 0 4 6 12, 2 5 13 15, 1 10 11, 3 8 9",
                    "1 3 13 17, 5 6 8 10, 0 7 9 11, 4 14 15, 2 12 16",
                    "2 8 11 14, 3 4 10 16, 1 5 7 15, 6 9 17, 0 12 13",
                    "9 10 13 14, 2 3 6 7, 4 5 11 17, 1 8 12, 0 15 16",
                ),
            ),
        )
    }
)
"""The events by entrants and series."""
