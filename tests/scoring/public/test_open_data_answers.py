"""How the interface for other programs answers: whom, when nothing changed, and whatever is asked."""

import json

import pytest
from django.test import Client
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tables.draw.services.series import start_series
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING, GRAND
from tests.scoring.public.open_data_read import API, BELOW, CUP, event, ranking, read

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


class TestAnswers:
    @pytest.mark.parametrize("path", BELOW)
    def test_are_open_to_pages_of_all_sites_and_set_no_cookie(self, client, path):
        ranking(event())

        response = client.get(f"{CUP}{path}")

        assert response["Access-Control-Allow-Origin"] == "*"
        assert response["Content-Type"] == "application/json; charset=utf-8"
        assert "Cookie" not in response.get("Vary", "")
        assert not response.cookies

    @pytest.mark.parametrize("path", BELOW)
    def test_unchanged_they_cost_one_query_and_nothing_is_sent(self, client, django_assert_num_queries, path):
        ranking(event())
        tag = client.get(f"{CUP}{path}")["ETag"]

        with django_assert_num_queries(1):
            again = client.get(f"{CUP}{path}", headers={"if-none-match": tag})

        assert (again.status_code, again.content) == (304, b"")
        assert again["Access-Control-Allow-Origin"] == "*"

    def test_asked_again_by_somebody_else_they_are_not_made_again(self, client, django_assert_num_queries):
        event()
        first = client.get(f"{CUP}standings/")

        with django_assert_num_queries(1):
            second = Client(headers={"accept-language": "en"}).get(f"{CUP}standings/")

        assert second.content == first.content
        assert second["Content-Type"] == first["Content-Type"]

    def test_after_any_act_they_are_sent_anew(self, client):
        made = event()
        tag = client.get(f"{CUP}standings/")["ETag"]

        factories.enter(factories.list_of(made.series.get(number=2)), (3, GRAND))

        assert client.get(f"{CUP}standings/", headers={"if-none-match": tag}).status_code == 200

    def test_the_list_of_events_knows_acts_of_all_of_them(self, client):
        event()
        other = factories.tournament(slug="other", name="Other", entrants=4)
        tag = client.get(API)["ETag"]
        assert client.get(API, headers={"if-none-match": tag}).status_code == 304

        start = factories.running_series(other, published_only=True)
        start_series(series_id=start.pk, by=factories.user(), now=EVENING)

        assert client.get(API, headers={"if-none-match": tag}).status_code == 200

    def test_are_not_taken_for_each_other_in_another_language_or_on_another_day(self, client, time_machine):
        event()
        time_machine.move_to("2026-06-20")
        tag = client.get(f"{CUP}entrants/")["ETag"]

        in_german = client.get(f"{CUP}entrants/", headers={"if-none-match": tag, "accept-language": "de"})
        time_machine.move_to("2026-06-21 12:00")
        tomorrow = client.get(f"{CUP}entrants/", headers={"if-none-match": tag})

        assert (in_german.status_code, tomorrow.status_code) == (200, 200)
        assert json.loads(in_german.content)["items"][0]["name"] == "Nr. 1"

    def test_known_today_an_event_is_gone_on_the_day_it_was_to_go(self, client, time_machine):
        made = event()
        time_machine.move_to("2026-06-20 12:00")
        Tournament.objects.filter(pk=made.pk).update(unpublish_on="2026-06-21")
        tag = client.get(f"{CUP}standings/")["ETag"]

        time_machine.move_to("2026-06-21 12:00")

        assert client.get(f"{CUP}standings/", headers={"if-none-match": tag}).status_code == 410

    def test_a_head_without_its_body_can_be_had(self, client):
        event()

        response = client.head(CUP)

        assert (response.status_code, response.content) == (200, b"")
        assert response["ETag"] == client.get(CUP)["ETag"]

    def test_a_browser_may_ask_first_whether_it_may_ask(self, client):
        response = client.options(
            CUP, headers={"origin": "https://club.example", "access-control-request-method": "GET"}
        )

        assert response.status_code == 204
        assert "If-None-Match" in response["Access-Control-Allow-Headers"]

    @pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
    def test_nothing_can_be_written(self, method):
        event()
        strict = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})

        response = getattr(strict, method)(CUP)

        assert response.status_code == 405
        assert json.loads(response.content)["code"] == "read-only"

    @pytest.mark.parametrize(
        "address", [f"{API}nix/", "/api/v1/nothing", f"{CUP}players/99/", f"{CUP}rankings/7/", f"{CUP}series/9/seats/"]
    )
    def test_what_is_not_there_is_said_in_the_same_shape(self, client, address):
        event()

        said = read(client, address, status=404)

        assert said == {"code": "not-found", "detail": "There is nothing at this address.", "fields": []}

    def test_what_is_not_understood_is_named(self, client):
        said = read(client, f"{API}?size=0&when=never&from=yesterday", status=422)

        assert (said["code"], said["fields"]) == ("not-understood", ["from", "size", "when"])


PATHS = st.sampled_from([API, *(f"{CUP}{path.partition('?')[0]}" for path in BELOW)])
NUMBERED = st.tuples(
    st.sampled_from(["series/{}/seats/", "series/{}/lists/", "players/{}/", "rankings/{}/"]),
    st.integers(min_value=0) | st.sampled_from([2**31, 2**63, 2**64, 10**30]),
).map(lambda made: CUP + made[0].format(made[1]))
SAID = (
    st.text(max_size=20)
    | st.integers().map(str)
    | st.sampled_from(["", "1", "-1", "2026-02-30", "0001-01-01", "é\x00"])
)
ASKED = st.dictionaries(
    st.sampled_from(["when", "q", "place", "club", "from", "to", "page", "size", "series", "x"]), SAID, max_size=5
)


@pytest.mark.thorough
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=PATHS | NUMBERED, asked=ASKED)
@example(path=API, asked={"page": "100000", "size": "1000"})
@example(path=f"{CUP}standings/", asked={"series": "1000", "page": "9"})
def test_whatever_is_asked_the_answer_is_one_of_those_described(client, transactional_world, path, asked):
    response = client.get(path, asked)

    answer = json.loads(response.content)
    assert response.status_code in {200, 404, 422}
    if response.status_code != 200:
        assert answer.keys() == {"code", "detail", "fields"}


@pytest.fixture
def transactional_world(db):
    return ranking(event())
