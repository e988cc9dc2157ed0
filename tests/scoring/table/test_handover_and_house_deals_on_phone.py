"""A list read from a phone's screen: held against the site's, what is missing taken over, and counted once.

A phone brings deals by house rules, as they were typed: only the site knows what they come to.
"""

import json
from dataclasses import replace
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.lists import mapping
from scoring.lists.models import DealRow, Proposal
from scoring.lists.wording import games, refusals
from scoring.rules.codes import PROBLEM
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import written
from scoring.rules.notation.packed import PackedList, packed_text, read_packed
from scoring.rules.profiles.codes import HOUSE_PROBLEM
from tables.journal.models import JournalEntry
from tests.scoring.houses.evening import columns, house_list
from tests.scoring.table.phones_seen import Phone
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST
from tests.support.strategies import lines
from tests.support.thorough import examples

pytestmark = pytest.mark.django_db


ADDRESS = "/t/cup/handover/"


@pytest.fixture
def row():
    """The list of a table of three, with one deal entered."""
    row = factories.running_list(seats=3)
    factories.enter(row, (1, GRAND))
    return row


def code(*plays, **fields) -> str:
    """Return what a phone's code says: (seat, played) for each deal, or None for passed in."""
    deals = tuple(
        Deal(number=number, declarer=play and play[0], played=play and play[1])
        for number, play in enumerate(plays, start=1)
    )
    return packed_text(PackedList(**{"series": 1, "table": 1, "deals": deals, **fields}))


WHOLE = ((1, GRAND), (2, GRAND_LOST), None)


def points(row) -> list[tuple[int, int]]:
    return list(row.deals.filter(voided_at=None).order_by("number").values_list("number", "points"))


@pytest.mark.slow
def test_what_the_site_lacks_is_shown_and_taken_over(director, row):
    page = director.get(ADDRESS, {"packed": code(*WHOLE)})
    assert page.status_code == 200
    assert "2 deals are missing here." in page.content.decode()

    taken = director.post(ADDRESS, {"packed": code(*WHOLE)})

    assert taken.status_code == 302
    assert taken["Location"] == reverse("scoring:list", args=["cup", 1, 1])
    assert points(row) == [(1, 72), (2, -144), (3, 0)]
    assert JournalEntry.objects.order_by("-number").first().action == "list.entered"


@pytest.mark.slow
def test_the_whole_address_may_be_pasted(director, row):
    address = f"http://laptop.local:8000{ADDRESS}#{code(*WHOLE)}"

    assert "2 deals are missing here." in director.get(ADDRESS, {"packed": address}).content.decode()


@pytest.mark.slow
def test_read_twice_it_counts_once(director, row):
    director.post(ADDRESS, {"packed": code(*WHOLE)})
    again = director.post(ADDRESS, {"packed": code(*WHOLE)})

    assert again.status_code == 422
    assert "Nothing is missing here." in again.content.decode()
    assert DealRow.objects.count() == 3


@pytest.mark.slow
def test_the_phone_that_sends_it_later_all_the_same_has_it_saved(client, director, row):
    director.post(ADDRESS, {"packed": code(*WHOLE)})
    acts = [
        {"key": str(uuid4()), "do": "enter", "number": number, "line": written(deal)}
        for number, deal in enumerate(read_packed(code(*WHOLE)).deals, start=1)
    ]

    answer = client.post(
        reverse("scoring:phone", args=["cup", 1, 1]),
        json.dumps({"copy": "first", "unsent": 3, "version": None, "acts": acts}),
        content_type="application/json",
        headers={"X-Table-Key": row.table.key, "X-Device": "d" * 32},
    )

    assert [receipt["state"] for receipt in answer.json()["receipts"]] == ["saved"] * 3
    assert DealRow.objects.count() == 3


@pytest.mark.slow
def test_a_deal_that_stands_otherwise_is_shown_and_left_alone(director, row):
    page = director.get(ADDRESS, {"packed": code((1, GRAND_LOST), (2, GRAND))})
    assert "One deal is different in this list." in page.content.decode()

    director.post(ADDRESS, {"packed": code((1, GRAND_LOST), (2, GRAND))})

    assert [number for number, _points in points(row)] == [1, 2]
    assert points(row)[0][1] > 0


@pytest.mark.slow
def test_what_the_rules_refuse_is_not_taken_over_even_if_the_code_says_a_judge_wrote_it(director, row):
    odd = replace(GRAND, schwarz=True, schneider=False)
    deal = Deal(number=2, declarer=2, played=odd, overruled=True)
    text = packed_text(PackedList(series=1, table=1, deals=(Deal(number=1, declarer=1, played=GRAND), deal)))

    refused = director.post(ADDRESS, {"packed": text})

    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert DealRow.objects.count() == 1


@pytest.mark.slow
def test_a_signed_list_is_shown_and_not_changed(director, row):
    factories.fill(row)
    factories.confirm_and_sign(row)

    refused = director.post(ADDRESS, {"packed": code(*WHOLE, None)})

    assert refused.status_code == 422
    assert DealRow.objects.count() == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("packed", "says"),
    [
        ("", "This field is required."),
        ("nonsense", "This is not a list, or it was misread."),
        ("=?%", "This is not a list, or it was misread."),
        (code(None, series=2), "This tournament has no such table"),
        (code(None, table=9), "This tournament has no such table"),
        (code(None, second=True), "This is the second list of the table."),
        (code((4, GRAND)), "This is not a list, or it was misread."),
        ("A" * 5000, "2000"),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_is_no_list_of_this_tournament_is_refused_with_a_sentence(director, row, method, packed, says):
    refused = getattr(director, method)(ADDRESS, {"packed": packed})

    assert refused.status_code == 422
    assert says in refused.content.decode()
    assert DealRow.objects.count() == 1


@pytest.mark.slow
def test_without_a_code_the_page_says_how_to_get_one(director, row):
    page = director.get(ADDRESS)

    assert page.status_code == 200
    assert "Show the list as a code" in page.content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("method", ["get", "post"])
def test_only_the_direction_reads_codes(client, row, method):
    factories.judge(row.table.series.tournament)
    client.get(f"/l/{row.table.key}/")
    with_the_key = getattr(client, method)(ADDRESS, {"packed": code(*WHOLE)})
    assert with_the_key.status_code == 302
    assert with_the_key["Location"].startswith("/sign-in/")

    client.force_login(factories.user("richterin"))
    assert getattr(client, method)(ADDRESS, {"packed": code(*WHOLE)}).status_code == 403
    assert DealRow.objects.count() == 1


@pytest.mark.thorough
@pytest.mark.slow
@settings(max_examples=examples(200), suppress_health_check=list(HealthCheck), deadline=None)
@given(st.lists(lines, max_size=4))
def test_any_line_a_code_can_hold_finds_words(played):
    text = packed_text(
        PackedList(
            series=1,
            table=1,
            deals=tuple(
                Deal(number=n, declarer=1, played=replace(line, bid=min(max(line.bid or 0, 0), 511) or None))
                for n, line in enumerate(played, start=1)
            ),
        )
    )

    for deal in read_packed(text).deals:
        assert games.deal_entry(deal, ["Anna"])


@pytest.mark.slow
def test_the_service_worker_lies_above_the_pages_it_is_for(client):
    answer = client.get("/sw.js")

    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert b"addEventListener" in answer.content


HEARTS = {"outcome": "won", "declarer": "1", "game": "hearts", "matadors": "2"}


RAMSCH = {"outcome": "ramsch", "points_1": "40", "points_3": "50", "points_4": "30"} | {
    "tricks_1": "3",
    "tricks_3": "4",
    "tricks_4": "3",
}


SHORT = {"outcome": "ramsch", "loses_1": "on", "loses_2": "on", "lost_with": "55"}


def typed(phone, number, form, **line):
    return phone.deal(number, {"said": "Hearts", "form": form, **line})


def states(answer):
    return [receipt["state"] for receipt in answer["receipts"]]


def test_a_batch_of_games_and_a_ramsch_is_entered_in_its_order_and_once():
    row = house_list("ramsch", seats=4, rounds=2)
    phone = Phone(row)
    # Whoever sits at seat 2 deals the second deal and has no card points.
    acts = [typed(phone, 1, HEARTS | {"declarer": "2"}), typed(phone, 2, RAMSCH), typed(phone, 3, HEARTS)]
    # A page that is older than the short form sends columns, one that is not the losers.
    acts.append(typed(phone, 4, SHORT))

    answer = phone.send(*acts)
    assert states(answer) == ["saved"] * 4, [receipt["says"] for receipt in answer["receipts"]]
    assert phone.send(*acts)["receipts"] == answer["receipts"]
    assert DealRow.objects.count() == 4
    assert columns(row) == [-25, -25, -50, 0]


def test_a_deal_after_the_target_comes_back_with_its_sentence_and_is_kept():
    row = house_list("bierlachs", rounds=12)
    phone = Phone(row)
    grand = HEARTS | {"game": "grand", "matadors": "-4", "outcome": "lost"}
    answer = phone.send(*(typed(phone, number, grand) for number in range(1, 6)))

    first = states(answer).index("proposed" if "proposed" in states(answer) else "refused")
    assert states(answer)[:first] == ["saved"] * first
    assert "target" in answer["receipts"][first]["says"], answer["receipts"]
    assert Proposal.objects.count() == 5 - first
    assert "target" in phone.ask()["beside"][0]["because"]
    assert phone.send(typed(phone, first + 1, grand))["receipts"][0]["says"] == answer["receipts"][first]["says"]


@pytest.mark.thorough
def test_whatever_the_rules_refuse_a_deal_for_is_said_of_it_while_it_waits():
    phone = Phone(house_list("kneipe", rounds=2))
    phone.send(typed(phone, 2, HEARTS))
    says = {}
    for code in (*PROBLEM, *HOUSE_PROBLEM):
        Proposal.objects.update(because=code)
        (waits,) = phone.ask()["beside"]
        says[code] = waits["because"]

    with translation.override("en"):
        assert says == {code: refusals.problem(found) for code, found in (PROBLEM | HOUSE_PROBLEM).items()}


def test_a_game_without_matadors_is_told_as_the_form_tells_it_and_spoils_no_other():
    phone = Phone(house_list("kneipe", rounds=2))
    half = {name: value for name, value in HEARTS.items() if name != "declarer"}

    answer = phone.send(typed(phone, 1, half), typed(phone, 1, HEARTS | {"stakes": "1"}))

    assert states(answer) == ["refused", "saved"]
    assert answer["receipts"][0]["says"] == "Please choose."


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
    # Whoever deals cannot lose.
    ahead = page.split("<template data-ahead=")[1]
    assert "loses_1" in ahead
    assert "loses_2" not in ahead


def test_to_a_target_the_dealers_go_round_however_few_deals_there_are():
    empty = mapping.to_game_list(house_list("bierlachs", seats=4, rounds=2), ())
    assert [empty.dealer_of(number) for number in range(1, 7)] == [1, 2, 3, 4, 1, 2]
