"""The page on which both lists of a table are settled."""

import pytest
from django.test import Client

from scoring.lists.models import GameListRow
from scoring.lists.selectors import book as books
from scoring.table.selectors import differences
from tests.scoring.table.pages import sides
from tests.scoring.table.phones_seen import GRAND, PASSED, Phone
from tests.support import factories
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAGE = "/t/cup/series/1/table/1/differences/"
GIVE_UP = "/t/cup/office/series/1/table/1/second/"


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=1)


def sits(row: GameListRow, *, copy: str = "") -> Visitor:
    """Return a phone that scanned the table's code, and keeps a copy if it is said which."""
    visitor = Visitor()
    visitor.get(f"/l/{row.table.key}/")
    if copy:
        phone = Phone(row, copy=copy, device=visitor.client.session["device"])
        other = PASSED if copy == "first" else GRAND | {"declarer": 3}
        assert phone.states(phone.deal(1), phone.deal(2, other)) == ["saved"] * 2
    return visitor


@pytest.fixture
def keepers(row) -> tuple[Visitor, Visitor]:
    """The phones that keep both lists, which differ in deal 2."""
    return sits(row, copy="first"), sits(row, copy="second")


def test_where_no_second_list_is_kept_the_page_says_so(row):
    assert "No second list is kept at this table." in sits(row).get(PAGE).text


def test_both_entries_are_shown_beside_each_other(keepers):
    page = keepers[0].get(PAGE)

    first, second = sides(page.response.content.decode())
    assert first.startswith("In the first list from this phone, ")
    assert "result (different): passed in" in first
    assert "Grand" not in first
    assert second.startswith("In the second list from the phone that keeps the list, ")
    assert "declarer (different): Spieler 3 game (different): Grand, matadors (different): with 2" in second
    assert "result (different): won, points (different): 72" in second
    assert [one.text for one in page.root.all("button", name="right")] == [
        "This one is right (In the first list)",
        "This one is right (In the second list)",
    ]
    assert "One deal differs." in page.text
    assert page.text.count("Deal 2") >= 1
    assert "Deal 1" not in page.text


@pytest.mark.parametrize(("keeper", "right"), [(0, "first"), (0, "second"), (1, "first"), (1, "second")])
def test_a_phone_that_keeps_one_of_them_settles_with_the_consent_of_the_players(keepers, row, keeper, right):
    form = keepers[keeper].get(PAGE).form("agreed", f"right={right}")

    page = form.send(f"right={right}", agreed=True, because="verhört")

    assert page.status == 200
    assert "Deal 2 is settled" in page.text
    assert "Both lists say the same." in page.text
    assert row.deals.get(number=2, voided_at=None).points == (0 if right == "first" else 72)


def test_without_the_consent_of_the_players_nothing_is_settled(keepers, row):
    page = keepers[0].get(PAGE).form("agreed").send("right=first")

    assert page.status == 422
    assert "needs the consent of all players" in page.text
    assert row.second_deals.count() == 2


def test_a_phone_that_watches_sees_both_and_settles_nothing(keepers, row):
    watching = sits(row)
    page = watching.get(PAGE)
    held = keepers[0].get(PAGE).form("agreed").holds()

    assert "Deal 2" in page.text
    assert not page.offers("agreed")
    forged = {name: value[0] for name, value in held.items() if name != "csrfmiddlewaretoken"}
    answer = watching.forge(PAGE, **forged, agreed="on", right="first")
    assert answer.status == 422
    assert "Another phone keeps this list." in answer.text


def test_what_was_settled_meanwhile_is_shown_as_it_is_now(keepers, row):
    stale = keepers[1].get(PAGE).form("agreed")
    keepers[0].get(PAGE).form("agreed").send("right=first", agreed=True)

    page = stale.send("right=second", agreed=True)

    assert page.status == 422
    assert "The list has changed since you looked at it." in page.text
    assert row.deals.get(number=2).points == 0


@pytest.mark.thorough(after=4)
@pytest.mark.parametrize("field", ["number", "seen_first", "seen_second", "entry_key", "right"])
@pytest.mark.parametrize("absurd", ["", "x", "9" * 40, "\u0000"])
def test_absurd_answers_are_refused(keepers, row, field, absurd):
    form = keepers[0].get(PAGE).form("agreed")

    page = form.send(values={"agreed": True, **({} if field == "right" else {field: absurd})}, press="right=first")
    if field == "right":
        held = {name: value[0] for name, value in form.holds().items() if name != "csrfmiddlewaretoken"}
        page = keepers[0].forge(PAGE, **held, agreed="on", right=absurd)

    assert page.status == 422 or field == "right"
    assert row.deals.count() + row.second_deals.count() in {4, 5}


def test_the_direction_settles_and_gives_up(keepers, row, director):
    factories.user("direktor")
    office = Visitor().sign_in("direktor")

    page = office.get(PAGE).form("agreed").send("right=first", agreed=True)
    assert "Both lists say the same." in page.text
    page = page.form("because").send(because="Handy leer")

    assert "does not count any more" in page.text
    assert differences.both_lists(books.book(row)) is None


def test_giving_up_needs_a_reason(keepers, row, director):
    page = director.post(GIVE_UP, {"because": ""}, follow=True).content.decode()

    assert "the reason is kept in the journal" in page or "reason" in page
    assert row.second_deals.filter(voided_at=None).count() == 2


class TestWhoMay:
    def test_the_public_sees_nothing(self, row):
        assert Client().get(PAGE).status_code == 403

    def test_a_judge_sees_and_settles_nothing(self, keepers, row):
        judge = factories.judge(row.table.series.tournament)
        visitor = Visitor().sign_in(judge.username)

        page = visitor.get(PAGE)

        assert (page.status, page.offers("agreed")) == (200, False)
        assert visitor.forge(PAGE, right="first").status == 403

    @pytest.mark.parametrize("who", ["nobody", "table", "judge", "stranger"])
    def test_only_the_direction_gives_up(self, keepers, row, who):
        client = Client()
        if who == "table":
            client = keepers[0].client
            client.handler.enforce_csrf_checks = False
        elif who == "judge":
            client.force_login(factories.judge(row.table.series.tournament))
        elif who == "stranger":
            client.force_login(factories.user("fremd"))

        response = client.post(GIVE_UP, {"because": "x"})

        assert response.status_code in {302, 403}
        assert row.second_deals.filter(voided_at=None).count() == 2

    def test_nothing_is_given_up_by_looking(self, director, row):
        assert director.get(GIVE_UP).status_code == 405
        assert director.post(GIVE_UP.replace("table/1", "table/9"), {"because": "x"}).status_code == 404
