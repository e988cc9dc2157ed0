"""Seat plans and rankings on paper: everybody once, as he wants to be named, made once of each state."""

import io
from datetime import UTC, datetime, timedelta

import pypdf
import pytest
import time_machine
from django.test import Client

from scoring.lists.services import entry
from scoring.office.services import end as results
from scoring.paper.documents.catalogue import compose
from scoring.paper.runs import runs
from scoring.paper.typesetting import pdf
from tables.names import family_name_first
from tables.people.services import naming
from tables.people.services.naming import NameChoice
from tables.tournaments.models import Shown, Tournament
from tests.paper.every_kind import asked
from tests.paper.printed import RANKING, SEATS, name, on_page, pages, running
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestADocumentForEverybody:
    def test_is_made_once_while_nothing_changes(self, client, monkeypatch):
        running(8)
        made = []
        monkeypatch.setattr(pdf, "typeset", lambda document: made.append(document.filename) or b"%PDF-")

        first, second = client.get(RANKING), client.get(RANKING)
        client.get(SEATS)

        assert made == ["cup-ranking", "cup-seats-of-series-1"]
        assert first["Content-Disposition"] == second["Content-Disposition"] == 'inline; filename="cup-ranking.pdf"'

    @pytest.mark.usefixtures("untypeset")
    def test_is_made_anew_after_an_entry_and_a_correction_and_for_each_language(self, client):
        series = running(4)
        assert "122" not in pages(client.get(RANKING))[0].split()

        factories.enter(factories.list_of(series), (2, GRAND))
        assert "122" in pages(client.get(RANKING))[0].split()

        entry.take_back_deal(
            list_id=factories.list_of(series).pk, number=1, because="", by=factories.user(), now=EVENING, agreed=True
        )
        assert "122" not in pages(client.get(RANKING))[0].split()
        assert "Rangliste" in pages(Client(headers={"accept-language": "de"}).get(RANKING))[0]

    @pytest.mark.usefixtures("untypeset")
    def test_one_of_a_moment_ago_will_do_for_the_public_while_a_newer_one_is_made_unless_names_changed(
        self, client, director
    ):
        series = running(4)
        before = pages(client.get(RANKING))
        factories.enter(factories.list_of(series), (2, GRAND))

        with runs.alone("everybody"):
            assert pages(client.get(RANKING)) == before
            assert Client(headers={"accept-language": "de"}).get(RANKING).status_code == 503
            assert director.get(RANKING).status_code == 503
            with time_machine.travel(datetime.now(UTC) + timedelta(seconds=90)):
                assert client.get(RANKING).status_code == 503

        assert pages(client.get(RANKING)) != before
        # No earlier one will do once somebody is named otherwise.
        hidden = series.tournament.entrants.get(number=2)
        naming.choose_name(entrant_id=hidden.pk, choice=NameChoice(shown_as=Shown.NUMBER), by=None, now=EVENING)
        with runs.alone("everybody"):
            assert client.get(RANKING).status_code == 503


@pytest.mark.usefixtures("untypeset")
def test_the_seat_plan_is_for_everybody_once_the_seats_are_published(client):
    made = factories.tournament(entrants=8)
    assert client.get(SEATS).status_code == 404

    factories.running_series(made, published_only=True)

    assert client.get(SEATS).status_code == 200


def test_the_seat_plan_has_everybody_by_family_name_with_table_and_seat():
    series = running(6)
    called = ["Öhler, Udo", "Anna Maria Berg", "Oskar Özil", "", "Zoë Ohm", "SC 08 e. V."]
    for number, one in enumerate(called, start=1):
        name(series.tournament, number, one)

    _by_table, by_name = compose(asked(series.tournament, "seats", series=1)).walls

    assert [(row.name, *row.lead, *row.figures) for row in by_name.rows] == [
        ("Berg, Anna Maria", "2", "1", "2"),
        ("Öhler, Udo", "1", "1", "1"),
        ("Ohm, Zoë", "5", "2", "2"),
        ("Özil, Oskar", "3", "1", "3"),
        ("SC 08 e. V.", "6", "2", "3"),
        ("No. 4", "4", "2", "1"),
    ]


def test_only_what_looks_like_a_name_is_turned():
    for typed, listed in (
        ("Anna Berg", "Berg, Anna"),
        ("Karl-Heinz von der Au", "Au, Karl-Heinz von der"),
        ("Berg, Anna", "Berg, Anna"),
        *((said, said) for said in ("Anna", "", "Anna B.", "Spieler 7", "שלמה כהן", "<script>alert(1)</script> x")),
    ):
        assert family_name_first(typed) == listed


@pytest.mark.thorough
def test_a_ranking_is_on_as_many_pages_as_the_direction_chooses_and_signed_on_the_last(client):
    made = running(44, direction="Vera Vorsitz").tournament

    texts = pages(client.get(RANKING))

    assert ["Vera Vorsitz" in text for text in texts] == [False, True]
    assert [text.count("Rank ") for text in texts] == [1, 1]
    assert ["/ 2" in text for text in texts] == [True] * 2
    chosen = pdf.typeset(compose(asked(made, "ranking", pages=1)))
    assert len(pypdf.PdfReader(io.BytesIO(chosen)).pages) == 1


class TestTheRanking:
    def test_says_whether_it_is_provisional_or_official_and_of_which_series(self, client):
        made = factories.tournament(entrants=8, series=2)
        factories.close_series(factories.running_series(made, 1))
        assert client.get(RANKING, {"series": 2}).status_code == 404
        factories.running_series(made, 2)

        whole, first = on_page(client, RANKING), on_page(client, RANKING, {"series": 1})

        assert "provisional, as of" in whole
        assert "L: only a lot decided the place" in whole
        assert "Ranking of series 1" in first
        assert "official, closed" in first
        assert "Series 2" not in first
        for wanted in ("9", "0", "-1", "x", "1'", "9" * 400):
            assert client.get(RANKING, {"series": wanted}).status_code == 404, wanted

    def test_is_official_when_all_series_are_closed_and_final_when_released(self, client):
        made = factories.tournament(entrants=4)
        factories.close_series(factories.running_series(made))
        official = on_page(client, RANKING)

        results.state_end(tournament_id=made.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        Tournament.objects.update(released_at=EVENING)
        final = on_page(client, RANKING)

        assert "official after 1 series" in official
        assert "Final ranking" in final
        assert "final, released" in final

    def test_before_the_first_series_says_so(self, client):
        factories.tournament(entrants=8)

        assert "No series has begun yet." in on_page(client, RANKING)

    def test_and_the_seats_take_as_many_queries_for_many_as_for_few(self, client, django_assert_max_num_queries):
        running(8)
        with django_assert_max_num_queries(9 + 8) as few:
            assert [client.get(address, {"as": "page"}).status_code for address in (RANKING, SEATS)] == [200, 200]
        Tournament.objects.update(slug="small")
        running(12, director="zweite")

        with django_assert_max_num_queries(len(few)):
            assert [client.get(address, {"as": "page"}).status_code for address in (RANKING, SEATS)] == [200, 200]


@pytest.fixture
def closed():
    """Four entrants of one club, each named otherwise, whose only series is closed."""
    made = factories.tournament(entrants=4)
    shown = (Shown.FULL, Shown.INITIALS, Shown.PSEUDONYM, Shown.NUMBER)
    for number, how in enumerate(shown, start=1):
        name(made, number, f"{'ABCD'[number - 1]}nna Zett{number}")
        entrant = made.entrants.filter(number=number)
        entrant.update(shown_as=how, pseudonym="Mister X", club=f"SC Klub{number}", team=f"SC Klub{number} 1")
    factories.close_series(factories.running_series(made))


ON_WALLS = (RANKING, SEATS, "/t/cup/office/entrants.pdf")


def test_on_a_wall_each_is_named_and_sorted_as_he_wants_and_in_the_office_in_full(director, closed):
    for address in ON_WALLS:
        text = on_page(director, address, {"for": "wall", "by": "club"} if "entrants" in address else {})

        shown = ["Anna Zett1", "B. Z.", "Mister X", "No. 4"]
        assert all(one in text or "Zett1, Anna" in text for one in shown), address
        assert not any(hidden in text for hidden in ("Zett2", "Zett3", "Zett4", "Klub3", "Klub4", "X, Mister"))
    assert sorted(shown, key=text.index) == shown
    # The office and certificates name everybody in full.
    for address in ("entrants.pdf", "certificates.pdf?places=all"):
        text = on_page(director, f"/t/cup/office/{address}")
        assert [one for one in ("Zett1", "Zett2", "Zett3", "Zett4", "Klub4") if one not in text] == [], address
