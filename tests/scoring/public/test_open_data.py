"""The interface for other programs: whom it answers, when nothing changed, and what it says of events and results."""

import json
from itertools import product

import pytest
from django.core.cache import cache
from django.test import Client

from tables.draw.services.seats import start_series
from tables.tournaments.models import Tournament
from tests.scoring.answers import says
from tests.scoring.public.standings_read import API, BELOW, CUP, HIDDEN, event, ranking, read, unpublished
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.database
class TestAnswers:
    def test_are_open_to_all_sites_set_no_cookie_name_nobody_hidden_cost_one_query_unchanged_and_go_with_the_event(
        self, client, director, django_assert_num_queries
    ):
        made = event()
        ranking(made)
        ranking(made, "club", "Vereine", size=3)
        for path in (*BELOW, "rankings/2/", "players/2/"):
            response = says(client.get(f"{CUP}{path}"), lacks=HIDDEN)
            assert response["Access-Control-Allow-Origin"] == "*", path
            assert response["Content-Type"] == "application/json; charset=utf-8", path
            assert "Cookie" not in response.get("Vary", ""), path
            assert not response.cookies, path
            with django_assert_num_queries(1):
                again = client.get(f"{CUP}{path}", headers={"if-none-match": response["ETag"]})
            assert (again.status_code, again.content) == (304, b""), path
            assert again["Access-Control-Allow-Origin"] == "*", path

        unpublished(made)
        cache.clear()
        for path, visitor in product(BELOW, (client, director)):
            assert read(visitor, f"{CUP}{path}", status=410)["code"] == "no-longer-shown", path

    def test_asked_again_by_somebody_else_they_are_not_made_again_until_an_act(self, client, django_assert_num_queries):
        made = event()
        first = client.get(f"{CUP}standings/")
        with django_assert_num_queries(1):
            second = Client(headers={"accept-language": "en"}).get(f"{CUP}standings/")

        assert (second.content, second["Content-Type"]) == (first.content, first["Content-Type"])
        factories.enter(factories.list_of(made.series.get(number=2)), (3, GRAND))
        assert client.get(f"{CUP}standings/", headers={"if-none-match": first["ETag"]}).status_code == 200

    def test_are_not_taken_for_each_other_in_another_language_or_on_another_day_and_gone_on_theirs(
        self, client, time_machine
    ):
        made = event()
        time_machine.move_to("2026-06-20")
        Tournament.objects.filter(pk=made.pk).update(unpublish_on="2026-06-22")
        tag = client.get(f"{CUP}entrants/")["ETag"]

        in_german = client.get(f"{CUP}entrants/", headers={"if-none-match": tag, "accept-language": "de"})
        time_machine.move_to("2026-06-21 12:00")
        tomorrow = client.get(f"{CUP}entrants/", headers={"if-none-match": tag})
        time_machine.move_to("2026-06-22 12:00")
        after = client.get(f"{CUP}entrants/", headers={"if-none-match": tomorrow["ETag"]})

        assert (in_german.status_code, tomorrow.status_code, after.status_code) == (200, 200, 410)
        assert json.loads(in_german.content)["items"][0]["name"] == "Nr. 1"

    def test_nothing_can_be_written_but_a_browser_may_ask_first_and_for_the_head_alone(self, client):
        event()
        strict = Client(enforce_csrf_checks=True, headers={"accept-language": "en"})
        for method in ("post", "put", "patch", "delete"):
            response = getattr(strict, method)(CUP)
            assert response.status_code == 405, method
            assert json.loads(response.content)["code"] == "read-only", method

        asks = {"origin": "https://club.example", "access-control-request-method": "GET"}
        response = client.options(CUP, headers=asks)
        assert response.status_code == 204
        assert "If-None-Match" in response["Access-Control-Allow-Headers"]

        head = client.head(CUP)
        assert (head.status_code, head.content) == (200, b"")
        assert head["ETag"] == client.get(CUP)["ETag"]

    def test_what_is_not_there_or_not_understood_is_said_in_the_same_shape(self, client):
        event()
        nothing = {"code": "not-found", "detail": "There is nothing at this address.", "fields": []}
        below = ("players/99/", "rankings/7/", "series/9/seats/", f"players/{2**63}/", f"series/{10**30}/lists/")
        for address in (f"{API}nix/", "/api/v1/nothing", *(f"{CUP}{path}" for path in below)):
            assert read(client, address, status=404) == nothing, address

        said = read(client, f"{API}?size=0&when=never&from=yesterday&to=2026-02-30", status=422)
        assert (said["code"], said["fields"]) == ("not-understood", ["from", "size", "to", "when"])
        odd = (f"{CUP}standings/?page={10**30}", f"{CUP}standings/?series={2**64}")
        for address in (*odd, f"{API}?page=100000", f"{API}?q=é%00"):
            assert client.get(address).status_code in {200, 404, 422}, address


FIELDS = {
    "Entrant": "number name club classes excluded",
    "Event": "slug name place organiser club starts_on ends_on when entrants registration_open released_at url"
    " direction rounds time_limit entry_fee entry_fee_cents ended_at as_of series rankings",
    "GameList": "table seats state entered length signed_at is_void",
    "Mark": "series points counted remark",
    "NamedGame": "series table deal number name game points won",
    "Page_Entrant_": "count page pages items",
    "Player": "number name club rank shared ranked total won lost is_official course lists games defended beaten",
    "Problem": "code detail fields",
    "Ranking": "number kind name series best_of size scaled shown is_official as_of lines",
    "RankingLine": "rank shared by_lot name members unnamed total won lost scaled by_series",
    "Season": "slug name club starts_on ends_on url",
    "SeasonDetail": "slug name club starts_on ends_on url events competitions",
    "SeasonLine": "place shared player name club member value won lost lists bonus results",
    "SeasonTable": "number name items",
    "Seat": "seat number name club",
    "Series": "number status seating begins_at started_at closed_at posted_at has_results",
    "Standings": "count page pages items series is_official is_final as_of",
    "StandingsLine": "rank shared number name club classes total by_series won lost others_lost by_lot penalty",
    "Statistics": "series games dearest dearest_lost open_grands results totals_only",
    "Table": "table seats",
    "Tournament": "slug name place organiser club starts_on ends_on when entrants registration_open released_at url",
}


def test_every_address_and_every_shape_is_described_and_names_that_programs_rely_on_are_all_still_there(client):
    ranking(event())
    made, kept = (client.get("/api/v1/openapi.json") for _ in range(2))
    assert kept["Content-Type"] == made["Content-Type"] == "application/json; charset=utf-8"
    described = json.loads(kept.content)
    for shape, names in FIELDS.items():
        assert set(names.split()) <= described["components"]["schemas"][shape]["properties"].keys(), shape

    # The page for people loads nothing.
    shown, paths = client.get("/api/v1/"), described["paths"]
    assert shown.status_code == 200
    says(shown, *paths, *(f"<h3>{one['get']['summary']}</h3>" for one in paths.values()))
    says(shown, 'id="standingsline"', lacks=('src="http', "cdn"))


class TestEvents:
    def test_are_listed_with_what_a_calendar_wants_and_the_list_knows_acts_of_all_of_them(self, client):
        event()

        answer = read(client, API)

        assert (answer["count"], answer["page"], answer["pages"]) == (1, 1, 1)
        said = ["cup", "Herz-Dame-Cup", "Altenburg", "SC Herz Dame", "", "2026-05-16", "2026-05-16"]
        said += [answer["items"][0]["when"], 8, False, None, "http://testserver/t/cup/"]
        assert answer["items"][0] == dict(zip(FIELDS["Tournament"].split(), said, strict=True))

        other = factories.tournament(slug="other", name="Other", entrants=4)
        tag = client.get(API)["ETag"]
        assert client.get(API, headers={"if-none-match": tag}).status_code == 304

        start = factories.running_series(other, published_only=True)
        start_series(series_id=start.pk, by=factories.user(), now=EVENING)

        assert client.get(API, headers={"if-none-match": tag}).status_code == 200

    def test_are_found_by_time_words_place_club_and_days(self, client, time_machine):
        time_machine.move_to("2026-06-20")
        factories.tournament()
        in_spring = {"starts_on": "2026-04-01", "ends_on": "2026-04-01"}
        factories.tournament(slug="spring", name="Frühlingscup", place="Gera", **in_spring)
        factories.tournament(slug="summer", starts_on="2026-07-01", ends_on="2026-07-02")
        for asked, found in (
            ("", {"cup", "spring", "summer"}),
            ("?when=past", {"cup", "spring"}),
            ("?when=coming", {"summer"}),
            ("?when=running", set()),
            ("?q=gera+frühling", {"spring"}),
            ("?place=alten", {"cup", "summer"}),
            ("?from=2026-05-17", {"summer"}),
            ("?to=2026-05-01", {"spring"}),
            ("?club=nobody", set()),
            ("?q=%00", {"cup", "spring", "summer"}),
        ):
            items = read(client, f"{API}{asked}")["items"]
            assert {one["slug"] for one in items} == found, asked
            assert not asked.startswith("?when=") or {one["when"] for one in items} <= {asked.partition("=")[2]}

    def test_come_page_by_page_without_those_no_longer_shown_at_the_same_cost(self, client, django_assert_num_queries):
        unpublished(factories.tournament(name="Gone"))
        for number in range(5):
            factories.tournament(slug=f"cup-{number}", name=f"Cup {number}", entrants=1)

        with django_assert_num_queries(4):
            read(client, API)
        pages = [read(client, f"{API}?size=2&page={page}") for page in (1, 2, 3, 4)]

        assert [len(one["items"]) for one in pages] == [2, 2, 1, 0]
        assert {one["pages"] for one in pages} == {3}
        assert {item["slug"] for one in pages for item in one["items"]} == {f"cup-{number}" for number in range(5)}


class TestOneEvent:
    def test_one_event_tells_its_series_rankings_seats_how_far_the_lists_are_and_the_standings_page_by_page(
        self, client
    ):
        made = event()
        ranking(made)
        answer, seats, lists = (read(client, f"{CUP}{path}") for path in ("", "series/2/seats/", "series/2/lists/"))

        series = [(one["status"], one["has_results"]) for one in answer["series"]]
        assert series == [("closed", True), ("running", True), ("planned", False)]
        assert [one["name"] for one in answer["rankings"]] == ["Damen"]
        assert (answer["entry_fee"], answer["entry_fee_cents"]) == (0, 0)
        assert [one["number"] for one in seats[0]["seats"]] == [1, 2, 3, 4]
        assert [(one["table"], one["state"], one["entered"]) for one in lists] == [(1, "open", 1), (2, "waiting", 0)]

        answer = read(client, f"{CUP}rankings/1/")

        assert (answer["kind"], answer["shown"]) == ("ladies", [1, 2])
        assert {one["name"] for one in answer["lines"]} == {"No. 1", "Karo Sieben", "G. G."}
        assert answer["lines"][0]["members"][0]["by_series"][0]["series"] == 1

        made.rankings.update(off_at=EVENING)
        cache.clear()
        assert read(client, f"{CUP}rankings/") == []
        assert read(client, f"{CUP}rankings/1/", status=404)["code"] == "not-found"

        answer = read(client, f"{CUP}standings/")
        first, totals = answer["items"][0], [one["total"] for one in answer["items"]]

        assert (answer["series"], answer["is_official"], answer["is_final"]) == ([1, 2], False, False)
        assert first["total"] == sum(mark["points"] for mark in first["by_series"])
        assert totals == sorted(totals, reverse=True)
        assert read(client, f"{CUP}standings/?series=1")["is_official"] is True
        assert read(client, f"{CUP}standings/?series=3", status=404)["code"] == "not-found"
        third = read(client, f"{CUP}standings/?size=3&page=3")
        assert (len(third["items"]), third["count"], third["pages"]) == (2, 8, 3)

        made.entrants.filter(number=5).update(excluded_at=EVENING, present=False)
        cache.clear()
        last = read(client, f"{CUP}standings/")["items"][-1]
        assert (last["number"], last["rank"]) == (5, None)

    def test_keeps_to_itself_that_seats_are_drawn_but_not_published(self, client, director):
        made = factories.tournament(entrants=8)
        director.post("/t/cup/office/series/1/draw/", {"action": "draw"})
        made.series.update(status="drawn")

        assert read(client, f"{CUP}series/")[0]["status"] == "planned"
        for path in ("seats", "lists"):
            assert read(client, f"{CUP}series/1/{path}/", status=404)["code"] == "not-found", path

    def test_lists_who_takes_part_as_they_want_to_be_named_but_not_who_withdrew_before_a_deal(self, client):
        made = event()
        made.entrants.filter(number=8).update(withdrawn_at=EVENING, present=False)
        made.entrants.create(number=9, name="Spieler 9", registered_at=EVENING, withdrawn_at=EVENING)

        named = {one["number"]: (one["name"], one["club"]) for one in read(client, f"{CUP}entrants/")["items"]}

        first = {1: ("No. 1", ""), 2: ("Karo Sieben", ""), 3: ("G. G.", "")}
        assert named == first | {number: (f"Spieler {number}", "Herz Dame") for number in (4, 5, 6, 7, 8)}


class TestStandings:
    @pytest.mark.thorough
    def test_tell_nothing_of_ranks_that_are_hidden_until_the_series_is_closed(self, client):
        made = event(hides_live=True)
        ranking(made, "individual", "Alle")

        for path, field, shown in (
            ("standings/", "series", [1]),
            ("standings/?series=2", "items", []),
            ("rankings/1/", "shown", [1]),
            ("statistics/", "series", [1]),
        ):
            assert read(client, f"{CUP}{path}")[field] == shown, path
        assert [one["series"] for one in read(client, f"{CUP}players/2/")["lists"]] == [1]
        assert [one["has_results"] for one in read(client, CUP)["series"]] == [True, False, False]

    def test_cost_the_same_queries_however_many_play(self, client, django_assert_num_queries):
        factories.running_series(factories.tournament(entrants=12))

        for path, queries in (("standings/", 6), ("entrants/", 4), ("series/1/seats/", 5), ("series/1/lists/", 11)):
            cache.clear()
            with django_assert_num_queries(queries):
                read(client, f"{CUP}{path}")
