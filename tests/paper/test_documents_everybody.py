"""Seat plans and rankings for everybody who asks, hostile names included.

Seat plans and rankings on paper: everybody is on them once, every number where it belongs.
"""

import re

import pytest
from django.test import Client

from scoring.lists.services import entry
from scoring.office import services as results
from scoring.paper.documents import rankings, seat_plans
from scoring.paper.documents.hung import Hanging
from scoring.paper.typesetting import pdf
from scoring.results.selectors import standings as results_standings
from tables.draw.selectors import seats as draw_seats
from tables.names.order import family_name_first
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tests.paper.lists_read import RANKING, SEATS, name, running
from tests.paper.printed import is_white, pages, picture, read, words
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestADocumentForEverybody:
    def test_is_made_once_while_nothing_changes(self, client, monkeypatch):
        running(8)
        made = []
        monkeypatch.setattr(pdf, "typeset", lambda document: made.append(document.filename) or b"%PDF-")

        first, second = client.get(RANKING), client.get(RANKING)
        client.get(SEATS)

        assert made == ["cup-ranking", "cup-seats-1"]
        assert first["Content-Disposition"] == second["Content-Disposition"] == 'inline; filename="cup-ranking.pdf"'

    def test_is_made_anew_after_an_entry(self, client):
        series = running(4)
        before = pages(client.get(RANKING))

        factories.enter(factories.list_of(series), (2, GRAND))

        assert pages(client.get(RANKING)) != before

    def test_is_made_for_each_language(self, client):
        running(4)
        client.get(RANKING)

        [text] = pages(Client(headers={"accept-language": "de"}).get(RANKING))

        assert "Rangliste" in text

    def test_shows_a_correction_at_once(self, client):
        series = running(4)
        factories.enter(factories.list_of(series), (2, GRAND))
        assert "122" in pages(client.get(RANKING))[0].split()

        entry.take_back_deal(
            list_id=factories.list_of(series).pk,
            number=1,
            because="",
            by=factories.user(),
            now=EVENING,
            agreed=True,
        )

        assert "122" not in pages(client.get(RANKING))[0].split()


def test_the_pages_for_the_browser_have_everybody(client):
    series = running(14)

    seats = client.get(f"{SEATS}?as=page").content.decode()
    ranking = client.get(f"{RANKING}?as=page").content.decode()

    for _table, found in draw_seats.seating_of(series):
        for seat in found:
            assert seat.entrant.called in seats
            assert seat.entrant.called in ranking


class TestHostileNames:
    @pytest.mark.thorough
    @pytest.mark.parametrize("address", [SEATS, RANKING])
    def test_stay_text_and_within_the_page(self, client, address):
        made = factories.tournament(
            entrants=8, name="<b>Pokal</b> " * 9, place="Übersee " * 14, direction="Dr. Vera Vorsitz " * 11
        )
        nasty = ["W" * 80, "שלמה המלך", "🂡 Emil 👨‍👩‍👧", "<script>x</script>", "=1+1", "", "a\u0301" * 40, "東" * 80]
        for entrant, called in zip(made.entrants.order_by("number"), nasty, strict=True):
            Entrant.objects.filter(pk=entrant.pk).update(name=called, club=called, number=entrant.number + 9000)
        factories.running_series(made)

        response = client.get(address)

        text = words(response)
        for called in ("<script>x</script>", "=1+1", "No. 9006", "<b>Pokal</b>"):
            assert called in text
        for number in range(len(read(response).pages)):
            image = picture(response, number)
            across, down = (297, 210) if image.width > image.height else (210, 297)
            assert is_white(image, 0, 0, 13.5, down)
            assert is_white(image, across - 13.6, 0, across, down)
            assert is_white(image, 0, down - 9.5, across, down)
        content = client.get(f"{address}?as=page").content.decode()
        assert "<script" not in content
        assert "style=" not in content


class TestTheSeatPlan:
    def test_has_every_table_with_its_seats(self, client):
        running(14)

        by_table, _by_name = pages(client.get(SEATS))

        assert "by table" in by_table
        flat = " ".join(by_table.split())
        assert "1 1 Spieler 1 1 1 2 Spieler 2 2 1 3 Spieler 3 3 1 4 Spieler 4 4" in flat
        assert "4 1 Spieler 12 12 4 2 Spieler 13 13 4 3 Spieler 14 14" in flat

    def test_has_everybody_by_family_name_with_table_and_seat(self, client):
        series = running(6)
        called = ["Öhler, Udo", "Anna Maria Berg", "Oskar Özil", "", "Zoë Ohm", "SC 08 e. V."]
        for number, one in enumerate(called, start=1):
            name(series.tournament, number, one)

        _by_table, by_name = pages(client.get(SEATS))

        order = ["Berg, Anna Maria", "Öhler, Udo", "Ohm, Zoë", "Özil, Oskar", "SC 08 e. V.", "No. 4"]
        places = [" ".join(by_name.split()).index(one) for one in order]
        assert places == sorted(places)
        assert re.findall(r" +(\d+) +(\d+) +(\d)$", by_name, re.MULTILINE) == [
            ("2", "1", "2"),
            ("1", "1", "1"),
            ("5", "2", "2"),
            ("3", "1", "3"),
            ("6", "2", "3"),
            ("4", "2", "1"),
        ]

    @pytest.mark.thorough
    def test_of_many_tables_has_everybody_twice(self, client):
        running(203)

        text = "\n".join(pages(client.get(SEATS)))

        for number in range(1, 204):
            assert len(re.findall(rf"\bSpieler {number}\b|\b{number}, Spieler\b", text)) == 2

    def test_is_for_everybody_once_the_seats_are_published(self, client):
        made = factories.tournament(entrants=8)
        assert client.get(SEATS).status_code == 404

        factories.running_series(made, published_only=True)

        assert read(client.get(SEATS))

    @pytest.mark.parametrize(
        ("typed", "listed"),
        [
            ("Anna Berg", "Berg, Anna"),
            ("Karl-Heinz von der Au", "Au, Karl-Heinz von der"),
            ("Berg, Anna", "Berg, Anna"),
            ("Anna", "Anna"),
            ("", ""),
            ("Anna B.", "Anna B."),
            ("Spieler 7", "Spieler 7"),
            ("שלמה כהן", "שלמה כהן"),
            ("<script>alert(1)</script> x", "<script>alert(1)</script> x"),
        ],
    )
    def test_turns_only_what_looks_like_a_name(self, typed, listed):
        assert family_name_first(typed) == listed

    def test_takes_as_many_queries_for_many_as_for_few(self, client, django_assert_max_num_queries):
        running(8)
        with django_assert_max_num_queries(8) as few:
            client.get(SEATS)
        Tournament.objects.update(slug="small")
        running(40, director="zweite")

        with django_assert_max_num_queries(len(few)):
            client.get(SEATS)


@remembered
def made_once() -> Tournament:
    """Two series: the first closed, the second without a deal yet."""
    made = factories.tournament(entrants=8, series=2)
    factories.close_series(factories.running_series(made, 1))
    factories.running_series(made, 2)
    return made


def test_on_as_many_pages_as_the_direction_chooses():
    series = running(44)
    made, seating = series.tournament, draw_seats.seating_of(series)
    standings = results_standings.standings(made)

    assert len(seat_plans.seat_plan(series, seating, hanging=Hanging(pages=1)).under) == 2
    papers = [
        rankings.ranking(made, standings, only=None, as_of=EVENING, hanging=Hanging(pages=pages)) for pages in (None, 1)
    ]
    assert [len(paper.under) for paper in papers] == [2, 1]


class TestTheRanking:
    @pytest.fixture
    def made(self):
        """Two series: the first closed, the second without a deal yet."""
        return made_once()

    def test_has_every_number_in_its_column(self, client, made):
        [text] = pages(client.get(RANKING))

        standings = results_standings.standings(made)
        wanted = [
            (
                *(str(points).replace("-", "−") for points in (*line.by_series, line.total)),
                str(line.won),
                str(line.lost),
            )
            for line in standings.lines
        ]
        rows = [line.split() for line in text.splitlines() if "Spieler" in line]
        assert [tuple(row[-5:]) for row in rows] == wanted
        ranks = re.findall(r"^ *(\d+)([=L]?) +(\d+) *Spieler", text, re.MULTILINE)
        assert [int(rank) for rank, _tie, _number in ranks] == [line.rank for line in standings.lines]
        assert [int(number) for _rank, _tie, number in ranks] == [line.entrant.number for line in standings.lines]

    def test_has_everybody_in_order(self, client, made):
        [text] = pages(client.get(RANKING))

        standings = results_standings.standings(made)
        wanted = [("L" if line.by_lot else "", line.entrant.called) for line in standings.lines]
        assert any(line.by_lot for line in standings.lines)
        assert re.findall(r"^ *\d+(L?) +\d+ *(Spieler \d)", text, re.MULTILINE) == wanted
        assert "L: only a lot decided the place" in text

    def test_is_provisional_while_a_series_runs(self, client, made):
        [text] = pages(client.get(RANKING))

        assert "provisional, as of" in text
        assert "Ranking" in text

    def test_of_a_closed_series_is_official(self, client, made):
        [text] = pages(client.get(f"{RANKING}?series=1"))

        assert "Ranking of series 1" in text
        assert "official, closed" in text
        assert "Series 2" not in text

    def test_is_official_when_all_series_are_closed_and_final_when_released(self, client):
        made = factories.tournament(entrants=4)
        factories.close_series(factories.running_series(made))
        [official] = pages(client.get(RANKING))

        results.state_end(tournament_id=made.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        Tournament.objects.update(released_at=EVENING)
        [final] = pages(client.get(RANKING))

        assert "official after 1 series" in official
        assert "Final ranking" in final
        assert "final, released" in final

    def test_is_signed_by_the_direction_on_its_last_page(self, client):
        running(100, direction="Vera Vorsitz")

        texts = pages(client.get(RANKING))

        assert ["Vera Vorsitz" in text for text in texts] == [False, False, True]
        assert [text.count("Rank ") for text in texts] == [1, 1, 1]
        assert ["/ 3" in text for text in texts] == [True] * 3

    def test_before_the_first_series_says_so(self, client):
        factories.tournament(entrants=8)

        [text] = pages(client.get(RANKING))

        assert "No series has begun yet." in text

    @pytest.mark.parametrize("wanted", ["2", "9", "0", "-1", "x", "1'", "9" * 400])
    def test_of_a_series_nobody_may_see_is_not_found(self, client, wanted):
        made = factories.tournament(entrants=8, series=2)
        factories.running_series(made, 1)

        assert client.get(RANKING, {"series": wanted}).status_code == 404

    def test_of_twelve_series_is_on_landscape_paper(self, client):
        made = factories.tournament(entrants=4, series=12)
        for number in range(1, 13):
            Series.objects.filter(tournament=made, number__lt=number).update(status="closed", closed_at=EVENING)
            factories.running_series(made, number)

        response = client.get(RANKING)

        box = read(response).pages[0].mediabox
        assert box.width > box.height
        assert len(re.findall(r"\bS\d+", pages(response)[0])) == 12
        assert is_white(picture(response), 0, 0, 13.5, 210)
        assert is_white(picture(response), 283.6, 0, 297, 210)

    def test_takes_as_many_queries_for_many_as_for_few(self, client, django_assert_max_num_queries):
        running(8)
        with django_assert_max_num_queries(9) as few:
            client.get(RANKING)
        Tournament.objects.update(slug="small")
        running(60, director="zweite")

        with django_assert_max_num_queries(len(few)):
            client.get(RANKING)
