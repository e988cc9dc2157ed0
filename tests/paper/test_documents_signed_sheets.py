"""Complete sheets: drawn signatures on their lines, the hash in print, the way to its verification; spare sheets."""

import pytest
import zxingcpp
from django.test import Client
from PIL import Image, ImageFilter

from scoring.lists.models import Confirmation, GameListRow
from scoring.lists.selectors.freezing import list_hash
from scoring.paper.sheets import signatures
from scoring.paper.typesetting.fitting import TYPED_SIZES, width
from scoring.paper.typesetting.ink import drawn
from tests.paper.printed import is_white, pages, picture, read, words
from tests.paper.sheets_read import FROM_OUTSIDE, NASTY, SHEET, SHEETS
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STROKE = "M20 180L580 20L20 20M300 100"
FIRST = (97.5, 275.4, 114.5, 281.4)
"""The signature of seat 1 on the paper, in millimetres."""

SECOND = (121.0, 275.4, 138.0, 281.4)


@pytest.fixture
def signed():
    """A signed list of which seats 1 and 3 have drawn their names."""
    row = factories.running_list(seats=4)
    factories.fill(row, seat=2)
    factories.confirm_and_sign(row)
    row = factories.list_of(row.table.series)
    row.signed_hash = list_hash(row)
    row.save()
    Confirmation.objects.filter(game_list=row, place__in=(1, 3)).update(
        drawing=STROKE, way="drawn", heard_by=None, name="Anna Berg"
    )
    return row


class TestACompleteSheet:
    def test_has_the_drawn_signatures_on_their_lines(self, director, signed):
        Confirmation.objects.filter(place=2).update(name=" ")

        response = director.get(SHEET)

        image = picture(response)
        assert not is_white(image, *FIRST)
        assert "19:00 Anna Berg" in pages(response)[0]
        assert pages(response)[0].count("Anna Berg") == 2

    def test_draws_every_stroke_within_its_box(self, director, signed):
        Confirmation.objects.filter(place=1).update(drawing="M0 0L600 0L600 200L0 200L0 0")

        image = picture(director.get(SHEET))

        left, top, right, bottom = 96.0, 275.2, 115.2, 281.6
        for x, y in ((left, top), (right, top), (left, bottom), (right, bottom)):
            assert not is_white(image, x - 0.4, y - 0.4, x + 0.4, y + 0.4)
        assert is_white(image, left + 1, top + 1, right - 1, bottom - 1)

    def test_has_its_hash_in_print(self, director, signed):
        [text] = pages(director.get(SHEET))

        assert signed.signed_hash in "".join(text.split())
        assert "SHA-256" in text

    def test_leads_to_its_verification_from_a_bad_copy(self, director, signed):
        image = picture(director.get(SHEET, headers=FROM_OUTSIDE), dots=150)

        copied = image.rotate(3, resample=Image.Resampling.BICUBIC, fillcolor=255).filter(ImageFilter.GaussianBlur(1))

        [code] = zxingcpp.read_barcodes(copied)
        assert code.text == f"http://skat.example.org/verify/{signed.signed_hash}/"
        assert "Yes." in director.get(code.text.removeprefix("http://skat.example.org")).content.decode()

    @pytest.mark.thorough
    def test_leads_everybody_there_for_it_is_no_secret(self, client, signed):
        # Who scanned the table's code while the list was open sees it afterwards too.
        lists = GameListRow.objects.filter(pk=signed.pk)
        lists.update(signed_at=None)
        client.get(f"/l/{signed.table.key}/")
        lists.update(signed_at=signed.signed_at)

        [code] = zxingcpp.read_barcodes(picture(client.get(SHEET, headers=FROM_OUTSIDE), dots=200))

        assert "/verify/" in code.text

    @pytest.mark.thorough
    def test_leads_nowhere_while_nothing_is_signed(self, director, row):
        factories.fill(row, seat=2)

        response = director.get(SHEET, headers=FROM_OUTSIDE)

        assert not zxingcpp.read_barcodes(picture(response, dots=200))
        assert "SHA-256" not in pages(response)[0]

    def test_says_the_same_on_the_page(self, director, signed):
        html = director.get(f"{SHEET}?as=page", headers=FROM_OUTSIDE).content.decode()

        assert html.count(f'<path d="{STROKE}"/>') == 2
        assert signed.signed_hash[:8] in html
        assert "style=" not in html

    @pytest.mark.thorough
    @pytest.mark.parametrize("drawing", ["M0 0<script>", "M1", "L5 5", "M9999 1L2 2", "🂡"])
    def test_leaves_out_a_drawing_that_is_none(self, director, signed, drawing):
        Confirmation.objects.filter(place=1).update(drawing=drawing, name="Anna Berg")

        assert "Anna Berg" in pages(director.get(SHEET))[0]
        assert b"<script" not in director.get(f"{SHEET}?as=page").content

    @pytest.mark.thorough
    def test_has_room_for_it_all_in_every_language(self, signed):
        for language in ("de", "en", "es"):
            client = Client(headers={"accept-language": language})
            client.force_login(factories.user())
            response = client.get(SHEET, headers=FROM_OUTSIDE)
            image = picture(response)
            assert is_white(image, 0, 289.5, 210, 297)
            assert is_white(image, 197.4, 0, 210, 297)
            # Between what is said about the list and its hash.
            assert is_white(image, 92, 286.6, 96, 289)


def test_a_long_typed_name_is_cut_visibly():
    given = Confirmation(name="Maximiliane-Friederike Freifrau von Schwarzenberg", at=factories.EVENING)

    found = signatures._signature(given, names=[], room=22)

    name, how = found.text.split("\n")
    assert name.startswith("19:00 Max")
    assert name.endswith("…")
    assert how == "by name"
    assert width(name) * TYPED_SIZES[found.fit] <= 22


@pytest.mark.parametrize(
    ("hearer", "told"), [("Berta", "heard by Berta"), ("Maximiliane-Friederike", "heard by seat 2")]
)
def test_who_heard_it_is_told_by_the_seat_where_there_is_no_room_for_the_name(hearer, told):
    given = Confirmation(name="Anna Berg", at=factories.EVENING, way="aloud", heard_by=2)

    found = signatures._signature(given, names=["Anna", hearer], room=22)

    assert found.text == f"19:00 Anna Berg\n{told}"
    assert width(told) * TYPED_SIZES[found.fit] <= 22


def test_a_signature_is_read_stroke_by_stroke():
    assert drawn(STROKE).strokes == (((20, 180), (580, 20), (20, 20)), ((300, 100), (300, 100)))
    assert drawn("") is None


def test_clubs_stay_beside_long_names_and_names_over_their_columns(director):
    made = factories.tournament(entrants=8)
    for entrant, name in zip(made.entrants.order_by("number"), NASTY, strict=True):
        entrant.name, entrant.club = name, f"Verein {entrant.number}"
        entrant.save()
    factories.running_series(made)

    response = director.get(SHEETS)

    for page, numbers in enumerate(((1, 2, 3, 4), (5, 6, 7, 8))):
        assert all(f"Verein {number}" in words(response, page) for number in numbers)
        image = picture(response, page)
        # Where the short names begin, and the last millimetre of each column before the next begins.
        for seat in range(4):
            begins = 13.2 + 82.8 + 23.4 * seat
            assert not is_white(image, begins + 4.4, 43.6, begins + 12, 46.8)
            assert is_white(image, begins + 23.4 - 0.9, 43.6, begins + 23.4 - 0.4, 46.8)


def test_the_seats_of_a_sheet_are_one_block_where_that_is_possible(director, row):
    html = director.get(f"{SHEET}?as=page").content.decode()

    assert html.count('class="over-columns') == html.count('class="seated') == 1
    assert len(read(director.get(SHEET)).pages) == 1
