"""Nobody directs a pub table: nothing that it shows, answers or takes names a direction, a judge, a desk, an appeal."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from scoring.disputes.models import DisputeKind
from scoring.history.selectors.verification import verified
from scoring.lists.models import Call, GameListRow, Phone
from scoring.lists.services.entry import enter_deal
from scoring.lists.services.phones import keep
from scoring.pub.services import MOST_OPENED, stop
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from scoring.table.services.deciding import Said
from tables.accounts import held_keys
from tables.accounts.services import floods
from tests.scoring.houses.evening import deal as house_deal
from tests.scoring.houses.evening import enter, played
from tests.scoring.pub.evening import NOW, opened, play, row_of
from tests.scoring.table.phones_seen import GRAND as LINE
from tests.scoring.table.phones_seen import Sayer
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST
from tests.support.page_reader import Form, Page, Visitor
from tests.support.site_crawler import addresses, content, read
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("untypeset")]

DIRECTED: Final = re.compile(
    r"Turnier(?:leit|gericht)|\bLeitung\b|Schieds(?:richter|gericht)|Urteil|Anmeldetisch|Anmeldung|Einspr[uü]ch|Protest"
)
GERMAN: Final = {"accept-language": "de"}
HERE, OTHER = "a" * 32, "b" * 32
"""The phone that keeps the list, where one does, and another."""


def _played(seats: int = 4) -> GameListRow:
    return play(opened(seats, rounds=3), [(2, GRAND), (1, GRAND_LOST)])


def _twofold() -> GameListRow:
    row, theirs = _played(), {"device": OTHER, "copy": Phone.Keeps.SECOND, "by": None, "now": NOW}
    keep(list_id=row.pk, **theirs)
    enter_deal(list_id=row.pk, deal=Deal(number=1, declarer=3, played=GRAND), entry_key=uuid4(), **theirs)
    return row


def _waiting() -> GameListRow:
    """Let another phone bring a deal that the list has otherwise, and one that it does not have."""
    row = _played()
    keep(list_id=row.pk, device=HERE, copy=Phone.Keeps.FIRST, by=None, now=NOW)
    other = Sayer(row, device=OTHER)
    other.send(other.deal(2, LINE), other.deal(3, LINE))
    return row


def _disputed() -> GameListRow:
    row = _full()
    signing.object_to(list_id=row.pk, place=2, text="Nein.", device=HERE, entry_key=uuid4(), now=NOW)
    return row


def _full() -> GameListRow:
    row = row_of(opened(3))
    factories.fill(row, seat=1)
    return row_of(row.table)


def _stopped() -> GameListRow:
    row = _played()
    return stop(list_id=row.pk, version=row.version, because="alle einverstanden", device="", now=NOW)


def _signed() -> GameListRow:
    row = _stopped()
    factories.confirm_and_sign(row)
    return row_of(row.table)


def _of_a_house() -> GameListRow:
    row = row_of(opened(profile="bierlachs"))
    enter(row, house_deal(1, 1, played(), profile="bierlachs"))
    return row


STATES: Final[dict[str, Callable[[], GameListRow]]] = {
    "two lists that differ": _twofold,
    "somebody does not agree": _disputed,
    "signed": _signed,
    "house rules": _of_a_house,
}
OTHERS: Final[dict[str, Callable[[], GameListRow]]] = {"deals of another phone wait": _waiting, "complete": _full}


class Company:
    """A phone of the table that reads everything it gets, in German."""

    def __init__(self, row: GameListRow) -> None:
        self.row = row
        self.client = Client(headers=GERMAN)
        self.client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
        self.named: dict[str, str] = {}
        """By where it was read, what names somebody who is not there."""

        # Of a signed list it opens nothing to a phone that comes anew: this one has held it before.
        self.hear("the key", self.client.get(f"/l/{row.table.key}/"))
        held, answer = held_keys.HeldKeys(), HttpResponse()
        held.device = HERE
        held.take(held_keys.KeyKind.TABLE, row.table.pk, row.table.key)
        held_keys.keep(answer, held)
        self.client.cookies.update(answer.cookies)

    def hear(self, where: str, answer: Any) -> Any:
        assert answer.status_code < 500, where
        if answer.status_code not in {301, 302, 304, 404}:
            is_paper = "pdf" in answer.get("Content-Type", "")
            words = content(answer).decode() if is_paper else read(answer)[1]
            self.named |= {
                f"{where}: {found.group()}": words[max(0, found.start() - 60) : found.end() + 60]
                for found in DIRECTED.finditer(words)
            }
        return answer

    def places(self) -> Iterator[str]:
        key, slug = self.row.table.key, self.row.table.series.tournament.slug
        places = {"slug": [slug], "series": [1], "table": [1], "deal": [1, 3], "line": [3], "key": [key]}
        for route in _routes_of_tables():
            yield from (address for ways in addresses(places, [route]) for address in ways)

    def look(self) -> None:
        """Open every page of the table, and send every form that it shows in every way that it offers."""
        sent = set()
        for address in self.places():
            answer = self.hear(address, self.client.get(address))
            if answer.status_code >= 400 or "html" not in answer.get("Content-Type", ""):
                continue
            forms = Page(Visitor(self.client), answer, address).forms()
            for form in (one for one in forms if one.element.attrs.get("method") == "post"):
                to = urljoin(address, form.element.attrs.get("action") or address)
                for told, data in _ways(form):
                    if (urlsplit(to).path, told) not in sent:
                        sent.add((urlsplit(to).path, told))
                        self.send(f"{address} > {to} {told}", to, data)

    def send(self, where: str, to: str, data: Any, **more: Any) -> None:
        with transaction.atomic():
            answer = self.hear(where, self.client.post(to, data, **more))
            if answer.status_code in {301, 302}:
                self.hear(where, self.client.get(urljoin(to, answer["Location"])))
            transaction.set_rollback(True)


def _routes_of_tables() -> list[Any]:
    import scoring.urls

    routes = [one for topic in scoring.urls.urlpatterns for one in topic.url_patterns]
    return [one for one in routes if "<int:table>" in str(one.pattern) or one.name == "list-key"]


def _ways(form: Form) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield ways to send a form: as it stands, and with everything in it said, by each of its buttons."""
    held: dict[str, Any] = dict(form.holds())
    said = dict(held)
    for one in form.inputs:
        name, kind = one.attrs["name"], one.attrs.get("type", one.tag)
        if kind == "checkbox" or (kind in {"radio", "select"} and form.options(name)):
            said[name] = form.options(name) if kind == "checkbox" else form.options(name)[-1:]
        elif kind in {"text", "textarea"}:
            said[name] = ["was war"]
    buttons = [one.attrs for one in form.inputs if one.tag == "button"] or [{}]
    for button in buttons:
        pressed = {button["name"]: button.get("value", "")} if button else {}
        yield f"{sorted(held)} {pressed}", {**held, **pressed}
        if said != held:
            yield f"{sorted(held)} {pressed} all", {**said, **pressed}


@pytest.mark.parametrize("state", ["somebody does not agree", "signed", *thorough(*STATES, *OTHERS)])
def test_no_page_and_no_answer_names_who_is_not_there(state):
    company = Company({**STATES, **OTHERS}[state]())
    company.look()
    assert company.named == {}


def test_nobody_who_is_not_there_is_called():
    row = _played()
    phone = Sayer(row, device=HERE)
    company = Company(row)
    page = f"/t/{row.table.series.tournament.slug}/series/1/table/1/"
    for end, data in (
        ("seated", {"action": "wrong", "place": "1", "text": "Falsch."}),
        ("calls", {"action": "call", "place": "1", "text": "Hilfe."}),
        ("objection", {"text": "Falsch.", "kind": "revoke"}),
        ("appeal", {"text": "Falsch.", "appellant": "1"}),
    ):
        company.hear(end, company.client.post(f"{page}{end}/", {"entry_key": uuid4(), **data}))
    # The list a phone gets without asking anybody.
    acts = [phone.act("call", kind=kind, place=1) for kind in Call.Kind.values if kind != Call.Kind.TAKE_OVER]
    acts += [phone.act("object", kind=kind, text="Hallo.") for kind in DisputeKind.values]
    for act in acts:
        (told,) = phone.send(act)["receipts"]
        assert (told["state"], DIRECTED.findall(told["says"])) == ("refused", []), act
    assert company.named == {}
    assert not Call.objects.exists()
    assert not row.table.series.tournament.appeals.exists()


def test_another_phone_that_opened_the_table_keeps_its_list_at_once():
    row = play(opened(), [(1, GRAND)])
    first, other = Visitor(), Visitor()
    for visitor in (first, other):
        page = visitor.get(f"/l/{row.table.key}/")
    device = factories.device_of(first.client)
    keep(list_id=row.pk, device=device, copy=Phone.Keeps.FIRST, by=None, now=NOW)

    for visitor in (other, first):
        visitor.get(page.url).form("action=take-over").send("action=take-over")
        assert row.phones.get(keeps=Phone.Keeps.FIRST).device == factories.device_of(visitor.client)

    assert "Another phone has kept the list since" in other.get(page.url).text
    assert verified(row.table.series.tournament).discrepancies == ()


def test_every_act_of_a_phone_is_answered_without_them():
    """Of a signed list, where each is refused."""
    company = Company(_signed())
    phone = Sayer(company.row, device=OTHER)
    phone.client = company.client
    entry = company.row.deals.first()
    of = {"of": str(entry.entry_key), "number": 2}
    acts = [phone.deal(2), phone.deal(3), phone.act("correct", **of, line=LINE, agreed=True), phone.signs(1)]
    acts += [phone.act(do, **of) for do in ("take-back", "accept", "dismiss")]
    acts += [phone.act("call", kind="help"), phone.act("object"), phone.act("disagree", place=1, text="Nein.")]
    assert len({act["do"] for act in acts}) >= len(Said.__args__)
    answer = phone.send(*acts)
    assert not DIRECTED.search(str(answer)), DIRECTED.findall(str(answer))


class TestFloods:
    def test_too_many_tables_from_one_address_are_sent_to_no_desk(self, monkeypatch):
        monkeypatch.setattr("scoring.pub.services.MOST_OPENED", (1, MOST_OPENED[1]))
        company, typed = Client(headers=GERMAN), {"profile": "", "stake": "", "rounds": "12"}
        names = {"name_1": "Anna", "name_2": "Bernd", "name_3": "Clara"}
        first, second = (company.post("/table/", {"entry_key": uuid4(), **typed, **names}) for _again in range(2))
        assert (first.status_code, second.status_code) == (302, 429)
        assert DIRECTED.findall(read(second)[1]) == []

    @pytest.mark.parametrize("most", [("RAISED", (0, 200)), ("MOST_OPEN_AT_TABLE", 0)])
    def test_nor_is_a_table_that_does_not_agree_too_often(self, most, monkeypatch):
        company = Company(_full())
        limit, value = most
        monkeypatch.setattr(floods, limit, value)
        if limit == "MOST_OPEN_AT_TABLE":
            monkeypatch.setattr(floods.must_be_meant, "__kwdefaults__", {"most": value})
        no = {"action": "object", "place": 1, "text": "Nein.", "entry_key": uuid4()}
        company.send("sign", f"/t/{company.row.table.series.tournament.slug}/series/1/table/1/sign/", no)
        assert company.named == {}
