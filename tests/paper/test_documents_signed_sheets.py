"""Sheets with signatures and hash, on A4, A5 and two on a page: room to write, nothing cut, read back in order."""

from importlib import import_module
from itertools import product

import pypdfium2
import pytest
import zxingcpp
from django.test import Client
from django.utils.html import strip_tags
from django.utils.translation import override
from PIL import Image, ImageFilter

from scoring.lists.models import Confirmation
from scoring.lists.selectors import sheets
from scoring.lists.selectors.history import list_hash
from scoring.paper.forms import Leaf
from scoring.paper.sheets import pages as signatures
from scoring.paper.sheets import score_sheets
from scoring.paper.sheets.form import A4, SheetLook, SheetRuling, forms
from scoring.paper.sheets.pages import drawn
from scoring.paper.sheets.score_sheets import draw
from scoring.paper.typesetting.fitting import TYPED_SIZES, Face, width
from scoring.paper.typesetting.pdf import typeset
from tables.tournaments.models import Series
from tests.paper.printed import FROM_OUTSIDE, MM, SHEET, columns, deal_lines, is_white, pages, picture
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
STROKE = "M20 180L580 20L20 20M300 100"
FIRST = (97.5, 275.4, 114.5, 281.4)
"""The signature of seat 1 on the paper, in millimetres."""


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
    @pytest.mark.thorough
    @pytest.mark.parametrize("language", ["de", "en", "es"])
    def test_has_signatures_its_hash_and_leads_to_its_verification_from_a_bad_copy(self, signed, language):
        Confirmation.objects.filter(place=2).update(name=" ")
        client = Client(headers={"accept-language": language})
        client.force_login(factories.user())

        response = client.get(SHEET, headers=FROM_OUTSIDE)

        image, text = picture(response), pages(response)[0]
        assert not is_white(image, *FIRST)
        assert "19:00 Anna Berg" in text
        assert text.count("Anna Berg") == 2
        assert signed.signed_hash in "".join(text.split())
        assert "SHA-256" in text
        # At the edges, and between what is said about the list and its hash.
        for edges in ((0, 290, 210, 297), (197.4, 0, 210, 297), (92, 286.6, 96, 289)):
            assert is_white(image, *edges)
        copied = image.rotate(3, resample=Image.Resampling.BICUBIC, fillcolor=255).filter(ImageFilter.GaussianBlur(1))
        [code] = zxingcpp.read_barcodes(copied)
        assert code.text == f"http://skat.example.org/verify/{signed.signed_hash}/"

    def test_says_the_same_on_the_page_and_leaves_out_a_drawing_that_is_none(self, director, signed):
        html = director.get(f"{SHEET}?as=page", headers=FROM_OUTSIDE).content.decode()

        assert html.count(f'<path d="{STROKE}"/>') == 2
        assert signed.signed_hash[:8] in html
        assert 'class="code"' in html
        assert "style=" not in html
        assert html.count('class="over-columns') == html.count('class="seated') == 1
        assert drawn("") == ""
        for drawing in ("M0 0<script>", "M1", "L5 5", "M9999 1L2 2", "🂡"):
            Confirmation.objects.filter(place=1).update(drawing=drawing, name="Anna Berg")
            html = director.get(f"{SHEET}?as=page").content.decode()
            assert "<script" not in html, drawing
            assert f'd="{drawing}"' not in html, drawing

    def test_leads_nowhere_while_nothing_is_signed(self, at_table, row):
        factories.fill(row, seat=2)

        html = at_table.get(f"{SHEET}?as=page", headers=FROM_OUTSIDE).content.decode()

        assert 'class="code"' not in html
        assert "SHA-256" not in html


def test_a_long_typed_name_is_cut_visibly():
    given = Confirmation(name="Maximiliane-Friederike Freifrau von Schwarzenberg", at=factories.EVENING)

    found = signatures._signature(given, names=[], room=22, measures=A4)

    name, how = found.text.split("\n")
    assert name.startswith("Max")
    assert name.endswith("…")
    assert how == "19:00 by name"
    assert width(name) * TYPED_SIZES[found.fit] <= 22


def test_who_heard_it_is_told_by_the_seat_where_there_is_no_room_for_the_name():
    given = Confirmation(name="Anna Berg", at=factories.EVENING, way="aloud", heard_by=2)
    for hearer, told in (("Berta", "heard by Berta"), ("Maximiliane-Friederike", "heard by seat 2")):
        found = signatures._signature(given, names=["Anna", hearer], room=22, measures=A4)

        assert " ".join(found.text.split("\n")) == f"Anna Berg 19:00 {told}"
        assert max(map(width, found.text.split("\n"))) * TYPED_SIZES[found.fit] <= 22


LEAVES = [SheetRuling(leaf=leaf, has_signs=has_signs) for leaf in Leaf for has_signs in (False, True)]
SIZES = {Leaf.A4: (210, 297), Leaf.A5: (148, 210), Leaf.TWO: (297, 210)}
MARGINS = {Leaf.A4: (7, 5.5), Leaf.A5: (5, 4.2), Leaf.TWO: (5, 4.5)}
"""Above and below, and at the sides: no printer prints nearer to the edge."""

NAMES = {
    "Polish": ("Łukasz Żółkiewski", "Skat Chełm"),
    "Turkish": ("Çağrı Şahingöz", "İzmir Beşiktaş"),
    "Greek": ("Ελένη Παπαδοπούλου", "Σκατ Αθήνα"),
    "Russian": ("Екатерина Щербакова", "Скат Челябинск"),
}


def played(names: list[tuple[str, str]] = ()) -> Series:
    """Return a series of one list of 48 deals, of which eleven are entered, and who sits there."""
    row = factories.running_list(seats=4, rounds=12)
    for seat, (name, club) in zip(row.table.seats.order_by("place"), names, strict=False):
        seat.entrant.name, seat.entrant.club = name, club
        seat.entrant.save()
    factories.enter(row, *[(2, GRAND), (3, GRAND_LOST), None] * 3, (4, GRAND), (1, GRAND_LOST))
    return row.table.series


def printed(series: Series, ruling: SheetRuling) -> pypdfium2.PdfDocument:
    """Return the sheets of a series as a file that can be read."""
    found = sheets.sheets(series)
    made = typeset(score_sheets.score_sheets(series, found, SheetLook(now=EVENING, ruling=ruling)))
    return pypdfium2.PdfDocument(made)


def lines_of(page: pypdfium2.PdfPage) -> list[str]:
    """Return the text of a page line by line, as it is read."""
    return str(page.get_textpage().get_text_range()).replace("\r", "").split("\n")


@pytest.mark.thorough
@pytest.mark.parametrize("ruling", LEAVES, ids=[f"{one.leaf}{' with signs' * one.has_signs}" for one in LEAVES])
def test_a_sheet_keeps_its_margins_and_is_read_back_deal_by_deal_and_name_by_name(ruling):
    document = printed(played([NAMES["Polish"], NAMES["Turkish"], NAMES["Greek"], NAMES["Russian"]]), ruling)

    wide, high = SIZES[ruling.leaf]
    above, beside = MARGINS[ruling.leaf]
    for page in document:
        assert (round(page.get_width() / MM), round(page.get_height() / MM)) == (wide, high)
        image, dot = page.render(scale=150 / 72).to_pil().convert("L"), 150 / 25.4
        boxes = [(0, 0, beside, high), (wide - beside, 0, wide, high)]
        if ruling.leaf is not Leaf.TWO:
            # Between two sheets there is a line to cut along.
            boxes += [(0, 0, wide, above), (0, high - above, wide, high)]
        for box in boxes:
            assert image.crop(tuple(int(edge * dot) for edge in box)).getextrema()[0] > 200, box
    found = [line.split() for page in document for line in lines_of(page)]
    value = ["2", "72"] if ruling.has_signs else ["+2", "72"]
    assert ["1", "1", "G", "24", *value, "72", "×"] in found
    deals = [
        line for line in found if len(line) > 1 and line[0].isdigit() and line[1] == str((int(line[0]) - 1) % 4 + 1)
    ]
    entered = [int(line[0]) for line in deals if len(line) > 2 and line[2] in {"G", "×"}]
    assert entered == list(range(1, 12))
    assert sorted({int(line[0]) for line in deals if int(line[0]) < 49}) == list(range(1, 49))
    text = "\n".join(lines_of(document[0]))
    for called in ("Polish", "Turkish", "Greek", "Russian"):
        assert all(word in text for word in NAMES[called]), called


def test_every_fixed_word_stays_on_its_form_and_can_be_read(is_thorough):
    told = [(3, 9), (3, 12), (4, 12), (4, 15)] if is_thorough else [(4, 12)]
    for ruling, (seats, rounds), language in product(LEAVES, told, ["de", "en", "es"] if is_thorough else ["de"]):
        with override(language):
            drawings = [draw(form) for form in forms(seats=seats, rounds=rounds, is_blank=True, ruling=ruling)]

        least = 1.8 if ruling.leaf is Leaf.A4 else 1.5
        for drawing in drawings:
            assert all(label.size >= least for label in drawing.labels), (ruling, seats, rounds, language)
            assert all(0 <= label.x <= drawing.width and 0 < label.y <= drawing.height for label in drawing.labels)


def test_no_two_words_lie_on_one_another():
    """Of the words that lie across: those that read upwards have a column each."""
    for ruling in LEAVES:
        [form] = forms(seats=4, rounds=7, is_blank=True, ruling=ruling)

        boxes = [box_of(label) for label in draw(form).labels if not label.is_turned]

        for number, (left, top, right, bottom) in enumerate(boxes):
            for other_left, other_top, other_right, other_bottom in boxes[:number]:
                is_beside = right <= other_left or other_right <= left
                assert is_beside or bottom <= other_top or other_bottom <= top, (ruling, boxes[number], left, top)


def box_of(label) -> tuple[float, float, float, float]:
    """Return the room a word takes: as high as its capitals."""
    wide = width(label.text, Face.BOLD if label.is_bold else Face.PLAIN) * label.size
    left = {"start": label.x, "end": label.x - wide, "middle": label.x - wide / 2}[label.anchor]
    return left, label.y - 0.72 * label.size, left + wide, label.y


def test_signs_have_their_columns():
    series = played()
    look = SheetLook(now=EVENING, ruling=SheetRuling(has_signs=True))

    said = strip_tags(score_sheets.score_sheets(series, sheets.sheets(series), look).typeset())

    won, lost = (columns(line, 4, has_signs=True) for line in deal_lines(said)[:2])
    assert (won[3:5], won[12:14]) == (["2", ""], ["72", ""])
    assert (lost[3:5], lost[12:14]) == (["2", ""], ["", "144"])


class TestASheetThatCannotBeMade:
    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("broken", ["seated_at", "entries.deals", "signatures", "control_line", "notes"])
    def test_is_printed_in_words_and_the_others_as_ever(self, monkeypatch, caplog, broken):
        series = factories.running_series(factories.tournament(entrants=8))
        factories.play_series(series)
        module = f"scoring.paper.sheets.{'pages.' if '.' not in broken else ''}{broken}"
        home, _dot, function = module.rpartition(".")
        whole = getattr(import_module(home), function)
        calls = []

        def breaking(*told, **more):
            calls.append(told)
            if len(calls) == 1:
                raise ZeroDivisionError
            return whole(*told, **more)

        monkeypatch.setattr(module, breaking)

        text = "\n".join("\n".join(lines_of(page)) for page in printed(series, SheetRuling()))

        assert all(f"Spieler {number}" in text for number in range(1, 9))
        assert "Series 1, table 1 is printed in its words alone" in caplog.text
        assert "Grand" in text

    def test_a_form_that_cannot_be_drawn_leaves_what_is_entered(self, monkeypatch, caplog):
        monkeypatch.setattr(score_sheets, "draw", lambda _form: 1 / 0)
        series = played()

        document = score_sheets.score_sheets(series, sheets.sheets(series), SheetLook(now=EVENING))

        assert deal_lines(strip_tags(document.typeset()))[0].split()[:4] == ["1", "1", "G", "24"]
        assert "is printed without its lines" in caplog.text


pyhanko = pytest.importorskip("pyhanko", reason="pip install -r requirements/signing.txt")
weasyprint = pytest.importorskip("weasyprint")
