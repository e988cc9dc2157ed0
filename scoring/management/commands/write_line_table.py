"""Write the table of all lines that the page at the table looks everything up in."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from scoring.rules.notation.line_table import line_table

LINE_TABLE = settings.BASE_DIR / "skatturnier" / "static" / "skatturnier" / "table" / "lines.json"


def written() -> str:
    """Return the file as it has to be while the rules are as they are."""
    return json.dumps(line_table(), separators=(",", ":")) + "\n"


class Command(BaseCommand):
    help = "Write the line table of the page at the table anew, after a change of the rules."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        LINE_TABLE.write_text(written(), encoding="utf-8")
        self.stdout.write(f"{LINE_TABLE.name}: {LINE_TABLE.stat().st_size} bytes")
