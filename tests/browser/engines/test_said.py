"""A list without a network, in dialogs over its page: a deal corrected, a judge called, signed by all and closed."""

import math

import pytest

from scoring.disputes.models import Objection
from scoring.lists.models import DealRow
from tests.browser import at_table
from tests.browser.at_table import KEPT
from tests.browser.engines.phone import Phone
from tests.browser.engines.test_offline import HEAR, LIVE

pytestmark = pytest.mark.django_db(transaction=True)

LATER = """caches.open("table").then((cache) => cache.keys()).then((all) =>
    ["signing.js", "deal.js", "dialogs.css", "says.js", "pad.js", "handover.js"].every((name) =>
        all.some((one) => one.url.endsWith(name))))"""
OPEN = "document.querySelector('dialog[open]') !== null"
SHUT = "document.querySelector('dialog[open]') === null"


def enter(phone: Phone, number: int) -> None:
    for field, value in (("declarer", number), ("game", "grand"), ("matadors", 2), ("outcome", "won")):
        phone.tap_tile(field, value)
    phone.says("#last-number", f"Spiel {number}")


def draw(phone: Phone, place: int) -> None:
    x, y, width, height = phone.box(f"dialog[open] .players > li:nth-child({place}) .signature-pad svg")
    wave = ((step / 30, 0.5 + 0.4 * math.sin(step / 3)) for step in range(30))
    phone.draw([(x + 10 + across * (width - 20), y + down * height) for across, down in wave])


@pytest.mark.thorough
@pytest.mark.proof("engines")
def test_corrected_disputed_signed_and_closed_without_a_network(phone, engine, network, prove):
    row = at_table.game_list(seats=3)
    one = phone()
    one.go(f"{network.secure()}/l/{row.table.key}/")
    one.comes_true(LIVE)
    one.comes_true(KEPT)
    one.comes_true(LATER)
    network.pull()
    for number in (1, 2, 3):
        enter(one, number)

    one.tap("#to-deals")
    one.tap("#deal-list > li[value='2'] a")
    one.comes_true(OPEN)
    one.tap("dialog[open] [data-mend]")
    one.comes_true(SHUT)
    one.tap_tile("outcome", "lost")
    one.comes_true(OPEN)
    one.tap("dialog[open] label.check")
    one.tap("dialog[open] button.main")
    one.comes_true(SHUT)
    one.says("#deal-list > li[value='2']", "−144")
    one.reload()
    one.comes_true(LIVE)

    one.tap("[data-opens=sign]")
    one.comes_true(OPEN)
    one.says("dialog[open] .players > li:nth-child(2)", "−144 − 50 + 0 = −194")
    for place in (1, 2, 3):
        seat = f"dialog[open] .players > li:nth-child({place})"
        one.tap(f"{seat} [data-agrees] summary")
        if place == 2:
            one.tap(f"{seat} [data-hearers] label")
        else:
            draw(one, place)
        one.tap(f"{seat} [data-agrees] button[type=submit]")
        one.says(f"{seat} [data-signed]", "noch nicht gesendet")
    one.tap("dialog[open] form[data-do=close] button")
    one.comes_true(SHUT)
    one.says("#waits > summary", "Die Liste soll abgeschlossen werden")
    one.tap("#more > summary")
    one.tap("[data-opens=judge]")
    one.says("#waits > summary", "Ruf nach einem Schiedsrichter")
    assert DealRow.objects.count() == 0

    network.come_back()
    one.run(HEAR)
    one.says("[data-note=signed]:not([hidden])", "unterschrieben und abgeschlossen")
    row.refresh_from_db()
    assert row.signed_hash
    assert list(row.confirmations.order_by("place").values_list("way", flat=True)) == ["drawn", "aloud", "drawn"]
    standing = DealRow.objects.filter(voided_at=None).order_by("number").values_list("points", flat=True)
    assert list(standing) == [72, -144, 72]
    assert DealRow.objects.count() == 4
    assert Objection.objects.count() == 1
    prove(f"{engine.name}, corrected, signed and closed without a network: 4 of 4 once and in order")
