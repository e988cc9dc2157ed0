"""What the check of a draw found, in words."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from tables import seating


def record_said(name: str) -> tuple[bool, list[str]]:
    """Return whether the record in the file of this name is in order, and sentences that say so or what is wrong.

    ``-`` is standard input.
    """
    return seating.record_said(name, gettext)


def findings_said(record: Any, findings: Sequence[seating.Finding]) -> tuple[bool, list[str]]:
    """Return whether a record that was checked is in order, and sentences that say so or what is wrong."""
    return seating.findings_said(record, findings, gettext)
