"""Sheets with signatures and hash, on A4, A5 and two on a page: room to write, nothing cut, read back in order."""

import io
from importlib import import_module
from itertools import pairwise

import pypdf
import pypdfium2
import pytest
import zxingcpp
from django.test import Client
from django.utils.translation import override
from PIL import Image, ImageFilter

from scoring.lists.models import Confirmation, GameListRow
from scoring.lists.selectors import sheets
from scoring.lists.selectors.history import list_hash
from scoring.paper.forms import Leaf
from scoring.paper.sheets import pages as signatures
from scoring.paper.sheets import score_sheets
from scoring.paper.sheets.form import A4, Form, SheetLook, SheetRuling, forms
from scoring.paper.sheets.pages import drawn
from scoring.paper.sheets.score_sheets import draw
from scoring.paper.typesetting.fitting import TYPED_SIZES, Face, width
from scoring.paper.typesetting.pdf import typeset
from tables.tournaments.models import Series
from tests.paper.printed import (
    FROM_OUTSIDE,
    MM,
    NASTY,
    SHEET,
    SHEETS,
    columns,
    deal_lines,
    is_white,
    pages,
    picture,
    read,
    words,
)
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
    def test_has_the_drawn_signatures_on_their_lines(self, director, signed):
        Confirmation.objects.filter(place=2).update(name=" ")

        response = director.get(SHEET)

        image = picture(response)
        assert not is_white(image, *FIRST)
        assert "19:00 Anna Berg" in pages(response)[0]
        assert pages(response)[0].count("Anna Berg") == 2

    @pytest.mark.thorough
    def test_draws_every_stroke_within_its_box(self, director, signed):
        Confirmation.objects.filter(place=1).update(drawing="M0 0L600 0L600 200L0 200L0 0")

        image = picture(director.get(SHEET))

        left, top, right, bottom = 96.0, 275.2, 113.1, 280.9
        for x, y in ((left, top), (right, top), (left, bottom), (right, bottom)):
            assert not is_white(image, x - 0.4, y - 0.4, x + 0.4, y + 0.4)
        assert is_white(image, left + 1, top + 1, right - 1, bottom - 1)

    @pytest.mark.thorough
    def test_has_its_hash_in_print(self, director, signed):
        [text] = pages(director.get(SHEET))

        assert signed.signed_hash in "".join(text.split())
        assert "SHA-256" in text

    @pytest.mark.thorough
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

    found = signatures._signature(given, names=[], room=22, measures=A4)

    name, how = found.text.split("\n")
    assert name.startswith("Max")
    assert name.endswith("…")
    assert how == "19:00 by name"
    assert width(name) * TYPED_SIZES[found.fit] <= 22


@pytest.mark.parametrize(
    ("hearer", "told"), [("Berta", "heard by Berta"), ("Maximiliane-Friederike", "heard by seat 2")]
)
def test_who_heard_it_is_told_by_the_seat_where_there_is_no_room_for_the_name(hearer, told):
    given = Confirmation(name="Anna Berg", at=factories.EVENING, way="aloud", heard_by=2)

    found = signatures._signature(given, names=["Anna", hearer], room=22, measures=A4)

    assert " ".join(found.text.split("\n")) == f"Anna Berg 19:00 {told}"
    assert max(map(width, found.text.split("\n"))) * TYPED_SIZES[found.fit] <= 22


def test_a_signature_is_read_stroke_by_stroke():
    assert drawn(STROKE) == STROKE
    assert drawn("") == ""


@pytest.mark.thorough
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


LEAVES = [SheetRuling(leaf=leaf, has_signs=has_signs) for leaf in Leaf for has_signs in (False, True)]
ALL = pytest.mark.parametrize("ruling", LEAVES, ids=[f"{one.leaf}{' with signs' * one.has_signs}" for one in LEAVES])
LENGTHS = pytest.mark.parametrize(("seats", "rounds"), [(3, 9), (3, 12), (4, 12), (4, 15)])
SIZES = {Leaf.A4: (210, 297), Leaf.A5: (148, 210), Leaf.TWO: (297, 210)}
MARGINS = {Leaf.A4: (7, 5.5), Leaf.A5: (5, 4.2), Leaf.TWO: (5, 4.5)}
"""Above and below, and at the sides: no printer prints nearer to the edge."""

NAMES = {
    "Polish": ("Łukasz Żółkiewski", "Skat Chełm"),
    "Turkish": ("Çağrı Şahingöz", "İzmir Beşiktaş"),
    "Spanish": ("María Peñalver Ibáñez", "Peña Skat Cádiz"),
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
@ALL
def test_a_sheet_has_the_size_of_its_paper_and_keeps_its_margins(ruling):
    document = printed(played(), ruling)

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


@pytest.mark.thorough(after=1)
@ALL
@LENGTHS
@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_every_fixed_word_stays_on_its_form_and_can_be_read(ruling, seats, rounds, language):
    with override(language):
        drawings = [draw(form) for form in forms(seats=seats, rounds=rounds, is_blank=True, ruling=ruling)]

    least = 1.8 if ruling.leaf is Leaf.A4 else 1.5
    for drawing in drawings:
        assert all(label.size >= least for label in drawing.labels), min(drawing.labels, key=lambda one: one.size)
        assert all(0 <= label.x <= drawing.width and 0 < label.y <= drawing.height for label in drawing.labels)


@ALL
def test_no_two_words_lie_on_one_another(ruling):
    """Of the words that lie across: those that read upwards have a column each."""
    [form] = forms(seats=4, rounds=7, is_blank=True, ruling=ruling)

    boxes = [box_of(label) for label in draw(form).labels if not label.is_turned]

    for number, (left, top, right, bottom) in enumerate(boxes):
        for other_left, other_top, other_right, other_bottom in boxes[:number]:
            is_beside = right <= other_left or other_right <= left
            assert is_beside or bottom <= other_top or other_bottom <= top, (boxes[number], left, top)


def box_of(label) -> tuple[float, float, float, float]:
    """Return the room a word takes: as high as its capitals."""
    wide = width(label.text, Face.BOLD if label.is_bold else Face.PLAIN) * label.size
    left = {"start": label.x, "end": label.x - wide, "middle": label.x - wide / 2}[label.anchor]
    return left, label.y - 0.72 * label.size, left + wide, label.y


@pytest.mark.thorough
@pytest.mark.parametrize("ruling", [SheetRuling(leaf=leaf) for leaf in (Leaf.A4, Leaf.A5)], ids=["A4", "A5"])
@LENGTHS
def test_sums_and_signatures_are_five_millimetres_high_on_the_paper(ruling, seats, rounds):
    tournament = factories.tournament(entrants=4, rounds=rounds)
    made = typeset(
        score_sheets.spare_sheets(tournament, series=tournament.series.get(), seats=seats, copies=1, ruling=ruling)
    )
    form = forms(seats=seats, rounds=rounds, is_blank=True, ruling=ruling)[-1]
    page = pypdfium2.PdfDocument(made)[form.page - 1]

    heights = heights_of_lines(page, form)

    # Five lines of the computation and that of the signatures.
    assert len(heights) == 6
    assert min(heights) >= 4.85, heights


def heights_of_lines(page: pypdfium2.PdfPage, form: Form) -> list[float]:
    """Return the distances between the lines below the deals, in millimetres, within the first player's points."""
    dots = 300
    image = page.render(scale=dots / 72).to_pil().convert("L")
    mm = dots / 25.4
    margin = (image.width / mm - form.width) / 2
    top = {Leaf.A4: 8}.get(form.ruling.leaf, MARGINS[form.ruling.leaf][0])
    x = int((margin + form.players + 3) * mm)
    dark = [y for y in range(int((top + form.sums - 0.4) * mm), image.height) if image.getpixel((x, y)) < 128]
    lines = [y for number, y in enumerate(dark) if not number or y - dark[number - 1] > 1]
    # Behind the last comes the line of the control sums.
    within = [y for y in lines if y / mm - top < form.measures.control + 0.5]
    return [(after - before) / mm for before, after in pairwise(within)]


class TestReading:
    @pytest.mark.thorough
    @ALL
    def test_every_deal_is_a_line_with_number_dealer_and_what_was_played(self, ruling):
        found = [line.split() for page in printed(played(), ruling) for line in lines_of(page)]

        value = ["2", "72"] if ruling.has_signs else ["+2", "72"]
        assert ["1", "1", "G", "24", *value, "72", "×"] in found
        deals = [line for line in found if len(line) > 1 and line[0].isdigit() and line[1] == dealer_of(line[0])]
        entered = [int(line[0]) for line in deals if len(line) > 2 and line[2] in {"G", "×"}]
        assert entered == list(range(1, 12))
        assert sorted({int(line[0]) for line in deals}) == list(range(1, 49))

    def test_signs_have_their_columns(self):
        series = played()
        made = typeset(
            score_sheets.score_sheets(
                series, sheets.sheets(series), SheetLook(now=EVENING, ruling=SheetRuling(has_signs=True))
            )
        )

        won, lost = deal_lines(pypdf.PdfReader(io.BytesIO(made)).pages[0].extract_text())[:2]
        won, lost = (columns(line, 4, has_signs=True) for line in (won, lost))
        assert (won[3:5], won[12:14]) == (["2", ""], ["72", ""])
        assert (lost[3:5], lost[12:14]) == (["2", ""], ["", "144"])

    @pytest.mark.thorough
    @ALL
    @pytest.mark.parametrize("language", NAMES)
    def test_names_are_read_back_with_number_and_club(self, ruling, language):
        name, club = NAMES[language]
        document = printed(played([(name, club), ("Ida Ost", "SC Herz"), ("Ole Süd", ""), (name[::-1], club)]), ruling)

        text = "\n".join(lines_of(document[0]))
        for word in (name, club, "Ida Ost", "SC Herz", "Ole Süd"):
            assert word in text

    @pytest.mark.thorough
    def test_a_seat_is_one_line(self):
        names = [("Łukasz Żółkiewski", "Skat Chełm"), ("Ida", "SC Herz"), ("Maximiliane Schwarzenberg", "Karo")]

        found = [" ".join(line.split()) for line in lines_of(printed(played(names), SheetRuling())[0])]

        for seat, (name, club) in enumerate(names, start=1):
            assert f"{seat} {seat} {name} {club}" in found

    @pytest.mark.thorough
    @pytest.mark.parametrize("longest", range(4, 36, 4))
    def test_clubs_begin_at_one_place_whatever_the_name_before_them(self, longest):
        letters = "ABCDEFGHIJ klmnopqrst AVAVA ToTo WWW"
        names = [(letters[: longest - less].strip(), f"Klub{less}") for less in range(4)]

        page = printed(played(names), SheetRuling())[0].get_textpage()

        lefts = [left_of(page, club) for _name, club in names]
        assert max(lefts) - min(lefts) < 0.4 * MM


def dealer_of(deal: str) -> str:
    """Return who deals a deal at a table of four."""
    return str((int(deal) - 1) % 4 + 1)


def left_of(page, word: str) -> float:
    index, _count = page.search(word).get_next()
    return float(page.get_charbox(index)[0])


class TestASheetThatCannotBeMade:
    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize("broken", ["seated_at", "entries.deals", "signatures", "control_line", "notes"])
    @pytest.mark.parametrize("leaf", Leaf)
    def test_is_printed_in_words_and_the_others_as_ever(self, monkeypatch, caplog, broken, leaf):
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

        text = "\n".join("\n".join(lines_of(page)) for page in printed(series, SheetRuling(leaf=leaf)))

        assert all(f"Spieler {number}" in text for number in range(1, 9))
        assert "Series 1, table 1 is printed in its words alone" in caplog.text
        assert "Grand" in text

    def test_a_form_that_cannot_be_drawn_leaves_what_is_entered(self, monkeypatch, caplog):
        def breaking(_form):
            raise ZeroDivisionError

        monkeypatch.setattr(score_sheets, "draw", breaking)

        lines = lines_of(printed(played(), SheetRuling())[0])

        assert any(line.split()[:4] == ["1", "1", "G", "24"] for line in lines)
        assert "is printed without its lines" in caplog.text


pyhanko = pytest.importorskip("pyhanko", reason="pip install -r requirements/signing.txt")
weasyprint = pytest.importorskip("weasyprint")
