"""A list read from a phone's screen: held against the site's, what is missing taken over, and counted once.

A phone brings deals by house rules, as they were typed: only the site knows what they come to.
"""

from dataclasses import replace

import pytest
from django.urls import reverse
from pytest_django.asserts import assertContains

from scoring.lists import mapping
from scoring.lists.models import DealRow, Proposal
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import written
from scoring.rules.notation.packed import PackedList, packed_text, read_packed
from tables.journal.models import JournalEntry
from tests.scoring.houses.evening import columns, house_list
from tests.scoring.table.phones_seen import Phone
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST

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
    numbered = enumerate(((None, None) if play is None else play for play in plays), start=1)
    deals = tuple(Deal(number=number, declarer=declarer, played=played) for number, (declarer, played) in numbered)
    return packed_text(PackedList(**{"series": 1, "table": 1, "deals": deals, **fields}))


WHOLE = ((1, GRAND), (2, GRAND_LOST), None)


def points(row) -> list[tuple[int, int]]:
    return list(row.deals.filter(voided_at=None).order_by("number").values_list("number", "points"))


@pytest.mark.slow
def test_what_the_site_lacks_is_shown_and_taken_over_once(director, row):
    whole = {"packed": code(*WHOLE)}
    page = director.get(ADDRESS)
    assertContains(page, "Show the list as a code")
    for packed in (whole["packed"], f"http://laptop.local:8000{ADDRESS}#{whole['packed']}"):
        page = director.get(ADDRESS, {"packed": packed})
        assertContains(page, "2 deals are missing here.")

    taken = director.post(ADDRESS, whole)

    assert (taken.status_code, taken["Location"]) == (302, reverse("scoring:list", args=["cup", 1, 1]))
    assert points(row) == [(1, 72), (2, -144), (3, 0)]
    assert JournalEntry.objects.order_by("-number").first().action == "list.entered"
    assertContains(director.post(ADDRESS, whole), "Nothing is missing here.", status_code=422)

    # The phone that sends it later all the same has it saved.
    phone, deals = Phone(row), read_packed(whole["packed"]).deals
    assert phone.states(*(phone.deal(n, written(deal)) for n, deal in enumerate(deals, start=1))) == ["saved"] * 3
    assert DealRow.objects.count() == 3


@pytest.mark.slow
def test_a_deal_that_stands_otherwise_and_what_the_rules_refuse_is_shown_and_left_alone(director, row):
    odd = Deal(number=2, declarer=2, played=replace(GRAND, schwarz=True, schneider=False), overruled=True)
    # That the code says a judge wrote it makes no difference.
    ruled = PackedList(series=1, table=1, deals=(Deal(number=1, declarer=1, played=GRAND), odd))
    assertContains(director.post(ADDRESS, {"packed": packed_text(ruled)}), 'role="alert"', status_code=422)
    assert DealRow.objects.count() == 1

    other = {"packed": code((1, GRAND_LOST), (2, GRAND))}
    read = director.get(ADDRESS, other).content.decode()
    assert "One deal is different in this list." in read
    assert "Different (list / phone): Result: won / lost; Points: 72 / −144" in read
    director.post(ADDRESS, other)
    assert [number for number, _points in points(row)] == [1, 2]
    assert points(row)[0][1] > 0

    factories.fill(row)
    factories.confirm_and_sign(row)
    assert director.post(ADDRESS, {"packed": code(*WHOLE, None)}).status_code == 422
    assert DealRow.objects.count() == 3


@pytest.mark.slow
def test_what_is_no_list_of_this_tournament_is_refused_with_a_sentence(director, row):
    for packed, says in (
        ("", "This field is required."),
        ("=?%", "This is not a list, or it was misread."),
        (code(None, series=2), "This tournament has no such table"),
        (code(None, table=9), "This tournament has no such table"),
        (code(None, second=True), "This is the second list of the table."),
        (code((4, GRAND)), "This is not a list, or it was misread."),
        ("A" * 5000, "2000"),
    ):
        for send in (director.get, director.post):
            refused = send(ADDRESS, {"packed": packed})
            assert (refused.status_code, says in refused.content.decode()) == (422, True), packed
    assert DealRow.objects.count() == 1
    # Nor is a form of house rules anything for a list by the book.
    phone = Phone(row)
    assert phone.states(typed(phone, 2, HEARTS)) == ["refused"]


@pytest.mark.slow
def test_the_service_worker_lies_above_the_pages_it_is_for(client):
    answer = client.get("/sw.js")

    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert b"addEventListener" in answer.content


HEARTS = {"outcome": "won", "declarer": "1", "game": "hearts", "matadors": "2"}

RAMSCH = {"outcome": "ramsch", "points_1": "40", "points_3": "50", "points_4": "30"}
RAMSCH |= {"tricks_1": "3", "tricks_3": "4", "tricks_4": "3"}

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
    phone = Phone(house_list("bierlachs", rounds=12))
    grand = HEARTS | {"game": "grand", "matadors": "-4", "outcome": "lost"}
    answer = phone.send(*(typed(phone, number, grand) for number in range(1, 6)))

    first = states(answer).index("proposed" if "proposed" in states(answer) else "refused")
    assert states(answer)[:first] == ["saved"] * first
    assert "target" in answer["receipts"][first]["says"], answer["receipts"]
    assert Proposal.objects.count() == 5 - first
    assert "target" in phone.ask()["beside"][0]["because"]
    assert phone.send(typed(phone, first + 1, grand))["receipts"][0]["says"] == answer["receipts"][first]["says"]


def test_a_deal_half_typed_is_told_as_the_form_tells_it_and_spoils_no_other():
    row = house_list("kneipe", rounds=2)
    phone = Phone(row)
    for form in (None, [], "won", {"outcome": 1}, {}, {"outcome": "nothing"}, {"outcome": ["won"]}):
        assert phone.states(phone.deal(1, {"form": form})) == ["refused"], form
    assert not DealRow.objects.exists()
    half = {name: value for name, value in HEARTS.items() if name != "declarer"}

    answer = phone.send(typed(phone, 1, half), typed(phone, 1, HEARTS | {"stakes": "1"}, declarer=3))

    assert (states(answer), answer["receipts"][0]["says"]) == (["refused", "saved"], "Please choose.")
    # It is for whom it is said to count, and another phone's waits beside it.
    assert columns(row) == [0, 0, 60]
    second = Phone(row)
    assert second.states(typed(second, 1, HEARTS | {"outcome": "lost"})) == ["proposed"]
    assert (columns(row), Proposal.objects.get().number) == ([0, 0, 60], 1)


def test_the_page_has_the_forms_of_the_next_deals_until_the_first_dealer_deals_again(client):
    row = house_list("ramsch", seats=4, rounds=2)
    page = client.get(f"/l/{row.table.key}/", follow=True).content.decode()
    assert [f'data-ahead="{number}"' in page for number in range(1, 7)] == [False, True, True, True, True, False]
    # Whoever deals cannot lose.
    ahead = page.split("<template data-ahead=")[1]
    assert ("loses_1" in ahead, "loses_2" in ahead) == (True, False)


def test_to_a_target_the_dealers_go_round_however_few_deals_there_are():
    empty = mapping.to_game_list(house_list("bierlachs", seats=4, rounds=2), ())
    assert [empty.dealer_of(number) for number in range(1, 7)] == [1, 2, 3, 4, 1, 2]
