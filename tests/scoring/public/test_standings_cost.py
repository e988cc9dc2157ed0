"""What the standings cost: queries, and nothing where nothing changed."""

import re

import pytest

from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services.registration import change_entrant
from tests import factories
from tests.factories import EVENING, GRAND
from tests.scoring.public.standings_read import TOTAL, page, running

pytestmark = pytest.mark.django_db


class TestCost:
    @pytest.mark.parametrize("entrants", [4, 120])
    @pytest.mark.parametrize("address", [TOTAL, f"{TOTAL}1/"])
    def test_nine_queries_however_many_entrants(self, client, django_assert_num_queries, entrants, address):
        running(entrants=entrants)

        with django_assert_num_queries(9):
            client.get(address)

    def test_more_entrants_than_sqlite_takes_keys_cost_no_more(self, client, django_assert_num_queries):
        running(entrants=1200)

        with django_assert_num_queries(9):
            response = client.get(TOTAL)

        assert response.content.count(b'<tr id="no-') == 1200

    def test_unchanged_it_is_not_sent_again(self, client, django_assert_num_queries):
        running(entrants=8)
        client.get(TOTAL)  # brings the cookie of the language form
        first = client.get(TOTAL)

        with django_assert_num_queries(1):
            again = client.get(TOTAL, headers={"if-none-match": first["ETag"]})

        assert (again.status_code, again.content) == (304, b"")
        assert "no-cache" in first["Cache-Control"]

    def test_after_any_act_it_is_sent_anew(self, client):
        series = running(entrants=8)
        client.get(TOTAL)
        tag = client.get(TOTAL)["ETag"]

        factories.enter(factories.list_of(series), (2, GRAND))
        after_a_deal = client.get(TOTAL, headers={"if-none-match": tag})
        entrant = Entrant.objects.get(number=1)
        change_entrant(
            entrant_id=entrant.pk,
            registration=Registration(name="Anders", present=True),
            by=factories.user(),
            now=EVENING,
        )
        after_a_name = client.get(TOTAL, headers={"if-none-match": after_a_deal["ETag"]})

        assert after_a_deal.status_code == after_a_name.status_code == 200
        assert b"Anders" in after_a_name.content

    def test_every_language_visitor_and_fragment_has_its_own(self, client, director):
        running(entrants=8)
        client.get(TOTAL)
        tags = [
            client.get(TOTAL)["ETag"],
            client.get(TOTAL, headers={"accept-language": "de"})["ETag"],
            client.get(TOTAL, headers={"HX-Request": "true"})["ETag"],
            director.get(TOTAL)["ETag"],
        ]

        assert len(set(tags)) == 4

    def test_a_waiting_message_is_shown_and_not_kept(self, client):
        running(entrants=8)
        client.get(TOTAL)
        tag = client.get(TOTAL)["ETag"]
        client.cookies["messages"] = "something"

        response = client.get(TOTAL, headers={"if-none-match": tag})

        assert response.status_code == 200
        assert "ETag" not in response

    def test_an_open_page_that_has_seen_everything_gets_nothing(self, client, django_assert_num_queries):
        series = running(entrants=8)
        seen = re.search(r'data-live-seen="([\w-]+)"', page(client))[1]

        with django_assert_num_queries(1):
            nothing = client.get(TOTAL, headers={"HX-Request": "true", "X-Seen": seen})
        factories.enter(factories.list_of(series), (2, GRAND))
        something = client.get(TOTAL, headers={"HX-Request": "true", "X-Seen": seen})

        assert (nothing.status_code, something.status_code) == (204, 200)
        assert b"<title>" not in something.content
        assert b"<tbody>" in something.content
