"""Score sheets: what a referee finds on them, blank and filled in (SkWO 7.2, 8.11), alone and of a whole series."""

import re
from itertools import pairwise, product
from uuid import uuid4

import pytest
import zxingcpp
from django.test import Client

from scoring.lists.models import GameListRow
from scoring.lists.selectors import sheets
from scoring.lists.services import entry, presence
from scoring.paper.forms import Leaf
from scoring.paper.sheets import score_sheets
from scoring.paper.sheets.form import LEAST_ROW, PASSED, PLAYER, SheetLook, SheetRuling, deal_columns, forms
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.presence import Presence
from scoring.rules.valuation import Played, book
from scoring.signing import services as signing
from tables.tournaments.models import Tournament
from tests.paper.printed import (
    FROM_OUTSIDE,
    MM,
    NASTY,
    SHEET,
    SHEETS,
    columns,
    correct,
    deal_lines,
    is_white,
    on_page,
    picture,
    read,
    words,
)
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestABlankSheet:
    def test_has_event_table_players_every_deal_and_every_step_of_the_computation(self, director, row):
        entrant = row.table.seats.get(place=2).entrant
        entrant.name, entrant.club, entrant.team = "Erna Schulz", "SC Karo Sieben", "Karo 2"
        entrant.save()

        text = on_page(director, SHEET)

        for said in (
            *("Herz-Dame-Cup", "Altenburg", "Series 1", "Table of four", "ISkO and SkWO", "Erna Schulz", "Spieler 3"),
            *("SC Karo Sieben, Karo 2", "Game points, won, lost", "(Won − lost) × 50", "Lost by the others × 30"),
            *("Total", "Signature", "Fee for lost games", "Begin", "End", "Second list agrees", "Received", "Checked"),
            "_____ won + _____ lost + _____ passed in = _____ deals",
        ):
            assert said in text
        [line] = [line for line in text.splitlines() if "♦ 9" in line]
        assert "9 10 11 12 24 23 35 46 59" in " ".join(re.findall(r"\d+", line))
        director.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
        assert "Unterschrift" in on_page(director, SHEET)

    def test_counts_forty_for_the_others_at_three(self, director):
        factories.running_list(seats=3)

        text = on_page(director, SHEET)

        assert "× 40" in text
        assert "80 × _____" in text
        assert "Table of three" in text

    def test_leads_the_direction_alone_to_the_list_by_its_code_and_nobody_where_that_leads_nowhere(
        self, director, at_table, row
    ):
        factories.judge(row.table.series.tournament)
        judge = Client()
        judge.force_login(factories.user("richterin"))

        told = [visitor.get(f"{SHEET}?as=page", headers=FROM_OUTSIDE).content for visitor in (at_table, judge)]

        assert b'class="code"' in director.get(f"{SHEET}?as=page", headers=FROM_OUTSIDE).content
        for content in (*told, director.get(f"{SHEET}?as=page", headers={"host": "127.0.0.1:8000"}).content):
            assert b'class="code"' not in content
            assert row.table.key.encode() not in content


class TestTheForm:
    def test_has_whole_rounds_on_every_page_every_deal_once_and_room_to_write_wherever_somebody_writes(self):
        for seats, rounds, leaf in product((3, 4), range(1, 25), Leaf):
            found = forms(seats=seats, rounds=rounds, is_blank=True, ruling=SheetRuling(leaf=leaf))

            numbers = [number for form in found for number in range(form.first, form.last + 1)]
            assert numbers == list(range(1, seats * rounds + 1))
            assert all((form.last - form.first + 1) % seats == 0 for form in found)
            assert [form.is_last for form in found] == [False] * (len(found) - 1) + [True]
            measures = found[-1].measures
            assert all(form.row >= LEAST_ROW for form in found), (seats, rounds, leaf)
            assert all(form.bottom <= measures.control for form in found[:-1]), (seats, rounds, leaf)
            assert found[-1].sum >= 5
            assert found[-1].bottom <= found[-1].sums + 0.01
            assert measures.control - measures.signatures >= 5

    def test_takes_as_few_pages_as_may_be_and_gives_free_millimetres_to_the_sums(self):
        rulings = (SheetRuling(leaf=Leaf.A4), SheetRuling(leaf=Leaf.A5))
        for deals, seats, pages_each in ((27, 3, [1, 1]), (36, 4, [1, 2]), (48, 4, [1, 2]), (60, 4, [2, 2])):
            found = [forms(seats=seats, rounds=deals // seats, is_blank=True, ruling=ruling) for ruling in rulings]
            assert [len(one) for one in found] == pages_each
        [tight], [free] = (forms(seats=4, rounds=rounds, is_blank=True) for rounds in (12, 11))
        assert (tight.row, tight.sum) == (4, 5)
        assert (free.row, free.sum) == (4, 8)
        # It is as wide at three as at four.
        assert [seats * sum(PLAYER[seats]) + PASSED[seats] for seats in (3, 4)] == [56, 56]

    def test_has_shorter_rounds_from_where_somebody_left(self):
        for rounds, left in product((3, 12, 13, 24), (1, 2, 3)):
            gone = (Presence(from_round=left, seats=(1, 2, 4)),)
            found = forms(seats=4, rounds=rounds, is_blank=True, presence=gone)

            assert found[-1].length == 4 * (left - 1) + 3 * (rounds - left + 1) == found[-1].last
            assert all(form.bottom <= form.measures.bottom(is_last=form.is_last) + 0.01 for form in found)
            lengths = [after - before for form in found for before, after in pairwise((0, *form.rounds))]
            assert lengths == [4] * (left - 1) + [3] * (rounds - left + 1)
            dealers = [line.split()[1] for form in found for line in form.numbers.splitlines()]
            assert dealers == ["1", "2", "3", "4"] * (left - 1) + ["1", "2", "4"] * (rounds - left + 1)

    def test_has_a_column_for_either_sign_where_that_is_wanted(self):
        plain, with_signs = deal_columns(has_signs=False), deal_columns(has_signs=True)

        assert [[*map(str, found[3].label)] for found in (plain, with_signs)] == [["with +", "without −"], ["with"]]
        assert len(with_signs) == len(plain) + 2

    def test_is_typeset_once_for_all_tables_alike(self, row):
        series = row.table.series
        sheet = sheets.sheet(row)

        document = score_sheets.score_sheets(series, [sheet] * 5, SheetLook(now=EVENING))

        assert (len(document.forms), list(document.under)) == (1, [0] * 5)
        assert document.forms_alone().count("<svg") == 1
        assert document.typeset().count("<svg") == 0


def test_the_file_says_what_it_is_and_leads_to_its_list(director, row):
    response = director.get(SHEET, headers=FROM_OUTSIDE)

    assert response["Content-Disposition"] == 'inline; filename="cup-score-sheet-of-series-1-table-1.pdf"'
    assert read(response).metadata.title == "Score sheet of series 1, table 1 · Herz-Dame-Cup"
    assert read(response).metadata.author == "SC Herz Dame"
    [page] = read(response).pages
    assert (round(page.mediabox.width / MM), round(page.mediabox.height / MM)) == (210, 297)
    [code] = zxingcpp.read_barcodes(picture(response, dots=200))
    assert code.text == f"http://skat.example.org/l/{row.table.key}/"


@pytest.mark.thorough
def test_all_sheets_of_a_series_are_read_from_the_database_at_once(director, django_assert_max_num_queries):
    factories.play_series(factories.running_series(factories.tournament(entrants=8)))
    with django_assert_max_num_queries(13) as few:
        director.get(SHEETS)
    Tournament.objects.update(slug="small")
    factories.play_series(factories.running_series(factories.tournament(entrants=24)))
    with django_assert_max_num_queries(len(few)):
        director.get(SHEETS)


@pytest.mark.thorough
def test_hostile_names_stay_text_within_the_sheet_and_over_their_columns(director):
    called = {"name": ("Der <b>Große</b> Preis & Pokal " * 4)[:120], "place": "Übersee " * 15}
    made = factories.tournament(entrants=8, rounds=12, organiser="Verein " * 17, **called)
    for entrant, name in zip(made.entrants.order_by("number"), NASTY, strict=True):
        entrant.name, entrant.club, entrant.team = name, name, f"Team {name[:40]}"
        entrant.number += 9000
        entrant.save()
    factories.play_series(factories.running_series(made), skip=[2])

    response = director.get(SHEETS)

    first, second = (words(response, page) for page in range(2))
    for said in ("<script>alert('Skat')</script>", "<b>Große</b>", "המלך"):
        assert said in first
    assert '=HYPERLINK("http://x","y")' in second
    assert "No. 9006" in second
    for page in range(2):
        image = picture(response, page)
        for edges in ((0, 0, 12.6, 297), (197.4, 0, 210, 297), (0, 290, 210, 297)):
            assert is_white(image, *edges)
        # Between the players and the headings of the columns, right of the clubs, left of the table's number.
        assert is_white(image, 14, 39.8, 140, 40.13)
        assert is_white(image, 142, 10, 144.5, 39)
        # The last millimetre of each column of names before the next begins.
        for seat in range(4):
            ends = 13.2 + 82.8 + 23.4 * (seat + 1)
            assert is_white(image, ends - 0.9, 43.6, ends - 0.4, 46.8)


class TestThePageForTheBrowser:
    def test_has_the_form_on_every_page(self, director):
        factories.running_series(factories.tournament(entrants=8))
        for rounds, pages_each in ((12, 1), (15, 2)):
            GameListRow.objects.update(rounds=rounds)

            html = director.get(f"{SHEETS}?as=page").content.decode()

            assert html.count('<svg class="lines"') == html.count('class="score-sheet ') == 2 * pages_each
            assert [html.count(f">Page {page} of 2<") for page in (1, 2)] == [2 * (pages_each - 1)] * 2


class TestAFilledSheet:
    @pytest.fixture
    def plays(self):
        """Every kind of column once: (seat, played) deal by deal at a table of four."""
        spades = Contract(game=Game.SPADES, hand=True, schneider_announced=True)
        ouvert = Contract(game=Game.CLUBS, hand=True, schneider_announced=True, schwarz_announced=True, ouvert=True)
        return [
            (2, Played(contract=Contract(game=Game.DIAMONDS), matadors=-2, won=True)),
            None,
            (1, Played(contract=Contract(game=Game.NULL, hand=True), matadors=None, won=False)),
            (2, Played(contract=spades, matadors=4, won=True, schneider=True)),
            (3, Played(contract=Contract(game=Game.HEARTS), matadors=1, won=False, bid=50, overbid=True)),
            (4, Played(contract=ouvert, matadors=2, won=True, schneider=True, schwarz=True)),
            (4, GRAND_LOST),
            (1, GRAND),
        ]

    @pytest.fixture
    def filled(self, plays):
        row = factories.running_list(seats=4, rounds=2)
        factories.enter(row, *plays)
        return row

    def test_has_every_deal_in_its_columns(self, director, filled):
        cells = [columns(line, 4) for line in deal_lines(on_page(director, SHEET))]

        games = [(line[2], line[3], line[11]) for line in cells]
        assert games == [
            *(("♦  9", "−2", "27"), ("", "", ""), ("N 35", "", "−70"), ("♠ 11", "+4", "88"), ("♥ 10", "+1", "−100")),
            *(("♣ 12", "+2", "108"), ("G 24", "+2", "−144"), ("G 24", "+2", "72")),
        ]
        levels = ["".join("x" if cell else "." for cell in line[4:10]) for line in cells]
        assert levels == ["......", "......", "x.....", "xxx...", "......", "xxxxxx", "......", "......"]
        assert [line[10] for line in cells] == ["", "", "", "", "50", "", "", ""]
        assert [line[-1] for line in cells] == ["", "×", "", "", "", "", "", ""]
        # The running total and its tick stand in the declarer's columns alone.
        players = [line[12:-1] for line in cells]
        assert players[0] == ["", "", "", "27", "×", "", "", "", "", "", "", ""]
        assert players[1] == [""] * 12
        assert players[2] == ["−70", "", "×", *[""] * 9]
        assert players[6][9:] == ["−36", "", "×"]

    def test_says_who_left_and_what_a_lost_game_brought_since(self, director):
        row = factories.running_list(seats=4, rounds=2)
        factories.enter(row, (2, GRAND_LOST))
        presence.leave(list_id=row.pk, place=3, by=factories.user(), now=EVENING)
        factories.enter(row, None, None, None, (1, GRAND_LOST), None, None)

        text = on_page(director, SHEET)

        assert "From round 2 on without seat 3." in " ".join(text.split())
        assert "× 30 / 40" in text
        # 30 for three at the first loss, 40 for two at the second.
        assert "50 × (0 − 2) + bonus 170" in text
        assert "DOES NOT AGREE" not in text

    def test_has_the_names_and_times_of_those_who_confirmed_and_how(self, director, filled):
        factories.confirm_and_sign(filled)

        text = on_page(director, SHEET)

        assert text.count("19:00") == 5
        assert text.count("19:00 heard") == 4
        assert "Confirmed and closed" in " ".join(text.split())

    def test_marks_a_corrected_deal_and_says_when_and_that_the_signatures_are_on_another_paper(self, director, filled):
        correct(filled, 1, 3)
        signing.sign_for_paper(list_id=filled.pk, by=factories.user(), now=EVENING)

        text = on_page(director, SHEET)

        assert columns(deal_lines(text)[0], 4)[0] == "1*"
        assert re.search(r"Deal 1 corrected .*19:00", " ".join(text.split()))
        assert "Closed from its signed paper" in " ".join(text.split())

    def test_has_the_results_of_a_list_typed_as_results(self, director, row):
        lines = factories.totals((72, 1, 0), (0, 0, 0), (0, 0, 0), (-144, 0, 1))
        entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=EVENING)

        text = on_page(director, SHEET)

        assert ["152", "30", "30", "−194"] in [re.findall(r"−?\d+", line) for line in text.splitlines()]
        assert "1 won + 1 lost + 2 passed in = 4 deals" in text

    def test_calls_a_ruling_a_ruling_books_it_as_the_judge_wrote_it_and_says_why_fewer_deals_were_accepted(
        self, director, row
    ):
        won_below_its_bid = Played(contract=Contract(game=Game.HEARTS), matadors=1, won=True, bid=50)
        assert book(won_below_its_bid).points == -100
        factories.enter(row, (2, GRAND))
        row.deals.update(game="hearts", matadors=1, bid=50, won=True, points=20, overruled=True)

        text = on_page(director, SHEET)

        assert "Deal 1 stands by a judge's ruling" in " ".join(text.split())
        assert columns(deal_lines(text)[0], 4)[11:16] == ["20", "", "", "", "20"]
        signing.accept_short(list_id=row.pk, because="Feueralarm", by=factories.user(), now=EVENING)
        assert "Accepted with fewer deals" in on_page(director, SHEET)

    def test_gives_many_notes_a_page_of_their_own(self, director):
        row = factories.running_list(seats=4, rounds=3)
        factories.fill(row, seat=1)
        for number in range(1, 9):
            correct(row, number, 4 if number % 4 == 3 else 3, because=f"Grund {number}")

        sheet, notes = director.get(f"{SHEET}?as=page").content.decode().split("notes-page")

        assert "and 6 more on the next page" in " ".join(re.sub("<[^>]+>", " ", sheet).split())
        for number in range(1, 9):
            assert f"Grund {number}" in notes
        assert "Before: Spieler 1: Grand with 2" in notes

    def test_goes_on_on_a_second_page_with_the_numbers_where_they_belong(self, director):
        row = factories.running_list(seats=4, rounds=24)
        deals = [Deal(number=n, declarer=n % 4 + 1, played=GRAND) for n in range(1, 97)]
        entry.enter_list(list_id=row.pk, deals=deals, entry_key=uuid4(), by=factories.user(), now=EVENING)

        first, second = on_page(director, SHEET).split("Page 2 of 2")

        assert len(deal_lines(first)) == len(deal_lines(second)) == 48
        assert "Continued on page 2" in first
        assert columns(deal_lines(second)[-1], 4)[12] == str(72 * 24)
