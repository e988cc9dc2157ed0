"""Results posted, mistakes in them reported and answered, through their pages; who may (SkWO 7.2.5, 7.4.3)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from scoring.disputes.models import ResultQuery
from scoring.disputes.services.queries import raise_query
from scoring.lists.services.entry import enter_totals
from scoring.signing.services import sign_for_paper
from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.direction_measures import closed, results, row_of, shown, two_tables
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step
from tests.support.ruling_pages import (
    BENCH,
    HOUR,
    NEW,
    ONE,
    POST,
    QUERIES,
    answer,
    mended,
    page,
    query,
    signed_in,
    text_of,
)
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("clock")]

ASKED = {"series": 1, "entrant": 3, "text": "Mir fehlen 30 Punkte."}


@pytest.fixture
def made() -> Tournament:
    """Two tables whose first series is closed; a second is planned."""
    made = two_tables()
    closed(made)
    return made


@pytest.fixture
def judge(made) -> Client:
    return signed_in(factories.judge(made))


class TestReporting:
    def test_at_the_desk_is_logged(self, judge, made):
        text = text_of(judge.post(NEW, query(), follow=True))

        assert "No. 1 is logged, in time." in text
        assert ("late</span>" in page(judge, ONE), "in time</span>" in page(judge, ONE)) == (False, True)
        assert "Spieler 3" in text
        assert "Mir fehlen 30 Punkte." in text
        assert "Series 1: table" in text

    @pytest.mark.thorough
    def test_too_late_is_marked_late(self, director, made, clock):
        director.post(POST, {"series": 1})
        clock.shift(HOUR)

        assert "marked late" in text_of(director.post(NEW, query(), follow=True))
        assert "badge-warn" in page(director)
        assert ("late</span>" in page(director, ONE), "in time</span>" in page(director, ONE)) == (True, False)

    def test_sent_twice_is_one_query(self, director, made):
        sent = query()

        assert director.post(NEW, sent)["Location"] == director.post(NEW, sent)["Location"] == ONE
        assert ResultQuery.objects.count() == 1
        assert director.post(NEW, sent | {"text": "anders"}).status_code == 422

    def test_what_does_not_fit_is_said_and_the_text_kept(self, director, made):
        for fields, sentence in (
            ({"text": " \n "}, "Please say what is wrong in the result."),
            ({"text": "x" * 4_001}, "at most 4000 characters"),
            ({"entrant": 99}, "99"),
            ({"entrant": "Anna"}, "Enter a whole number."),
            ({"series": 2}, "Select a valid choice."),
            ({"series": "final"}, "Select a valid choice."),
            ({"series": ""}, "This field is required."),
            ({"entry_key": "x"}, "did not arrive completely"),
        ):
            response = director.post(NEW, query(**{"text": "Meine Worte", **fields}))

            assert response.status_code == 422, fields
            assert sentence in text_of(response)
            assert "text" in fields or "Meine Worte" in text_of(response)
        assert not ResultQuery.objects.exists()

    def test_before_any_result_there_is_nothing_to_report(self, director):
        factories.tournament(entrants=4)

        assert "Posted results" not in page(director)
        assert "No result yet" in page(director, NEW)
        assert director.post(NEW, query()).status_code == 422


class TestAnswering:
    @pytest.fixture(autouse=True)
    @staticmethod
    @remembered_step
    def _asked(made):
        raise_query(tournament_id=made.pk, entry_key=uuid4(), by=factories.user(), now=EVENING, **ASKED)

    def test_in_words_needs_no_list(self, director, made):
        before = shown(made)

        text = text_of(director.post(ONE, answer(reasons="Name im Aushang berichtigt"), follow=True))

        assert "Saved." in text
        assert "There is a mistake: the query is upheld" in text
        assert "Name im Aushang berichtigt" in text
        assert shown(made) == before

    @pytest.mark.thorough
    def test_shows_what_it_does_and_puts_the_list_right_and_the_ranking_with_it(self, director, made):
        before, points = shown(made), results(row_of(made))
        assert "Deal 1 as it will be" in page(director, f"{ONE}?table=1&deal=1")
        sent = mended()
        # What was not shown is not put right.
        for unseen in (sent, mended(action="answer", shown=""), mended(action="answer", shown="0" * 32)):
            response = director.post(f"{ONE}?table=1&deal=1", unseen)
            assert response.status_code == (200 if unseen is sent else 422)
            assert "Preview" in text_of(response)
        assert (results(row_of(made)), ResultQuery.objects.get().verdict) == (points, "")
        assert not made.corrections.exists()
        seen = director.post(f"{ONE}?table=1&deal=1", sent).context["effect"].seen

        final = sent | {"action": "answer", "shown": seen}
        said = text_of(director.post(f"{ONE}?table=1&deal=1", final, follow=True))

        assert "Correction 1 of the list of table 1" in said
        assert "It counts for the seats of series 2 already." in said
        after = shown(made)
        player = row_of(made).table.seats.get(place=2).entrant.number
        assert after[player][2] < before[player][2]
        assert after[player][0] > before[player][0]
        # Sent again it is the same answer.
        assert director.post(f"{ONE}?table=1&deal=1", final).status_code == 302
        assert made.corrections.count() == 1

    def test_what_cannot_be_put_right_is_said_and_nothing_answered(self, director, made):
        for fields, sentence in (
            ({"outcome": "won"}, "Nothing is different, so nothing was changed."),
            ({"verdict": "dismissed"}, "Only a query that is upheld corrects something."),
            ({"declarer": 1}, "dealer"),
            ({"witnesses": [7]}, "Select a valid choice"),
            ({"reasons": ""}, "reasons"),
            ({"verdict": ""}, "Please choose."),
        ):
            response = director.post(f"{ONE}?table=1&deal=1", mended(**fields))

            assert response.status_code == 422, fields
            assert sentence in text_of(response)
            assert ResultQuery.objects.get().verdict == ""

    def test_a_list_or_deal_that_is_not_there_is_named_but_the_one_after_the_last_can_be_added(self, director, made):
        last = row_of(made).deals.filter(voided_at=None).count()
        for address, sentence in (
            ("?table=9&deal=1", "There is no such table in this series."),
            ("?table=1", "Please choose."),
            ("?table=x&deal=1", "Enter a whole number."),
            ("?table=1&deal=-3", "greater than or equal to 1"),
            ("?table=1&deal=9", "There is no deal 9 in this list."),
            (f"?table=1&deal={last + 1}", f"Deal {last + 1} as it will be"),
            (f"?table=1&deal={last + 2}", f"There is no deal {last + 2} in this list."),
        ):
            assert sentence in page(director, f"{ONE}{address}"), address

    def test_dismissed_changes_nothing_and_is_given_once(self, director, made):
        text = text_of(director.post(ONE, answer(verdict="dismissed"), follow=True))
        assert "The result is right: the query is dismissed" in text
        assert "dismissed" in page(director)

        response = director.post(ONE, answer())

        assert response.status_code == 422
        assert "Somebody else has changed this in the meantime. Please look at it again." in text_of(response)

    @pytest.mark.thorough
    def test_open_ones_are_named_in_the_office_and_hold_the_release(self, director, clock):
        Tournament.objects.all().update(slug="old")
        made = two_tables(series=1)
        closed(made)
        director.post("/t/cup/office/?end", {"action": "state", "day": "2026-05-16", "time": "19:00"})
        director.post(NEW, query(series="final"))
        clock.shift(HOUR)

        assert "1 query about a result is open" in page(director, "/t/cup/office/")
        assert "1 query about a result is open" in page(director, "/t/cup/office/?end")
        refused = director.post("/t/cup/office/?end", {"action": "release"})
        assert "A query about a result is not answered yet: no. 1." in text_of(refused)

        director.post(ONE, answer())
        assert director.post("/t/cup/office/?end", {"action": "release"}).status_code == 302


@pytest.mark.thorough
def test_results_typed_from_paper_are_put_right_as_results(director):
    made = factories.tournament(entrants=3)
    row = factories.list_of(factories.running_series(made))
    typed = factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0))
    enter_totals(list_id=row.pk, totals=typed, by=factories.user(), now=EVENING)
    sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
    closed(made)
    director.post(NEW, query(entrant=1))
    before = shown(made)
    numbers = {"s1-game_points": 72, "s1-won": 1, "s1-lost": 0, "s2-game_points": -96, "s2-won": 0, "s2-lost": 1}
    sent = answer(**numbers, **{"s3-game_points": 0, "s3-won": 0, "s3-lost": 0}, witnesses=[1, 2, 3])

    seen = director.post(f"{ONE}?table=1", sent | {"action": "preview"}).context["effect"].seen
    response = director.post(f"{ONE}?table=1", sent | {"shown": seen})

    assert response.status_code == 302
    one = row.table.seats.get(place=1).entrant.number
    assert shown(made)[one][2] == before[one][2] + 24
    assert director.post(f"{ONE}?table=1", sent | {"s1-won": ""}).status_code == 422


@pytest.mark.thorough
@pytest.mark.parametrize("count", [12, *thorough(1)])
def test_the_list_costs_the_same_however_many_there_are(director, made, django_assert_num_queries, count):
    for number in range(count):
        director.post(NEW, query(text=f"Fehler {number}"))

    with django_assert_num_queries(18):
        director.get(QUERIES)


class TestWhoMay:
    def test_a_judge_reads_and_takes_down_but_neither_posts_nor_answers(self, judge, made):
        assert judge.post(NEW, query()).status_code == 302
        assert "The director answers it" in page(judge, ONE)
        assert judge.post(ONE, answer()).status_code == 403
        assert judge.post(POST, {"series": 1}).status_code == 403

    def test_a_director_who_asked_himself_does_not_answer_and_after_the_release_nobody(self, director, made):
        director.post(NEW, query())
        role = made.roles.get(user=factories.user())
        role.plays_as = made.entrants.get(number=3)
        role.save()

        response = director.post(ONE, answer())

        assert response.status_code == 422
        assert "Ask another judge" in text_of(response)
        Tournament.objects.update(ended_at=EVENING, released_at=EVENING)
        assert "Log a query" not in page(director)
        assert "The final ranking has been released" in page(director, NEW)
        for address, sent in ((NEW, query()), (ONE, answer()), (POST, {"series": 1})):
            assert director.post(address, sent).status_code == 422


class TestPosting:
    def test_is_a_step_of_the_office_and_starts_the_window(self, director, made):
        text = page(director, "/t/cup/office/")
        assert "Post the result of series 1" in text
        assert "can be reported for 60 minutes" in text

        said = text_of(director.post(POST, {"series": 1, "back": "office"}, follow=True))

        assert "Posted at 19:00. Mistakes in it can be reported until 20:00." in said
        assert "Posted at 19:00. Mistakes in it can be reported until 20:00." in said
        assert made.series.get(number=1).posted_at == EVENING

    def test_leads_back_to_where_it_was_pressed(self, director, made):
        for back, address in (
            ("bench", BENCH),
            ("office", "/t/cup/office/"),
            ("board", "/t/cup/office/series/1/"),
            ("", BENCH),
        ):
            assert director.post(POST, {"series": 1, "back": back})["Location"] == address

    def test_done_twice_it_was_posted_the_first_time(self, director, made, clock):
        director.post(POST, {"series": 1})
        clock.shift(HOUR / 2)

        assert "until 20:00" in text_of(director.post(POST, {"series": 1}, follow=True))
        assert JournalEntry.objects.filter(action="result.posted").count() == 1

    @pytest.mark.thorough
    def test_what_cannot_be_posted_is_said(self, director, made):
        unknown = "Choose one of the series of this tournament."
        for sent, sentence in (
            ({"series": 2}, "Series 2 is not closed yet."),
            ({}, "Series 2 is not closed yet."),
            ({"series": 7}, unknown),
            ({"series": "x"}, unknown),
            ({"series": -1}, unknown),
            ({"series": 1, "back": "https://example.org"}, unknown),
        ):
            response = director.post(POST, sent)

            assert response.status_code == 422, sent
            assert sentence in text_of(response)

    @pytest.mark.thorough
    def test_stands_on_the_board_of_the_closed_series(self, director, judge, made):
        assert "Post the result of series 1" in page(director, "/t/cup/office/series/1/")
        assert "Not posted." in page(judge, "/t/cup/office/series/1/")
        assert "/office/post/" not in page(judge, "/t/cup/office/series/1/")

    @pytest.mark.thorough
    def test_of_the_final_result_holds_the_release(self, director, clock):
        closed(two_tables(series=1))
        director.post("/t/cup/office/?end", {"action": "state", "day": "2026-05-16", "time": "19:00"})
        assert "Post the final result" in page(director, "/t/cup/office/?end")
        director.post(POST, {"back": "office"})

        clock.shift(timedelta(minutes=20))
        text = page(director, "/t/cup/office/?end")
        assert "Mistakes in the posted result may be reported until 20:00." in text
        assert "The final ranking can be released from 20:00 on." in text
        assert "The final ranking can be released from 20:00 on." in page(director, "/t/cup/office/")
        assert "can be reported until 20:00" in text_of(director.post("/t/cup/office/?end", {"action": "release"}))

        clock.move_to(EVENING + HOUR)
        assert director.post("/t/cup/office/?end", {"action": "release"}).status_code == 302

    def test_says_to_everybody_until_when(self, client, director, made, clock):
        assert "can be reported" not in page(client, "/t/cup/standings/")

        director.post(POST, {"series": 1})

        for address in ("/t/cup/standings/", "/t/cup/standings/1/"):
            assert "Mistakes in the result of series 1 can be reported until 20:00" in page(client, address)
        clock.shift(HOUR)
        assert "can be reported" not in page(client, "/t/cup/standings/")
