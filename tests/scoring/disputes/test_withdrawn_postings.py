"""A posting taken back while nobody has answered it (SkWO 7.4.3)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.disputes.selectors.queries import closes_of
from scoring.disputes.services.queries import shorten_window, withdraw_posting
from tables.acts.services.refusals import Refused
from tables.tournaments.models import Series, Tournament
from tests import factories
from tests.factories import EVENING
from tests.scoring.disputes.directing import closed, two_tables
from tests.scoring.disputes.test_queries import ask, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Tournament:
    made = two_tables()
    closed(made)
    return made


class TestWithdrawing:
    def withdraw(self, made, **fields):
        said = {"tournament_id": made.pk, "series": 1, "because": "zu früh", "by": factories.user(), "now": EVENING}
        return withdraw_posting(**said | fields)

    def test_ends_the_window_as_if_nothing_had_been_posted(self, made):
        post(made)

        assert self.withdraw(made).posted_at is None
        assert self.withdraw(made).posted_at is None
        told = made.journal.get(action="result.posting-withdrawn")
        assert told.data["because"] == "zu früh"
        assert post(made).posted_at is not None

    def test_needs_a_reason(self, made):
        post(made)

        with pytest.raises(Refused, match="reason-missing"):
            self.withdraw(made, because=" ")

    def test_is_refused_when_somebody_has_answered_it(self, made):
        post(made)
        ask(made)

        with pytest.raises(Refused, match="queries-raised"):
            self.withdraw(made)

    def test_is_done_on_the_page_of_the_queries(self, made, director):
        post(made, now=timezone.now())
        assert "Withdraw the posting" in director.get("/t/cup/office/queries/").content.decode()

        said = {"series": "1", "because": "aus Versehen", "back": "board"}
        assert director.post("/t/cup/office/post/withdraw/", said)["Location"] == "/t/cup/office/series/1/"
        missing = director.post("/t/cup/office/post/withdraw/", {"series": "7", "because": "x"})
        assert missing.status_code == 422

    def test_what_was_typed_is_there_when_it_is_refused(self, made, director):
        post(made, now=timezone.now())
        said = {"series": "1", "because": "alle <da>", "minutes": "9999", "action": "shorten", "back": "end"}

        page = director.post("/t/cup/office/post/withdraw/", said).content.decode()

        assert '<details class="withdraw" open>' in page
        assert 'value="alle &lt;da&gt;"' in page
        assert 'value="9999"' in page


class TestShortening:
    def shorten(self, made, **fields):
        said = {"tournament_id": made.pk, "minutes": 10, "because": "alle da", "by": factories.user(), "now": EVENING}
        return shorten_window(**said | fields)

    def test_gives_less_time_from_the_posting_on(self, made):
        posted = post(made)

        self.shorten(made)
        self.shorten(made)

        assert closes_of(Series.objects.get(pk=posted.pk)) == posted.posted_at + timedelta(minutes=10)
        told = made.journal.get(action="result.window-shortened")
        assert (told.data["before"], told.data["minutes"], told.data["because"]) == (60, 10, "alle da")

    @pytest.mark.parametrize(
        ("fields", "code"), [({"because": " "}, "reason-missing"), ({"minutes": 90}, "window-not-shorter")]
    )
    def test_never_gives_more_and_needs_a_reason(self, made, fields, code):
        post(made)

        with pytest.raises(Refused, match=code):
            self.shorten(made, **fields)

    def test_is_refused_when_somebody_has_reported_anything(self, made):
        post(made)
        ask(made)

        with pytest.raises(Refused, match="queries-raised"):
            self.shorten(made)

    def test_is_done_on_the_page_of_the_end(self, made, director):
        post(made, now=timezone.now())
        said = {"series": "1", "because": "alle da", "back": "queries", "action": "shorten"}

        assert director.post("/t/cup/office/post/withdraw/", said | {"minutes": "0"}).status_code == 302
        assert Tournament.objects.get(pk=made.pk).query_window == 0
        for typed in ("", "-1", "x", "9999999"):
            assert director.post("/t/cup/office/post/withdraw/", said | {"minutes": typed}).status_code == 422
