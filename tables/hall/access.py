"""From a request to the list of a table, by the key that lies there."""

import re
import secrets
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.crypto import constant_time_compare

from tables.accounts.access import MOST_KEYS, SESSION_DEVICE, KeptShut
from tables.draw.models import Table
from tables.tournaments.access import offices

SESSION_KEYS = "table_keys"
"""Where a session keeps the tables' keys it was shown, by table."""


DEVICE = re.compile(r"[0-9a-f]{32}")


class KeyNeeded(KeptShut):
    """The request holds no valid key of this table."""

    needed = "key"


def keyed_table(*, key: str) -> Table:
    """Return the table a key belongs to.

    :raises Http404: if the key is unknown, was renewed, or its seats are not published.
    """
    table = get_object_or_404(Table.objects.select_related("series__tournament"), key=key)
    if table.series.published_at is None:
        raise Http404
    return table


def take_key(request: HttpRequest, *, key: str) -> Table:
    """Return the table a key belongs to, and let the request see and keep its list from now on.

    :raises Http404: if the key is unknown, was renewed, or its seats are not published.
    """
    table = keyed_table(key=key)
    held = dict(request.session.get(SESSION_KEYS, {}))
    held.pop(str(table.pk), None)
    held[str(table.pk)] = key
    request.session[SESSION_KEYS] = dict(list(held.items())[-MOST_KEYS:])
    request.session.setdefault(SESSION_DEVICE, secrets.token_hex(16))
    return table


def device(request: HttpRequest, table: Table | None = None) -> str:
    """Return what the site calls the phone of a request; "" if it never showed a key, or not one that opens ``table``.

    It is drawn at random with the first key, and only this phone and the site know it.
    """
    if table is not None and not _holds_key(request, table):
        return ""
    if request.session.get(SESSION_KEYS):
        # Sessions from before phones had names get theirs here.
        request.session.setdefault(SESSION_DEVICE, secrets.token_hex(16))
    return str(request.session.get(SESSION_DEVICE, ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A phone that showed a table's key."""

    table: Table
    device: str


def table_by_key(request: HttpRequest, *, slug: str, series: int, table: int) -> Holder:
    """Return a table whose key comes in the request's head, and the phone it comes from.

    The page at the table sends both itself: it goes on when its session has ended or the site was restored.

    :raises Http404: if there is no such table, or its seats are not published.
    :raises KeyNeeded: if the key is missing, not this table's or was renewed, or the phone does not say who it is.
    """
    # The one request that comes with every deal: nothing is read that it does not need.
    tables = Table.objects.select_related("series").only("key", "series__number", "series__tournament_id")
    found = _published_table(slug=slug, series=series, table=table, among=tables)
    sender = request.headers.get("X-Device", "")
    right = constant_time_compare(request.headers.get("X-Table-Key", ""), found.key)
    if not right or not DEVICE.fullmatch(sender):
        raise KeyNeeded
    return Holder(table=found, device=sender)


def held_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Holder:
    """Return a table whose key the request holds, and the phone it comes from: an office keeps no list on a phone.

    :raises Http404: if there is no such table, or its seats are not published.
    :raises KeyNeeded: if the request does not hold its key, or that was renewed.
    """
    found = _published_table(slug=slug, series=series, table=table)
    if not _holds_key(request, found):
        raise KeyNeeded
    return Holder(table=found, device=device(request))


def kept_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Table:
    """Return a table whose list the request may keep: it holds the table's key, or directs the tournament.

    :raises Http404: if there is no such table, or its seats are not published.
    :raises KeyNeeded: if the request holds neither, or its key was renewed.
    """
    found = _published_table(slug=slug, series=series, table=table)
    if not keeps(request, found):
        raise KeyNeeded
    return found


def keeps(request: HttpRequest, table: Table) -> bool:
    """Test whether the request may keep the list of a table already accessed; a judge only reads it."""
    return _holds_key(request, table) or offices(request, table.series.tournament).director


def seen_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Table:
    """Return a table whose list the request may see: it holds the table's key, or any office of the tournament.

    :raises Http404: if there is no such table, or its seats are not published.
    :raises KeyNeeded: if the request holds neither, or its key was renewed.
    """
    found = _published_table(slug=slug, series=series, table=table)
    if not _holds_key(request, found) and not offices(request, found.series.tournament).any:
        raise KeyNeeded
    return found


def _published_table(*, slug: str, series: int, table: int, among: QuerySet[Table] | None = None) -> Table:
    return get_object_or_404(
        Table.objects.select_related("series__tournament") if among is None else among,
        series__tournament__slug=slug,
        series__number=series,
        series__published_at__isnull=False,
        number=table,
    )


def _holds_key(request: HttpRequest, table: Table) -> bool:
    held = str(request.session.get(SESSION_KEYS, {}).get(str(table.pk), ""))
    return constant_time_compare(held, table.key)
