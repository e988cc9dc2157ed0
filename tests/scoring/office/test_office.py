"""The page of the office: what is next, counts, what waits, the search; and the settings, one page of sections."""

from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from scoring.disputes.services.objections import withdraw
from scoring.office.selectors.waiting import Waiting, waiting
from scoring.office.services import end as results
from scoring.office.views.office import SECTIONS
from scoring.table.services.batches import call
from tables.acts.addresses import section
from tables.draw.services import draws
from tables.draw.services import seats as hall
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.scoring.money import desk
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.support.objections_and_rulings import raised
from tests.support.page_reader import Page, Visitor
from tests.support.remembered_worlds import remembered_step
from tests.support.ruling_pages import file
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("clock")]

OFFICE = "/t/cup/office/"


def page(client: Client) -> str:
    response = client.get(OFFICE)
    assert response.status_code == 200
    return response.content.decode()


def appeal(made: Tournament) -> None:
    steps.appeal(series_id=made.series.get(number=1).pk)


@remembered_step
def played(entrants: int = 4, **fields: object) -> Tournament:
    made = factories.tournament(entrants=entrants, **fields)
    factories.close_series(factories.running_series(made))
    return made


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
        assert 'id="do" href="/t/cup/office/series/1/draw/"' in text

    @pytest.mark.thorough
    def test_of_series_drawn_together_the_first_or_all(self, director):
        made = factories.tournament(entrants=8, series=3)
        factories.drawn_together(made)

        text = page(director)

        assert "Series 1, 2, 3 are drawn together: publish their seats" in text
        assert "Publish series 1" in text
        assert 'value="publish-all"' in text

    @pytest.mark.thorough
    def test_of_several_published_the_first_not_closed(self, director):
        made = factories.tournament(entrants=8, series=3)
        first = factories.drawn_together(made)
        director.post("/t/cup/office/series/1/", {"action": "publish-all"})

        text = page(director)
        assert "The seats of series 1 are published: start it when everybody sits" in text
        assert text.count("Starts when the series before is closed") == 2

        director.post("/t/cup/office/series/1/", {"action": "start"})
        assert "Series 1 is running: 0 of 2 lists are signed" in page(director)

        factories.close_series(first)
        assert "The seats of series 2 are published: start it when everybody sits" in page(director)

    def test_while_seats_are_drawn_by_hand_that(self, director, client):
        made = factories.tournament(entrants=8)
        draws.set_up_tables(series_id=made.series.get().pk, players=8, by=factories.user(), now=EVENING)

        text = page(director)

        assert "The seats are being drawn by hand" in text
        assert 'id="do" href="/t/cup/office/series/1/draw/"' in text
        assert 'value="publish"' not in text
        client.force_login(factories.judge(made))
        assert "/office/series/1/draw/" not in page(client)

    def test_after_the_draw_the_publication_then_the_start_from_here(self, director):
        made = factories.tournament(entrants=4)
        draws.draw_series(series_id=made.series.get().pk, public="a", by=factories.user(), now=EVENING)

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

    @pytest.mark.thorough
    def test_during_a_series_how_many_lists_are_signed_and_then_the_closing(self, director):
        series = factories.running_series(factories.tournament(entrants=14, time_limit=120))
        factories.play_series(series, skip=[2, 4])
        text = page(director)
        assert "Series 1 is running: 2 of 4 lists are signed" in text
        assert "Time limit: 120 minutes, until 21:00; 120 minutes are left." in text

        factories.play_series(series)
        text = page(director)
        assert "All 4 lists of series 1 are signed: close the series" in text
        assert 'href="/t/cup/office/series/1/"' in text

    @pytest.mark.thorough
    def test_after_the_last_series_the_end_then_the_release_and_then_nothing(self, director):
        made = played()
        assert "State the end" in page(director)
        results.state_end(tournament_id=made.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        assert "The final ranking can be released from 19:15 on." in page(director)

        with time_machine.travel(EVENING + timedelta(minutes=15), tick=False):
            assert "Release the final ranking" in page(director)
            director.post("/t/cup/office/?end", {"action": "release"})
            assert "The final ranking is released." in page(director)

    @pytest.mark.thorough
    def test_an_open_appeal_before_the_release(self, director):
        made = played()
        results.state_end(tournament_id=made.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        appeal(made)

        text = page(director)

        assert "1 appeal is open" in text
        assert 'id="do" href="/t/cup/office/appeals/1/"' in text

    @pytest.mark.thorough
    def test_after_a_series_the_draw_of_the_next_and_an_open_appeal_whatever_is_next(self, director):
        made = played(entrants=8, series=2)
        assert "8 entrants are present: draw series 2" in page(director)

        appeal(made)

        text = page(director)
        assert "draw series 2" in text
        assert "1 appeal is open" in text


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


class TestAppeals:
    def test_say_until_when_they_may_come_in(self, director):
        made = played(entrants=8, series=2)
        assert "until the next series starts" in page(director)

        with time_machine.travel(EVENING + timedelta(minutes=30), tick=False):
            series = factories.running_series(made, 2, published_only=True)
            hall.start_series(series_id=series.pk, by=factories.user(), now=EVENING + timedelta(minutes=30))
            text = page(director)

        assert "Too late since 19:30" in text
        assert "Appeals may come in until 15 minutes after the stated end (ISkO 4.5.10)." in text


def test_a_judge_is_led_to_the_office_sees_everything_and_is_offered_no_act(client):
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


def test_the_page_asks_again_by_itself_for_its_middle_alone(director):
    factories.tournament(entrants=4)

    response = director.get(OFFICE, headers={"HX-Request": "true"})

    assert b'hx-trigger="every 30s"' in response.content
    assert b"<title>" not in response.content
    assert "HX-Request" in response["Vary"]


@pytest.mark.parametrize("entrants", [12, *thorough(4)])
def test_queries_do_not_grow_with_the_entrants(director, django_assert_num_queries, entrants):
    made = factories.tournament(entrants=entrants, series=2)
    factories.running_series(made)

    with django_assert_num_queries(18):
        director.get(OFFICE)


WAITING = "/t/cup/office/waiting/"


def called(row) -> None:
    call(list_id=row.pk, kind="help", place=None, text="Karten fehlen", device="", entry_key=uuid4(), now=EVENING)


def proposed(row) -> None:
    factories.proposed(row)


def test_each_is_counted_once_where_it_waits(row):
    assert waiting(row.table.series.tournament) == Waiting(
        calls=0, conflicts=0, objections=0, appeals=0, queries=0, present=4
    )
    factories.enter(row, None)
    called(row)
    proposed(row)
    objection = raised(row, kind="revoke", place=3)
    file(row)

    found = waiting(row.table.series.tournament)

    assert (found.calls, found.conflicts, found.objections, found.appeals) == (1, 1, 1, 1)
    assert (found.in_hall, found.in_dispute) == (2, 2)
    withdraw(objection_id=objection.pk, by=factories.user(), now=EVENING)
    assert waiting(row.table.series.tournament).objections == 0


@pytest.mark.thorough
def test_every_office_page_says_so(director, row):
    called(row)
    raised(row, kind="revoke", place=3)
    for address in (
        "", "entrants/", "series/1/", "series/1/paper/", "bench/", "print/", "?end", "settings/", "journal/",
    ):  # fmt: skip
        text = director.get(f"/t/cup/office/{address}").content.decode()

        assert '<span class="waiting" id="waiting-hall">1<' in text, address
        assert '<span class="waiting" id="waiting-disputes">1<' in text, address
        assert "Calls: 1,\n" in text, address


def test_an_open_page_is_told_when_it_changes(director, row):
    seen = waiting(row.table.series.tournament).version
    assert director.get(WAITING, headers={"X-Seen": seen}).status_code == 204

    called(row)

    answer = director.get(WAITING, headers={"X-Seen": seen})
    assert 'id="waiting-hall" hx-swap-oob="true">1<' in answer.content.decode()


@pytest.mark.thorough
def test_pages_of_a_table_and_the_standings_keep_the_head_for_officials_alone(director, at_table, row):
    factories.enter(row, None)
    table = "/t/cup/series/1/table/1/"
    for address in (table, f"{table}sign/", f"{table}calls/", "/t/cup/standings/"):
        assert 'aria-label="Office"' in director.get(address).content.decode(), address
        assert 'aria-label="Office"' not in at_table.get(address).content.decode(), address


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

    def test_leads_a_judge_to_the_standings_instead_of_the_entrants(self, client):
        client.force_login(factories.judge(factories.tournament(entrants=8)))

        assert client.get(self.FIND, {"q": "Lang"})["Location"] == "/t/cup/standings/?q=Lang"

    def test_is_a_box_in_the_head_of_officials_alone(self, director, client):
        factories.tournament(entrants=8)

        assert f'action="{self.FIND}"' in director.get("/t/cup/office/").content.decode()
        assert f'action="{self.FIND}"' not in client.get("/t/cup/standings/").content.decode()
        assert client.get(self.FIND, {"q": "2"})["Location"].startswith("/sign-in/")


SETTINGS = "/t/cup/office/settings/"


@pytest.fixture
def cup() -> Tournament:
    return factories.tournament(entrants=4, series=2)


def states(client, address: str) -> dict[str, bool]:
    """Return which sections there are, and whether each is open."""
    folds = Page(Visitor(), client.get(address), address).main.all("details")
    return {one.attrs["id"]: "open" in one.attrs for one in folds if one.attrs.get("id") in SECTIONS}


def test_all_sections_of_the_settings_stand_on_one_page_folded(director, cup):
    assert states(director, SETTINGS) == dict.fromkeys(SECTIONS, False)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("name", SECTIONS)
def test_an_address_opens_one_of_them(director, cup, name):
    assert states(director, section("cup", name)) == {one: one == name for one in SECTIONS}


def test_what_a_section_is_refused_for_stands_in_it_and_no_other_form_was_sent(director, cup):
    answer = post_seen(director, f"{SETTINGS}?at=hall", {"act": "plan", "plan": "1 2 1"})

    assert answer.status_code == 422
    assert "table 1 is in the plan twice" in answer.content.decode()
    assert answer.content.decode().count("errorlist") == 1


@pytest.mark.thorough
def test_what_is_sent_to_no_section_changes_nothing(director, cup):
    before = Tournament.objects.values().get()

    for at in ("", "nowhere", "record"):
        assert director.post(f"{SETTINGS}?at={at}", {"act": "plan", "plan": "1 2"}).status_code == 422
    assert Tournament.objects.values().get() == before


def test_whoever_saves_comes_back_to_the_section(director, cup):
    answer = post_seen(director, f"{SETTINGS}?at=hall", {"act": "plan", "plan": "1 2"})

    assert answer["Location"] == section("cup", "hall")
