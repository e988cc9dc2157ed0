"""What everybody sees of the acts of the direction: who is out, what came off, what counts and why (SkWO 4.3, 7.2)."""

import csv
import io

import pytest
from django.test import Client

from scoring.paper.selectors import cards
from tables.draw.services import draws
from tables.people.models import Entrant
from tests import factories
from tests.factories import EVENING, GRAND_LOST
from tests.scoring.disputes.directing import (
    EXCLUSION,
    EXPULSION,
    PENALTY,
    VOID,
    ZERO,
    closed,
    corrected,
    lifted,
    mend,
    ordered,
    row_of,
    shown,
    two_tables,
)
from tests.scoring.public.standings_read import TOTAL, page, rows

pytestmark = pytest.mark.django_db
DESK = "/t/cup/office/entrants/"
BOARD = "/t/cup/office/series/1/"


class TestTheStandings:
    def test_show_the_excluded_last_without_a_place(self, client, made):
        ordered(made, EXPULSION)

        lines = rows(client)

        assert [line[1] for line in lines][-1] == "2"
        assert (lines[-1][0], lines[-1][2].count("excluded")) == ("–", 1)
        assert all("excluded" not in line[2] for line in lines[:-1])
        assert len(lines) == 8
        assert 'class="excluded"' in page(client)

    @pytest.mark.parametrize("query", ["sort=name", "sort=-total", "sort=-rank", "sort=lost"])
    def test_show_them_last_however_the_others_are_sorted(self, client, made, query):
        ordered(made, EXPULSION)

        assert [line[0] for line in rows(client, f"{TOTAL}?{query}")].index("–") == 7

    def test_find_them(self, client, made):
        ordered(made, EXPULSION)

        assert [line[1] for line in rows(client, f"{TOTAL}?q=2")] == ["2"]
        assert "1 of 8 fits" in page(client, f"{TOTAL}?q=2")

    def test_of_everybody_excluded_there_is_no_place(self, client, made):
        ordered(made, EXCLUSION)

        assert [line[0] for line in rows(client)].count("–") == 4

    def test_readmit_them_when_it_is_lifted(self, client, made):
        before = rows(client)

        lifted(ordered(made, EXPULSION))

        assert rows(client) == before

    def test_take_the_penalty_off_and_say_so(self, client, made):
        before = shown(made)[2][2]
        ordered(made, PENALTY)

        [line] = [line for line in rows(client) if line[1] == "2"]

        assert line[4] == str(before - 50)
        assert "50 penalty points off" in line[2]
        assert page(client).count("penalty points off") == 1

    def test_say_why_a_series_counts_zero(self, client, made):
        ordered(made, ZERO)

        [line] = [line for line in rows(client) if line[1] == "1"]

        assert line[4:8] == ["0", "0", "0", "0"]
        assert "the series counts zero" in line[2]

    def test_say_it_of_everybody_of_a_void_list(self, client, made):
        ordered(made, VOID)

        assert page(client).count("the list is void (SkWO 7.2.4)") == 4

    def test_say_that_the_lower_score_counts(self, client, made):
        corrected(row_of(made), mend(1, 2, GRAND_LOST))

        assert "the lower score counts (SkWO 7.2.5)" in page(client)

    def test_of_several_series_name_the_one(self, client, made):
        closed(made)
        ordered(made, ZERO)
        factories.running_series(made, 2)

        assert "series 1: the series counts zero" in page(client)
        assert "series 1:" not in page(client, f"{TOTAL}1/")
        assert "counts zero" in page(client, f"{TOTAL}1/")
        assert "counts zero" not in page(client, f"{TOTAL}2/")

    def test_cost_no_more(self, client, made, django_assert_num_queries):
        ordered(made, EXPULSION)
        ordered(made, VOID)

        with django_assert_num_queries(10):
            client.get(TOTAL)

    def test_keep_hostile_names_text(self, client, made):
        Entrant.objects.filter(number=2).update(name="<b>Anna</b>", club="<i>")
        ordered(made, EXPULSION)

        assert "<b>Anna" not in page(client)
        assert "&lt;b&gt;Anna" in page(client)


class TestTheBoard:
    def test_marks_a_void_list_and_who_is_out(self, director, made):
        ordered(made, VOID)
        ordered(made, EXPULSION)

        text = page(director, BOARD)

        assert text.count("The list is void (SkWO 7.2.4).") == 1
        assert text.count(">excluded<") == 1


class TestTheDesk:
    def test_marks_who_is_out_and_offers_no_presence(self, director, made):
        ordered(made, EXPULSION)

        text = page(director, DESK)

        assert text.count("excluded</span>") == 1
        assert 'id="present-2"' not in text
        assert 'id="present-3"' in text

    def test_finds_them_and_calls_them_not_absent(self, director, made):
        ordered(made, EXPULSION)

        text = page(director, f"{DESK}?only=excluded")

        assert "entrant-2" in text
        assert "entrant-3" not in text
        assert "only=absent" not in text

    def test_everybody_reads_it_in_the_list_of_entrants(self, client, made):
        ordered(made, EXPULSION)

        assert page(client, "/t/cup/entrants/").count(">excluded<") == 1


class TestTheDraw:
    def test_leaves_them_out_and_says_so(self, director):
        made = two_tables()
        closed(made)
        ordered(made, EXPULSION)

        assert "1 entrant is excluded and gets no seat." in page(director, "/t/cup/office/series/2/draw/")
        assert "absent" not in page(director, "/t/cup/office/series/2/draw/")

    def test_already_made_marks_them(self, director, client):
        made = two_tables()
        closed(made)
        second = made.series.get(number=2)
        draws.draw_series(series_id=second.pk, public="a", by=factories.user(), now=EVENING)
        ordered(made, EXPULSION)
        assert page(director, "/t/cup/office/series/2/draw/").count(">excluded<") == 1

        director.post("/t/cup/office/series/2/", {"action": "publish"})

        assert page(client, "/t/cup/series/2/seats/").count(">excluded<") == 1
        assert ">excluded<" not in page(client, "/t/cup/series/1/seats/")


class TestStartCards:
    def test_are_not_printed_for_them_unless_one_is_asked_for(self, made):
        ordered(made, EXPULSION)

        everybody = cards.start_cards(made, ahead=False)
        alone = cards.start_cards(made, ahead=False, first=2, last=2)

        assert [card.entrant.number for card in everybody] == [1, 3, 4, 5, 6, 7, 8]
        assert [card.entrant.number for card in alone] == [2]


class TestFiles:
    def lines(self, director: Client) -> dict[str, dict[str, str]]:
        text = director.get("/t/cup/office/results.csv").content.decode("utf-8-sig")
        dialect = csv.Sniffer().sniff(text.splitlines()[0])
        return {line["Start number"]: line for line in csv.DictReader(io.StringIO(text), dialect=dialect)}

    def test_of_results_have_everything_and_the_excluded_last(self, director, made):
        ordered(made, PENALTY)
        ordered(made, ZERO)
        ordered(made, EXPULSION)

        found = self.lines(director)

        assert list(found)[-1] == "2"
        assert (found["2"]["Rank"], found["2"]["Remarks"]) == ("", "excluded")
        assert (found["1"]["Total"], found["1"]["Remarks"]) == ("0", "the series counts zero")
        lifted(made.measures.get(kind="expulsion"))
        again = self.lines(director)["2"]
        assert (again["Penalty points"], again["Remarks"]) == ("50", "50 penalty points off")
        assert again["Rank"] != ""
