"""The end of the event through its page, also where nobody objects and when the clock changes (ISkO 4.5.10)."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from scoring.disputes.services.appeals import file_appeal
from scoring.disputes.services.queries import post_result, withdraw_posting
from scoring.office.forms.office import EndForm
from scoring.office.services import state_end
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

pytestmark = pytest.mark.django_db

PAGE = "/t/cup/office/end/"

NOW = EVENING + timedelta(hours=2)  # 21:00 in Altenburg


@pytest.fixture(autouse=True)
def night():
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def played() -> Tournament:
    return played_out()


@remembered
def played_out() -> Tournament:
    made = factories.tournament(entrants=4, registration_open=True)
    factories.close_series(factories.running_series(made))
    return made


def state(client: Client, day: str, time: str, **fields: str):
    return client.post(PAGE, {"action": "state", "day": day, "time": time, **fields})


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def page(client: Client) -> str:
    response = client.get(PAGE)
    assert response.status_code == 200
    return text_of(response)


class TestStatingTheEnd:
    def test_proposes_this_very_minute(self, director, played):
        text = page(director)

        assert 'value="2026-05-16"' in text
        assert 'value="21:00"' in text
        assert "15 minutes after the stated end" in text

    def test_takes_the_time_on_the_wall_and_says_until_when_appeals_may_come_in(self, director, played):
        response = state(director, "2026-05-16", "20:55")

        played.refresh_from_db()
        assert response.status_code == 302
        assert played.ended_at == datetime(2026, 5, 16, 18, 55, tzinfo=UTC)
        assert not played.registration_open
        assert "Appeals may come in until 21:10, 15 minutes after the end" in page(director)
        assert "The final ranking can be released from 21:10 on." in page(director)

    def test_may_be_stated_again_later_but_not_earlier(self, director, played):
        state(director, "2026-05-16", "20:50")

        assert state(director, "2026-05-16", "20:55").status_code == 302
        refused = state(director, "2026-05-16", "20:40")

        assert refused.status_code == 422
        assert "would take time for appeals away" in text_of(refused)

    @pytest.mark.parametrize(
        ("day", "time", "sentence"),
        [
            ("", "", "This field is required."),
            ("2026-05-16", "25:99", "Enter a valid time."),
            ("31.02.2026", "20:00", "Enter a valid date."),
            ("2026-05-16", "22:30", "This time is still to come."),
            ("9999-12-31", "23:59", "This time is still to come."),
            ("2026-05-16", "18:00", "cannot have ended before its last series was closed"),
            ("0001-01-01", "00:00", "cannot have ended before its last series was closed"),
        ],
    )
    def test_refuses_in_words_and_keeps_what_was_typed(self, director, played, day, time, sentence):
        response = state(director, day, time)

        played.refresh_from_db()
        assert response.status_code == 422
        assert sentence in text_of(response)
        assert played.ended_at is None
        assert not day or f'value="{day}"' in text_of(response)

    def test_is_not_offered_while_a_series_is_open(self, director):
        factories.tournament(entrants=4)

        assert "Series 1 is not closed yet." in page(director)
        assert 'name="day"' not in page(director)
        assert "Series 1 is not closed yet" in text_of(state(director, "2026-05-16", "20:00"))


class TestReleasing:
    def release(self, client: Client):
        return client.post(PAGE, {"action": "release"})

    def test_is_refused_in_words_while_it_is_too_early(self, director, played):
        assert "State the end of the event first" in text_of(self.release(director))

        state(director, "2026-05-16", "21:00")
        refused = self.release(director)

        assert refused.status_code == 422
        assert "Appeals are possible until" in text_of(refused)
        assert 'value="release"' not in page(director)

    def test_is_refused_while_an_appeal_is_open(self, director, played, night):
        state(director, "2026-05-16", "21:00")
        file_appeal(
            series_id=played.series.get().pk,
            appellant=1,
            list_id=None,
            deal=None,
            text="Vergeben",
            entry_key=uuid4(),
            by=None,
            now=NOW,
        )
        night.move_to(NOW + timedelta(hours=1))

        assert "1 appeal is not decided." in page(director)
        assert "no. 1. The ranking waits for it." in text_of(self.release(director))

    def test_congratulates_the_winner_and_leads_to_the_final_ranking(self, director, played, night):
        Entrant.objects.filter(number=1).update(name="Anna <b>Berg</b>")
        state(director, "2026-05-16", "21:00")
        night.move_to(NOW + timedelta(minutes=15))
        assert 'value="release"' in page(director)

        assert self.release(director).status_code == 302

        text = page(director)
        assert "Congratulations" in text
        assert "Anna &lt;b&gt;Berg&lt;/b&gt;" in text
        assert 'href="/t/cup/standings/"' in text
        assert 'name="day"' not in text

    def test_a_winner_without_a_name_is_called_by_number(self, director, played, night):
        Entrant.objects.update(name="")
        state(director, "2026-05-16", "21:00")
        night.move_to(NOW + timedelta(minutes=15))
        self.release(director)

        assert "<h2>No. " in page(director)

    def test_done_twice_counts_once(self, director, played, night):
        state(director, "2026-05-16", "21:00")
        night.move_to(NOW + timedelta(minutes=15))

        assert self.release(director).status_code == self.release(director).status_code == 302
        assert "it is final" in text_of(state(director, "2026-05-16", "21:05"))


class TestAccess:
    def test_a_judge_looks_and_does_not_act(self, client, played):
        client.force_login(factories.judge(played))

        assert 'name="action"' not in page(client)
        assert state(client, "2026-05-16", "20:55").status_code == 403
        assert client.post(PAGE, {"action": "release"}).status_code == 403
        assert client.post(PAGE, {"action": "unopposed"}).status_code == 403

    def test_the_public_is_asked_to_sign_in(self, client, played):
        assert client.get(PAGE)["Location"].startswith("/sign-in/")
        assert client.post(PAGE, {"action": "release"})["Location"].startswith("/sign-in/")

    def test_an_act_nobody_knows_states_nothing(self, director, played):
        assert director.post(PAGE, {"action": "burn"}).status_code == 422
        assert director.post(PAGE).status_code == 422


class TestTheNightTheClockIsPutBack:
    """In Altenburg 2026-10-25 has 02:00 to 03:00 twice: first in summer time (from 00:00 UTC), then in winter time."""

    def form(self, time: str, *, now: datetime, reading: str = "", day: str = "2026-10-25") -> EndForm:
        return EndForm({"day": day, "time": time, "reading": reading}, now=now)

    def test_a_reading_still_to_come_is_not_meant(self):
        form = self.form("02:50", now=datetime(2026, 10, 25, 0, 55, tzinfo=UTC))

        assert form.is_valid()
        assert form.cleaned_data["moment"] == datetime(2026, 10, 25, 0, 50, tzinfo=UTC)

    def test_if_both_have_passed_it_asks(self):
        form = self.form("02:20", now=datetime(2026, 10, 25, 1, 30, tzinfo=UTC))

        assert not form.is_valid()
        assert form.asks
        assert "reading" in form.errors

    @pytest.mark.parametrize(("reading", "hour"), [("first", 0), ("second", 1)])
    def test_and_takes_the_answer(self, reading, hour):
        form = self.form("02:20", now=datetime(2026, 10, 25, 2, 30, tzinfo=UTC), reading=reading)

        assert form.is_valid()
        assert form.cleaned_data["moment"] == datetime(2026, 10, 25, hour, 20, tzinfo=UTC)

    def test_a_time_that_comes_once_needs_no_answer(self):
        form = self.form("01:59", now=datetime(2026, 10, 25, 2, 30, tzinfo=UTC))

        assert form.is_valid()
        assert form.cleaned_data["moment"] == datetime(2026, 10, 24, 23, 59, tzinfo=UTC)

    def test_a_time_the_clock_skipped_in_spring_is_refused(self):
        form = self.form("02:30", now=datetime(2026, 3, 29, 8, tzinfo=UTC), day="2026-03-29")

        assert not form.is_valid()
        assert "the clock was put forward" in str(form.errors["time"])

    def test_through_the_page_the_deadline_names_its_zone(self, director, played, night):
        night.move_to(datetime(2026, 10, 25, 0, 55, tzinfo=UTC))
        director.force_login(factories.user())

        state(director, "2026-10-25", "02:50")

        text = page(director)
        assert "The event ended at 02:50 CEST." in text
        assert "The final ranking can be released from 02:05 CET on." in text

    def test_through_the_page_it_asks_and_keeps_what_was_typed(self, director, played, night):
        night.move_to(datetime(2026, 10, 25, 1, 30, tzinfo=UTC))
        director.force_login(factories.user())
        assert 'name="reading"' not in page(director)

        asked = state(director, "2026-10-25", "02:20")

        assert asked.status_code == 422
        assert 'name="reading"' in text_of(asked)
        assert 'value="02:20"' in text_of(asked)
        assert state(director, "2026-10-25", "02:20", reading="second").status_code == 302
        played.refresh_from_db()
        assert played.ended_at == datetime(2026, 10, 25, 1, 20, tzinfo=UTC)


def test_the_page_says_who_was_released_when(director, played, night):
    state_end(tournament_id=played.pk, ended_at=NOW, by=factories.user(), now=NOW)
    night.move_to(NOW + timedelta(minutes=20))
    director.post(PAGE, {"action": "release"})

    assert "The event ended on 16 May 2026 21:00; the final ranking was released on 16 May 2026 21:20." in page(
        director
    )


__all__ = ("night", "played")


class TestNobodyObjects:
    def say(self, client: Client):
        return client.post(PAGE, {"action": "unopposed"})

    def test_ends_the_event_and_releases_the_ranking_in_the_same_minute(self, director, played):
        assert 'value="unopposed"' in page(director)

        assert self.say(director).status_code == 302

        played.refresh_from_db()
        assert (played.ended_at, played.released_at) == (NOW, NOW)
        assert [line.action for line in played.journal.order_by("number")][-3:] == [
            "event.ended",
            "ranking.unopposed",
            "ranking.released",
        ]
        text = page(director)
        assert "Congratulations" in text
        assert "Print the certificates" in text
        assert self.say(director).status_code == 302
        assert played.journal.filter(action="ranking.unopposed").count() == 1

    def test_shortens_the_time_for_appeals_that_runs_already(self, director, played):
        state(director, "2026-05-16", "20:55")

        assert self.say(director).status_code == 302
        played.refresh_from_db()
        assert (played.ended_at, played.released_at) == (NOW - timedelta(minutes=5), NOW)

    def test_is_refused_where_somebody_does_or_was_promised_time(self, director, played):
        post_result(tournament_id=played.pk, series=None, by=factories.user(), now=NOW)

        assert 'value="unopposed"' not in page(director)
        assert "can be reported until 22:00" in text_of(self.say(director))

        withdraw_posting(tournament_id=played.pk, series=None, because="zu früh", by=factories.user(), now=NOW)
        assert 'value="unopposed"' in page(director)
        file_appeal(
            series_id=played.series.get().pk, appellant=1, list_id=None, deal=None, text="Vergeben", entry_key=uuid4(),
            by=None, now=NOW,
        )  # fmt: skip
        refused = self.say(director)
        assert "The ranking waits for it." in text_of(refused)
        assert '<a href="/t/cup/office/appeals/1/">Appeal 1</a>' in refused.content.decode()
        played.refresh_from_db()
        assert (played.ended_at, played.released_at) == (None, None)

    def test_is_where_the_last_series_leads_to(self, director):
        factories.play_series(factories.running_series(factories.tournament(entrants=4)))

        closed = director.post("/t/cup/office/series/1/", {"action": "close"})

        assert closed["Location"] == PAGE
        assert 'id="unopposed"' in page(director)
