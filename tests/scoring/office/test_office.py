"""The page of the office: what is next, counts, what waits, the search; and the settings, one page of sections."""

from decimal import Decimal

import pytest
from django.test import Client

from scoring.disputes.services.objections import withdraw
from scoring.office.selectors.waiting import Waiting, waiting
from scoring.office.views.office import SECTIONS
from tables.acts.addresses import section
from tables.draw.services import draws
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.support.objections_and_rulings import raised
from tests.support.page_reader import Page, Visitor, read
from tests.support.ruling_pages import file

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("clock")]

OFFICE = "/t/cup/office/"


def page(client: Client) -> str:
    response = client.get(OFFICE)
    assert response.status_code == 200
    return response.content.decode()


class TestWhatIsNext:
    @pytest.mark.parametrize(
        ("series", "said", "leads"),
        [
            (0, "The tournament has no series yet", "/t/cup/office/"),
            (1, "Register the entrants", "/t/cup/office/entrants/"),
        ],
    )
    def test_without_series_the_plan_and_with_nobody_registered_the_desk(self, director, series, said, leads):
        factories.tournament(series=series)

        text = page(director)

        assert said in text
        assert leads in text

    def test_with_nobody_present_the_marks_and_with_enough_the_draw(self, director):
        made = factories.tournament(entrants=14)
        made.entrants.update(present=False)
        assert "Mark who is present" in page(director)

        for present in (1, 2, 5):
            made.entrants.filter(number__lte=present).update(present=True)
            text = page(director)
            assert "does not make tables of four and three" in text
            assert "Draw series 1" not in text

        made.entrants.update(present=True)
        text = page(director)
        assert "14 entrants are present: draw series 1" in text
        steps = [one.attrs["class"].split()[-1] for one in read(text).one("nav", "steps").all("li", "step")]
        assert steps[-2:] == ["step-todo", "step-todo"]
        assert 'id="do" href="/t/cup/office/series/1/draw/"' in text

    def test_after_the_draw_the_publication_then_the_start_from_here_and_no_act_for_a_judge(self, director, client):
        made = factories.tournament(entrants=4)
        draws.draw_series(series_id=made.series.get().pk, public="a", by=factories.user(), now=EVENING)
        client.force_login(factories.judge(made))

        body = client.get("/t/cup/").content.decode()
        assert f'href="{OFFICE}"' in body
        assert f"{OFFICE}entrants/" not in body
        text = page(client)
        assert "Series 1 is drawn: publish its seats" in text
        assert "you see it as a judge" in text
        assert 'name="action"' not in text
        assert "/office/entrants/" not in text
        assert "Series 1 is drawn: publish its seats" in page(director)
        director.post("/t/cup/office/series/1/", {"action": "publish"})
        assert "start it when everybody sits" in page(director)
        director.post("/t/cup/office/series/1/", {"action": "start"})
        assert "Series 1 is running: 0 of 1 list is signed" in page(director)

    def test_all_lists_signed_the_closing_for_the_director_alone(self, director, client):
        series = factories.running_series(factories.tournament(entrants=4))
        factories.play_series(series)
        client.force_login(factories.judge(series.tournament))

        for visitor, leads in ((director, True), (client, False)):
            text = page(visitor)
            assert "The list of series 1 is signed: close the series" in text
            assert ('id="do" href="/t/cup/office/series/1/"' in text) == leads


class TestCounts:
    def test_count_those_who_have_not_withdrawn_and_what_they_owe(self, director):
        made = factories.tournament(entrants=10, entry_fee=Decimal("12.50"))
        Entrant.objects.filter(tournament=made, number__lte=6).update(paid=True)
        Entrant.objects.filter(tournament=made, number=10).update(present=False, withdrawn_at=EVENING)

        text = " ".join(page(director).split())

        assert '<span class="stat-number">9</span> <span class="stat-label">Entrants' in text
        assert '<span class="stat-number">6</span> <span class="stat-label">Paid' in text
        assert "37.50&nbsp;€" in text

    def test_what_is_due_is_what_all_owe_as_soon_as_something_was_charged(self, director):
        made = factories.tournament(entrants=3)
        assert "Entry fees open" not in page(director)

        desk.charge(made)
        desk.pay(made, 1, 400)

        assert "26&nbsp;€" in page(director)


def test_the_page_asks_again_by_itself_for_its_middle_alone_and_queries_do_not_grow_with_the_entrants(
    director, django_assert_num_queries
):
    factories.running_series(factories.tournament(entrants=12, series=2))
    with django_assert_num_queries(18):
        director.get(OFFICE)

    response = director.get(OFFICE, headers={"HX-Request": "true"})

    assert 'hx-trigger="every 30s"' in response.text
    assert "<title>" not in response.text
    assert "HX-Request" in response["Vary"]


WAITING = "/t/cup/office/waiting/"


def called(row) -> None:
    factories.call_from(row, text="Karten fehlen")


def test_each_is_counted_once_where_it_waits(row):
    assert waiting(row.table.series.tournament) == Waiting(
        calls=0, conflicts=0, objections=0, appeals=0, queries=0, present=4
    )
    factories.enter(row, None)
    called(row)
    factories.proposed(row)
    objection = raised(row, kind="revoke", place=3)
    file(row)

    found = waiting(row.table.series.tournament)

    assert (found.calls, found.conflicts, found.objections, found.appeals) == (1, 1, 1, 1)
    assert (found.in_hall, found.in_dispute) == (2, 2)
    withdraw(objection_id=objection.pk, by=factories.user(), now=EVENING)
    assert waiting(row.table.series.tournament).objections == 0


def test_an_open_page_is_told_when_it_changes(director, row):
    seen = waiting(row.table.series.tournament).version
    assert director.get(WAITING, headers={"X-Seen": seen}).status_code == 204

    called(row)

    answer = director.get(WAITING, headers={"X-Seen": seen})
    assert 'id="waiting-hall" hx-swap-oob="true">1<' in answer.content.decode()


class TestSearch:
    """What is typed in the head leads on; no page of its own lists what was found."""

    FIND = "/t/cup/office/find/"

    def test_leads_a_director_to_what_is_meant(self, director):
        made = factories.tournament(entrants=8)
        made.entrants.filter(number__in=(3, 4)).update(club="Skatclub Ulm")
        made.entrants.filter(number=3).update(name="Erika Lang")
        factories.running_series(made)

        for typed, leads in (
            ("", "/t/cup/office/"),
            ("2", "/t/cup/office/entrants/2/"),
            ("#2", "/t/cup/office/entrants/2/"),
            ("erika ulm", "/t/cup/office/entrants/3/"),
            ("Ulm", "/t/cup/office/entrants/?q=Ulm"),
            ("nobody of this name", "/t/cup/office/entrants/?q=nobody+of+this+name"),
            ("1/2", "/t/cup/series/1/table/2/"),
            ("Table 2", "/t/cup/series/1/table/2/"),
            ("1/9", "/t/cup/office/entrants/?q=1%2F9"),
            ("table 9", "/t/cup/office/entrants/?q=table+9"),
            ("4.5.10", "/t/cup/office/bench/?q=4.5.10"),
            ("SkWO 7.3", "/t/cup/office/bench/?q=SkWO+7.3"),
            ("x" * 5_000, f"/t/cup/office/entrants/?q={'x' * 100}"),
        ):
            assert director.get(self.FIND, {"q": typed})["Location"] == leads

    def test_is_a_box_in_the_head_of_officials_alone_and_leads_a_judge_to_the_standings(self, director, client):
        made = factories.tournament(entrants=8)

        assert f'action="{self.FIND}"' in director.get("/t/cup/office/").content.decode()
        assert f'action="{self.FIND}"' not in client.get("/t/cup/standings/").content.decode()
        assert client.get(self.FIND, {"q": "2"})["Location"].startswith("/sign-in/")
        client.force_login(factories.judge(made))
        assert client.get(self.FIND, {"q": "Lang"})["Location"] == "/t/cup/standings/?q=Lang"


SETTINGS = "/t/cup/office/settings/"


@pytest.fixture
def cup() -> Tournament:
    return factories.tournament(entrants=4, series=2)


def states(client, address: str) -> dict[str, bool]:
    """Return which sections there are, and whether each is open."""
    folds = Page(Visitor(), client.get(address), address).main.all("details")
    return {one.attrs["id"]: "open" in one.attrs for one in folds if one.attrs.get("id") in SECTIONS}


def test_all_sections_of_the_settings_stand_on_one_page_folded_and_an_address_opens_one_of_them(director, cup):
    assert states(director, SETTINGS) == dict.fromkeys(SECTIONS, False)
    first, *_others, last = SECTIONS
    for name in (first, last):
        assert states(director, section("cup", name)) == {one: one == name for one in SECTIONS}


def test_what_a_section_is_refused_for_stands_in_it_and_whoever_saves_comes_back_to_it(director, cup):
    answer = post_seen(director, f"{SETTINGS}?at=hall", {"act": "plan", "plan": "1 2 1"})

    assert answer.status_code == 422
    assert "table 1 is in the plan twice" in answer.content.decode()
    # No other form was sent.
    assert answer.content.decode().count("errorlist") == 1
    assert director.post(f"{SETTINGS}?at=nowhere", {"act": "plan", "plan": "1 2"}).status_code == 422
    answer = post_seen(director, f"{SETTINGS}?at=hall", {"act": "plan", "plan": "1 2"})
    assert answer["Location"] == section("cup", "hall")
