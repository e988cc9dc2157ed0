"""Lists by any profile against making the same lines: to judge them, put them into columns, and walk through Bock.

The goals hold the issue's figures on a machine that makes such a line in 2 microseconds: 10 microseconds a line for
the official profile, 30 for any, and 10 seconds for 10,000 evenings of 36 deals with Bock. The milliseconds printed
are of 30 lists, 1,080 lines.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from random import Random

from benchmarks.measure import Benchmark
from scoring.rules.contract import Game
from scoring.rules.profiles.evening import ProfileList, score
from scoring.rules.profiles.lines import ContractKind, DeclarerLine, Line, PassedLine, RamschLine
from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.profile import Declaring, Profile
from scoring.rules.profiles.switches import switched

DEALS = 36
LISTS = 30
DIFFERENT = 600
OFFICIAL_GOAL, ANY_GOAL, BOCK_GOAL = 5.0, 15.0, 13.8


def benchmarks() -> Iterator[Benchmark]:
    """Yield lists by the official profile, by every one in turn, and evenings in a Kneipe with Bock."""
    chance = Random(23)
    official = [_listed(OFFICIAL, chance) for _ in range(DIFFERENT)]
    every = [_listed(profile, chance) for profile in islice(cycle(PROFILES.values()), DIFFERENT)]
    evenings = [_listed(_with_bock(chance), chance) for _ in range(DIFFERENT)]
    for name, lists, goal in (
        ("by the official profile", official, OFFICIAL_GOAL),
        ("by every profile", every, ANY_GOAL),
        ("evenings with Bock", evenings, BOCK_GOAL),
    ):
        yield Benchmark(name=name, subject=_scoring(lists), anchor=_making(lists), goal=goal)


def _scoring(lists: Sequence[ProfileList]) -> Callable[[], object]:
    following = cycle(lists)
    return lambda: [score(listed) for listed in islice(following, LISTS)]


def _making(lists: Sequence[ProfileList]) -> Callable[[], object]:
    following = cycle(lists)
    return lambda: [[_same(line) for line in listed.deals] for listed in islice(following, LISTS)]


def _same(line: Line) -> Line:
    if isinstance(line, DeclarerLine):
        return DeclarerLine(
            declarer=line.declarer,
            game=line.game,
            matadors=line.matadors,
            won=line.won,
            hand=line.hand,
            schneider=line.schneider,
            schwarz=line.schwarz,
            schneider_announced=line.schneider_announced,
            schwarz_announced=line.schwarz_announced,
            ouvert=line.ouvert,
            bid=line.bid,
            overbid=line.overbid,
            stakes=line.stakes,
            spitze=line.spitze,
            revolution=line.revolution,
            kind=line.kind,
        )
    if isinstance(line, RamschLine):
        return RamschLine(
            card_points=line.card_points,
            tricks=line.tricks,
            last_trick=line.last_trick,
            pushes=line.pushes,
            kind=line.kind,
        )
    return PassedLine()


def _with_bock(chance: Random) -> Profile:
    """Return a Kneipe with the switches of one evening."""
    profile = switched(PROFILES["kneipe"], "bock_events", chance.randrange(1, 256))
    return switched(profile, "ramsch_writes", chance.choice(["loser", "everybody"]))


def _listed(profile: Profile, chance: Random) -> ProfileList:
    seats = chance.choice(profile.seats)
    blank = ProfileList(profile=profile, seats=seats, rounds=DEALS)
    deals = [_line(profile, seats, turn.players, chance) for turn in islice(blank.turns(), DEALS)]
    return ProfileList(profile=profile, seats=seats, rounds=DEALS, deals=tuple(deals))


def _line(profile: Profile, seats: int, players: Sequence[int], chance: Random) -> Line:
    kind = chance.random()
    if kind < 0.05 and profile.declaring is Declaring.AUCTION:
        return PassedLine()
    if kind < 0.3 and profile.ramsch is not None:
        return _ramsch(profile, seats, players, chance)
    game = chance.choice(list(Game))
    return DeclarerLine(
        declarer=chance.choice(players),
        game=game,
        matadors=None if game is Game.NULL else chance.choice([1, 1, 2, 3, 4, -1, -2]),
        won=chance.random() < 0.8,
        hand=profile.declaring is Declaring.AUCTION and chance.random() < 0.2,
        stakes=chance.randrange(profile.stakes + 1),
        kind=_kind(game) if profile.declaring is Declaring.BY_KIND else None,
    )


def _ramsch(profile: Profile, seats: int, players: Sequence[int], chance: Random) -> RamschLine:
    cuts = sorted(chance.randrange(121) for _ in players[1:])
    shares = [high - low for low, high in zip([0, *cuts], [*cuts, 120], strict=True)]
    points = dict(zip(players, shares, strict=True))
    tricks = dict(zip(players, (4, 6) if len(players) == 2 else (2, 3, 5), strict=True))
    return RamschLine(
        card_points=tuple(points.get(seat) for seat in range(1, seats + 1)),
        tricks=tuple(tricks.get(seat) for seat in range(1, seats + 1)),
        kind=ContractKind.RAMSCH if profile.declaring is Declaring.BY_KIND else None,
    )


def _kind(game: Game) -> ContractKind:
    if game is Game.NULL:
        return ContractKind.NULL
    return ContractKind.GUCKSER if game is Game.GRAND else ContractKind.SOLO
