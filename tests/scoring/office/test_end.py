"""The end of the event through its page, also where nobody objects and when the clock changes (ISkO 4.5.10)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from scoring.disputes.selectors.complaints import review_of
from scoring.disputes.services.appeals import file_appeal
from scoring.disputes.services.queries import Mended, correct_signed, raise_query
from scoring.history.selectors.verification import verified
from scoring.lists.models import GameListRow
from scoring.office.views.office import EndForm
from scoring.results.selectors import standings
from scoring.rules.game_list.deals import Deal
from tables.journal.selectors import head_of
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGE = "/t/cup/office/?end"

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


def state(client: Client, day: str, time: str):
    return say(client, "state", day=day, time=time)


def say(client: Client, act: str, **fields: str):
    return client.post(PAGE, {"action": act, **fields})


def text_of(response) -> str:
    return " ".join(response.content.decode().split())


def put_right(deal: Deal, *, now: datetime) -> None:
    """Correct the last list by the word of its whole table."""
    mended = Mended(reason="verrechnet", deal=deal, witnesses=(1, 2, 3, 4))
    row = GameListRow.objects.last()
    correct_signed(list_id=row.pk, mended=mended, entry_key=uuid4(), by=factories.user(), now=now)


def page(client: Client) -> str:
    response = client.get(PAGE)
    assert response.status_code == 200
    return text_of(response)


class TestStatingTheEnd:
    def test_is_not_offered_while_a_series_is_open(self, director):
        factories.tournament(entrants=4)

        assert "Series 1 is not closed yet." in page(director)
        assert 'name="day"' not in page(director)
        assert "Series 1 is not closed yet" in text_of(state(director, "2026-05-16", "20:00"))


class TestReleasing:
    def test_is_refused_in_words_while_it_is_too_early_and_so_is_an_end_that_cannot_be(self, director, played):
        assert "State the end of the event first" in text_of(say(director, "release"))
        done = page(director).count('<li class="done">')
        for day, time, sentence in (
            ("", "", "This field is required."),
            ("2026-05-16", "22:30", "This time is still to come."),
            ("2026-05-16", "18:00", "cannot have ended before its last series was closed"),
        ):
            response = state(director, day, time)
            assert response.status_code == 422, (day, time)
            assert sentence in text_of(response), (day, time)
            assert not day or f'value="{day}"' in text_of(response)
        assert say(director, "burn").status_code == 422

        state(director, "2026-05-16", "20:55")
        assert state(director, "2026-05-16", "21:00").status_code == 302
        assert "would take time for appeals away" in text_of(state(director, "2026-05-16", "20:40"))
        refused = say(director, "release")

        played.refresh_from_db()
        assert (played.ended_at, played.registration_open) == (NOW, False)
        text = page(director)
        assert text.count('<li class="done">') == done + 1
        assert "Appeals may come in until 21:15 (ISkO 4.5.10)." in text
        assert refused.status_code == 422
        assert "Appeals are possible until" in text_of(refused)
        assert 'value="release"' not in text

    def test_is_refused_while_an_appeal_is_open(self, director, played, night):
        state(director, "2026-05-16", "21:00")
        steps.appeal(series_id=played.series.get().pk, text="Vergeben", now=NOW)
        night.move_to(NOW + timedelta(hours=1))

        assert "1 appeal is open" in page(director)
        assert "no. 1. The ranking waits for it." in text_of(say(director, "release"))


class TestTheNightTheClockIsPutBack:
    """In Altenburg 2026-10-25 has 02:00 to 03:00 twice: first in summer time (from 00:00 UTC), then in winter time."""

    def form(self, time: str, *, now: datetime, reading: str = "", day: str = "2026-10-25") -> EndForm:
        return EndForm({"day": day, "time": time, "reading": reading}, now=now)

    def test_what_has_passed_once_is_meant_and_if_both_have_it_asks_and_takes_the_answer(self):
        for time, reading, now, meant in (
            ("02:50", "", (0, 55), (25, 0, 50)),
            ("02:20", "first", (2, 30), (25, 0, 20)),
            ("02:20", "second", (2, 30), (25, 1, 20)),
            ("01:59", "", (2, 30), (24, 23, 59)),
        ):
            form = self.form(time, now=datetime(2026, 10, 25, *now, tzinfo=UTC), reading=reading)
            assert form.is_valid()
            assert form.cleaned_data["moment"] == datetime(2026, 10, *meant, tzinfo=UTC), (time, reading)
        form = self.form("02:20", now=datetime(2026, 10, 25, 1, 30, tzinfo=UTC))
        assert not form.is_valid()
        assert form.asks
        assert "reading" in form.errors

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


class TestNobodyObjects:
    def test_ends_the_event_and_releases_the_ranking_in_the_same_minute(self, director, played):
        text = page(director)
        assert "No objections: the event ends now, and the ranking is released at once;" in text
        assert 'value="unopposed"' in text
        left = "Give the prizes, for the start cards (SkWO 7.4.3, 9.13)."
        assert left not in text

        assert say(director, "unopposed").status_code == 302

        played.refresh_from_db()
        assert (played.ended_at, played.released_at) == (NOW, NOW)
        assert [line.action for line in played.journal.order_by("number")][-3:] == [
            "event.ended",
            "ranking.unopposed",
            "ranking.released",
        ]
        text = page(director)
        for said in (left, "Congratulations", "Certificates"):
            assert said in text
        assert say(director, "unopposed").status_code == 302
        assert played.journal.filter(action="ranking.unopposed").count() == 1

    def test_shortens_the_time_for_appeals_that_runs_already(self, director, played):
        state(director, "2026-05-16", "20:55")
        assert "No objections: the ranking is released at once, without waiting;" in page(director)

        assert say(director, "unopposed").status_code == 302
        played.refresh_from_db()
        assert (played.ended_at, played.released_at) == (NOW - timedelta(minutes=5), NOW)


class TestTakingItBack:
    """The release, or the stated end, is taken back with a reason."""

    def back(self, client, act: str, because: str = "zu früh"):
        return say(client, act, because=because)

    @pytest.fixture
    def released(self, director, played):
        assert say(director, "unopposed").status_code == 302
        return played

    def test_the_end_alone(self, director, played):
        state(director, "2026-05-16", "20:50")
        assert self.back(director, "take-end-back", because=" ").status_code == 422

        assert self.back(director, "take-end-back").status_code == 302
        assert self.back(director, "take-end-back").status_code == 302

        played.refresh_from_db()
        assert played.ended_at is None
        assert played.journal.filter(action="event.end-withdrawn").count() == 1
        assert state(director, "2026-05-16", "20:40").status_code == 302
        assert verified(played).discrepancies == ()

    def test_the_release_with_a_reason_and_the_public_reads_that_it_is_under_review(self, director, released, client):
        assert self.back(director, "take-release-back", because="").status_code == 422

        assert self.back(director, "take-release-back").status_code == 302

        released.refresh_from_db()
        assert (released.ended_at, released.released_at, released.under_review_since) == (None, None, NOW)
        for address in ("/t/cup/standings/", "/t/cup/embed/"):
            assert "under review" in client.get(address).content.decode(), address
        assert verified(released).discrepancies == ()
        assert self.back(director, "take-release-back").status_code == 302
        assert released.journal.filter(action="ranking.release-withdrawn").count() == 1

    @pytest.mark.thorough
    def test_with_the_same_figures_it_is_released_again_at_once_and_papers_of_before_are_out_of_date(
        self, director, released
    ):
        printed = head_of(released)
        assert "A result was taken back on" not in text_of(director.get(PAGE))
        self.back(director, "take-release-back")
        assert state(director, "2026-05-16", "20:40").status_code == 302

        assert say(director, "release").status_code == 302

        released.refresh_from_db()
        assert (released.released_at, released.under_review_since) == (NOW, None)
        assert "A result was taken back on" in text_of(director.get(PAGE))
        before, since = (Visitor().get("/t/cup/head/", head=head.short).text for head in (printed, head_of(released)))
        assert "out of date" in before
        assert "out of date" not in since

    def test_with_other_figures_it_waits_or_the_hall_is_asked_again(self, director, released, night):
        self.back(director, "take-release-back")
        night.shift(timedelta(minutes=1))
        put_right(Deal(number=1, declarer=2, played=GRAND_LOST), now=NOW + timedelta(minutes=1))

        refused = state(director, "2026-05-16", "20:59")
        assert refused.status_code == 422
        assert "The ranking shows other figures than those released, since 21:01" in text_of(refused)
        assert state(director, "2026-05-16", "21:01").status_code == 302
        assert "Appeals are possible until 21:16" in text_of(say(director, "release"))
        night.shift(timedelta(minutes=16))
        assert say(director, "release").status_code == 302
        assert verified(released).discrepancies == ()

        self.back(director, "take-release-back")
        assert say(director, "unopposed").status_code == 302

    def test_whom_the_review_moves_may_appeal_and_query_and_nobody_else(self, director, night):
        """The hall was asked about the figures of everybody else (ISkO 4.5.10)."""
        released = factories.close_series(factories.running_series(factories.tournament(entrants=8))).tournament
        say(director, "unopposed")
        night.shift(timedelta(minutes=16))
        self.back(director, "take-release-back")
        put_right(Deal(number=2, declarer=1, played=replace(GRAND, matadors=4)), now=NOW + timedelta(minutes=16))
        now = standings.standings(released).lines
        moved = review_of(Tournament.objects.get()).moved
        stays = {line.entrant.number for line in now} - moved
        assert (bool(moved), bool(stays)) == (True, True)
        late = {}
        for number in (min(moved), min(stays)):
            said = {"text": "Nein.", "entry_key": uuid4(), "by": None, "now": NOW + timedelta(minutes=20)}
            series = released.series.get()
            filed = file_appeal(series_id=series.pk, list_id=None, deal=None, appellant=number, **said)
            said["entry_key"] = uuid4()
            asked = raise_query(tournament_id=released.pk, series=1, entrant=number, **said)
            late[number] = (filed.late, asked.late)

        assert late == {number: (number in stays, number in stays) for number in late}
        assert "only whose points or place it changes" in text_of(director.get("/t/cup/office/appeals/new/?series=1"))
        assert verified(released).discrepancies == ()

    def test_while_it_is_released_the_end_and_the_series_stay_and_the_refusal_leads_there(self, director, released):
        for address, act in ((PAGE, "take-end-back"), ("/t/cup/office/series/1/", "take-closing-back")):
            refused = director.post(address, {"action": act, "because": "zu früh"})

            assert refused.status_code == 422, address
            assert "Take the release back first." in text_of(refused), address
