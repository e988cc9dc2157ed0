"""What the check of a draw found, in words."""

from django.utils.translation import gettext

from tables.seating import sentences


def record_said(name: str) -> tuple[bool, list[str]]:
    """Return whether the record in the file of this name is in order, and sentences that say so or what is wrong.

    ``-`` is standard input.
    """
    return sentences.record_said(name, gettext)
