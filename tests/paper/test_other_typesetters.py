"""The typesetter one and two major versions below, and the newest: every document says the same.

``pytest --thorough -s tests/paper/test_other_typesetters.py`` installs them beside ours, which takes a network.
"""

import io
import json
import os
import subprocess
import sys
from base64 import b64decode

import pypdf
import pytest

from scoring.paper.typesetting import pdf
from tests.paper.every_kind import TOLD, document, whole_event
from tests.paper.set_again import drawn

weasyprint = pytest.importorskip("weasyprint")
pytestmark = [pytest.mark.django_db, pytest.mark.thorough, pytest.mark.slow]
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
    made = whole_event()
    documents = {name: document(made, name) for name in TOLD}
    asked, answered = tmp_path / "asked.json", tmp_path / "made.json"
    asked.write_text(json.dumps({name: drawn(one) for name, one in documents.items()}))

    environment = {**os.environ, "PYTHONPATH": str(other), "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, "-m", "tests.paper.set_again", str(asked), str(answered)]
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


def _texts(content: bytes) -> list[list[str]]:
    return [page.extract_text().split() for page in pypdf.PdfReader(io.BytesIO(content)).pages]
