"""What hangs on a wall names everybody as he wants to be named; what is the office's names him in full."""

import io
import zipfile

import pypdf
import pytest
from django.utils.translation import override

from scoring.archive.packing.packing import pack
from tables.tournaments.models import Shown, Tournament
from tests.paper.lists_read import name
from tests.paper.printed import pages
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("address", ON_WALLS)
def test_on_a_wall_each_is_named_as_he_wants(director, closed, address):
    [text, *more] = pages(director.get(address))
    text += "".join(more)

    assert all(shown in text for shown in ("Zett1", "B. Z.", "Mister X", "No. 4"))
    assert not any(hidden in text for hidden in ("Zett2", "Zett3", "Zett4", "Klub3", "Klub4", "X, Mister"))


def test_the_list_for_the_wall_is_sorted_by_what_it_shows(director, closed):
    [text] = pages(director.get("/t/cup/office/entrants.pdf?for=wall&by=club"))

    shown = ["Anna Zett1", "B. Z.", "Mister X", "No. 4"]
    assert sorted(shown, key=text.index) == shown


@pytest.mark.parametrize("address", ["/t/cup/office/entrants.pdf", "/t/cup/office/certificates.pdf?places=all"])
def test_the_office_and_certificates_name_everybody_in_full(director, closed, address):
    text = "".join(pages(director.get(address)))

    assert all(f"Zett{number}" in text for number in range(1, 5))
    assert "Klub4" in text


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
    for paper in ("paper/ranking.pdf", "paper/entrants.pdf", "paper/seats-1.pdf"):
        assert all(f"Zett{number}" in papers[paper] for number in range(1, 5)), paper
