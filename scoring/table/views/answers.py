"""What the site tells the phones at a table, as JSON: receipts, the list, why not."""

from datetime import datetime
from itertools import groupby
from typing import Any

from django.core.exceptions import ValidationError
from django.http import JsonResponse

from scoring.disputes.selectors import complaints
from scoring.disputes.wording import phrases
from scoring.lists import mapping
from scoring.lists.selectors.book import FIRST, Book
from scoring.lists.selectors.sitting import came_by
from scoring.lists.services.lists import refused
from scoring.lists.wording import acts
from scoring.lists.wording import games as lists_names
from scoring.lists.wording.comparison import Side
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.deals import GameList
from scoring.table import listings
from scoring.table import wording as keeping_words
from scoring.table.forms.acts import Unread
from scoring.table.services.deciding import Receipt, ReceiptState
from tables.acts.services import Refused
from tables.acts.wording import refusals


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
    values: dict[str, Any] = {"key": str(given.key), "state": str(given.state), "number": given.number}
    values |= {"code": "", "says": ""} if given.because is None else says(given.because)
    if given.in_list is None or given.enter is None:
        return values
    act = given.enter
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
    corrected = {row.number for row in book.voided_in(copy)}
    return [
        mapping.to_line(row) | {"number": row.number, "key": str(row.entry_key), "corrected": row.number in corrected}
        for row in book.entries(copy)
    ]
