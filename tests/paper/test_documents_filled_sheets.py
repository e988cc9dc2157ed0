"""Score sheets with their deals: what stands where, and that it is what was played."""

import re
from uuid import uuid4

import pytest

from scoring.lists.selectors import sheets
from scoring.lists.services import entry, presence
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played, book
from scoring.signing import services as signing
from tests import factories
from tests.factories import EVENING, GRAND, GRAND_LOST
from tests.paper.printed import pages
from tests.paper.sheets_read import SHEET, columns, correct, deal_lines

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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
