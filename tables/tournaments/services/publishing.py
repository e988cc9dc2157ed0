"""What the public sees of an event: names, until when, and ranks while a series is played."""

from dataclasses import asdict, dataclass
from datetime import date, datetime

from django.db import transaction

from tables.accounts.models import User
from tables.acts.services.changes import change_fields
from tables.acts.services.refusals import Refused
from tables.acts.services.seen import Seen, must_be_as_seen, values_of
from tables.journal import chain as journal
from tables.tournaments.models import Shown, Tournament
from tables.tournaments.selectors.retention import kept_at_least
from tables.tournaments.services import turns


@dataclass(frozen=True, slots=True, kw_only=True)
class Publishing:
    """What the direction lets the public see. Names are those of the model's fields."""

    names_shown: Shown
    """How those are named who have not chosen themselves."""

    unpublish_on: date | None
    """From this day on the public sees nothing; None: it always does."""

    hides_live: bool
    """Whether what is played counts in public only when its series is closed."""

    kept_until: date | None = None
    """Until when names are kept, where that is longer than the rules want it."""


@transaction.atomic
def publish(
    *, tournament_id: int, publishing: Publishing, by: User, now: datetime, seen: Seen | None = None
) -> Tournament:
    """Change what the public sees of an event. Names that people chose for themselves stay.

    :raises Refused: ``unpublished-too-early`` if it is to go before its last day is over, ``kept-too-short`` if
        names are to go before the rules let them.
    :raises Overtaken: if it is not what was ``seen`` any more.
    """
    tournament = turns.take_turn(tournament_id)
    must_be_as_seen(seen, now=values_of(tournament, Publishing), wanted=asdict(publishing))
    if publishing.unpublish_on and publishing.unpublish_on <= tournament.ends_on:
        raise Refused("unpublished-too-early", day=tournament.ends_on)
    least = kept_at_least(tournament)
    if publishing.kept_until and publishing.kept_until < least:
        raise Refused("kept-too-short", day=least)
    changed = change_fields(tournament, asdict(publishing))
    if not changed:
        return tournament
    followers: list[tuple[int]] = []
    if "names_shown" in changed:
        following = tournament.entrants.filter(chose_name=False)
        following.update(shown_as=publishing.names_shown)
        followers = list(following.values_list("number"))
    journal.record(
        "publishing.changed",
        tournament=tournament,
        by=by,
        at=now,
        sealing={"entrant": followers},
        changed=changed,
        names_shown=str(publishing.names_shown),
        unpublish_on=publishing.unpublish_on.isoformat() if publishing.unpublish_on else None,
        kept_until=publishing.kept_until.isoformat() if publishing.kept_until else None,
        hides_live=publishing.hides_live,
    )
    return tournament
