"""Set documents by whatever typesetter is found first, for a test: ``python -m tests.paper.set_again IN OUT``."""

import json
import logging
import os
import sys
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django

from scoring.paper.typesetting.document import Document


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
