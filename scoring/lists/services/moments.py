"""When an act counts as done: never before what the journal tells of already, whatever the server's clock says."""

from datetime import datetime

from tables.tournaments.models import Tournament


def counted(tournament: Tournament, now: datetime) -> datetime:
    """Return the moment that an act counts as done, in the caller's turn.

    A server whose clock was set back does not give time back that had passed: a deadline that depends on an act is
    held against the act's place in the journal. What the clock said is kept in the journal where it differs.
    """
    last = tournament.journal.order_by("-number").values_list("at", flat=True).first()
    return now if last is None else max(now, last)


def clock_facts(moment: datetime, now: datetime) -> dict[str, str]:
    """Return what the journal says of a clock that was behind; nothing of one that was right."""
    return {} if moment == now else {"clock": now.isoformat()}
