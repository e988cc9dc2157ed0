"""What no database takes: house rules without a name, a Ramsch of a declarer, sums that cannot be."""

import pytest
from django.db import IntegrityError, transaction

from scoring.lists.models import DealRow, SecondDealRow
from tests import factories
from tests.factories import EVENING
from tests.scoring.houses.evening import house_list

pytestmark = [pytest.mark.django_db, pytest.mark.database]

RAMSCH = {"card_points": [20, 35, 65, None], "tricks": [2, 3, 5, None]}


def write(row, of=DealRow, **fields):
    of.objects.create(
        **{"game_list": row, "number": 1, "entry_key": "0" * 31 + "1", "entered_at": EVENING, "house": None} | fields
    )


def ramsch(**fields):
    return {"profile": "ramsch", "ramsch": {**RAMSCH, **fields}}


@pytest.mark.thorough(after=5)
@pytest.mark.parametrize("of", [DealRow, SecondDealRow])
@pytest.mark.parametrize(
    "house",
    [
        None,
        {"profile": "ramsch"},
        {"profile": "ramsch", "ramsch": RAMSCH},
        {"profile": "tournee", "ramsch": {"tricks": [2, 3, 5], "kind": "ramsch"}},
        {"profile": "gewinner-ramsch", "ramsch": {"card_points": [30, 30, 60]}},
        ramsch(card_points=[30, 30, 38]),
        ramsch(card_points=[20, 25]),
        {"profile": "kneipe", "stakes": 0},
    ],
)
def test_what_can_be_is_taken(of, house):
    write(house_list("ramsch"), of, house=house)


@pytest.mark.thorough(after=5)
@pytest.mark.parametrize("of", [DealRow, SecondDealRow])
@pytest.mark.parametrize(
    "fields",
    [
        {"house": {}},
        {"house": {"ramsch": RAMSCH}},
        {"house": ramsch(card_points=[20, 35, 66])},
        {"house": ramsch(card_points=[130, -10, 0])},
        {"house": ramsch(tricks=[2, 3, 4])},
        {"house": ramsch(tricks=[12, -2, 0])},
        {"house": {"profile": "kneipe", "stakes": 5}},
        {"house": {"profile": "kneipe", "stakes": -1}},
        {"house": ramsch(), "declarer": 1, "game": "null", "won": True, "points": 23},
        {"house": {"profile": "kneipe"}, "declarer": 6, "game": "null", "won": True, "points": 23},
        {"declarer": 5, "game": "null", "won": True, "points": 23},
    ],
)
def test_what_cannot_be_is_not(of, fields):
    row = house_list("ramsch")

    with pytest.raises(IntegrityError), transaction.atomic():
        write(row, of, **fields)


def test_a_list_says_in_its_row_by_what_it_is_kept():
    assert house_list("bierlachs target=301").profile == "bierlachs target=301"
    assert factories.tournament(slug="by-the-book").series.get().profile == ""
