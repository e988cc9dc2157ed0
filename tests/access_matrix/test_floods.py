"""Whatever can be sent without an account is refused after a number, by the key it comes with, or leaves nothing."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

import pytest
from django.contrib.messages import get_messages
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.league.models import Day, MatchReport, MatchTeam
from scoring.lists.models import GameListRow
from scoring.pub import services as pub
from scoring.pub.services import Company
from tables.accounts.services import accounts, floods
from tables.accounts.services.floods import clear_wrong_tries
from tables.draw.models import Table
from tables.people.models import Entrant
from tests.access_matrix import addresses
from tests.access_matrix.addresses import Address
from tests.access_matrix.hall import CLOSED, DEVICE, OWN, ROLES, RUNNING, hall
from tests.access_matrix.list_acts import (
    SECOND_PHONE,
    address,
    begun,
    headers,
    line,
    next_deal,
    the_list,
    twofold,
    waiting,
)
from tests.access_matrix.list_acts import _entry as entry_of
from tests.access_matrix.list_acts import _settlement as settlement
from tests.access_matrix.rows import ROWS, Answer, Door
from tests.access_matrix.walking import answered
from tests.scoring.pub import evening
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.support.remembered_worlds import _rows as rows

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MOST: Final = 1
"""Where a bound is lowered for the test, it is lowered to so many."""

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"

PLAYER: Final = {"slug": OWN, "number": 1}


def pub_list() -> GameListRow:
    return GameListRow.objects.select_related("table__series__tournament").get(
        table__series__tournament__is_pub_table=True
    )


Send = Callable[[Client, int], HttpResponse]
"""Sends something for the so-and-so-manieth time, each time something else, and returns the answer."""


@dataclass(frozen=True, slots=True)
class Flood:
    """One thing that is sent again and again to an address."""

    name: str
    label: str
    send: Send
    _: KW_ONLY
    most: int = MOST
    """So often it is taken at most."""

    limit: str = ""
    """The number in ``floods`` that bounds it, and is lowered for the test; empty where it is as low as that itself."""

    where: Any = floods
    by: Callable[[], Client] = ROLES["table"]
    before: Callable[[GameListRow], None] = begun
    row: Callable[[], GameListRow] = the_list

    @property
    def lowered(self) -> Any:
        """What the limit is lowered to: so many changes more, so many in a minute, so many."""
        if self.limit == "MOST_CHANGES":
            return self.row().version + MOST
        number = getattr(self.where, self.limit)
        if isinstance(number, dict):
            return number | {"most": self.most}
        return (MOST, MOST) if isinstance(number, tuple) else MOST


def _post(name: str, body: Callable[[int], Mapping[str, Any]], **parts: Any) -> Send:
    return lambda client, n: client.post(address(name, **parts), body(n))


def _keyed(**said: Any) -> dict[str, Any]:
    return {"entry_key": uuid4(), **said}


def _corrected(n: int) -> dict[str, Any]:
    return line(1, declarer=3 + n % 2, agreed="on", because="verschrieben", seen=entry_of(the_list()))


def _settled(client: Client, n: int) -> HttpResponse:
    """Settle the first deal by the second list, whose other entry the first gets again by a correction."""
    row = the_list()
    if n:
        sent = line(1, declarer=3 + n % 2, agreed="on", because="verschrieben", seen=entry_of(row))
        client.post(address("deal", deal=1), sent)
    return client.post(address("differences"), settlement(the_list()) | {"right": "second"})


def _called(client: Client, n: int) -> HttpResponse:
    """Call the direction, and take it back."""
    answer = client.post(address("table-calls"), _keyed(action="call", place="", text=f"Hilfe {n}"))
    if call := the_list().calls.filter(settled_at=None, kind="help").last():
        client.post(address("table-calls"), {"taken_back": call.pk})
    return answer


def _sat_wrong(client: Client, n: int) -> HttpResponse:
    answer = client.post(address("seated"), _keyed(action="wrong", place=1 + n % 4))
    if call := the_list().calls.filter(settled_at=None, kind="seat").last():
        client.post(address("table-calls"), {"taken_back": call.pk})
    return answer


def _objected(client: Client, n: int) -> HttpResponse:
    """Object, and take it back."""
    answer = client.post(address("table-objection"), _keyed(kind="revoke", text=f"Bedient {n}"))
    if made := the_list().objections.filter(outcome="", kind="revoke").last():
        client.post(address("table-objection"), {"withdraw": made.number})
    return answer


def _own_objected(client: Client, n: int) -> HttpResponse:
    path = reverse("scoring:own-objection", kwargs=PLAYER | {"series": RUNNING})
    answer = client.post(path, _keyed(kind="revoke", text=f"Bedient {n}"))
    if made := the_list().objections.filter(outcome="", kind="revoke").last():
        client.post(path, {"action": "withdraw", "objection": made.number})
    return answer


def _asked_to_take_over(_client: Client, _n: int) -> HttpResponse:
    """Ask for the list with a phone that never was here."""
    stranger = Client(headers={"accept-language": "en"})
    stranger.get(f"/l/{the_list().table.key}/")
    return stranger.post(address("list"), {"action": "take-over"})


def _brought(*made: Callable[[int], dict[str, Any]], device: str = DEVICE) -> Send:
    def send(client: Client, n: int) -> HttpResponse:
        row = the_list()
        acts = [{"key": str(uuid4()), **make(n)} for make in made]
        body = {"copy": "first", "unsent": 0, "version": None, "acts": acts}
        told = headers(row, device)
        return client.post(address("phone"), body, content_type="application/json", headers=told)

    return send


def _entered_or_taken_back(n: int) -> dict[str, Any]:
    row = the_list()
    last = row.deals.filter(voided_at=None).order_by("-number").first()
    assert last is not None
    return {"do": "take-back", "number": last.number, "of": str(last.entry_key)} if n % 2 else next_deal(row)


def _waits(n: int) -> dict[str, Any]:
    return next_deal(the_list()) | {"number": 2 + n}


def _dismissed(_n: int) -> dict[str, Any]:
    """Return what dismisses a deal again that was dismissed before: nothing comes of it but that it was done."""
    return {"do": "dismiss", "number": 2, "of": str(the_list().proposals.get().entry_key)}


def _pub_opened() -> Client:
    company = Company(names=("Anna", "Bernd", "Clara", "Dora"), rounds=12)
    table = pub.open_table(company=company, called="Skat", entry_key=uuid4(), now=EVENING)
    client = Client(headers={"accept-language": "en"})
    client.get(f"/l/{table.key}/")
    return client


def _left_or_back(client: Client, n: int) -> HttpResponse:
    place = {"slug": pub_list().table.series.tournament.slug, "series": 1, "table": 1}
    kind = "returns" if n % 2 else "leaves"
    sent = {"kind": kind, "place": 2, "version": pub_list().version, "agreed": "on"}
    return client.post(reverse("scoring:pub-players", kwargs=place), _keyed(**sent))


def _captain() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.get(next(addresses.of("scoring:captain-key")).path)
    return client


def _unplayed(_row: GameListRow) -> None:
    """Let the match of the captain begin tomorrow."""
    MatchReport.objects.all().delete()
    Day.objects.update(starts_at=EVENING + timedelta(days=1))


def _exchanged(client: Client, _n: int) -> HttpResponse:
    side = MatchTeam.objects.get(team__number=1)
    player = side.team.roster.values_list("member_id", flat=True)[0]
    sent = {"act": "exchange", "side": side.pk, "number": 1, "player": player, "from_series": 2}
    return client.post(next(addresses.of("scoring:match")).path, sent)


def _own(name: str, body: Callable[[int], Mapping[str, Any]], **parts: Any) -> Send:
    return lambda client, n: client.post(reverse(f"scoring:{name}", kwargs=PLAYER | parts), body(n))


def _named(client: Client, n: int) -> HttpResponse:
    path = reverse("scoring:own-name", kwargs=PLAYER)
    return post_seen(client, path, {"shown_as": "pseudonym", "pseudonym": f"Karo {LETTERS[n]}"})


def _site(path: str, body: Callable[[int], Mapping[str, Any]]) -> Send:
    return lambda client, n: client.post(path, body(n))


ENTRIES: Final[dict[str, Any]] = {"limit": "MOST_CHANGES"}
BY_TABLE: Final[dict[str, Any]] = {"limit": "OF_TABLE"}
BY_DEFAULT: Final[dict[str, Any]] = {"limit": "__kwdefaults__", "most": 3}
WAITING: Final[dict[str, Any]] = {"where": floods.must_be_meant, **BY_DEFAULT}
BY_CARD: Final[dict[str, Any]] = {"by": ROLES["player"]}
BY_NOBODY: Final[dict[str, Any]] = {"by": ROLES["visitor"]}

NAMES: Final = {"name_1": "Anna", "name_2": "Bernd", "name_3": "Clara"}

FLOODS: Final = (
    Flood("list", "deals", _post("list", lambda n: line(2 + n, declarer=(2 + n) % 4 + 1)), **ENTRIES),
    Flood("list", "asking for the list", _asked_to_take_over, **BY_TABLE),
    Flood("deal", "corrections", _post("deal", _corrected, deal=1), **ENTRIES),
    Flood(
        "deal-again",
        "dealt again",
        _post("deal-again", lambda n: {"mistake": "unknown", "in_hand": "on", "version": the_list().version}),
        **BY_TABLE,
    ),
    Flood("differences", "settling", _settled, before=twofold, **ENTRIES),
    Flood("seated", "wrong seats", _sat_wrong, **BY_TABLE),
    Flood("table-calls", "calls", _called, **BY_TABLE),
    Flood(
        "sign",
        "objecting to the list",
        _post("sign", lambda n: _keyed(action="object", place=1, text=f"Nein {n}")),
        **WAITING,
    ),
    Flood(
        "table-appeal",
        "appeals of a table",
        _post("table-appeal", lambda n: _keyed(appellant="1", text=f"Nein {n}")),
        **WAITING,
    ),
    Flood("table-objection", "objections of a table", _objected, **BY_TABLE),
    Flood("phone", "deals of a phone", _brought(_entered_or_taken_back), **ENTRIES),
    Flood("phone", "deals that wait", _brought(_waits, device=SECOND_PHONE), **ENTRIES),
    Flood("phone", "what a phone says", _brought(_dismissed), before=waiting, most=4 * MOST, **ENTRIES),
    Flood(
        "phone", "calls of a phone", _brought(lambda n: {"do": "call", "kind": "help", "text": f"Hilfe {n}"}), **WAITING
    ),
    Flood("pub-players", "leaving and coming back", _left_or_back, by=_pub_opened, row=pub_list, **ENTRIES),
    Flood("own-name", "other names", _named, limit="OF_PLAYER", **BY_CARD),
    Flood("own-objection", "objections of a player", _own_objected, **BY_TABLE, **BY_CARD),
    Flood(
        "own-appeal",
        "appeals of a player",
        _own("own-appeal", lambda n: _keyed(ruling="", deal="1", text=f"Nein {n}"), series=RUNNING),
        **WAITING,
        **BY_CARD,
    ),
    Flood(
        "own-query",
        "queries",
        _own("own-query", lambda n: _keyed(series=CLOSED, text=f"Nein {n}")),
        most=floods.MOST_OPEN_OF_PLAYER,
        **BY_CARD,
    ),
    Flood("match", "exchanges of a captain", _exchanged, limit="OF_CAPTAIN", by=_captain, before=_unplayed),
    Flood(
        "tables:self-registration",
        "registrations",
        _site(f"/t/{OWN}/register/", lambda n: _keyed(name=f"Erna {LETTERS[n]}")),
        limit="REGISTRATIONS",
        **BY_NOBODY,
    ),
    Flood(
        "pub-table",
        "tables without a tournament",
        _site("/table/", lambda n: _keyed(profile="", stake="", rounds="12", **NAMES)),
        limit="MOST_OPENED",
        where=pub,
        **BY_NOBODY,
    ),
    Flood(
        "code",
        "words of a table",
        _site("/code/", lambda n: {"words": "apfel apfel apfel apfel"}),
        where=floods.must_not_guess,
        **BY_DEFAULT,
        **BY_NOBODY,
    ),
    Flood(
        "login",
        "passwords",
        _site("/sign-in/", lambda n: {"username": "direktor", "password": f"geheim {n}"}),
        limit="MOST_WRONG",
        where=accounts,
        **BY_NOBODY,
    ),
)

ENDLESS: Final = {
    "logout": "it only ends one's own visit",
    "scoring:verify-file": "a file is read and nothing of it is kept; how large it may be is bounded for every body",
    "api:api-root": "the page that describes the interface, whichever way it is asked",
    "api:openapi-view": "the page that describes the interface, whichever way it is asked",
    "scoring:pub-stop": "a list ends early once",
}
"""What may be sent without end, and why."""

TOO_MANY = re.compile("Very much came from here|More than .* changes|of these wait already|Too many wrong")


def holder_of_every_key() -> Client:
    """Return a phone that was shown the keys of a table, of a player, of a season, of a captain, and of a pub table."""
    browser = Client(headers={"accept-language": "en", **headers(the_list())}, raise_request_exception=False)
    for table in Table.objects.filter(number=the_list().table.number):
        browser.get(f"/l/{table.key}/")
    browser.get(f"/p/{Entrant.objects.get(tournament__slug=OWN, number=1).key}/")
    for name in ("scoring:captain-key", "scoring:season-key"):
        browser.get(next(addresses.of(name)).path)
    return browser


def every_address(place: dict[str, Any]) -> Iterator[Address]:
    """Yield every address that asks for no account, those of a list at a pub table too; whoever leaves does so at last.

    That all others ask for one is tried by the matrix.
    """
    for name in sorted(addresses.names(), key=lambda one: (one == "logout", one)):
        if ROWS[name].door is Door.OFFICE or ROWS[name].acts is None:
            continue
        yield from addresses.of(name)
        if addresses.parts(name) == place.keys():
            yield Address(name, reverse(name, kwargs=place), "pub")


@pytest.mark.usefixtures("undrawn")
def test_whatever_is_sent_without_an_account_has_a_bound_or_needs_none():
    hall()
    table = evening.opened()
    place = {"slug": table.series.tournament.slug, "series": 1, "table": 1}
    browser, side = holder_of_every_key(), MatchTeam.objects.get(team__number=1)

    sent = ((one.name, browser.post(one.path, {"side": side.pk})) for one in every_address(place))
    taken = {name for name, answer in sent if answered(answer) is Answer.OPEN}

    bounded = {one.name if ":" in one.name or one.name == "login" else f"scoring:{one.name}" for one in FLOODS}
    assert taken - bounded - ENDLESS.keys() == set()
    assert (bounded | ENDLESS.keys()) - taken == set()


def refusal(answer: HttpResponse) -> str:
    """Return what says that this was too much, if anything does: here, or on the next page."""
    if answer["Content-Type"].startswith("application/json"):
        told = json.loads(answer.content)
        codes = [one["code"] for one in told.get("receipts", [told])]
        return next((code for code in codes if code.startswith("too-many")), "")
    later = " ".join(map(str, get_messages(answer.wsgi_request)))
    found = TOO_MANY.search(answer.content.decode() + later)
    return found[0] if found else ""


def test_it_is_refused_after_so_many(monkeypatch):
    hall()
    for flood in FLOODS:
        # What the hall and the one before were made with came within this minute.
        clear_wrong_tries()
        with transaction.atomic(), monkeypatch.context() as lowered:
            _is_refused(flood, lowered)
            transaction.set_rollback(True)


def _is_refused(flood: Flood, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = flood.by()
    flood.before(the_list())
    if flood.limit:
        monkeypatch.setattr(flood.where, flood.limit, flood.lowered)
    taken = 0

    while not refusal(answer := flood.send(browser, taken)):
        taken += 1
        assert answer.status_code != 429, f"{flood.label}: it is said in no words"
        assert taken <= flood.most, f"{flood.label}: {taken} were taken"

    assert taken, flood.label
    before = rows()
    assert refusal(flood.send(browser, taken)), flood.label
    assert rows() == before, flood.label


def test_the_number_is_one_that_a_site_bears():
    for flood in FLOODS:
        if flood.limit:
            number = getattr(flood.where, flood.limit)
            number = number["most"] if isinstance(number, dict) else number
            assert max(number) <= 400 if isinstance(number, tuple) else number <= 2_000, flood.label
