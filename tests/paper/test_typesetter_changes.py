"""Another version of the typesetter, or of what puts its files together: no run dies of it, and no name is lost."""

import io
import re
from uuid import uuid4

import pypdf
import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from scoring.management.commands.print_run import work
from scoring.paper.documents.print_order import Wanted
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.typesetting import pdf
from tests.paper.every_kind import TOLD, whole_event

weasyprint = pytest.importorskip("weasyprint")

pytestmark = [pytest.mark.django_db, pytest.mark.typeset_anew, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _apart(settings, tmp_path, monkeypatch):
    """Print in a folder of the test's own, when it says so."""
    settings.PRINT_DIR = tmp_path / "print"
    monkeypatch.setattr(runs, "spawn", lambda _key: None)


def _gone(place: str, name: str):
    return lambda patch: patch.delattr(f"{place}.{name}")


def _other(place: str, name: str, function):
    return lambda patch: patch.setattr(f"{place}.{name}", function)


def _raising(*_told, **_more):
    raise ZeroDivisionError


def _one_page(patch) -> None:
    """Let the typesetter stumble over one name, wherever it stands as it was set."""
    made = weasyprint.HTML.write_pdf
    said = weasyprint.HTML.__init__

    def starting(self, *told, **more):
        self.stumbles = "Spieler 7" in more.get("string", "") and "words-alone" not in more["string"]
        said(self, *told, **more)

    patch.setattr(weasyprint.HTML, "__init__", starting)
    patch.setattr(
        weasyprint.HTML, "write_pdf", lambda self, **told: _raising() if self.stumbles else made(self, **told)
    )


CHANGES = {
    "its log is gone": _gone("weasyprint", "LOGGER"),
    "what is attached is gone": _gone("weasyprint", "Attachment"),
    "what fetches is gone": _gone("weasyprint.urls", "URLFetcher"),
    "what was fetched is told otherwise": _other("weasyprint.urls", "URLFetcherResponse", lambda url: None),
    "it is asked otherwise": _other("weasyprint.HTML", "write_pdf", lambda self, target=None: WRITTEN(self, target)),
    "it knows no variants": _other("weasyprint.pdf", "VARIANTS", {}),
    "its tags raise": _other("weasyprint.pdf", "add_tags", _raising),
    "one page raises": _one_page,
    "it begins otherwise": _other("weasyprint", "HTML", lambda address: None),
    "all of it raises": _other("weasyprint", "HTML", _raising),
    "files are joined otherwise": _gone("pikepdf.Page", "as_form_xobject"),
    "files are opened otherwise": _other("pikepdf", "open", _raising),
}
"""What another version may have changed; the first four are attributes and signatures we use."""

WRITTEN = weasyprint.HTML.write_pdf


def printed(name: str, **told) -> tuple[Run, str]:
    """Return a run that was made, and the words of its file."""
    whole_event()
    wanted = Wanted(**{"kind": name, "language": "en", **TOLD.get(name, {}), **told})
    begun = runs.start(Run(key=uuid4().hex, slug="cup", wanted=wanted, site="", asked_at=timezone.now()))
    work(begun)
    run = runs.found(begun.key)
    assert run.stage is Stage.DONE
    content = run.path.read_bytes()
    if run.file.endswith(".html"):
        return run, strip_tags(content.decode())
    return run, "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)


NAMES = {*(f"Spieler {number}" for number in (1, 3, 4, 6, 7, 8, 9, 10, 11)), "Łucja Čapek"}


@pytest.mark.thorough
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", ["sheets", "seats", "ranking", "start-cards"])
def test_everybody_is_printed_all_the_same(monkeypatch, kind, change):
    monkeypatch.setattr(pdf, "A_BATCH", 2)
    CHANGES[change](monkeypatch)

    _run, text = printed(kind)

    there = " ".join(re.sub(r"\s+", " ", text).split())
    assert [name for name in sorted(NAMES) if name not in there] == []


@pytest.mark.parametrize("change", ["it begins otherwise", "all of it raises"])
def test_where_nothing_of_it_works_the_browser_gets_the_page(monkeypatch, caplog, change):
    CHANGES[change](monkeypatch)

    run, _text = printed("ranking")

    assert run.file == "cup-ranking.html"
    assert "is printed another way" in caplog.text


@pytest.mark.thorough
def test_one_page_alone_is_set_another_way_and_the_others_are_read_aloud_as_ever(monkeypatch, caplog):
    CHANGES["one page raises"](monkeypatch)

    _run, text = printed("sheets")

    assert "Page 2 is printed in its words alone" in caplog.text
    assert "Page 1 is printed" not in caplog.text
    assert "Spieler 7" in text
