"""Two versions of a deal beside each other, as they are read."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lists.wording import sides
from scoring.rules.comparison import difference
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played
from tests.scoring.lists.test_comparison_wording import NAMES, two_entries

GRAND = Played(contract=Contract(game=Game.GRAND), matadors=-2, won=True)
HAND = replace(GRAND, contract=Contract(game=Game.GRAND, hand=True))
OVERBID = Played(contract=Contract(game=Game.SPADES), matadors=1, won=False, bid=24, overbid=True)


def lines(first: Played | None, second: Played | None) -> list[list[str]]:
    """Return what two versions say, what differs in capital letters."""
    deals = [Deal(number=1, declarer=2 if line else None, played=line) for line in (first, second)]
    found = difference(*deals)
    assert found is not None
    return [
        [
            ", ".join(part.words.upper() if part.differs else part.words for part in line)
            for line in sides.read(deal, names=NAMES, differing=found.cells)
        ]
        for deal in deals
    ]


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (
            GRAND,
            replace(GRAND, won=False),
            [["Bernd", "Grand, without 2", "WON, 72"], ["Bernd", "Grand, without 2", "LOST, −144"]],
        ),
        (GRAND, None, [["BERND", "GRAND, WITHOUT 2", "WON, 72"], ["PASSED IN"]]),
        (
            GRAND,
            HAND,
            [
                ["Bernd", "Grand, without 2, NOTHING ANNOUNCED", "won, 72"],
                ["Bernd", "Grand, without 2, HAND", "won, 96"],
            ],
        ),
        (
            GRAND,
            replace(GRAND, schneider=True),
            [
                ["Bernd", "Grand, without 2, NEITHER SCHNEIDER NOR SCHWARZ", "won, 72"],
                ["Bernd", "Grand, without 2, SCHNEIDER", "won, 96"],
            ],
        ),
        (
            OVERBID,
            replace(OVERBID, bid=27),
            [
                ["Bernd", "Spades, with 1, BID 24", "overbid, −66"],
                ["Bernd", "Spades, with 1, BID 27", "overbid, −66"],
            ],
        ),
    ],
)
def test_each_says_who_played_what_and_what_it_comes_to(first, second, said):
    assert lines(first, second) == said


@given(two_entries(), st.sampled_from([NAMES, ["Hans", "Hans", "Hans"]]))
def test_two_versions_that_differ_never_read_the_same_and_both_mark_where(entries, names):
    found = difference(*entries)
    if found is None:
        return
    first, second = (sides.read(deal, names=names, differing=found.cells) for deal in entries)

    words = [[[part.words for part in line] for line in side] for side in (first, second)]
    assert words[0] != words[1]
    for side in (first, second):
        assert any(part.differs for line in side for part in line)
