"""Closing a series on its board; what is refused, and to whom."""

import pytest
import time_machine
from django.test import Client

from scoring.results.models import Lot
from tests import factories
from tests.factories import EVENING
from tests.scoring.office.board_read import BOARD, act, drawn, page, running

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


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
