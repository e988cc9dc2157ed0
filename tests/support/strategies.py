"""Hypothesis strategies: any announcement, any line, any honest line, any honest game list."""

from dataclasses import replace
from itertools import product

from hypothesis import strategies as st

from scoring.rules.checks import problems
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.presence import Presence
from scoring.rules.results.ranking import Result, SeriesResult
from scoring.rules.valuation import Played, own_value
from scoring.rules.values import BIDS

contracts = st.sampled_from(CONTRACTS)
"""Any of the 29 announcements."""


bids = st.sampled_from(BIDS)
"""Any of the 63 legal bids."""


lines = st.builds(
    Played,
    contract=contracts,
    matadors=st.none() | st.integers(-13, 13),
    won=st.booleans(),
    schneider=st.booleans(),
    schwarz=st.booleans(),
    bid=st.none() | bids | st.integers(-5, 400),
    overbid=st.booleans(),
)
"""Any line that can be constructed, nonsense included."""


def _lines_without_bid() -> tuple[Played, ...]:
    """Return every line without a bid that nothing in the rules refuses."""
    return tuple(
        line
        for contract in CONTRACTS
        for matadors in _matadors_of(contract.game)
        for won, schneider, schwarz in product((True, False), repeat=3)
        if not refusals(
            line := Played(contract=contract, matadors=matadors, won=won, schneider=schneider, schwarz=schwarz)
        )
    )


def _matadors_of(game: Game) -> list[int | None]:
    """Return what can stand for the matadors of a game."""
    most = MAX_MATADORS[game]
    return [n for n in range(-most, most + 1) if n] or [None]


def refusals(line: Played) -> tuple[str, ...]:
    """Return the codes for which a line is refused."""
    return tuple(p.code for p in problems(line) if p.severity == "error")


LINES_WITHOUT_BID = _lines_without_bid()

# Made once: building a strategy over thousands of lines costs more than drawing from it.
_lines_drawn = st.sampled_from(LINES_WITHOUT_BID)
_bids_or_none = st.none() | bids


@st.composite
def honest_lines(draw: st.DrawFn) -> Played:
    """Return a line a table could honestly have written, with or without its bid."""
    return _with_bid(draw(_lines_drawn), draw(_bids_or_none))


def _with_bid(line: Played, bid: int | None) -> Played:
    """Return the line with its bid and the tick that belongs to it, if the bid can be."""
    if bid is None:
        return line
    covered = bid <= own_value(line)
    if covered or not (line.won or line.contract.game is Game.NULL):
        return replace(line, bid=bid, overbid=not covered)
    return line


LINES = tuple(dict.fromkeys(_with_bid(line, bid) for line in LINES_WITHOUT_BID for bid in (None, 18, 36, 59, 120)))
"""Enough honest lines to draw one in a single step; lists draw many."""

_deals_drawn = {
    players: st.none() | st.tuples(st.sampled_from(players), st.sampled_from(LINES))
    for table in (GameList(seats=3), GameList(seats=4))
    for players in {table.players_of(number) for number in range(1, 5)}
}


@st.composite
def changing_tables(draw: st.DrawFn) -> GameList:
    """Return a table of four before its series, at which players join and leave."""
    rounds = draw(st.sampled_from([2, 3, 5]))
    starts = sorted(draw(st.sets(st.integers(1, rounds), min_size=1, max_size=3)))
    parts = [Presence(from_round=start, seats=draw(_seats_drawn)) for start in starts]
    return GameList(seats=4, rounds=rounds, presence=tuple(parts))


_seats_drawn = st.sampled_from([(1, 2, 3, 4), (1, 2, 3), (1, 2, 4), (1, 3, 4), (2, 3, 4)])


@st.composite
def game_lists(
    draw: st.DrawFn, *, seats: int | None = None, rounds: int | None = None, whole: bool = False, changing: bool = False
) -> GameList:
    """Return a list a table could honestly have written: finished or not, or ``whole``."""
    if changing:
        blank = draw(changing_tables())
    else:
        blank = GameList(
            seats=seats or draw(st.sampled_from([3, 4])), rounds=rounds or draw(st.sampled_from([1, 2, 5, 12]))
        )
    written = blank.length if whole else draw(st.integers(0, blank.length))
    deals = []
    for number in range(1, written + 1):
        declarer, played = draw(_deals_drawn[blank.players_of(number)]) or (None, None)
        deals.append(Deal(number=number, declarer=declarer, played=played))
    return replace(blank, deals=tuple(deals))


results = st.lists(
    st.builds(
        Result,
        entrant=st.integers(1, 1000),
        performance=st.integers(-2, 2),
        won=st.integers(0, 2),
        lost=st.integers(0, 2),
    ),
    unique_by=lambda result: result.entrant,
    max_size=12,
)
"""Results of different entrants, with many ties."""


series_results = st.lists(
    st.builds(
        SeriesResult,
        series=st.integers(1, 8),
        performance=st.integers(-3, 3),
        won=st.integers(0, 2),
        lost=st.integers(0, 2),
    ),
    unique_by=lambda result: result.series,
    max_size=6,
)
"""What one entrant earned in some series, with many ties and in any order."""


def contract_of(game: str, announced: str = "") -> Contract:
    """Return a contract by its game and the highest thing announced.

    ``announced`` is "", "hand", "schneider", "schwarz" or "ouvert"; in Null also "hand ouvert".
    """
    if game == Game.NULL:
        return Contract(game=Game.NULL, hand="hand" in announced, ouvert="ouvert" in announced)
    height = ["", "hand", "schneider", "schwarz", "ouvert"].index(announced)
    return Contract(
        game=Game(game),
        hand=height >= 1,
        schneider_announced=height >= 2,
        schwarz_announced=height >= 3,
        ouvert=height >= 4,
    )


def line(
    game: str,
    matadors: int | None = None,
    announced: str = "",
    *,
    won: bool = True,
    schneider: bool = False,
    schwarz: bool = False,
    bid: int | None = None,
    overbid: bool = False,
) -> Played:
    """Return a line; Schwarz brings its Schneider along."""
    return Played(
        contract=contract_of(game, announced),
        matadors=matadors,
        won=won,
        schneider=schneider or schwarz,
        schwarz=schwarz,
        bid=bid,
        overbid=overbid,
    )


def lost(
    game: str,
    matadors: int | None = None,
    announced: str = "",
    *,
    schneider: bool = False,
    schwarz: bool = False,
    bid: int | None = None,
    overbid: bool = False,
) -> Played:
    """Return a lost line."""
    return line(game, matadors, announced, won=False, schneider=schneider, schwarz=schwarz, bid=bid, overbid=overbid)
