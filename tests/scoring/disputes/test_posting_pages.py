"""Posting a result: the step of the office, and until when it may be queried (SkWO 7.4.3)."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING
from tests.scoring.disputes.directing import closed, two_tables
from tests.scoring.disputes.querying import HOUR, POST, QUERIES, page, signed_in, text_of

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


class TestPosting:
    def test_is_a_step_of_the_office_and_starts_the_window(self, director, made):
        text = page(director, "/t/cup/office/")
        assert "Post the result of series 1" in text
        assert "mistakes in it can be reported for 60 minutes" in text

        said = text_of(director.post(POST, {"series": 1, "back": "office"}, follow=True))

        assert "The result of series 1 is posted. Mistakes in it can be reported until 20:00." in said
        assert "Posted at 19:00. Mistakes in it can be reported until 20:00." in said
        assert made.series.get(number=1).posted_at == EVENING

    @pytest.mark.parametrize(
        ("back", "address"),
        [("queries", QUERIES), ("office", "/t/cup/office/"), ("board", "/t/cup/office/series/1/"), ("", QUERIES)],
    )
    def test_leads_back_to_where_it_was_pressed(self, director, made, back, address):
        assert director.post(POST, {"series": 1, "back": back})["Location"] == address

    def test_done_twice_it_was_posted_the_first_time(self, director, made, hall):
        director.post(POST, {"series": 1})
        hall.shift(HOUR / 2)

        assert "until 20:00" in text_of(director.post(POST, {"series": 1}, follow=True))
        assert JournalEntry.objects.filter(action="result.posted").count() == 1

    @pytest.mark.parametrize(
        ("sent", "sentence"),
        [
            ({"series": 2}, "Series 2 is not closed yet."),
            ({}, "Series 2 is not closed yet."),
            ({"series": 7}, "Choose one of the series of this tournament."),
            ({"series": "x"}, "Choose one of the series of this tournament."),
            ({"series": -1}, "Choose one of the series of this tournament."),
            ({"series": 1, "back": "https://example.org"}, "Choose one of the series of this tournament."),
        ],
    )
    def test_what_cannot_be_posted_is_said(self, director, made, sent, sentence):
        response = director.post(POST, sent)

        assert response.status_code == 422
        assert sentence in text_of(response)

    def test_stands_on_the_board_of_the_closed_series(self, director, judge, made):
        assert "Post the result of series 1" in page(director, "/t/cup/office/series/1/")
        assert "Not posted yet" in page(judge, "/t/cup/office/series/1/")
        assert "/office/post/" not in page(judge, "/t/cup/office/series/1/")

    def test_of_the_final_result_holds_the_release(self, director, hall):
        closed(two_tables(series=1))
        director.post("/t/cup/office/end/", {"action": "state", "day": "2026-05-16", "time": "19:00"})
        assert "Post the final result" in page(director, "/t/cup/office/end/")
        director.post(POST, {"back": "end"})

        hall.shift(timedelta(minutes=20))
        text = page(director, "/t/cup/office/end/")
        assert "Mistakes in the posted result may be reported until 20:00." in text
        assert "The final ranking can be released from 20:00 on." in text
        assert "possible from 20:00" in page(director, "/t/cup/office/")
        assert "can be reported until 20:00" in text_of(director.post("/t/cup/office/end/", {"action": "release"}))

        hall.move_to(EVENING + HOUR)
        assert director.post("/t/cup/office/end/", {"action": "release"}).status_code == 302

    def test_says_to_everybody_until_when(self, client, director, made, hall):
        assert "can be reported" not in page(client, "/t/cup/standings/")

        director.post(POST, {"series": 1})

        for address in ("/t/cup/standings/", "/t/cup/standings/1/"):
            assert "Mistakes in the result of series 1 can be reported until 20:00" in page(client, address)
        hall.shift(HOUR)
        assert "can be reported" not in page(client, "/t/cup/standings/")
