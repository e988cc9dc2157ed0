"""Decisions of judges on paper, and the table of all lists of a series."""

import re
from uuid import uuid4

import pytest

from scoring import selectors
from scoring.models import Appeal, GameListRow
from scoring.rules import Deal
from scoring.services.appeals import decide_appeal, file_appeal
from tests import factories
from tests.factories import EVENING, GRAND_LOST
from tests.paper.lists_read import running
from tests.paper.papers_read import DECISIONS, LISTS
from tests.paper.printed import pages, read

pytestmark = pytest.mark.django_db


def appealed(row: GameListRow, *, deal: int | None = 1) -> Appeal:
    return file_appeal(
        series_id=row.table.series_id,
        appellant=1,
        list_id=row.pk,
        deal=deal,
        text="Der Grand war verloren.",
        entry_key=uuid4(),
        by=None,
        now=EVENING,
    )


def decided(appeal: Appeal, *, corrected: Deal | None = None, verdict=Appeal.Verdict.UPHELD) -> Appeal:
    return decide_appeal(
        appeal_id=appeal.pk,
        verdict=verdict,
        reasons="ISkO 5.2.2: 60 Augen.",
        corrected=corrected,
        entry_key=uuid4(),
        by=factories.judge(appeal.tournament),
        now=EVENING,
    )


@pytest.fixture
def row() -> GameListRow:
    """A full list of four, everything won by whoever may play."""
    made = factories.running_list(seats=4)
    factories.fill(made)
    return made


class TestADecision:
    def test_has_facts_claims_ruling_and_reasons(self, director, row):
        decided(appealed(row), verdict=Appeal.Verdict.DISMISSED)

        [text] = pages(director.get(DECISIONS))

        for words in (
            "Decision no. 1",
            "Spieler 1 (No. 1)",
            "At the table: seat 1 Spieler 1, seat 2 Spieler 2",
            "In the list now: Spieler 2 wins Grand with 2: 72",
            "Der Grand war verloren.",
            "The appeal is dismissed.",
            "The list stays as it is.",
            "ISkO 5.2.2: 60 Augen.",
            "SkWO 9.10",
            "richterin",
        ):
            assert words in " ".join(text.split())

    def test_has_its_effect_in_points(self, director, row):
        before = [score.performance for score in selectors.sheet(row).scores]
        decided(appealed(row), corrected=Deal(number=1, declarer=2, played=GRAND_LOST))

        [text] = pages(director.get(DECISIONS))

        row.refresh_from_db()
        after = [score.performance for score in selectors.sheet(row).scores]
        effects = [new - old for old, new in zip(before, after, strict=True)]
        assert effects == [30, -316, 30, 30]
        for number, effect in enumerate(effects, start=1):
            said = f"+{effect}" if effect > 0 else f"−{-effect}"
            assert re.search(rf"Spieler {number}\s*{re.escape(said)}\b", text)
        assert "Deal 1 is corrected." in text
        assert "In the list from" in text

    def test_is_a_form_while_it_is_open(self, director, row):
        appealed(row)

        response = director.get("/t/cup/office/appeals/1.pdf?as=page")

        assert response.content.count(b'class="to-fill"') == 2 + 4
        assert b"upheld" not in response.content

    def test_about_no_list_leaves_the_facts_to_be_written(self, director, row):
        file_appeal(
            series_id=row.table.series_id,
            appellant=2,
            list_id=None,
            deal=None,
            text="Zu laut.",
            entry_key=uuid4(),
            by=None,
            now=EVENING,
        )

        assert director.get(f"{DECISIONS}?as=page").content.count(b'class="to-fill"') == 2 + 2 + 4

    def test_has_pages_of_its_own(self, director, row):
        decided(appealed(row), verdict=Appeal.Verdict.DISMISSED)
        appealed(row, deal=2)

        found = pages(director.get(DECISIONS))
        [second] = pages(director.get("/t/cup/office/appeals/2.pdf"))

        assert ["Decision no. 1" in text for text in found] == [True, False]
        assert "Decision no. 2" in second

    def test_of_no_appeal_is_not_found(self, director, row):
        assert director.get("/t/cup/office/appeals/7.pdf").status_code == 404
        assert "There are no appeals." in pages(director.get(DECISIONS))[0]


class TestTheTableOfAllLists:
    def test_has_everybody_with_his_figures(self, director):
        series = running(8)
        factories.play_series(series)

        [text] = pages(director.get(LISTS))

        wanted = [
            (str(seat.result.game_points), str(seat.result.won), str(seat.result.lost), str(seat.result.performance))
            for line in selectors.lists_with_results(series)
            for seat in line.seats
        ]
        found = [tuple(line.replace("−", "-").split()) for line in text.splitlines()]
        assert [cells for cells in found if len(cells) == 4 and cells[0].lstrip("-").isdigit()] == wanted
        for number in range(1, 9):
            assert f"Spieler {number}" in text
        assert "2 of 2 signed" in text

    def test_has_hashes_where_there_are_any(self, director):
        series = running(8)
        factories.play_series(series, skip=[2])
        GameListRow.objects.filter(table__number=1).update(signed_hash="0123456789abcdef" * 4)

        [text] = pages(director.get(LISTS))

        assert text.count("0123456789abcdef0123456789abcdef") == 2
        assert "1 of 2 signed" in text
        assert "not begun" in text

    def test_tells_lists_closed_from_paper(self, director):
        series = running(4)
        factories.play_series(series)
        GameListRow.objects.update(signed_by=factories.user())

        assert "from paper" in pages(director.get(LISTS))[0]

    @pytest.mark.parametrize(("entrants", "sheets"), [(44, 1), (48, 2), (203, 5)])
    def test_takes_as_many_pages_as_it_needs(self, director, entrants, sheets):
        running(entrants)

        response = director.get(LISTS)

        assert len(read(response).pages) == sheets
        assert f"Spieler {entrants}" in pages(response)[-1]

    def test_before_the_seats_are_published_says_so(self, director):
        factories.tournament(entrants=8)

        assert "The series has no lists yet" in pages(director.get(LISTS))[0]

    def test_takes_as_many_queries_for_many_as_for_few(self, director, django_assert_max_num_queries):
        running(8)
        with django_assert_max_num_queries(15) as few:
            director.get(f"{LISTS}?as=page")
        factories.Tournament.objects.update(slug="small")
        running(40, director="zweite")
        director.force_login(factories.user("zweite"))
        with django_assert_max_num_queries(len(few)):
            director.get(f"{LISTS}?as=page")
