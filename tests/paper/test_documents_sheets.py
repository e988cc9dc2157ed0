"""Score sheets on paper: what a referee finds on them, blank and filled in (SkWO 7.2, 8.11)."""

from itertools import pairwise

import pytest
import zxingcpp
from django.test import Client

from scoring.lists.selectors import sheets
from scoring.paper.sheets import score_sheets
from scoring.paper.sheets.form import PASSED, PLAYER, ROWS, SUMS, forms
from scoring.paper.typesetting.document import Under
from scoring.rules.game_list.presence import Presence
from tests import factories
from tests.factories import EVENING
from tests.paper.printed import MM, pages, picture, read
from tests.paper.sheets_read import FROM_OUTSIDE, SHEET

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestABlankSheet:
    def test_names_the_event_the_table_and_the_players(self, director, row):
        entrant = row.table.seats.get(place=2).entrant
        entrant.name, entrant.club, entrant.team = "Erna Schulz", "SC Karo Sieben", "Karo 2"
        entrant.save()

        [text] = pages(director.get(SHEET))

        for word in ("Herz-Dame-Cup", "Altenburg", "Series 1", "Table of four", "ISkO and SkWO", "Erna Schulz"):
            assert word in text
        assert "SC Karo Sieben, Karo 2" in text
        assert "Spieler 3" in text

    @pytest.mark.parametrize(("seats", "rounds"), [(4, 12), (3, 12), (4, 1), (3, 5), (4, 24), (3, 17), (3, 24)])
    def test_numbers_every_deal_and_prints_its_dealer(self, director, seats, rounds):
        factories.running_list(seats=seats, rounds=rounds)

        texts = pages(director.get(SHEET))

        deals = range(1, seats * rounds + 1)
        a_page = -(-len(deals) // len(texts) // seats) * seats
        for number, text in enumerate(texts):
            part = deals[number * a_page :][:a_page]
            numbers = "\n".join(str(deal) for deal in part)
            dealers = "\n".join(str((deal - 1) % seats + 1) for deal in part)
            assert f"\n{numbers}\n{dealers}\n" in text

    def test_has_a_line_for_every_step_of_the_computation_and_for_every_signature(self, director, row):
        [text] = pages(director.get(SHEET))

        for caption in ("Game points", "(Won − lost) × 50", "Lost by the others", "× 30", "Total", "Signature"):
            assert caption in text
        assert "_____ won + _____ lost + _____ passed in = _____ deals" in text

    def test_counts_forty_for_the_others_at_three(self, director):
        factories.running_list(seats=3)

        [text] = pages(director.get(SHEET))

        assert "× 40" in text
        assert "80 × _____" in text
        assert "Table of three" in text

    def test_is_in_the_language_of_who_prints_it(self, row):
        german = Client(headers={"accept-language": "de"})
        german.force_login(factories.user())

        [text] = pages(german.get(SHEET))

        assert "Tisch" in text
        assert "Unterschrift" in text

    def test_leads_the_direction_to_the_list_by_its_code(self, director, row):
        response = director.get(SHEET, headers=FROM_OUTSIDE)

        [code] = zxingcpp.read_barcodes(picture(response, dots=200))
        assert code.text == f"http://skat.example.org/l/{row.table.key}/"

    def test_shows_its_key_to_nobody_else(self, at_table, row):
        factories.judge(row.table.series.tournament)
        judge = Client()
        judge.force_login(factories.user("richterin"))

        for visitor in (at_table, judge):
            response = visitor.get(SHEET, headers=FROM_OUTSIDE)
            assert not zxingcpp.read_barcodes(picture(response, dots=200))
            page = visitor.get(f"{SHEET}?as=page", headers=FROM_OUTSIDE)
            assert row.table.key.encode() not in page.content

    def test_has_no_code_that_leads_nowhere(self, director, row):
        assert not zxingcpp.read_barcodes(picture(director.get(SHEET, headers={"host": "127.0.0.1:8000"}), dots=200))


class TestTheForm:
    @pytest.mark.parametrize("seats", [3, 4])
    @pytest.mark.parametrize("rounds", range(1, 25))
    def test_has_whole_rounds_on_every_page_and_every_deal_once(self, seats, rounds):
        found = forms(seats=seats, rounds=rounds, is_blank=True)

        numbers = [number for form in found for number in range(form.first, form.last + 1)]
        assert numbers == list(range(1, seats * rounds + 1))
        assert all((form.last - form.first + 1) % seats == 0 for form in found)
        assert all(form.row * (form.last - form.first + 1) <= SUMS - ROWS + 0.01 for form in found)
        assert [form.is_last for form in found] == [False] * (len(found) - 1) + [True]

    @pytest.mark.parametrize("rounds", [3, 12, 13, 24])
    @pytest.mark.parametrize("left", [1, 2, 3])
    def test_has_shorter_rounds_from_where_somebody_left(self, rounds, left):
        gone = (Presence(from_round=left, seats=(1, 2, 4)),)
        found = forms(seats=4, rounds=rounds, is_blank=True, presence=gone)

        assert found[-1].length == 4 * (left - 1) + 3 * (rounds - left + 1) == found[-1].last
        assert all(form.row * (form.last - form.first + 1) <= SUMS - ROWS + 0.01 for form in found)
        lengths = [after - before for form in found for before, after in pairwise((0, *form.rounds))]
        assert lengths == [4] * (left - 1) + [3] * (rounds - left + 1)
        dealers = "\n".join(form.dealers for form in found).split()
        assert dealers == ["1", "2", "3", "4"] * (left - 1) + ["1", "2", "4"] * (rounds - left + 1)

    @pytest.mark.parametrize("seats", [3, 4])
    def test_is_as_wide_at_three_as_at_four(self, seats):
        assert seats * sum(PLAYER[seats]) + PASSED[seats] == 56

    def test_is_typeset_once_for_all_tables_alike(self, row):
        series = row.table.series
        sheet = sheets.sheet(row)

        document = score_sheets.score_sheets(series, [sheet] * 5, now=EVENING, link=None)

        assert (len(document.forms), list(document.under)) == (1, [Under(form=0)] * 5)
        assert document.typeset().count("<svg") == 1


def test_the_file_says_what_it_is(director, row):
    response = director.get(SHEET)

    assert response["Content-Disposition"] == 'inline; filename="cup-score-sheet-1-1.pdf"'
    assert read(response).metadata.title == "Score sheet of series 1, table 1 · Herz-Dame-Cup"
    assert read(response).metadata.author == "SC Herz Dame"
    box = read(response).pages[0].mediabox
    assert (round(box.width / MM), round(box.height / MM)) == (210, 297)


@pytest.mark.typeset_anew
def test_the_same_sheet_is_the_same_file(director, row):
    assert director.get(SHEET).content == director.get(SHEET).content
