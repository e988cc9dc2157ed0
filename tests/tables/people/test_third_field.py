"""A third optional field is at most 15 lines in two files besides its migration: done here on a copy of the project."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

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
WALK = "tests/tables/people/test_optional_fields.py"

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


@pytest.mark.thorough
def test_it_goes_all_the_ways_of_the_others_by_a_few_lines_in_two_files(copy):
    assert len(ADDED) == 2
    assert sum(lines.count("\n") for _before, lines in ADDED.values()) <= MOST_LINES

    made = run(copy, "manage.py", "makemigrations", "tables", "--name", "home_town")
    assert "Add field playing_town to entrant" in made
    said = run(copy, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", WALK, "-k", "playing_town")
    assert "7 passed" in said
    # Every column has its place in the register of what is stored.
    assert "passed" in run(
        copy, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/privacy/test_register.py"
    )
