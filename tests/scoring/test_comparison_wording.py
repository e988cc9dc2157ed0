"""In what two entries differ, as it is read."""

from dataclasses import replace

import pytest

from scoring import wording
from scoring.rules import Cell, Contract, Deal, Game, Played, difference
from scoring.rules.shorthand import Illegible, Slip
from scoring.wording.comparison import CELL
from scoring.wording.shorthand import SLIP

NAMES = ["Anna", "Bernd", "Clara"]
OUVERT = Contract(game=Game.GRAND, hand=True, schneider_announced=True, schwarz_announced=True, ouvert=True)
GRAND = Played(contract=Contract(game=Game.GRAND), matadors=-2, won=True)


def rows(first: Played | None, second: Played | None) -> list[tuple[str, str, str, bool]]:
    deals = [Deal(number=1, declarer=2 if line else None, played=line) for line in (first, second)]
    found = difference(*deals)
    assert found is not None
    return [(row.label, row.first, row.second, row.differs) for row in wording.cell_rows(found, names=NAMES)]


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
    assert wording.cells(found) == "declarer, matadors"


def test_a_declarer_who_has_no_seat_is_named_by_its_number():
    deal = Deal(number=1, declarer=1, played=GRAND)
    found = difference(deal, replace(deal, declarer=9))

    assert found is not None
    assert wording.cell_rows(found, names=NAMES)[0].second == "9"


def test_every_cell_and_every_slip_has_words():
    assert set(CELL) == set(Cell)
    assert set(SLIP) == set(Slip)


@pytest.mark.parametrize("slip", list(Slip))
def test_a_slip_is_a_sentence(slip):
    sentence = wording.slip(Illegible(slip, "x"))

    assert sentence.endswith(".")
    assert "%(" not in sentence
