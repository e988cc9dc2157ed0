"""Each paper is typeset once a session, however many tests read it: what goes into the typesetter says what comes out.

A test that is about the typesetting itself says so with ``@pytest.mark.typeset_anew``.
"""

import logging
from collections.abc import Callable
from hashlib import sha256

import pytest

from scoring.paper.typesetting import pdf

MADE: dict[bytes, bytes] = {}
"""PDF files by all that they were made of. The style sheets and the fonts stay as they are while tests run."""


def pytest_configure(config: pytest.Config) -> None:
    """Explain the mark."""
    config.addinivalue_line(
        "markers", "typeset_anew: is about typesetting, and gets no paper that another test had made"
    )


@pytest.fixture(autouse=True)
def _typeset_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("typeset_anew") is None:
        monkeypatch.setattr(pdf, "_written", _remembering(pdf._written))


def _remembering(written: Callable[..., bytes]) -> Callable[..., bytes]:
    def remembered(html: str, *told: object) -> bytes:
        if logging.getLogger("weasyprint.progress").handlers:
            # Somebody wants to be told of each page.
            return written(html, *told)
        key = sha256(f"{told} {html}".encode()).digest()
        if key not in MADE:
            MADE[key] = written(html, *told)
        return MADE[key]

    return remembered
