"""Seat plans and rankings on paper: everybody once, as he wants to be named, made once of each state."""

import io
import re
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pypdf
import pytest
import time_machine
from django.core.cache import cache
from django.db import connections
from django.test import Client
from django.utils.translation import override

from scoring.archive.packing.contents import pack
from scoring.lists.services import entry
from scoring.office.services import end as results
from scoring.paper.documents.catalogue import compose
from scoring.paper.runs import runs
from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.document import Document
from scoring.results.selectors import standings as results_standings
from tables.draw import selectors as draw_seats
from tables.names import family_name_first
from tables.people.services import naming
from tables.people.services.naming import NameChoice
from tables.tournaments.models import Series, Shown, Tournament
from tests.paper.every_kind import asked
from tests.paper.printed import RANKING, SEATS, is_white, name, pages, picture, read, running
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.remembered_worlds import remembered

pytestmark = pytest.mark.slow


@pytest.mark.django_db
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
    def test_is_made_anew_after_an_entry(self, client):
        series = running(4)
        before = pages(client.get(RANKING))

        factories.enter(factories.list_of(series), (2, GRAND))

        assert pages(client.get(RANKING)) != before

    @pytest.mark.usefixtures("untypeset")
    def test_one_of_a_moment_ago_will_do_for_the_public_while_a_newer_one_is_made(self, client, director):
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

    def test_no_earlier_one_will_do_once_somebody_is_named_otherwise(self, client):
        series = running(4)
        client.get(RANKING)
        hidden = series.tournament.entrants.get(number=2)
        naming.choose_name(entrant_id=hidden.pk, choice=NameChoice(shown_as=Shown.NUMBER), by=None, now=EVENING)

        with runs.alone("everybody"):
            assert client.get(RANKING).status_code == 503

    @pytest.mark.thorough
    @pytest.mark.usefixtures("untypeset")
    def test_is_made_for_each_language(self, client):
        running(4)
        client.get(RANKING)

        [text] = pages(Client(headers={"accept-language": "de"}).get(RANKING))

        assert "Rangliste" in text

    @pytest.mark.usefixtures("untypeset")
    def test_shows_a_correction_at_once(self, client):
        series = running(4)
        factories.enter(factories.list_of(series), (2, GRAND))
        assert "122" in pages(client.get(RANKING))[0].split()

        entry.take_back_deal(
            list_id=factories.list_of(series).pk, number=1, because="", by=factories.user(), now=EVENING, agreed=True
        )

        assert "122" not in pages(client.get(RANKING))[0].split()


@pytest.mark.django_db
def test_the_pages_for_the_browser_have_everybody(client):
    series = running(14)

    seats = client.get(f"{SEATS}?as=page").content.decode()
    ranking = client.get(f"{RANKING}?as=page").content.decode()

    for _table, found in draw_seats.seating_of(series):
        for seat in found:
            assert seat.entrant.called in seats
            assert seat.entrant.called in ranking


@pytest.mark.django_db
class TestTheSeatPlan:
    @pytest.mark.thorough
    def test_has_every_table_with_its_seats(self, client):
        running(14)

        by_table, _by_name = pages(client.get(SEATS))

        assert "by table" in by_table
        flat = " ".join(by_table.split())
        assert "1 1 Spieler 1 1 2 Spieler 2 2 3 Spieler 3 3 4 Spieler 4 4" in flat
        assert "4 1 Spieler 12 12 2 Spieler 13 13 3 Spieler 14 14" in flat

    @pytest.mark.thorough
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

    @pytest.mark.thorough
    def test_is_for_everybody_once_the_seats_are_published(self, client):
        made = factories.tournament(entrants=8)
        assert client.get(SEATS).status_code == 404

        factories.running_series(made, published_only=True)

        assert read(client.get(SEATS))

    def test_turns_only_what_looks_like_a_name(self):
        for typed, listed in (
            ("Anna Berg", "Berg, Anna"),
            ("Karl-Heinz von der Au", "Au, Karl-Heinz von der"),
            ("Berg, Anna", "Berg, Anna"),
            ("Anna", "Anna"),
            ("", ""),
            ("Anna B.", "Anna B."),
            ("Spieler 7", "Spieler 7"),
            ("שלמה כהן", "שלמה כהן"),
            ("<script>alert(1)</script> x", "<script>alert(1)</script> x"),
        ):
            assert family_name_first(typed) == listed

    @pytest.mark.thorough
    @pytest.mark.usefixtures("untypeset")
    def test_takes_as_many_queries_for_many_as_for_few(self, client, django_assert_max_num_queries):
        running(8)
        with django_assert_max_num_queries(8) as few:
            client.get(SEATS)
        Tournament.objects.update(slug="small")
        running(16, director="zweite")

        with django_assert_max_num_queries(len(few)):
            client.get(SEATS)


@remembered
def made_once() -> Tournament:
    """Two series: the first closed, the second without a deal yet."""
    made = factories.tournament(entrants=8, series=2)
    factories.close_series(factories.running_series(made, 1))
    factories.running_series(made, 2)
    return made


@pytest.mark.thorough
@pytest.mark.django_db
def test_on_as_many_pages_as_the_direction_chooses(is_thorough):
    series = running(44)
    made = series.tournament

    if is_thorough:
        assert pages_of(compose(asked(made, "seats", series=1, pages=1))) == 2
    papers = [compose(asked(made, "ranking", pages=pages)) for pages in (None, 1)]
    assert [pages_of(paper) for paper in papers] == [2, 1]


def pages_of(document: Document) -> int:
    return len(pypdf.PdfReader(io.BytesIO(pdf.typeset(document))).pages)


@pytest.mark.django_db
class TestTheRanking:
    @pytest.fixture
    def made(self):
        """Two series: the first closed, the second without a deal yet."""
        return made_once()

    @pytest.mark.thorough
    def test_has_everybody_in_order_with_every_number_in_its_column(self, client, made):
        [text] = pages(client.get(RANKING))

        assert "provisional, as of" in text
        assert "Ranking" in text
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
        wanted = [("L" if line.by_lot else "", line.entrant.called) for line in standings.lines]
        assert any(line.by_lot for line in standings.lines)
        assert re.findall(r"^ *\d+(L?) +\d+ *(Spieler \d)", text, re.MULTILINE) == wanted
        assert "L: only a lot decided the place" in text

    @pytest.mark.usefixtures("untypeset")
    def test_of_a_closed_series_is_official(self, client, made):
        [text] = pages(client.get(f"{RANKING}?series=1"))

        assert "Ranking of series 1" in text
        assert "official, closed" in text
        assert "Series 2" not in text

    @pytest.mark.usefixtures("untypeset")
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

    @pytest.mark.thorough
    def test_is_signed_by_the_direction_on_its_last_page(self, client):
        running(44, direction="Vera Vorsitz")

        texts = pages(client.get(RANKING))

        assert ["Vera Vorsitz" in text for text in texts] == [False, True]
        assert [text.count("Rank ") for text in texts] == [1, 1]
        assert ["/ 2" in text for text in texts] == [True] * 2

    @pytest.mark.usefixtures("untypeset")
    def test_before_the_first_series_says_so(self, client):
        factories.tournament(entrants=8)

        [text] = pages(client.get(RANKING))

        assert "No series has begun yet." in text

    def test_of_a_series_nobody_may_see_is_not_found(self, client):
        factories.running_series(factories.tournament(entrants=8, series=2), 1)

        for wanted in ("2", "9", "0", "-1", "x", "1'", "9" * 400):
            assert client.get(RANKING, {"series": wanted}).status_code == 404, wanted

    @pytest.mark.thorough
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

    @pytest.mark.thorough
    @pytest.mark.usefixtures("untypeset")
    def test_takes_as_many_queries_for_many_as_for_few(self, client, django_assert_max_num_queries):
        running(8)
        with django_assert_max_num_queries(9) as few:
            client.get(RANKING)
        Tournament.objects.update(slug="small")
        running(16, director="zweite")

        with django_assert_max_num_queries(len(few)):
            client.get(RANKING)


@remembered
def closed_once() -> Tournament:
    """Four entrants of one club, each named otherwise, whose only series is closed."""
    made = factories.tournament(entrants=4)
    shown = (Shown.FULL, Shown.INITIALS, Shown.PSEUDONYM, Shown.NUMBER)
    for number, how in enumerate(shown, start=1):
        name(made, number, f"{'ABCD'[number - 1]}nna Zett{number}")
        entrant = made.entrants.filter(number=number)
        entrant.update(shown_as=how, pseudonym="Mister X", club=f"SC Klub{number}", team=f"SC Klub{number} 1")
    factories.close_series(factories.running_series(made))
    return made


@pytest.fixture
def closed():
    """Four entrants of one club, each named otherwise, whose only series is closed."""
    return closed_once()


ON_WALLS = ("/t/cup/standings.pdf", "/t/cup/series/1/seats.pdf", "/t/cup/office/entrants.pdf?for=wall&by=name")


@pytest.mark.usefixtures("untypeset")
@pytest.mark.django_db
@pytest.mark.thorough
@pytest.mark.parametrize("address", ON_WALLS)
def test_on_a_wall_each_is_named_as_he_wants(director, closed, address):
    [text, *more] = pages(director.get(address))
    text += "".join(more)

    assert all(shown in text for shown in ("Zett1", "B. Z.", "Mister X", "No. 4"))
    assert not any(hidden in text for hidden in ("Zett2", "Zett3", "Zett4", "Klub3", "Klub4", "X, Mister"))


@pytest.mark.thorough
@pytest.mark.usefixtures("untypeset")
@pytest.mark.django_db
def test_the_list_for_the_wall_is_sorted_by_what_it_shows(director, closed):
    [text] = pages(director.get("/t/cup/office/entrants.pdf?for=wall&by=club"))

    shown = ["Anna Zett1", "B. Z.", "Mister X", "No. 4"]
    assert sorted(shown, key=text.index) == shown


@pytest.mark.thorough
@pytest.mark.usefixtures("untypeset")
@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/t/cup/office/entrants.pdf", "/t/cup/office/certificates.pdf?places=all"])
def test_the_office_and_certificates_name_everybody_in_full(director, closed, address):
    text = "".join(pages(director.get(address)))

    assert all(f"Zett{number}" in text for number in range(1, 5))
    assert "Klub4" in text


@pytest.mark.django_db
@pytest.mark.thorough
def test_the_archive_names_everybody_in_full(closed, tmp_path):
    path = tmp_path / "cup.zip"
    with override("en"):
        pack(closed, path, now=EVENING)

    papers = {}
    with zipfile.ZipFile(path) as packed:
        for paper in packed.namelist():
            if paper.endswith(".pdf"):
                reader = pypdf.PdfReader(io.BytesIO(packed.read(paper)))
                papers[paper] = "".join(page.extract_text() for page in reader.pages)
    for paper in ("paper/ranking.pdf", "paper/entrants.pdf", "paper/seats-of-series-1.pdf"):
        assert all(f"Zett{number}" in papers[paper] for number in range(1, 5)), paper


PHONES = 50


@pytest.fixture
def made(monkeypatch, settings, tmp_path):
    """Let a document take until all other phones have their answer; return what was made, and what lets it go on."""
    settings.PRINT_DIR = tmp_path / "print"
    cache.clear()
    files, answered = [], threading.Semaphore(0)
    typeset = pdf.typeset

    def slowly(document, **told):
        files.append(document.filename)
        assert all(answered.acquire(timeout=60) for _phone in range(PHONES - 1))
        return typeset(document, **told)

    monkeypatch.setattr(pdf, "typeset", slowly)
    return files, answered


def ask(address: str, answered: threading.Semaphore) -> tuple[int, bytes]:
    try:
        answer = Client().get(address)
        answered.release()
        return answer.status_code, answer.content
    finally:
        connections.close_all()


@pytest.mark.database
@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", [RANKING, SEATS])
def test_of_fifty_phones_that_ask_at_once_one_has_it_made_and_all_get_it(made, address):
    files, answered = made
    factories.running_series(factories.tournament(entrants=8))

    with ThreadPoolExecutor(8) as phones:
        found = list(phones.map(ask, [address] * PHONES, [answered] * PHONES))

    # Whoever cannot be served at once is told to ask again, and waits for nobody.
    assert sorted(status for status, _content in found) == [200] + [503] * (PHONES - 1)
    [first] = [content for status, content in found if status == 200]
    assert {ask(address, answered) for _phone in range(PHONES)} == {(200, first)}
    assert len(files) == 1
