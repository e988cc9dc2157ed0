"""Which archives of an event the journal knows."""

from datetime import datetime

from tables.tournaments.models import Tournament


def archive_made_at(tournament: Tournament, sha256: str) -> datetime | None:
    """Return when an archive with this hash was made, or None if none was."""
    lines = tournament.journal.filter(action="archive.made", data__sha256=sha256)
    return lines.order_by("number").values_list("at", flat=True).first()
