"""Money counted piece by piece, and what should be in the box (design page on money, 1.4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money.reckon.counting import PIECES, Box, counted
from scoring.money.reckon.faults import Fault, Impossible
from scoring.money.reckon.transfers import iban

boxes = st.builds(Box, **dict.fromkeys(("opening", "put_in", "takings", "paid", "taken_out"), st.integers(0, 10**6)))


def test_there_are_fifteen_pieces_from_500_euros_to_a_cent():
    assert (len(PIECES), PIECES[0], PIECES[-1]) == (15, 50000, 1)
    assert counted(dict.fromkeys(PIECES, 1)) == 88888


def test_a_count_adds_up():
    assert counted({}) == 0
    assert counted({50000: 1, 2000: 4, 500: 3, 200: 7, 5: 1, 1: 3}) == 60908


@pytest.mark.parametrize(
    ("pieces", "fault"),
    [({300: 1}, Fault.NO_SUCH_PIECE), ({0: 1}, Fault.NO_SUCH_PIECE), ({100: -1}, Fault.NEGATIVE)],
)
def test_a_count_of_no_piece_is_refused(pieces, fault):
    with pytest.raises(Impossible) as refused:
        counted(pieces)

    assert refused.value.fault is fault


def test_the_report_runs_backwards_from_what_was_counted():
    """Show 1.4: counted - opening - put in + paid out + taken out are the takings."""
    box = Box(opening=10000, put_in=5000, takings=93000, paid=70000, taken_out=20000)

    assert box.expected == 18000
    assert box.difference(17950) == -50
    assert box.takings_by(17950) == 92950


@given(boxes, st.integers(0, 10**7))
def test_the_difference_is_that_between_booked_and_counted_takings(box, found):
    assert box.difference(found) == box.takings_by(found) - box.takings


@pytest.mark.parametrize(
    "typed", ["DE89370400440532013000", "de89 3704 0044 0532 0130 00", "PL61109010140000071219812874"]
)
def test_an_iban_is_read_with_and_without_blanks(typed):
    assert iban(typed) == "".join(typed.split()).upper()


@pytest.mark.parametrize(
    "typed", ["", "DE", "DE89370400440532013001", "DE8937040044053201300", "DE89-3704", "٣E89370400440532013000"]
)
def test_what_is_no_iban_is_seen(typed):
    assert iban(typed) is None


@given(st.permutations(range(22)))
def test_two_digits_exchanged_are_seen(order):
    right = "DE89370400440532013000"
    first, second = sorted(order[:2])
    swapped = right[:first] + right[second] + right[first + 1 : second] + right[first] + right[second + 1 :]

    assert iban(swapped) == (right if swapped == right else None)
