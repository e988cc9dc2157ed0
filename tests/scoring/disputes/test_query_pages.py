"""Results posted, mistakes in them reported and answered, through their pages; who may (SkWO 7.2.5, 7.4.3)."""

from uuid import uuid4

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from scoring.disputes.models import ResultQuery
from scoring.disputes.services.queries import raise_query
from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.direction_measures import closed, row_of, shown, two_tables
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step
from tests.support.ruling_pages import BENCH, HOUR, NEW, ONE, POST, answer, mended, page, query, signed_in, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("clock")]


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
    def test_at_the_desk_is_logged_once(self, judge, made):
        sent = query()
        text = text_of(judge.post(NEW, sent, follow=True))

        logged = ("No. 1 is logged, in time.", "in time</span>")
        for said in (*logged, "Spieler 3", "fehlen 30 Punkte.", "Series 1: table"):
            assert said in text
        assert "late</span>" not in text
        assert (judge.post(NEW, sent)["Location"], ResultQuery.objects.count()) == (ONE, 1)
        assert judge.post(NEW, sent | {"text": "anders"}).status_code == 422

    def test_what_does_not_fit_is_said_and_the_text_kept(self, director, made):
        for fields, sentence in (
            ({"text": " \n "}, "Please say what is wrong in the result."),
            ({"text": "x" * 4_001}, "at most 4000 characters"),
            ({"entrant": 99}, "99"),
            ({"series": 2}, "Select a valid choice."),
            ({"series": "final", "entrant": "Anna"}, "Enter a whole number."),
            ({"series": "", "entry_key": "x"}, "This field is required."),
        ):
            response = director.post(NEW, query(**{"text": "Meine Worte", **fields}))
            assert (response.status_code, sentence in text_of(response)) == (422, True), fields
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
        asked = {"series": 1, "entrant": 3, "text": "Mir fehlen 30 Punkte.", "entry_key": uuid4()}
        raise_query(tournament_id=made.pk, by=factories.user(), now=EVENING, **asked)

    def test_in_words_needs_no_list(self, director, made):
        before = shown(made)

        text = text_of(director.post(ONE, answer(reasons="Name im Aushang berichtigt"), follow=True))

        for said in ("Saved.", "There is a mistake: the query is upheld", "Name im Aushang berichtigt"):
            assert said in text
        assert shown(made) == before

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
            assert (response.status_code, sentence in text_of(response)) == (422, True), fields
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
        answered = director.post(ONE, answer(verdict="dismissed"), follow=True)
        assertContains(answered, "The result is right: the query is dismissed")
        assert "dismissed" in page(director)

        late = "Somebody else has changed this in the meantime. Please look at it again."
        assertContains(director.post(ONE, answer()), late, status_code=422)


class TestWhoMay:
    def test_a_judge_reads_and_takes_down_but_neither_posts_nor_answers(self, judge, made):
        assert judge.post(NEW, query()).status_code == 302
        assert "The director answers it" in page(judge, ONE)
        for address, sent in ((ONE, answer()), (POST, {"series": 1})):
            assert judge.post(address, sent).status_code == 403

    def test_a_director_who_asked_himself_does_not_answer_and_after_the_release_nobody(self, director, made):
        director.post(NEW, query())
        made.roles.filter(user=factories.user()).update(plays_as=made.entrants.get(number=3))

        assertContains(director.post(ONE, answer()), "Ask another judge", status_code=422)
        Tournament.objects.update(ended_at=EVENING, released_at=EVENING)
        assert "Log a query" not in page(director)
        assert "The final ranking has been released" in page(director, NEW)
        for address, sent in ((NEW, query()), (ONE, answer()), (POST, {"series": 1})):
            assert director.post(address, sent).status_code == 422


class TestPosting:
    def test_is_a_step_of_the_office_and_starts_the_window_once_and_leads_back(self, director, judge, made, clock):
        board, post_it = "/t/cup/office/series/1/", "Post the result of series 1"
        text = page(director, "/t/cup/office/")
        assert not [said for said in (post_it, "can be reported for 60 minutes") if said not in text]
        assert post_it in page(director, board)
        assert "/office/post/" not in page(judge, board)

        said = text_of(director.post(POST, {"series": 1, "back": "office"}, follow=True))

        assert "Posted at 19:00. Mistakes in it can be reported until 20:00." in said
        assert made.series.get(number=1).posted_at == EVENING
        clock.shift(HOUR / 2)
        assertContains(director.post(POST, {"series": 1}, follow=True), "until 20:00")
        assert JournalEntry.objects.filter(action="result.posted").count() == 1
        for back, address in (("bench", BENCH), ("board", board), ("", BENCH)):
            assert director.post(POST, {"series": 1, "back": back})["Location"] == address
        assert director.post(POST, {"series": 1, "back": "https://example.org"}).status_code == 422

    def test_says_to_everybody_until_when(self, client, director, made, clock):
        assert "can be reported" not in page(client, "/t/cup/standings/")

        director.post(POST, {"series": 1})

        for address in ("/t/cup/standings/", "/t/cup/standings/1/"):
            assert "Mistakes in the result of series 1 can be reported until 20:00" in page(client, address)
        clock.shift(HOUR)
        assert "can be reported" not in page(client, "/t/cup/standings/")
