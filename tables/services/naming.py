"""How the public sees a player's name: as he chooses, else as the event has it."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from tables import journal
from tables.intake.names import name_key, plain
from tables.models import Entrant, Shown, Tournament, User
from tables.services.refusals import Refused

LONGEST: Final = 40
"""Most characters of another name, as the entrants' table stores it."""

START_NUMBER: Final = re.compile(r"(no|nr|num|numero|nummer|number|n|n o)? ?\d+")
"""What reads as somebody's start number, in any language of the site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameChoice:
    """How somebody wants to be named in public. Nothing chosen: as the event has it."""

    shown_as: str = ""
    """One of ``Shown``, or nothing."""

    pseudonym: str = ""
    """The other name; kept even where it is not the one shown."""


@transaction.atomic
def choose_name(*, entrant_id: int, choice: NameChoice, by: User | None, now: datetime) -> Entrant:
    """Let the public see an entrant's name as he wishes. ``by`` is None where he says so himself.

    :raises Refused: as ``check`` does.
    """
    tournament_id = Entrant.objects.values_list("tournament_id", flat=True).get(pk=entrant_id)
    tournament = journal.take_turn(tournament_id)
    entrant = Entrant.objects.get(pk=entrant_id)
    entrant.tournament = tournament
    check(tournament, choice, but=entrant)
    before = (entrant.shown_as, entrant.chose_name, entrant.pseudonym)
    if before == (shown_as(tournament, choice), bool(choice.shown_as), choice.pseudonym):
        return entrant
    entrant.shown_as, entrant.chose_name = shown_as(tournament, choice), bool(choice.shown_as)
    entrant.pseudonym = choice.pseudonym
    entrant.save(update_fields=["shown_as", "chose_name", "pseudonym"])
    # The other name is as much a name as the first one: it stands in no journal.
    facts = {"entrant": entrant.number, "shown": choice.shown_as}
    journal.record("entrant.name-chosen", tournament=tournament, by=by, at=now, **facts)
    return entrant


def check(tournament: Tournament, choice: NameChoice, *, but: Entrant | None = None) -> None:
    """Refuse a choice that cannot be; the caller has taken his turn.

    :raises Refused: ``pseudonym-missing``, ``pseudonym-too-long``, ``pseudonym-without-letters``,
        ``pseudonym-like-a-number``, ``pseudonym-taken``.
    """
    wanted = choice.pseudonym
    if not wanted:
        if choice.shown_as == Shown.PSEUDONYM:
            raise Refused("pseudonym-missing")
        return
    if len(wanted) > LONGEST:
        raise Refused("pseudonym-too-long", most=LONGEST)
    if START_NUMBER.fullmatch(plain(wanted)):
        raise Refused("pseudonym-like-a-number")
    if not any(character.isalpha() for character in wanted):
        raise Refused("pseudonym-without-letters")
    key = name_key(wanted)
    others = tournament.entrants.exclude(pk=but.pk) if but else tournament.entrants.all()
    for names in others.values_list("name", "pseudonym"):
        if any(name and name_key(name) == key for name in names):
            raise Refused("pseudonym-taken")


def shown_as(tournament: Tournament, choice: NameChoice) -> Shown:
    """Return how a name is shown where so much was chosen."""
    return Shown(choice.shown_as or tournament.names_shown)
