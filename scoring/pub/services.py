"""Opening a table without a tournament, an event of one list, in one act, and what its players agree on later.

They let one of them leave, or stop before the last deal (ISkO 3.1.2, 5.5.4; SkWO 9.2). In words, too.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.models import GameListRow
from scoring.lists.selectors.sitting import away
from scoring.lists.services import lists, presence
from scoring.lists.services.phones import confirm_seats
from scoring.lists.wording.games import stake_in_words
from scoring.results.services.series import open_lists
from scoring.rules.profiles.naming import BY_THE_BOOK, UnknownProfile, named
from scoring.rules.profiles.presets import OFFICIAL
from scoring.rules.results.settlement import MOST_OFFICIAL, stake_name
from scoring.signing import services as signing
from tables.accounts.services import floods
from tables.acts.services import Refused, alone_with
from tables.draw.models import Seat, Table
from tables.journal import chain as journal
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament

OPENED: Final = "pub.opened"
MOST_OPENED: Final = (10, 40)  # in a minute, and in a quarter of an hour, from one address: no pub has so many
SLUG_DIGITS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Who plays, and what they agreed on before the first deal."""

    names: Sequence[str]  # from seat 1 on; seat 1 deals first
    profile: str = BY_THE_BOOK  # name of the rules they play by
    stake: Fraction = Fraction(0)  # cents a point; 0: no stake
    rounds: int = 12


@transaction.atomic
def open_table(*, company: Company, called: str, entry_key: UUID, now: datetime, address: str = "") -> Table:
    """Open a table and its list for some people, who can play at once; return the table with its key.

    :raises Refused: ``no-such-profile``, ``not-so-many-seats``, ``names-alike``, ``stake-too-high``; ``TooMany`` where
        too many came from that address.
    """
    alone_with("new tournaments")
    slug = f"tisch-{hashlib.sha256(entry_key.bytes).hexdigest()[:SLUG_DIGITS]}"
    if known_table := Table.objects.filter(series__tournament__slug=slug).select_related("series__tournament").first():
        return known_table
    _must_be_playable(company)
    floods.must_not_flood("pub tables", address=address, now=now, most=MOST_OPENED)
    today = timezone.localdate(now)
    tournament = Tournament.objects.create(
        slug=slug,
        name=called,
        starts_on=today,
        ends_on=today,
        # The public never sees it.
        unpublish_on=today,
        rounds=company.rounds,
        is_pub_table=True,
        by_the_book=company.profile == BY_THE_BOOK,
        point_stake=stake_name(company.stake),
        created_at=now,
    )
    table = _seated(tournament, company, now=now)
    numbers = list(range(1, len(company.names) + 1))
    journal.record(
        OPENED,
        tournament=tournament,
        by=None,
        at=now,
        sealing={"series": [(1,)], "list": [(1, 1)]},
        entrants=numbers,
        series=1,
        tables=[numbers],
        profile=company.profile,
        stake=tournament.point_stake,
    )
    # They sit where they said they sit: nobody asks them once more.
    confirm_seats(list_id=table.game_list.pk, device="", now=now)
    return table


@transaction.atomic
def stop(*, list_id: int, version: int, because: str, device: str, now: datetime) -> GameListRow:
    """Let a list end before its last deal, as all its players agreed; then they sign it. Done twice, it counts once.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``list-changed``, ``kept-by-other``.
    """
    row = lists.held(list_id)
    if row.short_because and not row.signed_at:
        return row
    _must_be_agreed(row, version=version, device=device)
    signing.let_end(row, because=because, by=None, now=now)
    return row


@transaction.atomic
def let_leave(*, list_id: int, place: int, version: int, device: str, now: datetime) -> GameListRow:
    """Let a player leave the table from the next round on, as all its players agreed. Done twice, it counts once.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``list-changed``, ``kept-by-other``; ``no-such-seat``, ``too-few-stay``, ``no-round-left``.
    """
    row = lists.held(list_id)
    if place in away(row) and not row.signed_at:
        return row
    _must_be_agreed(row, version=version, device=device)
    return presence.leave(list_id=list_id, place=place, by=None, now=now)


@transaction.atomic
def let_return(*, list_id: int, place: int, version: int, device: str, now: datetime) -> GameListRow:
    """Let a player who left be there from the next round on, as all players agreed. Done twice, it counts once.

    :raises ListSigned: if the list is signed.
    :raises Refused: as ``let_leave`` does.
    """
    row = lists.held(list_id)
    if place not in away(row) and not row.signed_at:
        return row
    _must_be_agreed(row, version=version, device=device)
    return presence.come_back(list_id=list_id, place=place, by=None, now=now)


def _must_be_agreed(row: GameListRow, *, version: int, device: str) -> None:
    """Refuse what players agreed on before they saw the list as it stands, or said on a phone that does not keep it."""
    if row.signed_at:
        raise lists.ListSigned
    if version != row.version:
        raise Refused("list-changed")
    if signing.is_elsewhere(row, device):
        raise Refused("kept-by-other")


def _seated(tournament: Tournament, company: Company, *, now: datetime) -> Table:
    series = Series.objects.create(
        tournament=tournament,
        number=1,
        seating=Series.Seating.BY_HAND,
        profile=company.profile,
        status=Series.Status.PUBLISHED,
        drawn_at=now,
        published_at=now,
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament, number=number, name=name, present=True, source=Entrant.Source.SELF, registered_at=now
        )
        for number, name in enumerate(company.names, start=1)
    )
    table = Table.objects.create(series=series, number=1, size=len(entrants))
    Seat.objects.bulk_create(
        Seat(series=series, table=table, place=place, entrant=entrant)
        for place, entrant in enumerate(entrants, start=1)
    )
    open_lists(series)
    return table


def _must_be_playable(company: Company) -> None:
    try:
        profile = named(company.profile)
    except UnknownProfile:
        raise Refused("no-such-profile") from None
    if len(company.names) not in profile.seats:
        raise Refused("not-so-many-seats", players=len(company.names), seats=sorted(profile.seats))
    if len({name.casefold() for name in company.names}) < len(company.names):
        raise Refused("names-alike")
    if profile == OFFICIAL and company.stake > MOST_OFFICIAL:
        raise Refused("stake-too-high", most=MOST_OFFICIAL)


def called(day: date) -> str:
    """Return what a table of a day is called."""
    return _("Skat table of %(day)s") % {"day": date_format(day, "SHORT_DATE_FORMAT")}


def _seats(facts: Mapping[str, Any]) -> str:
    seats = list(map(str, facts["seats"]))
    text = _("%(few)s or %(many)s") % {"few": ", ".join(seats[:-1]), "many": seats[-1]} if seats[1:] else seats[0]
    return _("What you chose is for %(seats)s players, and here are %(players)s names.") % {
        "seats": text,
        "players": facts["players"],
    }


REFUSED: dict[str, Callable[[Mapping[str, Any]], str] | Promise] = {
    "names-alike": gettext_lazy("Two of you have the same name. Add a letter, so that the list can tell you apart."),
    "no-such-profile": gettext_lazy("Please choose."),
    "not-so-many-seats": _seats,
}


def _opened(data: Mapping[str, Any]) -> str:
    return _("The table opened for %(players)s players, %(stake)s") % {
        "players": len(data["entrants"]),
        "stake": stake_in_words(data["stake"]),
    }


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {"pub.opened": _opened}
