"""A phone at a table brings its deals and asks how the list stands (SkWO 7.2.2).

It shows the table's key with every request, not a cookie: the page goes on when a session has ended, and nothing that
another site makes a browser send can do anything here.
"""

import json
from collections.abc import Mapping
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


def asked(query: Mapping[str, str]) -> tuple[str, int, int | None]:
    """Return which copy a phone asks for, how many acts wait on it, and the version of the list it shows.

    What it leaves out or garbles is taken as nothing.
    """
    version, unsent = (
        int(text) if text.isdecimal() and len(text) <= 9 else None
        for text in (query.get("version", ""), query.get("unsent", ""))
    )
    return query.get("copy", "") if query.get("copy") in COPIES else "first", min(MOST, unsent or 0), version


def brought(body: bytes, *, game_list: GameList) -> tuple[Batch, list[Act | Unread]]:
    """Return what a phone brings to a list: how it stands and what it did, and every act in its order.

    :raises Unreadable: if it is nothing that a phone sends; acts that alone cannot be read do not spoil the others.
    """
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Unreadable("no JSON") from error
    if not isinstance(data, dict) or data.get("copy") not in COPIES or not isinstance(data.get("acts", []), list):
        raise Unreadable("not what a phone sends")
    acts = [read_act(act, game_list=game_list) for act in data.get("acts", [])]
    batch = Batch(
        copy=data["copy"],
        acts=[act for act in acts if not isinstance(act, Unread)],
        unsent=min(MOST, _count(data.get("unsent", 0))),
        version=None if data.get("version") is None else _count(data["version"]),
        seated=data.get("seated") is True,
        sits=sits(data.get("sits"), game_list),
        clock=_moment(data.get("clock")),
    )
    return batch, acts


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
        return _how_it_stands(holder, request.GET)
    return _take_in(request, holder)


def _how_it_stands(holder: access.Holder, query: Mapping[str, str]) -> HttpResponse:
    row, now = boards.list_of(holder.table), timezone.now()
    copy, unsent, version = asked(query)
    phones.heard(list_id=row.pk, device=holder.device, unsent=unsent, now=now)
    values = answers.list_of(
        books.book(row), device=holder.device, copy=copy, now=now, with_deals=version != row.version
    )
    return JsonResponse({"list": values})


def _take_in(request: HttpRequest, holder: access.Holder) -> HttpResponse:
    try:
        batch, acts = brought(request.body, game_list=mapping.to_game_list(holder.table.game_list, ()))
    except Unreadable:
        return answers.nothing_done("unreadable", status=400)
    if len(acts) > MOST_ACTS:
        return answers.nothing_done("too-many-acts", status=413)
    now = timezone.now()
    outcome = receive(table=holder.table, device=holder.device, batch=batch, now=now, address=address_of(request))
    given = iter(outcome.receipts)
    receipts = [
        answers.unread(act)
        if isinstance(act, Unread)
        else answers.receipt(next(given), book=outcome.book, copy=batch.copy, device=holder.device)
        for act in acts
    ]
    states = {receipt["state"] for receipt in receipts}
    # What it entered and took back itself it knows.
    knows = all(isinstance(act, Entered) for act in batch.acts) and batch.version == outcome.version_before
    has_the_deals = knows and states <= {ReceiptState.SAVED}
    values = answers.list_of(outcome.book, device=holder.device, copy=batch.copy, now=now, with_deals=not has_the_deals)
    status = 409 if ReceiptState.CONFLICT in states else 422 if ReceiptState.REFUSED in states else 200
    return JsonResponse({"receipts": receipts, "list": values}, status=status)
