"""The board of a series, alone and with others: publishing, starting, looking after the tables, closing."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from scoring.results.models import Lot
from scoring.signing import services as signing
from tables.draw.services import by_hand
from tables.people.models import Entrant
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.board_pages import BOARD, act, drawn, drawn_together, page, running
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


class TestBeforePlay:
    def test_a_planned_series_leads_to_the_draw(self, director):
        factories.tournament(entrants=8)

        text = page(director)

        assert "Not drawn yet" in text
        assert "/t/cup/office/series/1/draw/" in text

    def test_a_drawn_series_is_published_with_a_list_for_every_table(self, director):
        series = drawn()
        assert "Publish the seats" in page(director)

        response = act(director, "publish")

        assert (response.status_code, response["Location"]) == (302, BOARD)
        assert factories.list_of(series, 2).rounds == 1
        assert "The seats of series 1 are published" in page(director)

    def test_a_published_series_is_started(self, director):
        factories.running_series(factories.tournament(entrants=8, time_limit=90), published_only=True)
        assert "The time limit of 90 minutes runs from then on" in page(director)

        act(director, "start")

        text = page(director)
        assert "Series 1 has started" in text
        assert "Time limit: 90 minutes, until 20:30; 90 minutes are left." in text

    def test_the_start_of_a_later_series_warns_about_appeals(self, director):
        made = factories.tournament(entrants=8, series=2)
        factories.close_series(factories.running_series(made))
        factories.running_series(made, 2, published_only=True)

        text = director.get("/t/cup/office/series/2/").content.decode()

        assert "appeals about the series before are too late" in text


class TestWhilePlayed:
    def test_shows_every_table_with_its_state_in_words(self, director):
        series = running(entrants=18)
        factories.enter(factories.list_of(series, 2), (2, GRAND))
        factories.fill(factories.list_of(series, 3))
        row = factories.list_of(series, 4)
        factories.fill(row)
        row.refresh_from_db()
        factories.confirm(row, 2)
        row = factories.list_of(series, 5)
        factories.fill(row)
        factories.confirm_and_sign(row)

        text = page(director)

        assert text.count('class="board-table') == 5
        assert "not begun" in text
        assert "No deal has been entered yet." in text
        assert "in play" in text
        assert "3 deals are missing." in text
        assert "Seats 1, 2, 3, 4 have not confirmed." in text
        assert "Seats 1, 3 have not confirmed." in text
        assert "Signed 19:00" in text
        assert "The lists of these tables are not: 1, 2, 3, 4." in text
        assert 'value="close"' not in text

    def test_leads_to_list_typing_and_sheet_of_a_table(self, director):
        running()

        text = page(director)

        for address in (
            "/t/cup/series/1/table/2/",
            "/t/cup/office/series/1/paper/?at=2",
            "/t/cup/office/series/1/table/2/type/",
            "/t/cup/series/1/table/2/sheet.pdf",
        ):
            assert f'href="{address}"' in text

    def test_a_signed_list_is_not_typed_any_more(self, director):
        series = running()
        factories.play_series(series)

        assert "/paper/?at=" not in page(director)

    def test_says_how_long_ago_the_last_entry_was(self, director, clock):
        series = running()
        factories.enter(factories.list_of(series, 1), (2, GRAND))
        assert "last entry just now" in page(director)

        clock.move_to(EVENING + timedelta(minutes=7))
        assert "last entry 7 minutes ago" in page(director)
        assert "quiet-for-long" not in page(director)

        clock.move_to(EVENING + timedelta(minutes=25))
        assert "quiet-for-long" in page(director)

        clock.move_to(EVENING + timedelta(hours=2))
        assert "last entry 19:00" in page(director)

    def test_shows_on_request_only_what_is_not_signed(self, director):
        series = running()
        factories.play_series(series, skip=[2])

        text = page(director, "?open")

        assert text.count('class="board-table') == 1
        assert "/t/cup/series/1/table/2/" in text
        assert "Not signed yet (1)" in text

    def test_says_when_the_time_limit_has_passed(self, director, clock):
        running(time_limit=60)
        clock.move_to(EVENING + timedelta(minutes=60))

        assert "The time limit ended at 20:00." in page(director)

    def test_a_list_accepted_short_is_complete(self, director):
        row = factories.list_of(running())
        factories.enter(row, (2, GRAND))
        signing.accept_short(list_id=row.pk, because="Abbruch", by=factories.user(), now=EVENING)

        assert "Seats 1, 2, 3, 4 have not confirmed." in page(director)

    def test_asks_again_by_itself_for_the_tables_alone(self, director):
        running()

        text = page(director, "?open", **{"HX-Request": "true"})

        assert 'hx-get="/t/cup/office/series/1/?open" hx-trigger="every 10s"' in text
        assert "<title>" not in text

    @pytest.mark.parametrize("entrants", [8, 40])
    def test_queries_do_not_grow_with_the_tables(self, director, django_assert_num_queries, entrants):
        series = running(entrants=entrants)
        factories.play_series(series, skip=[1])

        with django_assert_num_queries(23):
            director.get(BOARD)

    def test_names_stay_text(self, director):
        running()
        Entrant.objects.filter(number=1).update(name='<img src=x onerror="x()">')
        Entrant.objects.filter(number=2).update(name="")

        text = page(director)

        assert "<img" not in text
        assert "<li>No. 2</li>" in text


class TestClosing:
    def test_is_offered_when_everything_is_signed_and_says_what_it_does(self, director):
        factories.play_series(running())

        text = page(director)

        assert 'name="action" value="close">Close series 1<' in text
        assert "only a decided appeal can still correct them" in text

    def test_makes_the_results_official(self, director):
        series = running(series=2)
        factories.play_series(series)

        response = act(director, "close")

        assert response["Location"] == "/t/cup/office/series/2/draw/"
        text = page(director)
        assert "Closed at 19:00" in text
        assert "Draw series 2" in text
        assert "Appeals may come in until series 2 starts." in text
        assert Lot.objects.exists()

    def test_after_the_last_series_leads_to_the_end(self, director):
        factories.close_series(running())

        text = page(director)

        assert 'href="/t/cup/office/end/"' in text
        assert 'id="board" class="stack">' in text

    def test_too_early_what_is_missing_is_shown(self, director):
        running()

        text = page(director)

        assert 'value="close"' not in text
        assert "The lists of these tables are not: 1, 2." in text


class TestRefusals:
    def refused(self, client: Client, action: str) -> str:
        response = act(client, action)
        assert response.status_code == 422
        return response.content.decode()

    def test_closing_too_early_names_the_tables(self, director):
        running()

        assert "the lists of these tables are not signed: 1, 2." in self.refused(director, "close")

    def test_published_twice(self, director):
        drawn()
        act(director, "publish")

        assert "There is no unpublished draw of series 1" in self.refused(director, "publish")

    def test_started_before_publication(self, director):
        drawn()

        assert "have not been published yet" in self.refused(director, "start")

    def test_started_twice_it_started_once(self, director):
        factories.running_series(factories.tournament(entrants=4), published_only=True)

        act(director, "start")

        assert act(director, "start").status_code == 302

    def test_closed_twice(self, director):
        factories.play_series(running())
        act(director, "close")

        assert "Series 1 has been closed already." in self.refused(director, "close")

    @pytest.mark.parametrize("fields", [{}, {"action": ""}, {"action": "burn"}, {"action": ["close", "burn"]}])
    def test_an_act_nobody_knows(self, director, fields):
        running()

        response = director.post(BOARD, fields)

        assert response.status_code == 422
        assert b'role="alert"' in response.content


class TestAccess:
    def test_a_judge_looks_and_does_not_act(self, client):
        series = running()
        client.force_login(factories.judge(series.tournament))

        text = page(client)

        assert "you see it as a judge" in text
        assert 'name="action"' not in text
        assert "/paper/?at=" not in text
        assert act(client, "close").status_code == 403

    @pytest.mark.parametrize("action", ["publish", "publish-all", "start", "close"])
    def test_the_public_is_asked_to_sign_in(self, client, action):
        running()

        assert client.get(BOARD)["Location"].startswith("/sign-in/")
        assert act(client, action)["Location"].startswith("/sign-in/")

    def test_a_director_of_another_tournament_is_kept_out(self, client):
        running()
        factories.tournament(slug="andere", director="fremd")
        client.force_login(factories.user("fremd"))

        assert client.get(BOARD).status_code == act(client, "start").status_code == 403

    def test_an_unknown_series_is_not_found(self, director):
        running()

        assert director.get("/t/cup/office/series/7/").status_code == 404
        assert director.post("/t/cup/office/series/7/", {"action": "start"}).status_code == 404

    def test_without_a_token_nothing_is_posted(self):
        running()
        guarded = Client(enforce_csrf_checks=True)
        guarded.force_login(factories.user())

        assert act(guarded, "close").status_code == 403


class TestDrawnTogether:
    def test_they_can_be_published_together(self, director):
        series = drawn_together()
        assert "Publish series 1, 2, 3 together" in page(director)

        response = act(director, "publish-all")

        assert (response.status_code, response["Location"]) == (302, BOARD)
        assert "The seats of series 1, 2, 3 are published, and every table has its list." in page(director)
        third = series.tournament.series.get(number=3)
        assert third.status == Series.Status.PUBLISHED
        assert factories.list_of(third, 2).rounds == 1

    def test_or_one_by_one(self, director):
        series = drawn_together()

        act(director, "publish")

        assert [one.status for one in series.tournament.series.all()] == ["published", "drawn", "drawn"]
        text = director.get("/t/cup/office/series/2/").content.decode()
        assert "Publish series 2, 3 together" in text

    def test_alone_a_series_is_not_offered_with_others(self, director):
        drawn()

        assert "publish-all" not in page(director)

    def test_published_together_twice(self, director):
        drawn_together()
        act(director, "publish-all")

        response = act(director, "publish-all")

        assert response.status_code == 422
        assert "There is no unpublished draw of series 1" in response.content.decode()

    def test_a_later_one_waits_until_the_one_before_is_closed(self, director):
        drawn_together()
        act(director, "publish-all")
        second = "/t/cup/office/series/2/"

        text = " ".join(director.get(second).content.decode().split())
        assert "Series 1 is not closed yet. Series 2 starts after that; until then its lists take no entries." in text
        assert 'value="start"' not in text

        refused = director.post(second, {"action": "start"})
        assert refused.status_code == 422
        assert "Series 1 is not closed yet. Series 2 starts after that." in refused.content.decode()

    def test_after_a_series_the_next_is_there_already(self, director):
        series = drawn_together()
        act(director, "publish-all")
        act(director, "start")
        factories.close_series(series)

        text = page(director)

        assert "To series 2" in text
        assert 'value="start"' in director.get("/t/cup/office/series/2/").content.decode()

    def test_the_public_is_led_to_the_seats_of_the_first_not_closed(self, client, director):
        series = drawn_together()
        act(director, "publish-all")
        overview = client.get("/t/cup/").content.decode()
        assert "Series 1: the seats are out" in overview
        assert all(f"/t/cup/series/{number}/seats/" in overview for number in (1, 2, 3))

        act(director, "start")
        factories.close_series(series)

        assert "Series 2: the seats are out" in client.get("/t/cup/").content.decode()

    def test_seats_drawn_by_hand_are_finished_first(self, director):
        series = factories.tournament(entrants=8).series.get()
        by_hand.set_up_tables(series_id=series.pk, players=8, by=factories.user(), now=EVENING)

        text = page(director)

        assert "The seats are being drawn by hand" in text
        assert 'value="publish"' not in text
        response = act(director, "publish")
        assert response.status_code == 422
        assert "still being drawn by hand" in response.content.decode()
