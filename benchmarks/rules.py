"""The rules against making the same number of values: to book a line is to look it up, check it and explain it.

The goals hold the issue's figures on a machine that makes a line in 1.4 and a deal in 1.0 microseconds: 10 microseconds
a line, and one second for the 288,000 deals of 4,000 players in six series. The milliseconds printed are of 1,000 lines
and of all the deals.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice

from benchmarks.measure import Benchmark
from scoring.rules.checks import problems
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import rating, tallies
from scoring.rules.judging import different_games
from scoring.rules.results.ranking import SeriesResult, added, counting, ranked
from scoring.rules.valuation import Played, book
from scoring.rules.values import BIDS
from simulation.deals import play
from tables.seating.chance import Chance

LINES = 1000
LINE_GOAL = 7.0
PLAYERS, SERIES = 4000, 6
EVENT_GOAL = 3.0
EVEN = {1: 0, 2: 0, 3: 0, 4: 0}
DIFFERENT_TABLES = 100


def benchmarks() -> Iterator[Benchmark]:
    """Yield lines nobody has seen before, the lines of real lists, and an event to be added up."""
    unseen = tuple(_every_line())
    yield Benchmark(name="1,000 lines, never seen", subject=_booking(unseen), anchor=_making(unseen), goal=LINE_GOAL)
    seen = tuple(deal.played for table in _played_tables() for deal in table if deal.played is not None)
    yield Benchmark(name="1,000 lines of real lists", subject=_booking(seen), anchor=_making(seen), goal=LINE_GOAL)
    event = tuple(_event())
    yield Benchmark(
        name=f"{sum(len(one.deals) for one in event):,} deals ranked",
        subject=lambda: _standings(event),
        anchor=lambda: [[_same_deal(deal) for deal in one.deals] for one in event],
        goal=EVENT_GOAL,
    )


def _every_line() -> Iterator[Played]:
    """Yield each of the 664 games with every bid, won where it can be and lost: more than any cache keeps."""
    for game in different_games():
        for bid in BIDS:
            overbid = book(game).value < bid
            yield replace(game, bid=bid, overbid=overbid, won=not overbid)
            yield replace(game, bid=bid, overbid=overbid, won=False)


def _booking(lines: Sequence[Played]) -> Callable[[], object]:
    """Return an act that checks and books the next lines."""
    following = cycle(lines)

    def check_and_book() -> None:
        for line in islice(following, LINES):
            problems(line)
            book(line)

    return check_and_book


def _making(lines: Sequence[Played]) -> Callable[[], object]:
    following = cycle(lines)
    return lambda: [_same_line(line) for line in islice(following, LINES)]


def _same_line(line: Played) -> Played:
    return Played(
        contract=line.contract,
        matadors=line.matadors,
        won=line.won,
        schneider=line.schneider,
        schwarz=line.schwarz,
        bid=line.bid,
        overbid=line.overbid,
    )


def _same_deal(deal: Deal) -> Deal:
    return Deal(number=deal.number, declarer=deal.declarer, played=deal.played)


def _played_tables() -> Iterator[tuple[Deal, ...]]:
    blank = GameList(seats=4)
    for table in range(DIFFERENT_TABLES):
        yield play(blank, until=blank.length, skills=EVEN, chance=Chance(str(table), purpose="bench"))


def _event() -> Iterator[GameList]:
    """Yield the lists of all tables in all series, no line of them the same object: so they come from a database."""
    tables = tuple(_played_tables())
    for number in range(PLAYERS // 4 * SERIES):
        yield GameList(seats=4, deals=tuple(_anew(deal) for deal in tables[number % DIFFERENT_TABLES]))


def _anew(deal: Deal) -> Deal:
    if deal.played is None:
        return replace(deal)
    return replace(deal, played=replace(deal.played, contract=replace(deal.played.contract)))


def _standings(event: Sequence[GameList]) -> object:
    """Return the places after all series; whoever sits where does not change the work."""
    earned: dict[int, list[SeriesResult]] = defaultdict(list)
    for number, game_list in enumerate(event):
        series, table = divmod(number, PLAYERS // 4)
        for seat, tally in enumerate(tallies(game_list)):
            points = rating(tally, seats=game_list.seats).performance
            one = SeriesResult(series=series + 1, performance=points, won=tally.won, lost=tally.lost)
            earned[4 * table + seat].append(one)
    return ranked(added(entrant, counting(results)) for entrant, results in earned.items())
