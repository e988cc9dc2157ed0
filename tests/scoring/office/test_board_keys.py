"""The cards with the tables' keys: scanned, they open the list."""

import re

import pytest
import zxingcpp
from PIL import Image, ImageDraw

from scoring.lists import listings
from tables.draw.services import draws
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
KEYS = "/t/cup/office/series/1/keys/"


@pytest.fixture
def series():
    return factories.running_series(factories.tournament(entrants=8))


def read(svg: str) -> str:
    """Return what a QR code says, drawn from the strokes of its SVG as a browser would."""
    size = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])
    picture = Image.new("L", (size * 8, size * 8), 255)
    pen = ImageDraw.Draw(picture)
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", re.search(r' d="([^"]+)"', svg)[1]):
        values = [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)]
        if command == "M":
            x, y = values
        elif command == "m":
            x, y = x + values[0], y + values[1]
        else:
            pen.rectangle((x * 8, (y - 0.5) * 8, (x + values[0]) * 8 - 1, (y + 0.5) * 8 - 1), fill=0)
            x += values[0]
    return zxingcpp.read_barcode(picture).text


def codes(response) -> list[str]:
    return re.findall(r"<svg viewBox.*?</svg>", response.content.decode().split('class="key-cards"')[1])


def test_every_table_has_a_card_whose_code_opens_its_list(director, series, settings):
    settings.SITE_URL = "http://skat.example:8000"

    response = director.get(KEYS)

    keys = list(series.tables.order_by("number").values_list("key", flat=True))
    assert [read(svg) for svg in codes(response)] == [f"http://skat.example:8000/l/{key}/" for key in keys]
    assert f"http://skat.example:8000<br>/l/{keys[0]}/".encode() in response.content
    assert b"Phones cannot open these codes" not in response.content
    assert director.get(f"/l/{keys[0]}/").status_code == 302


def test_without_a_site_address_the_codes_lead_where_the_director_is_unless_no_phone_can_reach_it(
    director, series, settings
):
    settings.SITE_URL = ""

    response = director.get(KEYS, headers={"host": "192.168.4.1:8000"})

    assert read(codes(response)[0]).startswith("http://192.168.4.1:8000/l/")
    assert b"Phones cannot open these codes" not in response.content
    for host in ("127.0.0.1:8000", "localhost", "[::1]:8000"):
        assert b"Phones cannot open these codes" in director.get(KEYS, headers={"host": host}).content, host
    for site in ("http://127.9.9.9", "http://0.0.0.0:8000", "http://skat.localhost"):
        assert listings.reaches_only_this_machine(site), site
    for site in ("https://skat.example", "http://10.0.0.7:8000", "http://[fe80::1]"):
        assert not listings.reaches_only_this_machine(site), site


def test_before_the_draw_there_are_no_cards_and_before_the_publication_they_open_nothing(director):
    made = factories.tournament(entrants=8)
    response = director.get(KEYS)
    assert response.status_code == 200
    assert b"The series has no tables yet" in response.content

    draws.draw_series(series_id=made.series.get().pk, public="a", by=factories.user(), now=EVENING)

    assert b"They open the lists once the seats are published" in director.get(KEYS).content


@pytest.mark.parametrize("entrants", [8, 40])
def test_queries_do_not_grow_with_the_tables(director, django_assert_num_queries, entrants):
    factories.running_series(factories.tournament(entrants=entrants))

    with django_assert_num_queries(9):
        director.get(KEYS)
