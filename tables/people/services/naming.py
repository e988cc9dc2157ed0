"""How the public sees a player's name: as they choose, else as the event has it."""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare

from tables.accounts.models import User, new_key
from tables.accounts.services import floods
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.intake.names import name_key, plain
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.tournaments.models import Shown, Tournament, shown_name
from tables.tournaments.services import turns

LONGEST: Final = 40
"""Most characters of another name, as the entrants' table stores it."""

START_NUMBER: Final = re.compile(r"(no|nr|num|numero|nummer|number|n|n o)? ?\d+")
"""What reads as somebody's start number, in any language of the site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameChoice:
    """How somebody wants to be named in public. Nothing chosen: as the event has it."""

    shown_as: str = ""
    pseudonym: str = ""
    """The other name; kept even where it is not the one shown."""


def held(entrant_id: int) -> Entrant:
    """Return the entrant, in their tournament's turn."""
    tournament = turns.take_turn_of(Entrant, entrant_id)
    entrant = Entrant.objects.get(pk=entrant_id)
    entrant.tournament = tournament
    return entrant


@transaction.atomic
def choose_name(
    *, entrant_id: int, choice: NameChoice, by: User | None, now: datetime, seen: Seen | None = None
) -> Entrant:
    """Let the public see an entrant's name as they wish. ``by`` is None where they say so themselves.

    :raises Refused: as ``check`` does; ``TooMany`` from a player who changes it more often than anybody means.
    :raises Overtaken: if the choice is not what was ``seen`` any more.
    """
    entrant = held(entrant_id)
    tournament = entrant.tournament
    must_be_as_seen(seen, now=asdict(chosen(entrant)), wanted=asdict(choice))
    check(tournament, choice, but=entrant)
    before = (entrant.shown_as, entrant.chose_name, entrant.pseudonym)
    if before == (shown_as(tournament, choice), bool(choice.shown_as), choice.pseudonym):
        return entrant
    if by is None:
        floods.must_not_flood("a name", address=f"entrant {entrant.pk}", now=now, most=floods.OF_PLAYER)
    entrant.shown_as, entrant.chose_name = shown_as(tournament, choice), bool(choice.shown_as)
    entrant.pseudonym = choice.pseudonym
    entrant.save(update_fields=["shown_as", "chose_name", "pseudonym"])
    # The other name is as much a name as the first one: it stands in no journal.
    facts = {"entrant": entrant.number, "shown": choice.shown_as}
    journal.record("entrant.name-chosen", tournament=tournament, by=by, at=now, **facts)
    return entrant


def chosen(entrant: Entrant) -> NameChoice:
    """Return how an entrant has chosen to be named in public."""
    return NameChoice(shown_as=entrant.shown_as if entrant.chose_name else "", pseudonym=entrant.pseudonym)


def check(tournament: Tournament, choice: NameChoice, *, but: Entrant | None = None) -> None:
    """Refuse a choice that cannot be; the caller has taken their turn.

    :raises Refused: ``pseudonym-missing``, ``pseudonym-too-long``, ``pseudonym-without-letters``,
        ``pseudonym-like-a-number``, ``pseudonym-taken`` if the public sees somebody else by it.
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
    if name_key(wanted) in {name_key(shown) for shown in _shown_to_all(tournament, but=but) if shown}:
        raise Refused("pseudonym-taken")


def possible(tournament: Tournament, choice: NameChoice) -> NameChoice:
    """Return a choice as far as it can be had in this event."""
    try:
        check(tournament, choice)
    except Refused:
        # They asked not to be called by their name: better their number than that.
        return NameChoice(shown_as=Shown.NUMBER if choice.shown_as == Shown.PSEUDONYM else choice.shown_as)
    return choice


def _shown_to_all(tournament: Tournament, *, but: Entrant | None) -> Iterator[str]:
    """Yield the other names as the public sees them: comparing hidden ones would tell who plays here."""
    others = tournament.entrants.filter(Q(withdrawn_at=None) | Q(seats__series__published_at__isnull=False)).distinct()
    if but:
        others = others.exclude(pk=but.pk)
    for name, pseudonym, shown in others.values_list("name", "pseudonym", "shown_as"):
        yield shown_name(name=name, pseudonym=pseudonym, shown=shown)


def shown_as(tournament: Tournament, choice: NameChoice) -> Shown:
    """Return how a name is shown where so much was chosen."""
    return Shown(choice.shown_as or tournament.names_shown)


@transaction.atomic
def renew_own_key(*, entrant_id: int, seen: str, by: User, now: datetime) -> Entrant:
    """Give an entrant a new key, once for the mark ``seen``; the key itself stands in no journal."""
    entrant = held(entrant_id)
    if not constant_time_compare(seen, entrant.key_mark):
        return entrant
    # The card of a second number of theirs opens the same pages.
    for card in (entrant, *entrant.doubles.all()):
        card.key = new_key()
        card.save(update_fields=["key"])
    journal.record("entrant.key-renewed", tournament=entrant.tournament, by=by, at=now, entrant=entrant.number)
    return entrant
