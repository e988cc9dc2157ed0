"""Lists by name: each stands where a German reader looks, on every page and on both databases.

A third optional field is at most 15 lines in two files besides its migration: done here on a copy of the project.
"""

import os
import re
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tables.people.models import Entrant
from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.clubs.club_books import club, person

NAMES = ("Uwe Zimmermann", "Ole Ziegler", "Karl Müller jun.", "Łukaszewicz, Ewa", "Anna Ahlers", "Özdemir, Ayşe")
FAMILIES = ("Ahlers", "Łukaszewicz", "Müller", "Özdemir", "Ziegler", "Zimmermann")


@pytest.fixture
def cup():
    made = factories.tournament(entrants=len(NAMES))
    for number, name in enumerate(NAMES, start=1):
        made.entrants.filter(number=number).update(name=name, club=f"SC {name.split()[0]}")
    return made


def families(answer) -> tuple[str, ...]:
    """Return the family names in the order in which they first stand in the body of the page's list."""
    rows = answer.content.decode().split("<tbody", 1)[1]
    return tuple(dict.fromkeys(re.findall("|".join(FAMILIES), rows)))


@pytest.mark.django_db
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    "address", ["/t/cup/office/entrants/?sort=name", "/t/cup/entrants/?sort=name", "/t/cup/standings/?sort=name"]
)
def test_the_pages_of_an_event(director, cup, address):
    factories.close_series(factories.running_series(cup))

    assert families(director.get(address)) == FAMILIES


@pytest.mark.django_db
def test_the_address_book_of_a_club(director, cup):
    book = club()
    for name in NAMES:
        person(book, name)

    assert families(director.get(f"/clubs/{book.slug}/book/")) == FAMILIES
    assert families(director.get("/t/cup/office/entrants/add/?at=book")) == FAMILIES


@pytest.mark.django_db
def test_clubs_and_entrants_without_a_name_come_last(director, cup):
    Entrant.objects.create(tournament=cup, number=9, name="", registered_at=EVENING)

    listing = director.get("/t/cup/office/entrants/?sort=name").context["listing"]
    numbers = [row.record.entrant.number for row in listing.rows]

    assert numbers == [5, 4, 3, 6, 2, 1, 9]


EVENTS = ("Zwickauer Pokal", "Łódź Open", "Ässe-Turnier", "Älteste Runde", "Preisskat", "berliner Herbst")
IN_ORDER = ["Älteste Runde", "Ässe-Turnier", "berliner Herbst", "Łódź Open", "Preisskat", "Zwickauer Pokal"]


@pytest.mark.django_db
@pytest.mark.parametrize("days", [-300, 0, 30])
def test_events_of_one_day(director, days):
    day = timezone.localdate() + timedelta(days)
    sc = club()
    for number, name in enumerate(EVENTS):
        made = factories.tournament(
            entrants=1, slug=f"e{number}", name=name, place=name, club=sc, starts_on=day, ends_on=day
        )
        made.entrants.update(name="Anna Ahlers")

    def names(address: str) -> list[str]:
        return [card.tournament.name for part in director.get(address).context["parts"] for card in part.cards]

    assert names("/") == names(f"/clubs/{sc.slug}/") == IN_ORDER
    assert [one["name"] for one in director.get("/api/v1/tournaments/").json()["items"]] == IN_ORDER
    assert list(director.get("/").context["places"]) == IN_ORDER
    offered = director.get(f"/clubs/{sc.slug}/book/").context["event"].fields["event"].choices
    assert [label.partition(",")[0] for _key, label in offered] == IN_ORDER


@pytest.mark.django_db
def test_accounts_of_those_in_charge(director, cup):
    for name in ("Zoe", "öffi", "Łucja", "anna"):
        cup.roles.create(user=factories.user(name), kind="judge")

    listing = director.get("/t/cup/office/settings/?at=people").context["officials"]
    by_name = director.get("/t/cup/office/settings/?at=people&sort=user").context["officials"]

    assert [str(row.record.user) for row in listing.rows] == ["direktor", "anna", "Łucja", "öffi", "Zoe"]
    assert [str(row.record.user) for row in by_name.rows] == ["anna", "direktor", "Łucja", "öffi", "Zoe"]


ROOT = Path(__file__).parents[3]

COPIED = (
    "tables",
    "scoring",
    "skatturnier",
    "simulation",
    "templates",
    "fixtures",
    "tests",
    "manage.py",
    "pyproject.toml",
)

MOST_LINES = 15
WALK = "tests/tables/people/test_naming_and_keys.py"

ADDED = {
    "tables/intake/optional.py": (
        '    "birth_year": OptionalField(\n',
        '    "playing_town": OptionalField(\n'
        '        words=gettext_noop("Home town"),\n'
        '        headings="heimatort wohnort hometown",\n'
        "        is_asked_in_public=False,\n"
        "    ),\n",
    ),
    "tables/people/models.py": (
        "    birth_year = models.",
        '    playing_town = models.CharField(_("Home town"), max_length=40, blank=True)\n',
    ),
}
"""What is added to each file, and before what."""


@pytest.fixture
def copy(tmp_path):
    for name in COPIED:
        take = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        take(ROOT / name, tmp_path / name, **({"ignore": NOT_COPIED} if take is shutil.copytree else {}))
    for name, (before, lines) in ADDED.items():
        file = tmp_path / name
        text = file.read_text(encoding="utf-8")
        assert text.count(before) == 1
        file.write_text(text.replace(before, lines + before), encoding="utf-8")
    return tmp_path


NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.po", "node_modules")


def run(copy: Path, *command: str) -> str:
    """Run a command in the copy, as a site of its own."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "DJANGO_", "SKATT"))}
    own |= {"SKATTURNIER_DATA": str(copy / "var"), "SKATTURNIER_DEBUG": "on"}
    done = subprocess.run([sys.executable, *command], cwd=copy, env=own, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.thorough
def test_it_goes_all_the_ways_of_the_others_by_a_few_lines_in_two_files(copy):
    assert len(ADDED) == 2
    assert sum(lines.count("\n") for _before, lines in ADDED.values()) <= MOST_LINES

    made = run(copy, "manage.py", "makemigrations", "tables", "--name", "home_town")
    assert "Add field playing_town to entrant" in made
    said = run(
        copy, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--thorough", WALK, "-k", "playing_town"
    )
    assert "7 passed" in said
    # Every column has its place in the register of what is stored.
    assert "passed" in run(
        copy, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/privacy/test_register.py"
    )
