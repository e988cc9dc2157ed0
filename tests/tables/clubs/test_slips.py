"""Names that are probably one person's: slips of typing, and what looks like one and is a father or a sister."""

import pytest

from tables.clubs.rules import slips


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hans Maier", "Hans Meier"),
        ("Hans Maier", "Meier, Hans"),
        ("Hans Maier", "Hans Mayer"),
        ("Hans Schmidt", "Hans Schmdit"),
        ("Hans Schmidt", "Hans Schmid"),
        ("Hans Müller", "Hans Mueler"),
        ("Hans Maier jun.", "Hans Meier jun"),
        ("Dr. Hans Maier", "Hans Meier"),
        ("Karl von der Au-Berg", "Karl von der Au-Brg"),
        ("Andreas Kuhn", "Anderas Kuhn"),
        ("Andreas Kuhn", "Andeas Kuhn"),
        ("Torsten Kuhn", "Thorsten Kuhn"),
        ("Hanna Kuhn", "Hana Kuhn"),
        ("Hans Maier", "H. Maier"),
        ("Maier, Hans", "Maier, H."),
    ],
)
def test_a_slip_is_seen_from_either_side(one, other):
    assert slips({3: one, 5: other}) == slips({3: other, 5: one}) == [(3, 5)]


@pytest.mark.parametrize(
    "names",
    [
        ("Hans Maier", "Hans Maier jun."),
        ("Hans Maier sen.", "Hans Maier jun."),
        ("Hans Maier II", "Hans Maier III"),
        ("Hans Maier", "Hans Meier jun."),
        ("Hans Maier", "Hans Maier"),
        ("Hans Maier", "Maier, Hans"),
        ("Karl Maier", "Karla Maier"),
        ("Christian Maier", "Christina Maier"),
        ("Christine Maier", "Christiane Maier"),
        ("Andrea Maier", "Andreas Maier"),
        ("Michel Maier", "Michael Maier"),
        ("Frank Maier", "Franz Maier"),
        ("Rolf Maier", "Ralf Maier"),
        ("Erwin Maier", "Edwin Maier"),
        ("Jan Maier", "Jon Maier"),
        ("Hans Maier", "Hans Peter Maier"),
        ("Hans Maier", "Hans-Peter Maier"),
        ("Hans Maier", "Hansi Maier"),
        ("Hans Hahn", "Hans Kahn"),
        ("Hans Aue", "Hans Auer"),
        ("Hans Maier", "Franz Meier"),
        ("H. Maier", "H. Meier"),
        ("H. Maier", "Hans Maier", "Heinz Maier"),
        ("H. Maier", "Hans Maier", "Hans Maier jun."),
        ("H. Maier", "Hans Meier"),
        ("Maier", "Meier"),
        ("Herz Dame 1", "Herz Dame 2"),
        ("", "H"),
    ],
)
def test_no_false_alarm(names):
    assert slips(dict(enumerate(names))) == []


def test_of_many_only_the_pairs():
    names = ["Hans Maier", "Otto Kurz", "Hans Meier", "Hans Mayer", "Otto Krz", "Otto Kutz"]
    assert slips(dict(enumerate(names))) == [(0, 2), (0, 3), (1, 5)]
