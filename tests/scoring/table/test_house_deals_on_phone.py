"""A phone brings deals by house rules, as they were typed: only the site knows what they come to."""

import pytest

from scoring.lists import mapping
from scoring.lists.models import DealRow, Proposal
from tests import factories
from tests.scoring.houses.evening import columns, house_list
from tests.scoring.table.phones_seen import Phone

pytestmark = pytest.mark.django_db

HEARTS = {"outcome": "won", "declarer": "1", "game": "hearts", "matadors": "2"}
RAMSCH = {"outcome": "ramsch", "points_1": "40", "points_3": "50", "points_4": "30"} | {
    "tricks_1": "3",
    "tricks_3": "4",
    "tricks_4": "3",
}


def typed(phone, number, form, **line):
    return phone.deal(number, {"said": "Hearts", "form": form, **line})


def states(answer):
    return [receipt["state"] for receipt in answer["receipts"]]


def test_a_batch_of_games_and_a_ramsch_is_entered_in_its_order_and_once():
    row = house_list("ramsch", seats=4, rounds=2)
    phone = Phone(row)
    # Whoever sits at seat 2 deals the second deal and has no card points.
    acts = [typed(phone, 1, HEARTS | {"declarer": "2"}), typed(phone, 2, RAMSCH), typed(phone, 3, HEARTS)]

    answer = phone.send(*acts)
    assert states(answer) == ["saved"] * 3, [receipt["says"] for receipt in answer["receipts"]]
    assert phone.send(*acts)["receipts"] == answer["receipts"]
    assert DealRow.objects.count() == 3
    assert columns(row) == [30, 30, -50, 0]


def test_a_deal_after_the_target_comes_back_with_its_sentence_and_is_kept():
    row = house_list("bierlachs", rounds=12)
    phone = Phone(row)
    grand = HEARTS | {"game": "grand", "matadors": "-4", "outcome": "lost"}
    answer = phone.send(*(typed(phone, number, grand) for number in range(1, 6)))

    first = states(answer).index("proposed" if "proposed" in states(answer) else "refused")
    assert states(answer)[:first] == ["saved"] * first
    assert "target" in answer["receipts"][first]["says"], answer["receipts"]
    assert Proposal.objects.count() == 5 - first


def test_a_game_without_matadors_is_told_as_the_form_tells_it_and_spoils_no_other():
    phone = Phone(house_list("kneipe", rounds=2))
    half = {name: value for name, value in HEARTS.items() if name != "declarer"}

    answer = phone.send(typed(phone, 1, half), typed(phone, 1, HEARTS | {"stakes": "1"}))

    assert states(answer) == ["refused", "saved"]
    assert answer["receipts"][0]["says"] == "Please choose."


@pytest.mark.thorough(after=3)
@pytest.mark.parametrize("form", [None, [], "won", {"outcome": 1}, {}, {"outcome": "nothing"}, {"outcome": ["won"]}])
def test_what_is_no_form_is_refused_and_nothing_is_written(form):
    phone = Phone(house_list("kneipe"))

    assert states(phone.send(phone.deal(1, {"form": form}))) == ["refused"]
    assert not DealRow.objects.exists()


def test_a_form_is_nothing_for_a_list_by_the_book():
    phone = Phone(factories.running_list())
    assert states(phone.send(typed(phone, 1, HEARTS))) == ["refused"]


def test_the_same_deal_of_two_phones_stands_once_and_waits_beside_it():
    row = house_list("kneipe", rounds=2)
    first, second = Phone(row), Phone(row)
    first.send(typed(first, 1, HEARTS))

    answer = second.send(typed(second, 1, HEARTS | {"outcome": "lost"}))

    assert states(answer) == ["proposed"]
    assert columns(row) == [30, 0, 0]
    assert Proposal.objects.get().number == 1


def test_a_deal_is_for_whom_it_is_said_to_count():
    row = house_list("kneipe", rounds=2)
    phone = Phone(row)
    assert states(phone.send(typed(phone, 1, HEARTS, declarer=3))) == ["saved"]
    assert columns(row) == [0, 0, 30]


def test_the_page_has_the_forms_of_the_next_deals_until_the_first_dealer_deals_again(client):
    row = house_list("ramsch", seats=4, rounds=2)
    page = client.get(f"/l/{row.table.key}/", follow=True).content.decode()
    assert [f'data-ahead="{number}"' in page for number in range(1, 7)] == [False, True, True, True, True, False]
    # Whoever deals has no card points.
    ahead = page.split("<template data-ahead=")[1]
    assert "points_1" in ahead
    assert "points_2" not in ahead


def test_to_a_target_the_dealers_go_round_however_few_deals_there_are():
    empty = mapping.to_game_list(house_list("bierlachs", seats=4, rounds=2), ())
    assert [empty.dealer_of(number) for number in range(1, 7)] == [1, 2, 3, 4, 1, 2]
