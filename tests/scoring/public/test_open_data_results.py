"""The interface for other programs: standings and rankings."""

import pytest

from tests import factories
from tests.factories import EVENING
from tests.scoring.public.open_data_read import CUP, event, ranking, read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestStandings:
    def test_are_those_of_the_page(self, client):
        event()

        answer = read(client, f"{CUP}standings/")
        first = answer["items"][0]

        assert (answer["series"], answer["is_official"], answer["is_final"]) == ([1, 2], False, False)
        assert first["total"] == sum(mark["points"] for mark in first["by_series"])
        assert [one["total"] for one in answer["items"]] == sorted(
            (one["total"] for one in answer["items"]), reverse=True
        )

    def test_of_one_series(self, client):
        event()

        assert read(client, f"{CUP}standings/?series=1")["is_official"] is True
        assert read(client, f"{CUP}standings/?series=3", status=404)["code"] == "not-found"

    def test_tell_nothing_of_ranks_that_are_hidden_until_the_series_is_closed(self, client):
        made = event(hides_live=True)
        ranking(made, "individual", "Alle")

        assert read(client, f"{CUP}standings/")["series"] == [1]
        assert read(client, f"{CUP}standings/?series=2")["items"] == []
        assert read(client, f"{CUP}rankings/1/")["shown"] == [1]
        assert read(client, f"{CUP}statistics/")["series"] == [1]
        assert [one["series"] for one in read(client, f"{CUP}players/2/")["lists"]] == [1]
        assert [one["has_results"] for one in read(client, CUP)["series"]] == [True, False, False]

    def test_put_the_excluded_last_without_a_place(self, client):
        made = event()
        made.entrants.filter(number=5).update(excluded_at=EVENING, present=False)

        assert [(one["number"], one["rank"]) for one in read(client, f"{CUP}standings/")["items"]][-1] == (5, None)

    def test_come_page_by_page(self, client):
        event()

        answer = read(client, f"{CUP}standings/?size=3&page=3")

        assert (len(answer["items"]), answer["count"], answer["pages"]) == (2, 8, 3)

    @pytest.mark.parametrize(
        ("path", "queries"), [("standings/", 6), ("entrants/", 4), ("series/1/seats/", 5), ("series/1/lists/", 11)]
    )
    @pytest.mark.parametrize("entrants", [4, 60])
    def test_cost_the_same_queries_however_many_play(self, client, django_assert_num_queries, path, queries, entrants):
        factories.running_series(factories.tournament(entrants=entrants))

        with django_assert_num_queries(queries):
            read(client, f"{CUP}{path}")


class TestRankings:
    def test_show_who_brings_what(self, client):
        made = event()
        ranking(made)

        answer = read(client, f"{CUP}rankings/1/")

        assert (answer["kind"], answer["shown"]) == ("ladies", [1, 2])
        assert {one["name"] for one in answer["lines"]} == {"No. 1", "Karo Sieben", "G. G."}
        assert answer["lines"][0]["members"][0]["by_series"][0]["series"] == 1

    def test_switched_off_are_not_there(self, client):
        made = event()
        ranking(made)
        made.rankings.update(off_at=EVENING)

        assert read(client, f"{CUP}rankings/") == []
        assert read(client, f"{CUP}rankings/1/", status=404)["code"] == "not-found"
