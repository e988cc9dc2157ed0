"""Score sheets on paper: what a referee finds on them, blank and filled in (SkWO 7.2, 8.11)."""

import re
from uuid import uuid4

import pytest
import zxingcpp
from django.test import Client

from scoring import documents, selectors
from scoring.documents.form import DEAL, PASSED, PLAYER, ROWS, SUMS, forms
from scoring.models import GameListRow
from scoring.rules import Contract, Deal, Game, Played, book
from scoring.services import entry, signing
from tables.models import Series, Tournament
from tests import factories
from tests.factories import EVENING, GRAND, GRAND_LOST
from tests.scoring.pages import TABLE
from tests.scoring.paper import MM, is_white, pages, picture, read, words

pytestmark = pytest.mark.django_db
SHEET = f"{TABLE}sheet.pdf"
SHEETS = "/t/cup/office/series/1/sheets.pdf"
FROM_OUTSIDE = {"host": "skat.example.org"}

NASTY = [
    "W" * 60,
    "שלמה בן־אברהם המלך הגדול",
    "🂡 Emil 👨‍👩‍👧 Müller",
    "<script>alert('Skat')</script>",
    '=HYPERLINK("http://x","y")',
    "",
    "a\N{COMBINING ACUTE ACCENT}" * 40,
    "東京太郎" * 12,
]


def columns(line: str, seats: int) -> list[str]:
    """Return the cells of a line of deals by the columns of the form."""
    widths = [column.characters for column in DEAL] + [*PLAYER[seats]] * seats + [PASSED[seats]]
    cells, start = [], 0
    for width in widths:
        cells.append(line[start : start + width].strip())
        start += width
    assert not line[start:].strip()
    return cells


def deal_lines(text: str) -> list[str]:
    """Return the lines of a page that hold a deal: a sign and a base value, or just the tick for passed in."""
    return [
        line for line in text.splitlines() if re.match(r"^   .{4} ([♣♠♥♦GN] [ \d]\d )", line) or line.strip() == "×"
    ]


def correct(row: GameListRow, number: int, seat: int, *, because: str = "verschrieben") -> None:
    entry.correct_deal(
        list_id=row.pk,
        deal=Deal(number=number, declarer=seat, played=GRAND),
        because=because,
        entry_key=uuid4(),
        by=None,
        now=EVENING,
    )


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

        sheet = selectors.sheet(factories.list_of(filled.table.series))
        numbers = [re.findall(r"−?\d+", line) for line in text.splitlines()]
        for read_off in (
            [score.tally.game_points for score in sheet.scores],
            [score.own_games for score in sheet.scores],
            [score.bonus for score in sheet.scores],
            [score.performance for score in sheet.scores],
        ):
            assert [str(number).replace("-", "−") for number in read_off] in numbers
        assert "4 won + 3 lost + 1 passed in = 8 deals" in text

    def test_marks_a_corrected_deal_and_says_when(self, director, filled):
        correct(filled, 1, 3)

        [text] = pages(director.get(SHEET))

        assert columns(next(line for line in text.splitlines() if "G 24" in line), 4)[0] == "*"
        assert re.search(r"Deal 1 corrected .*19:00", text)

    def test_has_the_names_and_times_of_those_who_confirmed(self, director, filled):
        factories.confirm_and_sign(filled)

        [text] = pages(director.get(SHEET))

        assert text.count("19:00") == 5
        assert "Platz 4" in text
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

    def test_gives_many_notes_a_page_of_their_own(self, director):
        row = factories.running_list(seats=4, rounds=3)
        factories.fill(row, seat=1)
        for number in range(1, 9):
            correct(row, number, 4 if number % 4 == 3 else 3, because=f"Grund {number}")

        sheet, notes = pages(director.get(SHEET))

        assert "and 3 more on the next page" in sheet
        for number in range(1, 9):
            assert f"Grund {number}" in notes
        assert "Before: Spieler 1.: Grand with 2" in notes

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


class TestAllSheetsOfASeries:
    def test_come_in_the_order_of_the_tables(self, director):
        made = factories.tournament(entrants=14)
        factories.running_series(made)

        texts = pages(director.get(SHEETS))

        assert len(texts) == 4
        for number, text in enumerate(texts):
            assert f"Spieler {4 * number + 1 - (number == 3)}" in text
        assert ["Table of three" in text for text in texts] == [False, False, True, True]

    def test_are_read_from_the_database_at_once(self, director, django_assert_max_num_queries):
        factories.play_series(factories.running_series(factories.tournament(entrants=8)))
        with django_assert_max_num_queries(12) as few:
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
            name="Der <b>Große</b> Preis & Pokal " * 4,
            place="Übersee " * 15,
            organiser="Verein " * 17,
        )
        for entrant, name in zip(made.entrants.order_by("number"), NASTY, strict=True):
            entrant.name, entrant.club, entrant.team = name, name, f"Team {name[:40]}"
            entrant.number += 9000
            entrant.save()
        return factories.running_series(made)

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
            assert is_white(image, 14, 41.6, 140, 42.2)
            assert is_white(image, 142, 10, 144.5, 41)

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

        assert html.count('<svg class="lines"') == html.count('class="score-sheet"') == 2


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

    @pytest.mark.parametrize("seats", [3, 4])
    def test_is_as_wide_at_three_as_at_four(self, seats):
        assert seats * sum(PLAYER[seats]) + PASSED[seats] == 56

    def test_is_typeset_once_for_all_tables_alike(self, row):
        series = row.table.series
        sheet = selectors.sheet(row)

        document = documents.score_sheets(series, [sheet] * 5, now=EVENING, link=None)

        assert (len(document.forms), list(document.under)) == (1, [0] * 5)
        assert document.typeset().count("<svg") == 1


def test_the_file_says_what_it_is(director, row):
    response = director.get(SHEET)

    assert response["Content-Disposition"] == 'inline; filename="cup-score-sheet-1-1.pdf"'
    assert read(response).metadata.title == "Score sheet of series 1, table 1 · Herz-Dame-Cup"
    assert read(response).metadata.author == "SC Herz Dame"
    box = read(response).pages[0].mediabox
    assert (round(box.width / MM), round(box.height / MM)) == (210, 297)


def test_the_same_sheet_is_the_same_file(director, row):
    assert director.get(SHEET).content == director.get(SHEET).content
