"""The sheets of a whole series: who may print them, hostile names, and the page for the browser.

Every kind of document as it is read aloud, and as it is kept: what can be tested without a validator.

``faults`` reads the tree of tags: language, title, kinds of elements and what may stand in which, order of headings,
words for figures, heads of tables, numbers of parents, marked content, decoration, links, embedded fonts, syntax.
Score sheets with their deals: what stands where, and that it is what was played.
"""

import io
import re
import shutil
import subprocess
from uuid import uuid4

import pikepdf
import pypdf
import pytest
from django.test import Client

from scoring.lists.selectors import sheets
from scoring.lists.services import entry, presence
from scoring.paper.typesetting import pdf
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played, book
from scoring.signing import services as signing
from tables.tournaments.models import Series, Tournament
from tests.paper.every_kind import TOLD, document, whole_event
from tests.paper.printed import is_white, pages, picture, read, words
from tests.paper.sheets_read import NASTY, SHEET, SHEETS, columns, correct, deal_lines
from tests.paper.trees import faults, faults_of_kept, kinds_of
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestAllSheetsOfASeries:
    @pytest.mark.thorough
    def test_come_in_the_order_of_the_tables(self, director):
        made = factories.tournament(entrants=14)
        factories.running_series(made)

        texts = pages(director.get(SHEETS))

        assert len(texts) == 4
        for number, text in enumerate(texts):
            assert f"Spieler {4 * number + 1 - (number == 3)}" in text
        assert ["Table of three" in text for text in texts] == [False, False, True, True]

    @pytest.mark.thorough
    def test_are_read_from_the_database_at_once(self, director, django_assert_max_num_queries):
        factories.play_series(factories.running_series(factories.tournament(entrants=8)))
        with django_assert_max_num_queries(13) as few:
            director.get(SHEETS)
        Tournament.objects.update(slug="small")
        factories.play_series(factories.running_series(factories.tournament(entrants=24, director="zweite")))

        client = Client()
        client.force_login(factories.user("zweite"))
        with django_assert_max_num_queries(len(few)):
            client.get(SHEETS)

    def test_wait_until_the_seats_are_published(self, director):
        factories.tournament(entrants=8)

        response = director.get(SHEETS, follow=True)

        assert response.redirect_chain == [("/t/cup/office/series/1/", 302)]
        assert b"Publish the seats" in response.content

    def test_belong_to_the_direction(self, client, row):
        factories.judge(row.table.series.tournament)
        judge = Client()
        judge.force_login(factories.user("richterin"))

        assert judge.get(SHEETS).status_code == 403
        assert client.get(SHEETS)["Location"].startswith("/sign-in/")


class TestWhoMayPrintASheet:
    def test_the_table_with_its_key(self, at_table):
        assert read(at_table.get(SHEET))

    def test_a_judge(self, row):
        factories.judge(row.table.series.tournament)
        judge = Client()
        judge.force_login(factories.user("richterin"))

        assert read(judge.get(SHEET))

    def test_nobody_else(self, client, row):
        stranger = Client()
        stranger.force_login(factories.user("fremd"))

        assert client.get(SHEET).status_code == stranger.get(SHEET).status_code == 403

    def test_nor_the_key_of_another_table(self, client):
        series = factories.running_series(factories.tournament(entrants=8))
        client.get(f"/l/{factories.list_of(series, 2).table.key}/")

        assert client.get(SHEET).status_code == 403

    def test_nobody_before_the_seats_are_published(self, director):
        factories.tournament(entrants=4)

        assert director.get(SHEET).status_code == 404

    def test_it_is_only_read(self, director, row):
        assert director.post(SHEET).status_code == 405


class TestHostileNames:
    @pytest.fixture
    def series(self) -> Series:
        made = factories.tournament(
            entrants=8,
            rounds=12,
            name=("Der <b>Große</b> Preis & Pokal " * 4)[:120],
            place="Übersee " * 15,
            organiser="Verein " * 17,
        )
        for entrant, name in zip(made.entrants.order_by("number"), NASTY, strict=True):
            entrant.name, entrant.club, entrant.team = name, name, f"Team {name[:40]}"
            entrant.number += 9000
            entrant.save()
        return factories.running_series(made)

    @pytest.mark.thorough
    def test_stay_text_and_within_the_sheet(self, director, series):
        factories.play_series(series, skip=[2])

        response = director.get(SHEETS)

        first, second = (words(response, page) for page in range(2))
        assert "<script>alert('Skat')</script>" in first
        assert '=HYPERLINK("http://x","y")' in second
        assert "No. 9006" in second
        assert "<b>Große</b>" in first
        assert "המלך" in first
        for page in range(2):
            image = picture(response, page)
            assert is_white(image, 0, 0, 12.6, 297)
            assert is_white(image, 197.4, 0, 210, 297)
            assert is_white(image, 0, 289.5, 210, 297)
            # Between the players and the headings of the columns, right of the clubs, left of the table's number.
            assert is_white(image, 14, 40.35, 140, 40.55)
            assert is_white(image, 142, 10, 144.5, 39)

    def test_stay_text_on_the_page(self, director, series):
        content = director.get(f"{SHEETS}?as=page").content.decode()

        assert "<script" not in content
        assert "&lt;script&gt;" in content
        assert "style=" not in content


class TestThePageForTheBrowser:
    def test_says_the_same_as_the_paper(self, director, row):
        factories.fill(row, seat=2)
        paper = director.get(SHEET)

        page = director.get(f"{SHEET}?as=page")

        assert page["Content-Type"].startswith("text/html")
        html = page.content.decode()
        for line in deal_lines(pages(paper)[0]):
            assert line in html
        assert 'class="print-hint"' in html

    def test_has_the_form_on_every_page(self, director):
        factories.running_series(factories.tournament(entrants=8))

        html = director.get(f"{SHEETS}?as=page").content.decode()

        assert html.count('<svg class="lines"') == html.count('class="score-sheet ') == 2


BRINGS = {
    "sheets": ["lists.json"],
    "ranking": ["ranking.csv", "ranking.json"],
    "ranking, of a class": ["ranking.csv", "ranking.json"],
    "rankings": ["ranking.csv", "ranking.json"],
}


"""What comes along with those that have something for machines."""


HEADED = ["seats", "ranking", "ranking, of a class", "plan", "decisions", "start-cards", "table-cards", "certificates"]


PARTED = ["sheets", "seats", "start-cards", "ranking", "certificates"]


"""Those of more than one page."""


needs_qpdf = pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")


needs_poppler = pytest.mark.skipif(not shutil.which("pdfinfo"), reason="pdfinfo is not installed")


@pytest.fixture
def made():
    """An event of which there is everything."""
    return whole_event()


@pytest.mark.parametrize("name", TOLD)
class TestEveryKind:
    @pytest.mark.thorough(after=1)
    def test_is_tagged_from_the_first_page_to_the_last(self, made, name):
        assert faults(pdf.typeset(document(made, name))) == []

    @pytest.mark.thorough(after=1)
    def test_is_kept_for_years(self, made, name):
        content = pdf.typeset(document(made, name), is_kept=True)

        assert faults(content) == faults_of_kept(content) == []
        with pikepdf.open(io.BytesIO(content)) as found:
            assert sorted(found.attachments) == BRINGS.get(name, [])

    @needs_qpdf
    @pytest.mark.parametrize("is_kept", [False, True])
    def test_is_whole(self, made, name, is_kept, tmp_path):
        file = tmp_path / "document.pdf"
        file.write_bytes(pdf.typeset(document(made, name), is_kept=is_kept))

        checked = subprocess.run(["qpdf", "--check", file], capture_output=True, text=True, check=False)

        assert (checked.returncode, "WARNING" in checked.stdout + checked.stderr) == (0, False), checked.stderr


@pytest.mark.thorough(after=2)
@pytest.mark.parametrize("name", HEADED)
def test_begins_with_a_heading(made, name):
    with pikepdf.open(io.BytesIO(pdf.typeset(document(made, name)))) as found:
        assert kinds_of(found)["H1"] >= 1


def test_a_table_has_rows_of_cells_below_heads_of_columns(made):
    with pikepdf.open(io.BytesIO(pdf.typeset(document(made, "ranking")))) as found:
        kinds = kinds_of(found)
        heads = [one for one in found.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/TH"]
        assert (kinds["Table"], kinds["TR"], kinds["TH"]) == (1, 1 + 11, len(heads))
        assert {str(head.A.Scope) for head in heads} == {"/Column"}


@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.parametrize("name", PARTED)
class TestInBatches:
    """Many pages are set forty at a time, and joined."""

    @pytest.fixture(autouse=True)
    def _batches(self, monkeypatch):
        monkeypatch.setattr(pdf, "A_BATCH", 1)

    @pytest.mark.thorough(after=1)
    def test_it_has_one_tree_that_is_sound(self, made, name, is_kept):
        content = pdf.typeset(document(made, name), is_kept=is_kept)

        assert faults(content) == []
        if is_kept:
            assert faults_of_kept(content) == []
            assert sorted(pypdf.PdfReader(io.BytesIO(content)).attachments) == BRINGS.get(name, [])

    @pytest.mark.thorough(after=1)
    def test_it_says_the_same_in_the_same_order(self, made, name, is_kept, monkeypatch):
        parted = pdf.typeset(document(made, name), is_kept=is_kept)
        monkeypatch.undo()

        assert _texts(parted) == _texts(pdf.typeset(document(made, name), is_kept=is_kept))

    @pytest.mark.thorough(after=1)
    @needs_poppler
    def test_another_program_reads_the_tree_page_by_page(self, made, name, is_kept, tmp_path):
        content = pdf.typeset(document(made, name), is_kept=is_kept)
        file = tmp_path / "document.pdf"
        file.write_bytes(content)

        read = subprocess.run(["pdfinfo", "-struct-text", file], capture_output=True, text=True, check=True)

        words, texts = read.stdout, " ".join(_texts(content))
        there = [name for name in made.entrants.values_list("name", flat=True) if name in texts]
        assert there
        assert [name for name in there if name not in words] == []
        assert read.stderr == ""


class TestHeadsOfTables:
    """Where the typesetter gives them identifiers, these are one of a kind in the whole file."""

    @pytest.fixture
    def content(self, monkeypatch):
        from scoring.paper.typesetting.laying import put_together

        page = "<table><thead><tr><th>Name</th><th>Club</th></tr></thead><tr><td>Ida</td><td>Bube</td></tr></table>"
        link = '<p><a href="https://skat.example" title="the site">site</a></p>'
        html = f"<html lang=en><head><title>x</title></head><body><h1>x</h1>{page}{link}</body></html>"
        batches = [pdf._written(html, "pdf/ua-1")] * 3
        return put_together(batches, lambda: b"", [None] * 3)

    def test_are_called_by_one_name_each_and_found_by_it(self, content):
        with pikepdf.open(io.BytesIO(content)) as found:
            names = [str(name) for name in pikepdf.NameTree(found.Root.StructTreeRoot.IDTree)]
            assert len(set(names)) == 6

    def test_are_said_of_the_cells_below_them(self, content):
        assert [fault for fault in faults(content) if "cell" in fault or "identifiers" in fault] == []

    def test_links_have_numbers_of_their_own(self, content):
        assert [fault for fault in faults(content) if "number" in fault or "in the tree" in fault] == []


def _texts(content: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]


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
        [text] = pages(director.get(SHEET))

        cells = [columns(line, 4) for line in deal_lines(text)]
        games = [(line[2], line[3], line[11]) for line in cells]
        assert games == [
            ("♦  9", "−2", "27"),
            ("", "", ""),
            ("N 35", "", "−70"),
            ("♠ 11", "+4", "88"),
            ("♥ 10", "+1", "−100"),
            ("♣ 12", "+2", "108"),
            ("G 24", "+2", "−144"),
            ("G 24", "+2", "72"),
        ]
        levels = ["".join("x" if cell else "." for cell in line[4:10]) for line in cells]
        assert levels == ["......", "......", "x.....", "xxx...", "......", "xxxxxx", "......", "......"]
        assert [line[10] for line in cells] == ["", "", "", "", "50", "", "", ""]
        assert [line[-1] for line in cells] == ["", "×", "", "", "", "", "", ""]

    def test_says_who_left_and_what_a_lost_game_brought_since(self, director):
        row = factories.running_list(seats=4, rounds=2)
        factories.enter(row, (2, GRAND_LOST))
        presence.leave(list_id=row.pk, place=3, by=factories.user(), now=EVENING)
        factories.enter(row, None, None, None, (1, GRAND_LOST), None, None)

        [text] = pages(director.get(SHEET))

        assert "From round 2 on without seat 3." in text
        assert "× 30 / 40" in text
        # 30 for three at the first loss, 40 for two at the second.
        assert "50 × (0 − 2) + bonus 170" in text
        assert "DOES NOT AGREE" not in text

    def test_has_the_running_total_and_its_tick_in_the_declarers_columns_alone(self, director, filled):
        [text] = pages(director.get(SHEET))

        players = [columns(line, 4)[12:-1] for line in deal_lines(text)]
        assert players[0] == ["", "", "", "27", "×", "", "", "", "", "", "", ""]
        assert players[1] == [""] * 12
        assert players[2] == ["−70", "", "×", *[""] * 9]
        assert players[3][3:6] == ["115", "×", ""]
        assert players[6][9:] == ["−36", "", "×"]

    def test_has_the_computation_of_the_list(self, director, filled):
        [text] = pages(director.get(SHEET))

        sheet = sheets.sheet(factories.list_of(filled.table.series))
        numbers = [re.findall(r"−?\d+", line) for line in text.splitlines()]
        tallies = [(score, score.tally) for score in sheet.scores]
        for read_off in (
            [(tally.game_points, tally.won, tally.lost) for _score, tally in tallies],
            [(score.own_games, tally.won - tally.lost) for score, tally in tallies],
            [(score.bonus, tally.opponents_lost) for score, tally in tallies],
            [(score.performance,) for score, _tally in tallies],
        ):
            assert [str(number).replace("-", "−") for part in read_off for number in part] in numbers
        assert "4 won + 3 lost + 1 passed in = 8 deals" in text

    def test_marks_a_corrected_deal_and_says_when(self, director, filled):
        correct(filled, 1, 3)

        [text] = pages(director.get(SHEET))

        assert columns(next(line for line in text.splitlines() if "G 24" in line), 4)[0] == "1*"
        assert re.search(r"Deal 1 corrected .*19:00", text)

    def test_has_the_names_and_times_of_those_who_confirmed_and_how(self, director, filled):
        factories.confirm_and_sign(filled)

        [text] = pages(director.get(SHEET))

        assert text.count("19:00") == 5
        assert text.count("heard by") == 4
        assert "Confirmed and closed" in " ".join(text.split())

    def test_says_that_the_signatures_are_on_another_paper(self, director, filled):
        signing.sign_for_paper(list_id=filled.pk, by=factories.user(), now=EVENING)

        [text] = pages(director.get(SHEET))

        assert "Closed from its signed paper" in " ".join(text.split())

    def test_has_the_results_of_a_list_typed_as_results(self, director, row):
        lines = factories.totals((72, 1, 0), (0, 0, 0), (0, 0, 0), (-144, 0, 1))
        entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=EVENING)

        [text] = pages(director.get(SHEET))

        assert ["152", "30", "30", "−194"] in [re.findall(r"−?\d+", line) for line in text.splitlines()]
        assert "1 won + 1 lost + 2 passed in = 4 deals" in text

    def test_calls_a_ruling_a_ruling_and_books_it_as_the_judge_wrote_it(self, director, row):
        won_below_its_bid = Played(contract=Contract(game=Game.HEARTS), matadors=1, won=True, bid=50)
        assert book(won_below_its_bid).points == -100
        factories.enter(row, (2, GRAND))
        row.deals.update(game="hearts", matadors=1, bid=50, won=True, points=20, overruled=True)

        [text] = pages(director.get(SHEET))

        assert "Deal 1 stands by a judge's ruling" in text
        assert columns(deal_lines(text)[0], 4)[11:16] == ["20", "", "", "", "20"]

    @pytest.mark.thorough
    def test_gives_many_notes_a_page_of_their_own(self, director):
        row = factories.running_list(seats=4, rounds=3)
        factories.fill(row, seat=1)
        for number in range(1, 9):
            correct(row, number, 4 if number % 4 == 3 else 3, because=f"Grund {number}")

        sheet, notes = pages(director.get(SHEET))

        assert "and 3 more on the next page" in sheet
        for number in range(1, 9):
            assert f"Grund {number}" in notes
        assert "Before: Spieler 1: Grand with 2" in notes

    @pytest.mark.thorough
    def test_loses_no_note_however_many_there_are(self, director):
        row = factories.running_list(seats=4, rounds=12)
        factories.fill(row, seat=1)
        for number in range(1, 49):
            correct(row, number, 4 if number % 4 == 3 else 3, because=f"Grund {number}: " + "verschrieben " * 20)

        _sheet, *notes = pages(director.get(SHEET))

        assert len(notes) > 2
        flat = "".join("".join(notes).split())
        for number in range(1, 49):
            assert f"Grund{number}:" + "verschrieben" * 20 in flat

    def test_says_why_fewer_deals_were_accepted(self, director, row):
        factories.enter(row, (2, GRAND))
        signing.accept_short(list_id=row.pk, because="Feueralarm", by=factories.user(), now=EVENING)

        [text] = pages(director.get(SHEET))

        assert "Accepted with fewer deals" in text

    def test_goes_on_on_a_second_page_with_the_numbers_where_they_belong(self, director):
        row = factories.running_list(seats=4, rounds=24)
        entry.enter_list(
            list_id=row.pk,
            deals=[Deal(number=n, declarer=n % 4 + 1, played=GRAND) for n in range(1, 97)],
            entry_key=uuid4(),
            by=factories.user(),
            now=EVENING,
        )

        first, second = pages(director.get(SHEET))

        assert len(deal_lines(first)) == len(deal_lines(second)) == 48
        assert "Continued on page 2" in first
        assert "Total" not in first
        assert columns(deal_lines(second)[-1], 4)[12] == str(72 * 24)
