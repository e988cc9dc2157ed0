"""Each paper is typeset once a session, however many tests read it: what goes into the typesetter says what comes out.

The processes of a session share what they set, in a folder of it; each reads a style sheet once. A test that is about
the typesetting itself says so with ``@pytest.mark.typeset_anew``.

The checker makes each draw again once, too: a draw itself is made as ever; the first time that its record is checked,
the seats are searched for anew.
"""

import copy
import fcntl
import logging
import pickle
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from cssselect2 import Matcher

from scoring.paper.typesetting import pdf
from tables.seating import checks as checking
from tables.seating.model import Plan

MADE: dict[str, bytes] = {}
"""PDF files by all that they were made of. The style sheets and the fonts stay as they are while tests run."""


def pytest_configure(config: pytest.Config) -> None:
    """Explain the mark, and let the checker remember what it drew."""
    config.addinivalue_line(
        "markers", "typeset_anew: is about typesetting, and gets no paper that another test had made"
    )
    checking.draw, checking.draw_by_standing = _drawn_once(checking.draw), _drawn_once(checking.draw_by_standing)


@pytest.fixture(scope="session")
def papers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which all processes of the session keep what they set."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if hasattr(request.config, "workerinput") else own) / "papers"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def _typeset_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, papers: Path) -> None:
    if request.node.get_closest_marker("typeset_anew") is None:
        monkeypatch.setattr(pdf, "_written", _remembering(pdf._written, papers))
        taken, real = _remembering(lambda html, *_what: pickle.dumps(real(html)), papers), pdf._taken
        monkeypatch.setattr(pdf, "_taken", lambda html: pickle.loads(taken(html, "what it takes")))


@cache
def _read_styles_once() -> None:
    """Read a style sheet once a process: a fifth of what a paper takes, unless it brings along fonts of its own."""
    import weasyprint

    read, work_through = weasyprint.tinycss2.parse_stylesheet_bytes, weasyprint.preprocess_stylesheet
    sheets: dict[bytes, Any] = {}
    rules: dict[int, tuple[Matcher, list[Any]]] = {}

    def read_once(css: bytes, **how: Any) -> Any:
        if re.search(rb"@(font-face|import|layer|counter-style|color-profile)", css):
            return read(css, **how)
        if css not in sheets:
            sheets[css] = read(css, **how)
            rules[id(sheets[css][0])] = Matcher(), []
        return sheets[css]

    def worked_through_once(media: str, base: str, sheet: Any, fetcher: Any, *told: Any, **more: Any) -> None:
        if id(sheet) not in rules:
            return work_through(media, base, sheet, fetcher, *told, **more)
        matcher, page_rules = rules[id(sheet)]
        if not matcher.order:
            work_through(media, base, sheet, fetcher, matcher, page_rules, *told[2:], **more)
        told[0].__dict__.update({name: copy.copy(value) for name, value in vars(matcher).items()})
        told[1].extend(page_rules)
        return None

    weasyprint.tinycss2.parse_stylesheet_bytes = read_once
    weasyprint.preprocess_stylesheet = worked_through_once


def _remembering(written: Callable[..., bytes], papers: Path) -> Callable[..., bytes]:
    def remembered(html: str, *told: object) -> bytes:
        if logging.getLogger("weasyprint.progress").handlers:
            # Somebody wants to be told of each page.
            return written(html, *told)
        key = sha256(f"{told} {html}".encode()).hexdigest()
        if key not in MADE:
            _read_styles_once()
            MADE[key] = _shared(papers / key, lambda: written(html, *told))
        return MADE[key]

    return remembered


def _shared(file: Path, make: Callable[[], bytes]) -> bytes:
    """Return what another process made, or what is made here while the others wait for it."""
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            fresh = file.with_suffix(".part")
            fresh.write_bytes(make())
            fresh.replace(file)
    return file.read_bytes()


def _drawn_once(draw: Callable[..., Plan]) -> Callable[..., Plan]:
    made: dict[str, Plan] = {}

    def remembered(*args: Any, **kwargs: Any) -> Plan:
        key = repr((args, kwargs))
        if key not in made:
            made[key] = draw(*args, **kwargs)
        return copy.deepcopy(made[key])

    return remembered
