"""The interface for other programs: its description, events, who takes part and sits where."""

import pytest

from tests import factories
from tests.factories import EVENING
from tests.scoring.public.open_data_read import API, BELOW, CUP, HIDDEN, event, ranking, read, unpublished

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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


class TestDescription:
    def test_names_that_programs_rely_on_are_all_still_there(self, client):
        shapes = read(client, "/api/v1/openapi.json")["components"]["schemas"]

        for shape, names in FIELDS.items():
            assert set(names.split()) <= shapes[shape]["properties"].keys()

    def test_every_address_and_every_shape_is_on_the_page_for_people(self, client):
        described = read(client, "/api/v1/openapi.json")
        shown = client.get("/api/v1/")

        assert shown.status_code == 200
        assert all(path in shown.content.decode() for path in described["paths"])
        assert all(f"<h3>{one['get']['summary']}</h3>" in shown.content.decode() for one in described["paths"].values())
        assert 'id="standingsline"' in shown.content.decode()

    def test_the_page_for_people_loads_nothing_from_elsewhere(self, client):
        shown = client.get("/api/v1/").content.decode()

        assert 'src="http' not in shown
        assert "cdn" not in shown


class TestEvents:
    def test_are_listed_with_what_a_calendar_wants(self, client):
        event()

        answer = read(client, API)

        assert (answer["count"], answer["page"], answer["pages"]) == (1, 1, 1)
        assert answer["items"][0] == {
            "slug": "cup",
            "name": "Herz-Dame-Cup",
            "place": "Altenburg",
            "organiser": "SC Herz Dame",
            "club": "",
            "starts_on": "2026-05-16",
            "ends_on": "2026-05-16",
            "when": answer["items"][0]["when"],
            "entrants": 8,
            "registration_open": False,
            "released_at": None,
            "url": "http://testserver/t/cup/",
        }

    @pytest.mark.parametrize(
        ("asked", "found"),
        [
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
        ],
    )
    def test_are_found_by_time_words_place_club_and_days(self, client, time_machine, asked, found):
        time_machine.move_to("2026-06-20")
        factories.tournament()
        factories.tournament(
            slug="spring", name="Frühlingscup", place="Gera", starts_on="2026-04-01", ends_on="2026-04-01"
        )
        factories.tournament(slug="summer", starts_on="2026-07-01", ends_on="2026-07-02")

        assert {one["slug"] for one in read(client, f"{API}{asked}")["items"]} == found

    def test_each_says_the_time_by_which_it_is_found(self, client):
        factories.tournament()
        said = read(client, API)["items"][0]["when"]

        assert read(client, f"{API}?when={said}")["count"] == 1

    def test_those_no_longer_shown_are_left_out(self, client):
        unpublished(event())

        assert read(client, API)["items"] == []

    def test_come_page_by_page(self, client):
        for number in range(5):
            factories.tournament(slug=f"cup-{number}", name=f"Cup {number}")

        pages = [read(client, f"{API}?size=2&page={page}") for page in (1, 2, 3, 4)]

        assert [len(one["items"]) for one in pages] == [2, 2, 1, 0]
        assert {one["pages"] for one in pages} == {3}
        assert len({item["slug"] for one in pages for item in one["items"]}) == 5

    def test_many_cost_no_more_queries_than_one(self, client, django_assert_num_queries):
        for number in range(12):
            factories.tournament(slug=f"cup-{number}", name=f"Cup {number}", entrants=3)

        with django_assert_num_queries(4):
            read(client, API)


class TestOneEvent:
    def test_tells_its_series_and_rankings(self, client):
        made = event()
        ranking(made)

        answer = read(client, CUP)

        assert [one["status"] for one in answer["series"]] == ["closed", "running", "planned"]
        assert [one["has_results"] for one in answer["series"]] == [True, True, False]
        assert [one["name"] for one in answer["rankings"]] == ["Damen"]
        assert (answer["entry_fee"], answer["entry_fee_cents"]) == (0, 0)

    def test_keeps_to_itself_that_seats_are_drawn_but_not_published(self, client, director):
        made = factories.tournament(entrants=8)
        director.post("/t/cup/office/series/1/draw/", {"action": "draw"})
        made.series.update(status="drawn")

        assert read(client, f"{CUP}series/")[0]["status"] == "planned"
        assert read(client, f"{CUP}series/1/seats/", status=404)["code"] == "not-found"
        assert read(client, f"{CUP}series/1/lists/", status=404)["code"] == "not-found"

    def test_lists_who_takes_part_as_they_want_to_be_named(self, client):
        event()

        named = {one["number"]: (one["name"], one["club"]) for one in read(client, f"{CUP}entrants/")["items"]}

        assert named[1] == ("No. 1", "")
        assert named[2] == ("Karo Sieben", "")
        assert named[3] == ("G. G.", "")
        assert named[4] == ("Spieler 4", "Herz Dame")

    def test_leaves_out_who_withdrew(self, client):
        made = event()
        made.entrants.filter(number=8).update(withdrawn_at=EVENING, present=False)

        assert read(client, f"{CUP}entrants/")["count"] == 7

    def test_lists_seats_and_how_far_the_lists_are(self, client):
        event()

        seats = read(client, f"{CUP}series/2/seats/")
        lists = read(client, f"{CUP}series/2/lists/")

        assert [one["number"] for one in seats[0]["seats"]] == [1, 2, 3, 4]
        assert [(one["table"], one["state"], one["entered"]) for one in lists] == [(1, "open", 1), (2, "waiting", 0)]

    def test_nobody_hidden_is_in_any_of_it(self, client):
        made = event()
        ranking(made)
        ranking(made, "club", "Vereine", size=3)

        for path in (*BELOW, "rankings/2/", "players/2/", "players/3/"):
            text = client.get(f"{CUP}{path}").content.decode()
            assert not any(word in text for word in HIDDEN), path

    @pytest.mark.parametrize("path", BELOW)
    def test_no_longer_shown_it_is_gone(self, client, director, path):
        made = event()
        ranking(made)
        unpublished(made)

        for visitor in (client, director):
            assert read(visitor, f"{CUP}{path}", status=410)["code"] == "no-longer-shown"
