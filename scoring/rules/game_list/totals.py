"""A list of which only the totals are typed in from paper (SkWO 5, 7.2).

Where somebody joined or left during the series the bonus needs the deals: such a list is entered deal by deal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.rules.codes import PROBLEM, Code
from scoring.rules.game_list.deals import check_table
from scoring.rules.game_list.findings import Finding
from scoring.rules.game_list.presence import PLAYERS_PER_DEAL
from scoring.rules.game_list.sums import ControlSums, Tally, bonus_of_a_loss, controlled, tallied
from scoring.rules.values import BASE_VALUE, BIDS, cover


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """The bottom line of one seat."""

    game_points: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsList:
    """The bottom lines of a table, from seat 1 on.

    :raises ValueError: if there are not three or four seats, each with its totals, or no rounds.
    """

    seats: int
    rounds: int = 12
    totals: tuple[Totals, ...]
    passed: int | None = None
    """Deals that were passed in, as whoever read the paper said; None where nobody did."""

    def __post_init__(self) -> None:
        check_table(seats=self.seats, rounds=self.rounds)
        if len(self.totals) != self.seats:
            raise ValueError(f"{self.seats} seats, but {len(self.totals)} totals")

    @property
    def length(self) -> int:
        """Deals of the whole series: 48 or 36 in twelve rounds."""
        return self.seats * self.rounds

    @property
    def played(self) -> int:
        """Deals in which somebody was the declarer."""
        return sum(own.won + own.lost for own in self.totals)

    @property
    def rest(self) -> int:
        """Deals of the series in which nobody was: passed in, not played, or a slip in the totals."""
        return self.length - self.played

    @property
    def own_deals(self) -> int:
        """Deals in which one seat can be declarer: 36 in twelve rounds (ISkO 3.2.7)."""
        return PLAYERS_PER_DEAL * self.rounds


LOST_VALUES: Final = tuple(sorted({cover(game, bid=bid).value for game in BASE_VALUE for bid in BIDS} | set(BIDS)))
"""Every value a lost game can be charged at, overbid ones included (ISkO 5.4)."""

FEW: Final = 10
"""Up to one deal in so many may be taken for passed in without a word."""

EXACT_UP_TO: Final = 48
"""Games of one seat up to which every sum is checked; beyond, only the bounds are."""


def totals_findings(totals_list: TotalsList) -> tuple[Finding, ...]:
    """Return what cannot be true of the totals, per seat and for the table."""
    return tuple(_findings(totals_list))


def must_be_stated(totals_list: TotalsList) -> bool:
    """Test whether so many deals have no declarer that somebody has to say how many were passed in (SkWO 7.2.1, 9.4).

    More than one in ten is more likely a slip in the totals, or deals that were not played.
    """
    return FEW * totals_list.rest > totals_list.length


def totals_tallies(totals_list: TotalsList) -> tuple[Tally, ...]:
    """Return what each seat brings into the rating, from seat 1 on (SkWO 5.1)."""
    totals = totals_list.totals
    return tallied([own.game_points for own in totals], [own.won for own in totals], [own.lost for own in totals])


def totals_control_sums(totals_list: TotalsList) -> ControlSums:
    """Return the control sums; where nobody said how many were passed in, every deal without a declarer was."""
    passed = totals_list.rest if totals_list.passed is None else totals_list.passed
    won = sum(own.won for own in totals_list.totals)
    lost = sum(own.lost for own in totals_list.totals)
    return controlled(
        totals_tallies(totals_list),
        deals=totals_list.played + passed,
        won=won,
        lost=lost,
        passed=passed,
        game_points=sum(own.game_points for own in totals_list.totals),
        bonus=lost * bonus_of_a_loss(totals_list.seats),
    )


def possible_points(game_points: int, *, won: int, lost: int) -> bool:
    """Test whether that many won and lost games can add up to the game points (ISkO 5.6).

    >>> possible_points(19, won=1, lost=0)
    False
    """
    highest = BIDS[-1] * won - 2 * LOST_VALUES[0] * lost
    lowest = BIDS[0] * won - 2 * LOST_VALUES[-1] * lost
    if won < 0 or lost < 0 or not lowest <= game_points <= highest:
        return False
    if won + lost > EXACT_UP_TO:
        return True
    return bool(_sums(won, lost) >> (game_points + 2 * LOST_VALUES[-1] * lost) & 1)


def _findings(totals_list: TotalsList) -> Iterator[Finding]:
    for seat, own in enumerate(totals_list.totals, start=1):
        for code in _of_seat(own, own_deals=totals_list.own_deals):
            yield Finding(problem=PROBLEM[code], seat=seat)
    if totals_list.rest < (totals_list.passed or 0):
        yield Finding(problem=PROBLEM[Code.TOO_MANY_GAMES])


def _of_seat(own: Totals, *, own_deals: int) -> Iterator[Code]:
    if own.won + own.lost > own_deals:
        yield Code.TOO_MANY_OWN_GAMES
    if own.won < 0 or own.lost < 0:
        yield Code.NEGATIVE_COUNT
    # Points are no evidence against counts that are wrong in themselves.
    elif not possible_points(own.game_points, won=own.won, lost=own.lost):
        yield Code.IMPOSSIBLE_POINTS


@lru_cache(maxsize=2048)
def _sums(won: int, lost: int) -> int:
    """Return the reachable sums as bits; a lost game counts from the dearest one upwards."""
    if lost:
        dearest = LOST_VALUES[-1]
        before, gains = _sums(won, lost - 1), [2 * (dearest - value) for value in LOST_VALUES]
    elif won:
        before, gains = _sums(won - 1, 0), list(BIDS)
    else:
        return 1
    reached = 0
    for gain in gains:
        reached |= before << gain
    return reached
