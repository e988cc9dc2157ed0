"""The typesetter one and two major versions below, and the newest: every document says the same.

``pytest --thorough -s tests/paper/test_other_typesetters.py`` installs them beside ours, which takes a network.
"""

import io
import json
import logging
import os
import subprocess
import sys
from base64 import b64decode, b64encode
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django
import pypdf
import pytest

from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.document import Document

pytestmark = [pytest.mark.django_db, pytest.mark.thorough, pytest.mark.slow]


@dataclass(frozen=True, slots=True, kw_only=True)
class Given(Document):
    """A document that was drawn elsewhere."""

    drawn: dict[str, str]

    def typeset(self) -> str:
        """Return what was drawn."""
        return self.drawn["typeset"]

    def in_full(self) -> str:
        """Return what was drawn."""
        return self.drawn["in_full"]

    def forms_alone(self) -> str:
        """Return what was drawn."""
        return self.drawn["forms_alone"]


def drawn(document: Document) -> dict[str, Any]:
    """Return a document as it is written down for ``given``."""
    ways = {name: getattr(document, name)() for name in ("typeset", "in_full", "forms_alone")}
    return {"under": list(document.under), "filename": document.filename, "drawn": ways}


def given(told: dict[str, Any]) -> Document:
    """Return a document that was written down."""
    return Given(template="", title="", author="", context={}, forms=("form",), **told)


def main(asked: Path, made: Path) -> None:
    """Set all documents of a file, and write down what came of it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    import weasyprint

    from scoring.paper.typesetting import pdf

    complaints: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: complaints.append(f"{record.getMessage()}: {record.exc_info}")  # type: ignore[method-assign]
    logging.getLogger("skatturnier").addHandler(handler)
    files = {name: b64encode(pdf.typeset(given(told))).decode() for name, told in json.loads(asked.read_text()).items()}
    made.write_text(json.dumps({"version": weasyprint.__version__, "files": files, "complaints": complaints}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))


weasyprint = pytest.importorskip("weasyprint")
MAJOR = int(weasyprint.__version__.partition(".")[0])
VERSIONS = {
    "newest": "weasyprint",
    "one below": f"weasyprint=={MAJOR - 1}.*",
    "two below": f"weasyprint=={MAJOR - 2}.*",
}


@pytest.fixture(params=VERSIONS)
def other(request, tmp_path):
    """A folder with another version in it."""
    folder = tmp_path / "packages"
    told = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(folder)]
    installed = subprocess.run([*told, VERSIONS[request.param]], capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.skip(f"{VERSIONS[request.param]} cannot be installed here: {installed.stderr.strip().splitlines()[-1]}")
    return folder


def test_says_the_same_on_every_page_of_every_kind(other, tmp_path):
    # Not before the other typesetter's process has set up Django.
    from tests.paper.every_kind import TOLD, document, whole_event

    made = whole_event()
    documents = {name: document(made, name) for name in TOLD}
    asked, answered = tmp_path / "asked.json", tmp_path / "made.json"
    asked.write_text(json.dumps({name: drawn(one) for name, one in documents.items()}))

    environment = {**os.environ, "PYTHONPATH": str(other), "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, "-m", "tests.paper.test_other_typesetters", str(asked), str(answered)]
    subprocess.run(command, env=environment, check=True)

    found = json.loads(answered.read_text())
    texts = {name: _texts(b64decode(content)) for name, content in found["files"].items()}
    ours = {name: _texts(pdf.typeset(one)) for name, one in documents.items()}
    same = sum(texts[name] == said for name, said in ours.items())
    pages = sum(map(len, ours.values()))
    others = f"{same} of {len(ours)} documents ({pages} pages) say the same as with {weasyprint.__version__}"
    print(f"WeasyPrint {found['version']}: {others}; set another way: {len(found['complaints'])}")
    assert {name: texts[name] for name in ours} == ours
    assert found["complaints"] == []


def _texts(content: bytes) -> list[str]:
    # Where a word ends its reader guesses from the gaps.
    return ["".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(content)).pages]
