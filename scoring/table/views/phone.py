"""A phone at a table brings its deals and asks how the list stands (SkWO 7.2.2).

It shows the table's key with every request, not a cookie: the page goes on when a session has ended, and nothing that
another site makes a browser send can do anything here.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from itertools import groupby
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from scoring.disputes.selectors import complaints
from scoring.disputes.wording import phrases
from scoring.lists import mapping
from scoring.lists.selectors import boards
from scoring.lists.selectors import book as books
from scoring.lists.selectors.book import FIRST, Book
from scoring.lists.selectors.sitting import came_by
from scoring.lists.services import phones
from scoring.lists.services.lists import refused
from scoring.lists.wording import acts
from scoring.lists.wording import games as lists_names
from scoring.lists.wording.comparison import Side
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.deals import GameList
from scoring.rules.notation.messages import Unreadable
from scoring.table import listings
from scoring.table import wording as keeping_words
from scoring.table.forms import MOST, Unread, read_act, sits
from scoring.table.services.batches import Batch, receive
from scoring.table.services.deciding import Act, Enter, Entered, Receipt, ReceiptState
from tables.accounts.access import address_of
from tables.acts.services import Refused
from tables.acts.wording import refusals
from tables.hall import access


def list_of(book: Book, *, device: str, copy: str, now: datetime, with_deals: bool = True) -> dict[str, Any]:
    """Return a table's list as a phone sees it; without its deals where the phone has them already."""
    row, clock = book.row, book.clock(now)
    keeper, mine = book.keeper(copy), book.phone(device)
    tallies = book.tallies(copy)
    game_list = book.game_list(copy)
    names = lists_names.names_at(book.seats)
    watches = keeper is not None and keeper is not mine
    is_ready = book.is_ready_to_sign
    signatures = row.confirmations.all() if is_ready and book.is_confirmed else ()
    return {
        "version": row.version,
        "now": now.isoformat(),
        "state": state_of(book),
        "says": refusals.refusal(refused(book.shut)) if book.shut else "",
        "keeps": mine.keeps if mine else "",
        "kept_by_other": watches,
        "kept": keeping_words.kept_since(came_by(book.handed, keeper)) if keeper and watches else "",
        "second_kept": book.keeper("second") is not None or bool(book.second_deals),
        "asked": any(call.kind == call.Kind.TAKE_OVER and call.device == device for call in book.calls),
        "seated": row.seats_confirmed_at is not None,
        "calls": [
            {"id": call.pk, "kind": call.kind, "place": call.place, "text": call.text, "second": call.second}
            for call in book.calls
            if call.kind != call.Kind.JUDGE
        ],
        "judge": phrases.judges_state(complaints.judges_called(book.calls)),
        "proposals": len(book.open_proposals),
        "beside": _beside(book, device=device) if copy == FIRST else [],
        "decided": listings.decided(book, device=device) if copy == FIRST else {},
        "differences": list(book.differences),
        "clock": {
            "ends_at": clock.ends_at.isoformat() if clock.ends_at else None,
            "paused": clock.paused,
            "over": clock.over,
        },
        "struck_after": row.struck_after,
        "length": game_list.length,
        "parts": _parts(game_list),
        "presence": [*acts.comings_and_goings(game_list, names), *lists_names.on_other_chairs(book.seats)],
        "ready": is_ready,
        "signatures": [(given.place, lists_names.signed(given, names)) for given in signatures],
        "sits": list(book.sits),
        "names": names,
        "short": lists_names.short_names_at(book.seats),
        "deals": _deals(book, copy) if with_deals else None,
        "totals": [tally.game_points for tally in tallies],
        "won": [tally.won for tally in tallies],
        "lost": [tally.lost for tally in tallies],
    }


def _beside(book: Book, *, device: str) -> list[dict[str, Any]]:
    """Return the deals that wait and concern a phone, each beside what the list has in its place."""
    return [
        {
            "key": str(proposed.proposal.entry_key),
            "number": proposed.proposal.number,
            "because": proposed.because,
            "sides": [_side(side) for side in proposed.sides],
            "seen": str(proposed.seen) if proposed.seen else None,
            "players": proposed.players,
            "mine": proposed.is_mine,
            "accepts": proposed.may_be_accepted,
        }
        for proposed in listings.proposed(book, device=device)
    ]


def _side(side: Side) -> dict[str, Any]:
    lines = [[[part.label, part.words, part.differs] for part in line] for line in side.lines]
    return {"title": side.title, "written": side.written, "lines": lines, "does": side.does, "effect": side.effect}


def _parts(game_list: GameList) -> list[list[Any]]:
    """Return from which deal and round on which seats are taken: who deals and plays then is in the line table."""
    begins = groupby(enumerate(game_list.turns, start=1), key=lambda numbered: numbered[1].present)
    firsts = [next(part) for _present, part in begins]
    return [[number, turn.round, list(turn.present)] for number, turn in firsts]


def state_of(book: Book) -> str:
    """Return how far a list is, in the words that pages and phones share."""
    states = {"series-closed": "closed", "list-signed": "signed", "kept-as-totals": "totals"}
    return states.get(book.shut.code, "waiting") if book.shut else "open"


def receipt(given: Receipt, *, book: Book, copy: str, device: str) -> dict[str, Any]:
    """Return the receipt of one act; where something else stands in the list, with both beside each other."""
    act = given.act
    values: dict[str, Any] = {"key": str(act.key), "state": str(given.state), "number": act.number}
    values |= {"code": "", "says": ""} if given.because is None else says(given.because)
    if given.in_list is None or not isinstance(act, Enter):
        return values
    both = listings.beside(book, given.in_list, act.deal, sits=act.sits, copy=copy, device=device)
    return values | {"sides": [_side(side) for side in both]}


def says(because: Refused | IllegalContract) -> dict[str, str]:
    """Return a refusal as a code for the page and a sentence for the table."""
    return {"code": str(because.code), "says": refusals.refusal(because)}


def unread(act: Unread) -> dict[str, Any]:
    """Return the receipt of an act that cannot be read."""
    because = act.because if isinstance(act.because, IllegalContract) else Refused("malformed")
    values = says(because)
    if isinstance(act.because, ValidationError):
        values["says"] = " ".join(act.because.messages)
    return {"key": act.key, "state": str(ReceiptState.REFUSED), "number": act.number} | values


def nothing_done(code: str, *, status: int) -> JsonResponse:
    """Answer that nothing was done at all, and why."""
    return JsonResponse(says(Refused(code)), status=status)


def _deals(book: Book, copy: str) -> list[dict[str, Any]]:
    entries, voided = book.rows(copy)
    corrected = {row.number for row in voided}
    return [
        mapping.to_line(row) | {"number": row.number, "key": str(row.entry_key), "corrected": row.number in corrected}
        for row in entries
    ]


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
    unsent, version = data.get("unsent", 0), data.get("version")
    if any(type(count) is not int or count < 0 for count in (unsent, 0 if version is None else version)):
        raise Unreadable("count")
    clock = data.get("clock")
    try:
        clock = parse_datetime(clock) if isinstance(clock, str) else None
    except ValueError:
        # One that shows nothing sensible is no reason to refuse a deal.
        clock = None
    acts = [read_act(act, game_list=game_list) for act in data.get("acts", [])]
    batch = Batch(
        copy=data["copy"],
        acts=[act for act in acts if not isinstance(act, Unread)],
        unsent=min(MOST, unsent),
        version=version,
        seated=data.get("seated") is True,
        sits=sits(data.get("sits"), game_list),
        clock=clock if clock and is_aware(clock) else None,
    )
    return batch, acts


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
        return nothing_done("no-such-table", status=404)
    except access.KeyNeeded:
        return nothing_done("key-needed", status=403)
    if request.method == "GET":
        return _how_it_stands(holder, request.GET)
    try:
        batch, acts = brought(request.body, game_list=mapping.to_game_list(holder.table.game_list, ()))
    except Unreadable:
        return nothing_done("unreadable", status=400)
    if len(acts) > MOST_ACTS:
        return nothing_done("too-many-acts", status=413)
    now = timezone.now()
    outcome = receive(table=holder.table, device=holder.device, batch=batch, now=now, address=address_of(request))
    given = iter(outcome.receipts)
    receipts = [
        unread(act)
        if isinstance(act, Unread)
        else receipt(next(given), book=outcome.book, copy=batch.copy, device=holder.device)
        for act in acts
    ]
    states = {values["state"] for values in receipts}
    # What it entered and took back itself it knows.
    knows = all(isinstance(act, Entered) for act in batch.acts) and batch.version == outcome.version_before
    has_the_deals = knows and states <= {ReceiptState.SAVED}
    values = list_of(outcome.book, device=holder.device, copy=batch.copy, now=now, with_deals=not has_the_deals)
    status = 409 if ReceiptState.CONFLICT in states else 422 if ReceiptState.REFUSED in states else 200
    return JsonResponse({"receipts": receipts, "list": values}, status=status)


def _how_it_stands(holder: access.Holder, query: Mapping[str, str]) -> HttpResponse:
    row, now = boards.list_of(holder.table), timezone.now()
    copy, unsent, version = asked(query)
    phones.heard(list_id=row.pk, device=holder.device, unsent=unsent, now=now)
    values = list_of(books.book(row), device=holder.device, copy=copy, now=now, with_deals=version != row.version)
    return JsonResponse({"list": values})
