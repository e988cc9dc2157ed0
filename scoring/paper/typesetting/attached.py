"""What a file that is kept brings along for machines: its tables as CSV and JSON (ISO 19005-3, 6.8)."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Attached:
    """A file within a document."""

    name: str
    about: str
    content: bytes


def as_json(name: str, data: object, *, about: str) -> Attached:
    """Return data as a JSON file."""
    content = json.dumps(data, ensure_ascii=False, indent=1).encode()
    return Attached(name=f"{name}.json", about=about, content=content)


def as_csv(name: str, rows: Sequence[dict[str, Any]], *, about: str) -> Attached:
    """Return rows as a CSV file in UTF-8 (RFC 4180); their keys are its heads."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else [])
    writer.writeheader()
    writer.writerows(rows)
    return Attached(name=f"{name}.csv", about=about, content=out.getvalue().encode())
