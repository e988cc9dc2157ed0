"""Every text for users is there in German and Spanish: collected anew from source and templates (gettext)."""

import ast
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
WITH_WORDS = ("skatturnier", "simulation", "tables", "scoring", "templates")

ENTRY = re.compile(r'((?:^#.*\n)*)(?:^msgctxt (?P<context>(?:".*"\n)+))?^msgid (?P<id>(?:".*"\n)+)', re.MULTILINE)


@pytest.fixture(scope="module")
def tools():
    missing = [tool for tool in ("xgettext", "msgmerge", "msgattrib", "msgfmt") if not shutil.which(tool)]
    assert not missing, f"{missing} missing: sudo apt-get install gettext"


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


@pytest.mark.slow
def test_every_text_is_translated_none_is_a_guess_and_none_is_left_over(tools, tmp_path):
    """Asked of a copy: gettext's temporary files beside the templates would get into the way of other tests."""
    shutil.copy(ROOT / "manage.py", tmp_path)
    for folder in WITH_WORDS:
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "vendor"))
    locales = [part for language in LANGUAGES for part in ("--locale", language)]
    run(sys.executable, "manage.py", "makemessages", *locales, "--no-location", at=tmp_path)

    for language in LANGUAGES:
        collected = str(catalogue_in(tmp_path, language))
        for wrong in ("--untranslated", "--only-fuzzy"):
            assert texts(run("msgattrib", wrong, "--no-obsolete", "--no-wrap", collected)) == [], (language, wrong)
        obsolete = run("msgattrib", "--only-obsolete", "--no-wrap", collected)
        assert re.findall(r"^#~ msgid (.*)$", obsolete, re.MULTILINE) == [], language
        run("msgfmt", "--check-format", "--check-header", "-o", "/dev/null", collected)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_the_written_one(tools, language, tmp_path):
    written = catalogue_in(ROOT, language)
    fresh = tmp_path / "fresh.mo"
    assert written.exists(), "run make messages"
    run("msgfmt", "-o", str(fresh), str(written))

    assert read(written.with_suffix(".mo")) == read(fresh), "run make messages"


def read(compiled):
    with compiled.open("rb") as opened:
        return gettext.GNUTranslations(opened)._catalog


CALLED_HE = re.compile(r"\b(?:he|his|him|himself)\b", re.IGNORECASE)


def entries(catalogue):
    """Return each text of a catalogue, with its plural, and what it becomes."""
    found = []
    for block in catalogue.read_text(encoding="utf-8").split("\n\n"):
        parts = re.split(r"^(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) ", block, flags=re.MULTILINE)
        texts = {}
        for kind, text in zip(parts[1::2], parts[2::2], strict=True):
            texts[kind] = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text))
        if texts.get("msgid"):
            source = " ".join(text for kind, text in texts.items() if kind.startswith("msgid"))
            found.append((source, " ".join(text for kind, text in texts.items() if kind.startswith("msgstr"))))
    return found


def test_no_sentence_calls_a_player_he():
    """A player can be anyone: "they", "the player", or the sentence is turned another way."""
    assert [source for source, _said in entries(catalogue_in(ROOT, "de")) if CALLED_HE.search(source)] == []


def test_the_sentences_of_scripts_call_nobody_he():
    """What scripts say comes from the catalogue; a word of their own in quotation marks would be missed."""
    scripts = [path for path in (ROOT / "skatturnier" / "static").rglob("*.js") if "vendor" not in path.parts]
    said = [
        (path.name, text)
        for path in scripts
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.lstrip().startswith(("//", "*", "/*"))
        for text in re.findall(r'"([^"]*)"|`([^`]*)`', line.partition(" // ")[0])
        if CALLED_HE.search(" ".join(text))
    ]

    assert said == []


TERM = re.compile(r"^\| (de|es) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)


@pytest.mark.slow
def test_one_term_stands_for_one_thing():
    """`docs/glossary.md` names what each term is not; words in brackets say beside what it may stand after all."""
    rows = TERM.findall((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"))
    assert len(rows) >= 9
    texts_in = {language: [said for _source, said in entries(catalogue_in(ROOT, language))] for language in LANGUAGES}
    for language, cell in rows:
        others, _, beside = cell.partition(" (but: ")
        allowed = [word for word in beside.rstrip(")").split(", ") if word]
        for other in others.split(", "):
            word = re.compile(rf"\b{other}", re.IGNORECASE)
            wrong = [said for said in texts_in[language] if word.search(said)]
            assert [said for said in wrong if not any(one in said for one in allowed)] == [], other


LITERAL = r"""(?:\s*(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))+"""
HANDED_OVER = re.compile(
    rf"""(?<![\w.'"])(?:_|n?(?P<context>p?)gettext(?:_lazy|_noop)?)\((?P<text>{LITERAL})\s*(?:,(?P<more>{LITERAL})|[,)])"""
)
"""A call of a function that translates; those with a p are told first in which context."""


def literals_in(path):
    """Yield each text that a module of Python hands to gettext, as the catalogue has it, with where."""
    text = path.read_text(encoding="utf-8")
    for call in HANDED_OVER.finditer(text) if "gettext" in text else ():
        texts = [call["text"], call["more"]] if call["context"] else [call["text"]]
        if all(texts):
            yield path.name, call.start(), "\x04".join(ast.literal_eval(f"({one})") for one in texts)


@pytest.mark.slow
def test_every_literal_that_is_translated_is_in_the_catalogue():
    """What collects the texts does not look into f-strings: such a text would stay English without a word."""
    compiled = read(catalogue_in(ROOT, "de").with_suffix(".mo"))
    collected = {text[0] if isinstance(text, tuple) else text for text in compiled}
    folders = ("skatturnier", "simulation", "tables", "scoring")
    handed_over = [text for folder in folders for path in (ROOT / folder).rglob("*.py") for text in literals_in(path)]

    assert len(handed_over) > 3_000
    assert [text for text in handed_over if text[2] not in collected] == []
