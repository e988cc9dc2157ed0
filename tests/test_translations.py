"""Every text for users is there in German and Spanish: collected anew from source and templates (gettext)."""

import gettext
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
LANGUAGES = ("de", "es")
WITH_WORDS = ("skatturnier", "tables", "scoring", "templates")

ENTRY = re.compile(r'((?:^#.*\n)*)(?:^msgctxt (?P<context>(?:".*"\n)+))?^msgid (?P<id>(?:".*"\n)+)', re.MULTILINE)


@pytest.fixture(scope="module")
def tools():
    missing = [tool for tool in ("xgettext", "msgmerge", "msgattrib", "msgfmt") if not shutil.which(tool)]
    assert not missing, f"{missing} missing: sudo apt-get install gettext"


@pytest.fixture(scope="module")
def copies(tools, tmp_path_factory):
    """Return a copy of the project with its catalogues as `make messages` would leave them.

    They are made in a copy: gettext's temporary files beside the templates would get into the way of other tests.
    """
    copy = tmp_path_factory.mktemp("copy")
    shutil.copy(ROOT / "manage.py", copy)
    for folder in WITH_WORDS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "vendor"))
    locales = [part for language in LANGUAGES for part in ("--locale", language)]
    run(sys.executable, "manage.py", "makemessages", *locales, "--no-location", at=copy)
    return copy


@pytest.fixture(params=LANGUAGES)
def language(request):
    return request.param


@pytest.fixture
def written(language):
    """Return the catalogue of a language as it stands in the project."""
    return catalogue_in(ROOT, language)


@pytest.fixture
def collected(copies, language):
    """Return the catalogue of a language with every text there is now."""
    return catalogue_in(copies, language)


def catalogue_in(root, language):
    return root / "skatturnier" / "locale" / language / "LC_MESSAGES" / "django.po"


def run(*command, at=ROOT):
    settings_of_site = {"DJANGO_SETTINGS_MODULE": "skatturnier.settings"}
    done = subprocess.run(
        command, cwd=at, env={**os.environ, **settings_of_site}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def texts(catalogue):
    """Return the texts of a catalogue in English, without its header."""
    found = ENTRY.findall(catalogue)
    return sorted(text for _, _, parts in found if (text := "".join(re.findall(r'"(.*)"', parts))))


def test_every_text_is_translated(collected):
    assert texts(run("msgattrib", "--untranslated", "--no-obsolete", "--no-wrap", str(collected))) == []


def test_no_translation_is_a_guess(collected):
    assert texts(run("msgattrib", "--only-fuzzy", "--no-obsolete", "--no-wrap", str(collected))) == []


def test_no_translation_is_left_over(collected):
    obsolete = run("msgattrib", "--only-obsolete", "--no-wrap", str(collected))

    assert re.findall(r"^#~ msgid (.*)$", obsolete, re.MULTILINE) == []


def test_placeholders_are_those_of_the_text(collected):
    run("msgfmt", "--check-format", "--check-header", "-o", "/dev/null", str(collected))


def test_the_compiled_catalogue_is_the_written_one(tools, written, tmp_path):
    fresh = tmp_path / "fresh.mo"
    assert written.exists(), "run make messages"
    run("msgfmt", "-o", str(fresh), str(written))

    assert read(written.with_suffix(".mo")) == read(fresh), "run make messages"


def read(compiled):
    with compiled.open("rb") as opened:
        return gettext.GNUTranslations(opened)._catalog
