"""Whatever can be sent without an account is refused after a number, by the key it comes with, or leaves nothing."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.league.models import MatchTeam
from tables.accounts.services.floods import clear_wrong_tries
from tables.draw.models import Table
from tables.people.models import Entrant
from tests.access_matrix import addresses
from tests.access_matrix.act_of_list import headers
from tests.access_matrix.addresses import Address
from tests.access_matrix.flooding import ENDLESS, FLOODS, Flood, the_list
from tests.access_matrix.hall import OWN, hall
from tests.access_matrix.rows import ROWS, Answer, Door
from tests.access_matrix.walking import answered
from tests.scoring.pub import evening
from tests.support.remembered_worlds import _rows as rows

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

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
    """Return what says that this was too much, if anything does."""
    if answer["Content-Type"].startswith("application/json"):
        told = json.loads(answer.content)
        codes = [one["code"] for one in told.get("receipts", [told])]
        return next((code for code in codes if code.startswith("too-many")), "")
    found = TOO_MANY.search(answer.content.decode())
    return found[0] if found else ""


@pytest.mark.parametrize("flood", FLOODS, ids=lambda one: f"{one.name}: {one.label}")
def test_it_is_refused_after_so_many(flood: Flood, monkeypatch):
    hall()
    browser = flood.by()
    flood.before(the_list())
    # What the hall was made with came within this minute.
    clear_wrong_tries()
    if flood.limit:
        monkeypatch.setattr(flood.where, flood.limit, flood.lowered)
    taken = 0

    while not refusal(answer := flood.send(browser, taken)):
        taken += 1
        assert answer.status_code != 429, "it is said in no words"
        assert taken <= flood.most, f"{taken} were taken"

    assert taken
    before = rows()
    assert refusal(flood.send(browser, taken))
    assert rows() == before


@pytest.mark.parametrize("flood", [one for one in FLOODS if one.limit], ids=lambda one: f"{one.name}: {one.label}")
def test_the_number_is_one_that_a_site_bears(flood: Flood):
    number = getattr(flood.where, flood.limit)

    assert max(number) <= 400 if isinstance(number, tuple) else number <= 2_000
