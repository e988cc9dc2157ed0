"""What the wishes of a draw weigh against each other; no sum of lower ones outweighs a higher one."""

from tables.seating.field import SeatingField, Tally

THREE = 1
"""Weight of a visit to a table of three by which someone is ahead of others."""

CLUB = 10**4
"""Weight of two club mates at a table."""

OTHER_TABLE = 10**6
"""Weight of someone whose company stays whole, but walks to another table."""

REPEAT = 10**9
"""Weight of two who met before."""

TOGETHER = REPEAT // 8
"""Worth of two mates who meet for the first time, where that is wished; six of them do not outweigh a repeat."""

UNFAIR = REPEAT * 99 // 100
"""Weight of a visit to a table of three beyond the fair share: a repeat, and of equals the lesser."""

APART = 10**15
"""Weight of two who must not meet."""

NEVER = 10**21
"""More than anything costs."""


def prices_at_three(field: SeatingField, tally: Tally) -> list[int]:
    """Return what a place at a table of three costs each: as a repeat, beyond the fair share."""
    chairs = sum(size for size in field.sizes if size == 3)
    share = -(-(sum(tally.threes) + chairs) // field.size)
    fewest = min(tally.threes)
    return [THREE * (visits - fewest) + UNFAIR * max(0, visits + 1 - share) for visits in tally.threes]
