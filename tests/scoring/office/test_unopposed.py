"""The hall is asked, nobody objects, and the final ranking is released at once (ISkO 4.5.10)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client

from scoring.disputes.services.appeals import file_appeal
from scoring.disputes.services.queries import post_result, withdraw_posting
from tests import factories
from tests.scoring.office.test_end import NOW, PAGE, night, page, played, state, text_of

pytestmark = pytest.mark.django_db
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
