"""A phone at a table brings its deals and asks how the list stands (SkWO 7.2.2).

It shows the table's key with every request, not a cookie: the page goes on when a session has ended, and nothing that
another site makes a browser send can do anything here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from scoring.lists import mapping
from scoring.lists.selectors import boards
from scoring.lists.selectors import book as books
from scoring.lists.services import phones
from scoring.rules.game_list.deals import GameList
from scoring.rules.notation.messages import Unreadable
from scoring.table.forms.acts import MOST, Unread, read_act, sits
from scoring.table.services.batches import Batch, receive
from scoring.table.services.deciding import Act, Entered, ReceiptState
from scoring.table.views import answers
from tables.accounts.access import address_of
from tables.hall import access

COPIES = ("first", "second")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """How a phone stands that asks or brings something."""

    copy: str
    unsent: int
    version: int | None
    """The version of the list it shows, if it shows one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought(Asked):
    """What a phone brings."""

    seated: bool
    sits: tuple[int, ...]
    clock: datetime | None
    acts: tuple[Act | Unread, ...]


def asked(query: Mapping[str, str]) -> Asked:
    """Return what a phone says of itself in an address; what it leaves out or garbles is taken as nothing."""
    version, unsent = query.get("version", ""), query.get("unsent", "")
    return Asked(
        copy=query.get("copy", "") if query.get("copy") in COPIES else "first",
        unsent=min(MOST, int(unsent)) if unsent.isdecimal() and len(unsent) <= 9 else 0,
        version=int(version) if version.isdecimal() and len(version) <= 9 else None,
    )


def brought(body: bytes, *, game_list: GameList) -> Brought:
    """Return what a phone brings to a list.

    :raises Unreadable: if it is nothing that a phone sends; acts that alone cannot be read do not spoil the others.
    """
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Unreadable("no JSON") from error
    if not isinstance(data, dict) or data.get("copy") not in COPIES or not isinstance(data.get("acts", []), list):
        raise Unreadable("not what a phone sends")
    return Brought(
        copy=data["copy"],
        unsent=min(MOST, _count(data.get("unsent", 0))),
        version=None if data.get("version") is None else _count(data["version"]),
        seated=data.get("seated") is True,
        sits=sits(data.get("sits"), game_list),
        clock=_moment(data.get("clock")),
        acts=tuple(read_act(act, game_list=game_list) for act in data.get("acts", [])),
    )


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise Unreadable("count")
    return value


def _moment(value: object) -> datetime | None:
    """Return what a phone's clock shows; one that shows nothing sensible is no reason to refuse a deal."""
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return moment if moment and is_aware(moment) else None


MOST_ACTS = 200
"""Far more than a list has deals; whoever brings more brings it in parts."""


@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
def phone(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Take in what a phone brings, with a receipt for each act; tell it how the list stands."""
    try:
        holder = access.table_by_key(request, boards.WITH_BLANK_LIST, slug=slug, series=series, table=table)
    except Http404:
        return answers.nothing_done("no-such-table", status=404)
    except access.KeyNeeded:
        return answers.nothing_done("key-needed", status=403)
    if request.method == "GET":
        return _how_it_stands(holder, asked(request.GET))
    return _take_in(request, holder)


def _how_it_stands(holder: access.Holder, by: Asked) -> HttpResponse:
    row, now = boards.list_of(holder.table), timezone.now()
    phones.heard(list_id=row.pk, device=holder.device, unsent=by.unsent, now=now)
    book, is_news = books.book(row), by.version != row.version
    values = answers.list_of(book, device=holder.device, copy=by.copy, now=now, with_deals=is_news)
    return JsonResponse({"list": values})


def _take_in(request: HttpRequest, holder: access.Holder) -> HttpResponse:
    try:
        by = brought(request.body, game_list=mapping.to_game_list(holder.table.game_list, ()))
    except Unreadable:
        return answers.nothing_done("unreadable", status=400)
    if len(by.acts) > MOST_ACTS:
        return answers.nothing_done("too-many-acts", status=413)
    now = timezone.now()
    batch = Batch(
        copy=by.copy,
        acts=[act for act in by.acts if not isinstance(act, Unread)],
        unsent=by.unsent,
        seated=by.seated,
        sits=by.sits,
        clock=by.clock,
    )
    outcome = receive(table=holder.table, device=holder.device, batch=batch, now=now, address=address_of(request))
    given = iter(outcome.receipts)
    receipts = [
        answers.unread(act)
        if isinstance(act, Unread)
        else answers.receipt(next(given), book=outcome.book, copy=by.copy, device=holder.device)
        for act in by.acts
    ]
    states = {receipt["state"] for receipt in receipts}
    # What it entered and took back itself it knows.
    knows = all(isinstance(act, Entered) for act in batch.acts) and by.version == outcome.version_before
    has_the_deals = knows and states <= {ReceiptState.SAVED}
    values = answers.list_of(outcome.book, device=holder.device, copy=by.copy, now=now, with_deals=not has_the_deals)
    status = 409 if ReceiptState.CONFLICT in states else 422 if ReceiptState.REFUSED in states else 200
    return JsonResponse({"receipts": receipts, "list": values}, status=status)
