"""In what two entries differ, as it is read."""

from collections import defaultdict
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.lists.wording import comparison
from scoring.lists.wording.comparison import CELL
from scoring.paper_desk.wording import shorthand
from scoring.paper_desk.wording.shorthand import SLIP
from scoring.rules.comparison import Cell, difference
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.shorthand import Illegible, Slip
from scoring.rules.valuation import Played
from tests.support import strategies

NAMES = ["Anna", "Bernd", "Clara"]
OUVERT = Contract(game=Game.GRAND, hand=True, schneider_announced=True, schwarz_announced=True, ouvert=True)
GRAND = Played(contract=Contract(game=Game.GRAND), matadors=-2, won=True)


def rows(first: Played | None, second: Played | None) -> list[tuple[str, str, str, bool]]:
    deals = [Deal(number=1, declarer=2 if line else None, played=line) for line in (first, second)]
    found = difference(*deals)
    assert found is not None
    return [(row.label, row.first, row.second, row.differs) for row in comparison.cell_rows(found, names=NAMES)]


def test_what_is_the_same_is_shown_too_and_what_is_empty_in_both_is_not():
    assert rows(GRAND, replace(GRAND, won=False, schneider=True)) == [
        ("declarer", "Bernd", "Bernd", False),
        ("game", "Grand", "Grand", False),
        ("matadors", "−2", "−2", False),
        ("level", "–", "Schneider", True),
        ("result", "won", "lost", True),
        ("points", "72", "−192", True),
    ]


@pytest.mark.parametrize(
    ("line", "cell", "read"),
    [
        (replace(GRAND, contract=OUVERT, schneider=True, schwarz=True, matadors=4), "announced", "Hand, ouvert"),
        (replace(GRAND, schneider=True, schwarz=True, matadors=4), "level", "Schwarz"),
        (replace(GRAND, won=False, bid=120, overbid=True), "bid", "120"),
        (replace(GRAND, won=False, bid=120, overbid=True), "result", "overbid"),
        (Played(contract=Contract(game=Game.NULL), matadors=None, won=True), "matadors", "–"),
        (None, "result", "passed in"),
        (None, "declarer", "–"),
    ],
)
def test_a_cell_is_read_as_on_paper(line, cell, read):
    assert {label: second for label, _first, second, _differs in rows(GRAND, line)}[cell] == read


def test_points_are_named_only_where_nothing_else_differs():
    deal = Deal(number=1, declarer=1, played=GRAND)
    found = difference(deal, replace(deal, declarer=2, played=replace(GRAND, matadors=3)))

    assert found is not None
    assert comparison.cells(found) == "declarer, matadors"


def test_a_declarer_who_has_no_seat_is_named_by_its_number():
    deal = Deal(number=1, declarer=1, played=GRAND)
    found = difference(deal, replace(deal, declarer=9))

    assert found is not None
    assert comparison.cell_rows(found, names=NAMES)[0].second == "9"


def test_every_cell_and_every_slip_has_words():
    assert set(CELL) == set(Cell)
    assert set(SLIP) == set(Slip)


@pytest.mark.parametrize("slip", list(Slip))
def test_a_slip_is_a_sentence(slip):
    sentence = shorthand.slip(Illegible(slip, "x"))

    assert sentence.endswith(".")
    assert "%(" not in sentence


ALIKE: dict[tuple[Contract, int | None], list[Played]] = defaultdict(list)
for _line in strategies.LINES:
    ALIKE[_line.contract, _line.matadors].append(_line)


@st.composite
def two_entries(draw: st.DrawFn) -> tuple[Deal, Deal]:
    """Return two entries of a deal, mostly of the same game."""
    one = draw(st.sampled_from(strategies.LINES))
    other = draw(st.sampled_from(ALIKE[one.contract, one.matadors]) | st.sampled_from(strategies.LINES))
    seats = st.sampled_from([2, 2, 2, 3])
    return Deal(number=1, declarer=draw(seats), played=one), Deal(number=1, declarer=draw(seats), played=other)


@given(two_entries(), st.sampled_from([NAMES, ["Hans", "Hans", "Hans"]]))
def test_two_entries_that_differ_never_read_the_same(entries, names):
    found = difference(*entries)
    if found is None:
        return

    for row in comparison.cell_rows(found, names=names):
        assert (row.first != row.second) is row.differs
    assert comparison.in_words(found, names=names)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (replace(GRAND, won=False), "result: won / lost; points: 72 / −144"),
        (replace(GRAND, won=False, bid=120, overbid=True), "bid: – / 120; result: won / overbid; points: 72 / −240"),
    ],
)
def test_the_difference_is_said_with_both_values(other, said):
    found = difference(Deal(number=1, declarer=2, played=GRAND), Deal(number=1, declarer=2, played=other))
    assert found is not None

    assert comparison.in_words(found, names=NAMES) == said
