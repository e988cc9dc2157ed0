"""A table known by its four words (SkWO 7.2.2)."""

from datetime import datetime

from django.db import transaction

from tables.accounts.services.codes import guessed_wrong, must_not_guess
from tables.acts.services.refusals import Refused
from tables.draw import codewords
from tables.draw.models import Table


def table_by_words(*, typed: str, address: str, now: datetime) -> Table:
    """Return the table whose four words somebody typed.

    ``address`` is where they type; wrong words from there are counted, right ones open nothing once they are too many.

    :raises Refused: ``no-such-words``, ``too-many-guesses``.
    """
    place = f"address {address}"
    with transaction.atomic():
        must_not_guess(place, now=now)
        table = (
            Table.objects.select_related("series__tournament")
            .filter(words=codewords.read(typed), series__published_at__isnull=False)
            .first()
        )
        if table is None:
            guessed_wrong(place, now=now)
    # A wrong code stays counted: it is refused only after it was written down.
    if table is None:
        raise Refused("no-such-words")
    return table
