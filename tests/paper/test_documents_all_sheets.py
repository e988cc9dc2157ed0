"""The sheets of a whole series: who may print them, hostile names, and the page for the browser."""

import pytest
from django.test import Client

from tables.tournaments.models import Series, Tournament
from tests import factories
from tests.paper.printed import is_white, pages, picture, read, words
from tests.paper.sheets_read import NASTY, SHEET, SHEETS, deal_lines

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
