"""Who may read, report, answer and post, and in which state."""

import pytest
import time_machine
from django.test import Client

from scoring.disputes.models import ResultQuery
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING
from tests.scoring.disputes.directing import closed, row_of, two_tables
from tests.scoring.disputes.querying import NEW, ONE, POST, QUERIES, answer, page, query, signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hall():
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


@pytest.fixture
def made() -> Tournament:
    """Two tables whose first series is closed; a second is planned."""
    made = two_tables()
    closed(made)
    return made


@pytest.fixture
def judge(made) -> Client:
    return signed_in(factories.judge(made))


class TestWhoMay:
    @pytest.fixture
    def asked(self, made, director) -> Tournament:
        director.post(NEW, query())
        return made

    def at_table(self, made: Tournament) -> Client:
        client = Client(headers={"accept-language": "en"})
        client.get(f"/l/{row_of(made).table.key}/")
        return client

    def with_own_key(self, made: Tournament) -> Client:
        client = Client(headers={"accept-language": "en"})
        client.get(f"/p/{made.entrants.get(number=3).key}/")
        return client

    def test_nobody_without_an_account(self, client, asked):
        for visitor in (client, self.at_table(asked), self.with_own_key(asked)):
            for address in (QUERIES, NEW, ONE):
                response = visitor.get(address)
                assert (response.status_code, response["Location"].split("?")[0]) == (302, "/sign-in/")
            for address, sent in ((NEW, query()), (ONE, answer()), (POST, {"series": 1})):
                assert visitor.post(address, sent).status_code == 302
        assert ResultQuery.objects.get().verdict == ""
        assert asked.series.get(number=1).posted_at is None

    def test_nobody_who_directs_another_event(self, asked):
        factories.tournament(slug="andere", director="fremd")
        stranger = signed_in(factories.user("fremd"))

        assert {stranger.get(address).status_code for address in (QUERIES, NEW, ONE)} == {403}
        assert {stranger.post(address, answer()).status_code for address in (NEW, ONE, POST)} == {403}

    def test_a_judge_reads_and_takes_down_but_neither_posts_nor_answers(self, judge, asked):
        assert {judge.get(address).status_code for address in (QUERIES, NEW, ONE)} == {200}
        assert "The director answers it" in page(judge, ONE)
        assert judge.post(NEW, query()).status_code == 302
        assert judge.post(ONE, answer()).status_code == 403
        assert judge.post(POST, {"series": 1}).status_code == 403

    def test_a_director_who_asked_himself_does_not_answer(self, director, asked):
        role = asked.roles.get(user=factories.user())
        role.plays_as = asked.entrants.get(number=3)
        role.save()

        response = director.post(ONE, answer())

        assert response.status_code == 422
        assert "Ask another judge" in text_of(response)

    def test_nothing_is_there_of_what_is_not(self, director, asked):
        assert director.get(f"{QUERIES}7/").status_code == 404
        assert director.get("/t/nirgends/office/queries/").status_code == 404
        assert director.get(POST).status_code == 405
        assert director.post(QUERIES).status_code == 405

    def test_after_the_release_everything_stands(self, director, asked):
        Tournament.objects.update(ended_at=EVENING, released_at=EVENING)

        assert "Log a query" not in page(director)
        assert "The final ranking has been released" in page(director, NEW)
        assert director.post(NEW, query()).status_code == 422
        assert director.post(ONE, answer()).status_code == 422
        assert director.post(POST, {"series": 1}).status_code == 422
