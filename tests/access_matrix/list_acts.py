"""Everything that anybody can send to change what a list says, each as it is right while the list is open."""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.lists.models import GameListRow
from scoring.lists.selectors.history import as_shown
from scoring.lists.services import entry, lists, phones
from scoring.paper_desk.views.results import LookedAtForm
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.packed import PackedList, packed_text
from scoring.signing import services as signing
from scoring.signing.forms import ListActForm
from tests.access_matrix.hall import DEVICE, OPEN_TABLE, OWN, RUNNING
from tests.scoring.table.phones_seen import ANNA
from tests.scoring.table.phones_seen import GRAND as TYPED
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

PLACE: Final = {"slug": OWN, "series": RUNNING, "table": OPEN_TABLE}
ROWS: Final = GameListRow.objects.select_related("table__series__tournament")
SECOND_PHONE: Final = "b" * 32

Send = Callable[[Client, GameListRow], HttpResponse]


def the_list() -> GameListRow:
    """Return the list that is kept at the open table."""
    series = "table__series"
    return ROWS.get(**{f"{series}__tournament__slug": OWN, f"{series}__number": RUNNING, "table__number": OPEN_TABLE})


def begun(row: GameListRow) -> None:
    """Leave the list as it is: one deal is entered."""


def written_here(row: GameListRow) -> None:
    """Let the phone of the table have entered the last deal, so that it may take it back without asking."""
    deal = Deal(number=2, declarer=None, played=None)
    entry.enter_deal(list_id=row.pk, deal=deal, entry_key=uuid4(), by=None, device=DEVICE, now=EVENING)


def full(row: GameListRow) -> None:
    """Enter every deal."""
    factories.fill(row, seat=1)


def confirmed(row: GameListRow) -> None:
    """Enter every deal, and let everybody confirm."""
    factories.fill(row, seat=1)
    factories.confirm_and_sign(row)
    GameListRow.objects.filter(pk=row.pk).update(signed_at=None, signed_by=None, signed_hash="")


def waiting(row: GameListRow) -> None:
    """Let another phone have brought a deal that waits to be accepted."""
    phone = Client()
    body = {"copy": "first", "unsent": 0, "version": None, "acts": [next_deal(row)]}
    phone.post(address("phone"), body, content_type="application/json", headers=headers(row, SECOND_PHONE))
    assert row.proposals.exists()


def twofold(row: GameListRow) -> None:
    """Let a second list be kept that says otherwise of the first deal."""
    phones.keep(list_id=row.pk, device=SECOND_PHONE, copy="second", by=None, now=EVENING)
    other = Deal(number=1, declarer=3, played=GRAND)
    entry.enter_deal(
        copy="second", list_id=row.pk, deal=other, entry_key=uuid4(), by=None, device=SECOND_PHONE, now=EVENING
    )


def blank(row: GameListRow) -> None:
    """Let nothing be entered."""
    row.deals.filter(voided_at=None).update(voided_at=EVENING)


def short(row: GameListRow) -> None:
    """Let the list be accepted with fewer deals."""
    signing.accept_short(list_id=row.pk, because="Notfall", by=factories.user(), now=EVENING)


def exchanged(row: GameListRow) -> None:
    """Let two of its table have sat on each other's chairs from the second deal on."""
    full(row)
    other = row.table.seats.get(place=4).entrant.number
    facts = {"because": "vertauscht", "by": factories.user(), "now": EVENING}
    signing.exchange(list_id=row.pk, place=3, number=other, from_deal=2, **facts)


def only_totals(row: GameListRow) -> None:
    """Let only the results be typed."""
    blank(row)
    typed = factories.totals((72, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    entry.enter_totals(list_id=row.pk, totals=typed, by=factories.user(), now=EVENING)


@dataclass(frozen=True, slots=True)
class ListAct:
    """One act about a list; ``role`` may do it while the list is open."""

    label: str
    name: str
    send: Send
    _: KW_ONLY
    role: str = "table"
    before: Callable[[GameListRow], None] = field(default=begun)


def address(name: str, **more: Any) -> str:
    return reverse(f"scoring:{name}", kwargs=PLACE | more)


def headers(row: GameListRow, device: str = DEVICE) -> dict[str, str]:
    return {"x-table-key": row.table.key, "x-device": device}


def next_deal(row: GameListRow) -> dict[str, Any]:
    number = row.deals.filter(voided_at=None).count() + 1
    return {"key": str(uuid4()), "do": "enter", "number": number, "line": TYPED | {"declarer": 3}}


Act = dict[str, Any]
Made = Callable[[GameListRow], Act | None]


def _phone(*made: Made) -> Send:
    """Return what brings acts, made of the list as it stands, from the phone that keeps it."""

    def send(client: Client, row: GameListRow) -> HttpResponse:
        acts = [{"key": str(uuid4()), **act} for make in made if (act := make(row))]
        body = {"copy": "first", "unsent": 0, "version": None, "acts": acts}
        return client.post(address("phone"), body, content_type="application/json", headers=headers(row))

    return send


def _undone(row: GameListRow) -> Act | None:
    last = row.deals.filter(voided_at=None).order_by("-number").first()
    return {"do": "take-back", "number": last.number, "of": str(last.entry_key)} if last else None


def _undone_by_all(row: GameListRow) -> Act | None:
    act = _undone(row)
    return act and act | {"agreed": True}


def _accepted(row: GameListRow) -> Act:
    found = row.proposals.first()
    return {"do": "accept", "number": 2, "of": str(found.entry_key if found else uuid4())}


def _corrected(row: GameListRow) -> Act:
    entry = row.deals.filter(number=1, voided_at=None).first() or row.deals.filter(number=1).first()
    of = str(entry.entry_key if entry else uuid4())
    return {"do": "correct", "number": 1, "of": of, "line": TYPED | {"declarer": 3}, "agreed": True}


def _signature(row: GameListRow) -> Act:
    return {"do": "sign", "place": 1, "shown": as_shown(row), "drawing": ANNA}


def _closing(row: GameListRow) -> Act:
    return {"do": "close", "shown": as_shown(row)}


PHONE_ACTS: Final = tuple(
    ListAct(label=label, name="phone", send=_phone(made), before=before)
    for label, made, before in (
        ("a deal from the phone", next_deal, begun),
        ("a deal taken back on the phone", _undone, written_here),
        ("a deal taken back on the phone by all", _undone_by_all, begun),
        ("a waiting deal accepted on the phone", _accepted, waiting),
        ("a deal corrected on the phone", _corrected, begun),
        ("a player's word on the phone", _signature, full),
        ("the table's signature on the phone", _closing, confirmed),
    )
)


def line(number: int, **more: Any) -> dict[str, Any]:
    """Return what the form of a deal sends: a Grand with 2; at the second deal seat 2 sits out."""
    said = {"declarer": 3, "game": "grand", "matadors": 2, "outcome": "won", "sure": "on"}
    return {"entry_key": uuid4(), "number": number, **said, **more}


Body = Callable[[GameListRow], Mapping[str, Any]]


def _form(name: str, body: Body, *, query: str = "", **more: Any) -> Send:
    return lambda client, row: client.post(address(name, **more) + query, body(row))


def _proposal(row: GameListRow) -> int:
    return row.proposals.get().pk


def _typed(row: GameListRow) -> dict[str, Any]:
    return {"check": "twice", "entry_key": uuid4(), "since": 2, "first-d2": "3g2", "d2": "3g2"}


def _settlement(row: GameListRow) -> dict[str, Any]:
    first = row.deals.get(number=1, voided_at=None)
    other = row.second_deals.get(number=1, voided_at=None)
    seen = {"seen_first": first.entry_key, "seen_second": other.entry_key}
    return {"entry_key": uuid4(), "number": 1, "right": "second", "agreed": "on", "because": "Irrtum", **seen}


def _entry(row: GameListRow) -> Any:
    """Return the key of the entry of deal 1, as a page that shows it says it."""
    found = row.deals.filter(number=1).order_by("voided_at").last()
    standing = row.deals.filter(number=1, voided_at=None).first() or found
    return standing.entry_key if standing else uuid4()


def looked_at(row: GameListRow) -> str:
    """Return what the page of a list says that the direction looked at."""
    row.refresh_from_db()
    return ListActForm(seen=lists.as_seen(row))["seen"].value()


def _sums(row: GameListRow) -> dict[str, Any]:
    lines = [(72, 1, 0), *[(0, 0, 0)] * (row.table.size - 1)]
    names = ("game_points", "won", "lost")
    typed = {f"s{n}-{name}": value for n, one in enumerate(lines, 1) for name, value in zip(names, one, strict=True)}
    looked_at = LookedAtForm(seen=entry.stands(row))["seen"].value()
    return typed | {"passed": row.table.size * row.rounds - 1, "seen": looked_at}


def _exchange(row: GameListRow) -> dict[str, Any]:
    other = row.table.seats.get(place=4).entrant.number
    return {"action": "exchange", "place": 3, "number": other, "because": "vertauscht", "seen": looked_at(row)}


def _packed(row: GameListRow) -> dict[str, Any]:
    deals = (Deal(number=1, declarer=2, played=GRAND_LOST), Deal(number=2, declarer=3, played=GRAND))
    return {"packed": packed_text(PackedList(series=RUNNING, table=OPEN_TABLE, deals=deals))}


def _confirmation(row: GameListRow) -> dict[str, Any]:
    return {"place": 1, "version": row.version, "heard_by": 2}


def _at_the_desk(label: str, name: str, body: Body, *, before: Callable[[GameListRow], None] = begun) -> ListAct:
    return ListAct(label=label, name=name, send=_form(name, body), role="director", before=before)


def _of_office(label: str, action: str, *, before: Callable[[GameListRow], None] = begun, **more: Any) -> ListAct:
    """Return an act of the direction about a list that it looked at."""
    return _at_the_desk(
        label, "list-office", lambda row: {"action": action, **more, "seen": looked_at(row)}, before=before
    )


LIST_ACTS: Final = (
    ListAct("the next deal", "list", _form("list", lambda row: line(2))),
    ListAct(
        "a waiting deal accepted at the table",
        "list",
        _form("list", lambda row: {"action": "accept", "proposal": _proposal(row)}),
        before=waiting,
    ),
    ListAct(
        "the next deal of the second list",
        "list",
        _form("list", lambda row: line(2), query="?copy=second"),
        role="director",
        before=twofold,
    ),
    ListAct(
        "a deal corrected",
        "deal",
        _form("deal", lambda row: line(1, agreed="on", because="verschrieben", seen=_entry(row)), deal=1),
    ),
    ListAct(
        "a deal taken back",
        "deal",
        _form("deal", lambda row: {"action": "take-back", "agreed": "on", "seen": _entry(row)}, deal=1),
    ),
    ListAct("deals dealt again", "deal-again", _form("deal-again", lambda row: {"mistake": 1, "version": row.version})),
    *PHONE_ACTS,
    ListAct("a player's word", "sign", _form("sign", _confirmation), before=full),
    ListAct("the table's signature", "sign", _form("sign", lambda row: {"action": "sign"}), before=confirmed),
    _at_the_desk("both lists settled", "differences", _settlement, before=twofold),
    _at_the_desk("the second list given up", "second-list", lambda row: {"because": "Akku leer"}, before=twofold),
    _of_office("accepted short", "accept-short", because="Notfall"),
    _of_office("a player leaves", "leave", place=3, before=blank),
    _of_office("fewer deals taken back", "take-short-back", because="x", before=short),
    _at_the_desk("two on each other's chairs", "list-office", _exchange),
    _of_office(
        "the exchange of two chairs taken back", "take-exchange-back", place=3, because="doch nicht", before=exchanged
    ),
    _of_office("closed from its paper", "sign-for-paper", before=full),
    _of_office("typed results dropped", "drop-totals", before=only_totals),
    _at_the_desk("typed from paper", "type-list", _typed),
    _at_the_desk("results typed", "type-totals", _sums, before=blank),
    ListAct(
        "taken from a phone's code",
        "handover",
        lambda client, row: client.post(reverse("scoring:handover", kwargs={"slug": OWN}), _packed(row)),
        role="director",
    ),
    _at_the_desk(
        "a waiting deal accepted by the direction",
        "proposals",
        lambda row: {"proposal": _proposal(row), "action": "accept"},
        before=waiting,
    ),
)
