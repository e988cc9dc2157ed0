"""A list signed on the phone that keeps it: drawn with a finger, and said aloud and heard by another player."""

import math

import pytest

from tests.browser.engines.phone import Phone
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)


def sign(phone: Phone, place: int) -> None:
    """Draw a wave into the field of a seat."""
    x, y, width, height = phone.box(f"#seat-{place} .signature-pad svg")
    wave = ((step / 30, 0.5 + 0.4 * math.sin(step / 3)) for step in range(30))
    phone.draw([(x + 10 + across * (width - 20), y + down * height) for across, down in wave])


@pytest.mark.thorough
@pytest.mark.proof("engines")
def test_drawn_or_said_aloud_the_list_is_closed(phone, engine, network, prove):
    row = factories.running_list(seats=3)
    factories.fill(row)
    one = phone()
    one.go(f"{network.secure()}/l/{row.table.key}/?sign")

    for place, hearer in ((1, None), (2, "Spieler 3"), (3, None)):
        one.tap(f"#agree-{place} summary")
        if hearer:
            one.tap(f"#agree-{place} .heard-by label", hearer)
        else:
            sign(one, place)
        one.follow(f"#agree-{place} button[value=confirm]")
        one.says(f"#seat-{place} .good", "Unterschrieben von")
    one.follow("button[value=sign]")

    one.says("[data-note=signed]", "unterschrieben und abgeschlossen")
    row.refresh_from_db()
    assert row.signed_hash
    ways = row.confirmations.order_by("place").values_list("way", "heard_by")
    assert list(ways) == [("drawn", None), ("aloud", 3), ("drawn", None)]
    assert all(len(given.drawing) > 100 for given in row.confirmations.filter(way="drawn"))
    assert one.errors == []
    prove(f"{engine.name}: 3 of 3 signed")
