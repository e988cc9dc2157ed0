"""A phone at a table brings its deals and asks how the list stands (SkWO 7.2.2).

It shows the table's key with every request, not a cookie: the page goes on when a session has ended, and nothing that
another site makes a browser send can do anything here.
"""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from scoring.lists import mapping
from scoring.lists.selectors import boards
from scoring.lists.selectors import book as books
from scoring.lists.services import phones
from scoring.rules.notation.messages import Unreadable
from scoring.table.forms.acts import Unread
from scoring.table.forms.brought import Asked, asked, brought
from scoring.table.services.batches import Batch, receive
from scoring.table.services.receipts import Entered, State
from scoring.table.views import answers
from tables.accounts.access import address_of
from tables.hall import access

MOST_ACTS = 200
"""Far more than a list has deals; whoever brings more brings it in parts."""


@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
def phone(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Take in what a phone brings, with a receipt for each act; tell it how the list stands."""
    try:
        holder = access.table_by_key(request, slug=slug, series=series, table=table)
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
    told = answers.list_of(book, device=holder.device, copy=by.copy, now=now, with_deals=is_news)
    return JsonResponse({"list": told})


def _take_in(request: HttpRequest, holder: access.Holder) -> HttpResponse:
    try:
        by = brought(request.body, game_list=mapping.to_game_list(boards.list_of(holder.table), ()))
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
    has_the_deals = knows and states <= {State.SAVED}
    told = answers.list_of(outcome.book, device=holder.device, copy=by.copy, now=now, with_deals=not has_the_deals)
    status = 409 if State.CONFLICT in states else 422 if State.REFUSED in states else 200
    return JsonResponse({"receipts": receipts, "list": told}, status=status)
