"""From a request to the list of a table, by the key that lies there."""

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare

from tables.accounts.access import KeptShut
from tables.accounts.held_keys import DEVICE, KeyKind, held_keys
from tables.draw.models import Table
from tables.prepared import Prepared
from tables.tournaments.access import offices

BY_KEY: Final = Prepared(lambda key: Table.objects.filter(key=key).select_related("series__tournament"))
PUBLISHED: Final = Prepared(
    lambda slug, series, number: Table.objects.filter(
        series__tournament__slug=slug, series__number=series, series__published_at__isnull=False, number=number
    ).select_related("series__tournament")
)


class KeyNeeded(KeptShut):
    """The request holds no valid key of this table."""

    needed = "key"


def keyed_table(*, key: str) -> Table:
    """Return the table of a key. Raise Http404 if it is unknown, renewed, or its seats are not published."""
    table = BY_KEY.or_404(key)
    if table.series.published_at is None:
        raise Http404
    return table


def take_key(request: HttpRequest, *, key: str) -> Table:
    """Return the table of a key and hold the key from now on. Raise Http404 as ``keyed_table`` does."""
    table = keyed_table(key=key)
    held_keys(request).take(KeyKind.TABLE, table.pk, key)
    return table


def device(request: HttpRequest, table: Table | None = None) -> str:
    """Return what the site calls the phone of a request; "" if it showed no key, or none that opens ``table``."""
    if table is not None and not _holds_key(request, table):
        return ""
    return held_keys(request).device


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A phone that showed a table's key."""

    table: Table
    device: str


def table_by_key(request: HttpRequest, among: Prepared[Table], *, slug: str, series: int, table: int) -> Holder:
    """Return a table whose key comes in the request's head, and the phone it comes from.

    The page at the table sends both itself: it goes on when its session has ended or the site was restored. It comes
    with every deal: ``among`` reads of tables what the caller needs of them, and no more.

    :raises Http404: if there is no such table, or its seats are not published.
    :raises KeyNeeded: if the key is missing, not this table's or was renewed, or the phone does not say who it is.
    """
    tables = among(slug, series, table)
    if not tables:
        raise Http404
    (published_table,) = tables
    sender = request.headers.get("X-Device", "")
    right = constant_time_compare(request.headers.get("X-Table-Key", ""), published_table.key)
    if not right or not DEVICE.fullmatch(sender):
        raise KeyNeeded
    return Holder(table=published_table, device=sender)


def kept_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Table:
    """Return a table whose list the request may keep. Raise Http404 if unpublished, KeyNeeded without its key."""
    published_table = _published_table(slug=slug, series=series, table=table)
    if not keeps(request, published_table):
        raise KeyNeeded
    return published_table


def directed_event_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Table:
    """Return a kept table of an event somebody directs. Raise Http404 for any other, or KeyNeeded."""
    found_table = kept_table(request, slug=slug, series=series, table=table)
    if found_table.series.tournament.is_pub_table:
        raise Http404
    return found_table


def keeps(request: HttpRequest, table: Table) -> bool:
    """Test whether the request may keep the list of a table already accessed; a judge only reads it."""
    return _holds_key(request, table) or offices(request, table.series.tournament).director


def seen_table(request: HttpRequest, *, slug: str, series: int, table: int) -> Table:
    """Return a table whose list the request may see. Raise Http404 if unpublished, KeyNeeded without key or office."""
    published_table = _published_table(slug=slug, series=series, table=table)
    if not _holds_key(request, published_table) and not offices(request, published_table.series.tournament).any:
        raise KeyNeeded
    return published_table


def _published_table(*, slug: str, series: int, table: int) -> Table:
    return PUBLISHED.or_404(slug, series, table)


def _holds_key(request: HttpRequest, table: Table) -> bool:
    return constant_time_compare(held_keys(request).key_of(KeyKind.TABLE, table.pk), table.key)
