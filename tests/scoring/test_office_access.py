"""Who may see the office, what it costs, and hostile names in it."""

import pytest
import time_machine

from tables.services import draws
from tests import factories
from tests.factories import EVENING
from tests.scoring.office_read import OFFICE, page

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _evening():
    with time_machine.travel(EVENING, tick=False):
        yield


class TestAccess:
    def test_a_judge_sees_everything_and_is_offered_no_act(self, client):
        made = factories.tournament(entrants=4)
        draws.draw_series(series_id=made.series.get().pk, public="a", by=factories.user(), now=EVENING)
        client.force_login(factories.judge(made))

        text = page(client)

        assert "Series 1 is drawn: publish its seats" in text
        assert "you see it as a judge" in text
        assert 'name="action"' not in text
        assert "/office/entrants/" not in text

    def test_the_public_is_asked_to_sign_in(self, client):
        factories.tournament()

        response = client.get(OFFICE)

        assert response.status_code == 302
        assert response["Location"].startswith("/sign-in/")

    def test_a_director_of_another_tournament_is_kept_out(self, client):
        factories.tournament()
        factories.tournament(slug="andere", director="fremd")
        client.force_login(factories.user("fremd"))

        assert client.get(OFFICE).status_code == 403

    def test_an_unknown_tournament_is_not_found(self, director):
        assert director.get("/t/nirgends/office/").status_code == 404

    def test_nothing_is_posted_here(self, director):
        factories.tournament()

        assert director.post(OFFICE).status_code == 405


def test_the_page_asks_again_by_itself_for_its_middle_alone(director):
    factories.tournament(entrants=4)

    response = director.get(OFFICE, headers={"HX-Request": "true"})

    assert b'hx-trigger="every 30s"' in response.content
    assert b"<title>" not in response.content
    assert "HX-Request" in response["Vary"]


@pytest.mark.parametrize("entrants", [4, 60])
def test_queries_do_not_grow_with_the_entrants(director, django_assert_num_queries, entrants):
    made = factories.tournament(entrants=entrants, series=2)
    factories.running_series(made)

    with django_assert_num_queries(13):
        director.get(OFFICE)


def test_hostile_names_stay_text(director):
    factories.tournament(name="<script>alert(1)</script>")

    assert "<script>alert" not in page(director)
