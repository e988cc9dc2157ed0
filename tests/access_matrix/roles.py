"""Everybody who comes to the site, each with what he shows: nothing, keys, or an account."""

from collections.abc import Callable
from functools import partial
from typing import Final

from django.http import HttpResponse
from django.test import Client

from tables.accounts.held_keys import HeldKeys, KeyKind, keep
from tables.accounts.models import new_key
from tables.draw.models import Table
from tables.tournaments.models import Tournament
from tests.access_matrix.hall import OPEN_TABLE, OTHER, OWN, SIGNED_TABLE, TABLE_OF_OTHERS
from tests.support import factories

DEVICE: Final = "f" * 32
"""The phone that keeps the list of the open table."""

ACCOUNTS: Final = {
    "judge": "richterin",
    "playing-judge": "spielrichter",
    "director": "direktor",
    "playing-director": "spielleiter",
    "treasurer": "kassier",
    "door-helper": "einlass",
    "stranger": "fremd",
    "keeper": "hueter",
    "neighbour": "nachbar",
    "season-helper": "helfer",
    "season-releaser": "freigeber",
    "owner": "owner",
}
"""Who signs in. The stranger directs the other event and keeps the book of another club.

The neighbour keeps the book of a club that counts in the season as well.
"""


def _with_keys(slug: str, *numbers: int) -> Client:
    """Return a phone that holds the keys of these tables in every series, those not published yet too."""
    tables = Table.objects.filter(series__tournament__slug=slug, number__in=numbers)
    return _holding(KeyKind.TABLE, {one.pk: one.key for one in tables})


def _with_card(number: int) -> Client:
    """Return a phone that was shown the code of a start card."""
    entrant = Tournament.objects.get(slug=OWN).entrants.get(number=number)
    return _holding(KeyKind.CARD, {entrant.pk: entrant.key})


def _holding(kind: KeyKind, keys: dict[int, str]) -> Client:
    client, held, answer = _browser(), HeldKeys(), HttpResponse()
    for pk, key in keys.items():
        held.take(kind, pk, key)
    held.device = DEVICE
    keep(answer, held)
    client.cookies.update(answer.cookies)
    return client


def _signed_in(username: str) -> Client:
    client = _browser()
    client.force_login(factories.user(username))
    return client


def _browser() -> Client:
    return Client(raise_request_exception=False, headers={"accept-language": "en"})


ROLES: Final[dict[str, Callable[[], Client]]] = {
    "visitor": _browser,
    # Whoever was there before a key was renewed comes first: the others are shown the new one.
    "table-renewed": partial(_with_keys, OWN, OPEN_TABLE, SIGNED_TABLE),
    "player-renewed": partial(_with_card, 1),
    "table": partial(_with_keys, OWN, OPEN_TABLE, SIGNED_TABLE),
    "other-table": partial(_with_keys, OWN, TABLE_OF_OTHERS),
    "table-elsewhere": partial(_with_keys, OTHER, OPEN_TABLE, TABLE_OF_OTHERS),
    "player": partial(_with_card, 1),
    "other-player": partial(_with_card, 2),
    **{role: partial(_signed_in, username) for role, username in ACCOUNTS.items()},
}


def everybody(*, enforce_csrf_checks: bool = False) -> dict[str, Client]:
    """Return a browser for every role; the keys of table and player were renewed after the first had them."""
    made = {}
    for role, browser in ROLES.items():
        if role == "table":
            _renew_keys()
        made[role] = browser()
        made[role].handler.enforce_csrf_checks = enforce_csrf_checks
    return made


def _renew_keys() -> None:
    for table in Table.objects.filter(series__tournament__slug=OWN):
        Table.objects.filter(pk=table.pk).update(key=new_key())
    Tournament.objects.get(slug=OWN).entrants.filter(number=1).update(key=new_key())
