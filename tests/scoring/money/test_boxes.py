"""Boxes of cash: change, counting piece by piece, a difference with its reason, handing over (SkWO 3.3; practice)."""

from uuid import uuid4

import pytest

from scoring.money.services import boxes
from scoring.money.services.boxes import Count
from tables.acts.services.refusals import Refused
from tests.scoring.money import desk
from tests.scoring.money.desk import balance, told
from tests.support import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    """A box with 50 euros of change and 10 of entry."""
    tournament = factories.tournament(entrants=2)
    desk.charge(tournament)
    boxes.put_in(cents=5000, entry_key=uuid4(), **told(tournament))
    desk.pay(tournament, 1, 1000)
    return tournament


def count(made, *, key=None, **fields):
    return boxes.count_box(count=Count(**fields), entry_key=key or uuid4(), **told(made))


def test_what_is_as_it_should_be_moves_nothing(made):
    row = count(made, pieces={5000: 1, 1000: 1})

    assert (row.found, row.expected, row.movement) == (6000, 6000, None)


@pytest.mark.parametrize(("pieces", "organiser"), [({5000: 1}, -4000), ({5000: 1, 2000: 1}, -6000)])
def test_a_difference_needs_its_reason_and_is_the_organisers(made, pieces, organiser):
    with pytest.raises(Refused, match="difference-unexplained"):
        count(made, pieces=pieces)

    row = count(made, pieces=pieces, because="Wechselgeld falsch", witness="Anna")

    assert row.movement.because == "Wechselgeld falsch"
    assert balance(made, "box", "1") == row.found
    assert balance(made, "organiser") == organiser


def test_counted_twice_by_one_form_is_counted_once(made):
    key = uuid4()

    assert count(made, key=key, pieces={2000: 3}) == count(made, key=key, pieces={2000: 3})
    with pytest.raises(Refused, match="sent-otherwise"):
        count(made, key=key, pieces={2000: 2})


def test_a_box_goes_into_other_hands_with_a_count(made):
    other = factories.user("kassiererin")

    row = count(made, pieces={2000: 3}, to="kassiererin", witness="direktor")

    assert row.to == other
    assert made.journal.last().data["user"] == other.pk


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"pieces": {3: 1}}, "pieces-impossible"),
        ({"pieces": {5000: -1}}, "pieces-impossible"),
        ({"to": "niemand"}, "no-such-user"),
    ],
)
def test_what_cannot_be_counted_is_refused(made, fields, code):
    with pytest.raises(Refused, match=code):
        count(made, **{"pieces": {2000: 3}, **fields})


def test_money_is_taken_out_as_far_as_there_is_some(made):
    with pytest.raises(Refused, match="box-has-less"):
        boxes.take_out(cents=6001, entry_key=uuid4(), **told(made))

    key = uuid4()
    for _ in range(2):
        boxes.take_out(cents=6000, entry_key=key, **told(made))

    assert balance(made, "box", "1") == 0
