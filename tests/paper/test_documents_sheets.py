"""Score sheets on paper: what a referee finds on them, blank and filled in (SkWO 7.2, 8.11)."""

import re
from itertools import pairwise

import pytest
import zxingcpp
from django.test import Client

from scoring.lists.selectors import sheets
from scoring.paper.sheets import score_sheets
from scoring.paper.sheets.columns import PASSED, PLAYER, deal_columns
from scoring.paper.sheets.form import forms
from scoring.paper.sheets.look import Leaf, Ruling
from scoring.paper.sheets.measures import LEAST_ROW
from scoring.rules.game_list.presence import Presence
from tests.paper.printed import MM, pages, picture, read
from tests.paper.sheets_read import FROM_OUTSIDE, SHEET
from tests.support import factories
from tests.support.factories import EVENING

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

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(("seats", "rounds"), [(4, 12), (3, 12), (4, 1), (3, 5), (4, 24), (3, 17), (3, 24)])
    def test_numbers_every_deal_and_prints_its_dealer(self, director, seats, rounds):
        factories.running_list(seats=seats, rounds=rounds)

        texts = pages(director.get(SHEET))

        deals = range(1, seats * rounds + 1)
        a_page = -(-len(deals) // len(texts) // seats) * seats
        for number, text in enumerate(texts):
            part = deals[number * a_page :][:a_page]
            lines = [line.split() for line in text.splitlines()]
            assert [line for line in lines if len(line) == 2 and "".join(line).isdigit()] == [
                [str(deal), str((deal - 1) % seats + 1)] for deal in part
            ]

    def test_has_a_line_for_every_step_of_the_computation_and_for_every_signature(self, director, row):
        [text] = pages(director.get(SHEET))

        for caption in ("Game points, won, lost", "(Won − lost) × 50", "Lost by the others × 30", "Total", "Signature"):
            assert caption in text
        for caption in ("Fee for lost games", "Begin", "End", "Second list agrees", "Received", "Checked"):
            assert caption in text
        assert "_____ won + _____ lost + _____ passed in = _____ deals" in text

    def test_has_the_values_of_all_games_in_one_line(self, director, row):
        [text] = pages(director.get(SHEET))

        [line] = [line for line in text.splitlines() if "♦ 9" in line]
        assert re.findall(r"\d+", line) == ["9", "10", "11", "12", "24", "23", "35", "46", "59"]

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
    @pytest.mark.parametrize("leaf", Leaf)
    def test_has_whole_rounds_on_every_page_and_every_deal_once(self, seats, rounds, leaf):
        found = forms(seats=seats, rounds=rounds, is_blank=True, ruling=Ruling(leaf=leaf))

        numbers = [number for form in found for number in range(form.first, form.last + 1)]
        assert numbers == list(range(1, seats * rounds + 1))
        assert all((form.last - form.first + 1) % seats == 0 for form in found)
        assert [form.is_last for form in found] == [False] * (len(found) - 1) + [True]

    @pytest.mark.parametrize("seats", [3, 4])
    @pytest.mark.parametrize("rounds", range(1, 25))
    @pytest.mark.parametrize("leaf", Leaf)
    def test_has_room_to_write_wherever_somebody_writes(self, seats, rounds, leaf):
        found = forms(seats=seats, rounds=rounds, is_blank=True, ruling=Ruling(leaf=leaf))

        measures = found[-1].measures
        assert all(form.row >= LEAST_ROW for form in found)
        assert all(form.bottom <= measures.control for form in found[:-1])
        assert found[-1].sum >= 5
        assert found[-1].bottom <= found[-1].sums + 0.01
        assert measures.control - measures.signatures >= 5

    @pytest.mark.parametrize(
        ("deals", "seats", "a4", "a5"), [(27, 3, 1, 1), (36, 4, 1, 2), (48, 4, 1, 2), (60, 4, 2, 2)]
    )
    def test_takes_as_few_pages_as_may_be(self, deals, seats, a4, a5):
        rulings = (Ruling(leaf=Leaf.A4), Ruling(leaf=Leaf.A5))

        found = [forms(seats=seats, rounds=deals // seats, is_blank=True, ruling=ruling) for ruling in rulings]

        assert [len(one) for one in found] == [a4, a5]

    def test_gives_free_millimetres_to_the_sums(self):
        [tight], [free] = (forms(seats=4, rounds=rounds, is_blank=True) for rounds in (12, 11))

        assert (tight.row, tight.sum) == (4, 5)
        assert (free.row, free.sum) == (4, 8)

    @pytest.mark.parametrize("rounds", [3, 12, 13, 24])
    @pytest.mark.parametrize("left", [1, 2, 3])
    def test_has_shorter_rounds_from_where_somebody_left(self, rounds, left):
        gone = (Presence(from_round=left, seats=(1, 2, 4)),)
        found = forms(seats=4, rounds=rounds, is_blank=True, presence=gone)

        assert found[-1].length == 4 * (left - 1) + 3 * (rounds - left + 1) == found[-1].last
        assert all(form.bottom <= form.measures.bottom(is_last=form.is_last) + 0.01 for form in found)
        lengths = [after - before for form in found for before, after in pairwise((0, *form.rounds))]
        assert lengths == [4] * (left - 1) + [3] * (rounds - left + 1)
        dealers = [line.split()[1] for form in found for line in form.numbers.splitlines()]
        assert dealers == ["1", "2", "3", "4"] * (left - 1) + ["1", "2", "4"] * (rounds - left + 1)

    @pytest.mark.parametrize("seats", [3, 4])
    def test_is_as_wide_at_three_as_at_four(self, seats):
        assert seats * sum(PLAYER[seats]) + PASSED[seats] == 56

    def test_has_a_column_for_either_sign_where_that_is_wanted(self):
        plain, with_signs = (
            [*map(str, column.label)] for column in (deal_columns(has_signs=False)[3], deal_columns(has_signs=True)[3])
        )

        assert plain == ["with +", "without −"]
        assert with_signs == ["with"]
        assert len(deal_columns(has_signs=True)) == len(deal_columns(has_signs=False)) + 2

    def test_is_typeset_once_for_all_tables_alike(self, row):
        series = row.table.series
        sheet = sheets.sheet(row)

        document = score_sheets.score_sheets(series, [sheet] * 5, now=EVENING, link=None)

        assert (len(document.forms), list(document.under)) == (1, [0] * 5)
        assert document.forms_alone().count("<svg") == 1
        assert document.typeset().count("<svg") == 0


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
