"""Score sheets on A4, A5 and two on a page: room to write, nothing cut, names in many letters, read back in order.

Signed PDF files: made with a certificate of the site's own, and told from altered ones.
"""

import asyncio
import io
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import pairwise

import pypdf
import pypdfium2
import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.translation import override

from scoring.lists.selectors import sheets
from scoring.paper.runs.certificate import can_sign
from scoring.paper.runs.signing import Standing, examined, signed
from scoring.paper.sheets import in_words, score_sheets
from scoring.paper.sheets.form import Form, forms
from scoring.paper.sheets.look import Leaf, Ruling
from scoring.paper.sheets.sheet_form import draw
from scoring.paper.typesetting.fitting import width
from scoring.paper.typesetting.measuring import Face
from scoring.paper.typesetting.pdf import typeset
from tables.tournaments.models import Series
from tests.paper.printed import MM
from tests.paper.sheets_read import columns, deal_lines
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


LEAVES = [Ruling(leaf=leaf, has_signs=has_signs) for leaf in Leaf for has_signs in (False, True)]


ALL = pytest.mark.parametrize("ruling", LEAVES, ids=[f"{one.leaf}{' with signs' * one.has_signs}" for one in LEAVES])


LENGTHS = pytest.mark.parametrize(("seats", "rounds"), [(3, 9), (3, 12), (4, 12), (4, 15)])


SIZES = {Leaf.A4: (210, 297), Leaf.A5: (148, 210), Leaf.TWO: (297, 210)}


MARGINS = {Leaf.A4: (8, 5.5), Leaf.A5: (5, 4.2), Leaf.TWO: (5, 4.5)}


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


def printed(series: Series, ruling: Ruling) -> pypdfium2.PdfDocument:
    """Return the sheets of a series as a file that can be read."""
    found = sheets.sheets(series)
    made = typeset(score_sheets.score_sheets(series, found, now=EVENING, link=None, ruling=ruling))
    return pypdfium2.PdfDocument(made)


def lines_of(page: pypdfium2.PdfPage) -> list[str]:
    """Return the text of a page line by line, as it is read."""
    return str(page.get_textpage().get_text_range()).replace("\r", "").split("\n")


@pytest.mark.thorough(after=1)
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


@pytest.mark.thorough(after=2)
@pytest.mark.parametrize("ruling", [Ruling(leaf=leaf) for leaf in (Leaf.A4, Leaf.A5)], ids=["A4", "A5"])
@LENGTHS
def test_sums_and_signatures_are_five_millimetres_high_on_the_paper(ruling, seats, rounds):
    tournament = factories.tournament(entrants=4, rounds=rounds)
    made = typeset(score_sheets.spare_sheets(tournament, series=1, seats=seats, copies=1, ruling=ruling))
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
    top = MARGINS[form.ruling.leaf][0]
    x = int((margin + form.players + 3) * mm)
    dark = [y for y in range(int((top + form.sums - 0.4) * mm), image.height) if image.getpixel((x, y)) < 128]
    lines = [y for number, y in enumerate(dark) if not number or y - dark[number - 1] > 1]
    # Behind the last comes the line of the control sums.
    within = [y for y in lines if y / mm - top < form.measures.control + 0.5]
    return [(after - before) / mm for before, after in pairwise(within)]


class TestReading:
    @pytest.mark.thorough(after=1)
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
                series, sheets.sheets(series), now=EVENING, link=None, ruling=Ruling(has_signs=True)
            )
        )

        won, lost = deal_lines(pypdf.PdfReader(io.BytesIO(made)).pages[0].extract_text())[:2]
        won, lost = (columns(line, 4, has_signs=True) for line in (won, lost))
        assert (won[3:5], won[12:14]) == (["2", ""], ["72", ""])
        assert (lost[3:5], lost[12:14]) == (["2", ""], ["", "144"])

    @pytest.mark.thorough(after=4)
    @ALL
    @pytest.mark.parametrize("language", NAMES)
    def test_names_are_read_back_with_number_and_club(self, ruling, language):
        name, club = NAMES[language]
        document = printed(played([(name, club), ("Ida Ost", "SC Herz"), ("Ole Süd", ""), (name[::-1], club)]), ruling)

        text = "\n".join(lines_of(document[0]))
        for word in (name, club, "Ida Ost", "SC Herz", "Ole Süd"):
            assert word in text

    def test_a_seat_is_one_line(self):
        names = [("Łukasz Żółkiewski", "Skat Chełm"), ("Ida", "SC Herz"), ("Maximiliane Schwarzenberg", "Karo")]

        found = [" ".join(line.split()) for line in lines_of(printed(played(names), Ruling())[0])]

        for seat, (name, club) in enumerate(names, start=1):
            assert f"{seat} {seat} {name} {club}" in found

    @pytest.mark.thorough(after=3)
    @pytest.mark.parametrize("longest", range(4, 36, 4))
    def test_clubs_begin_at_one_place_whatever_the_name_before_them(self, longest):
        letters = "ABCDEFGHIJ klmnopqrst AVAVA ToTo WWW"
        names = [(letters[: longest - less].strip(), f"Klub{less}") for less in range(4)]

        page = printed(played(names), Ruling())[0].get_textpage()

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

        text = "\n".join("\n".join(lines_of(page)) for page in printed(series, Ruling(leaf=leaf)))

        assert all(f"Spieler {number}" in text for number in range(1, 9))
        assert "Series 1, table 1 is printed in its words alone" in caplog.text
        assert "Grand" in text

    def test_a_form_that_cannot_be_drawn_leaves_what_is_entered(self, monkeypatch, caplog):
        def breaking(_form):
            raise ZeroDivisionError

        monkeypatch.setattr(in_words, "draw", breaking)

        lines = lines_of(printed(played(), Ruling())[0])

        assert any(line.split()[:4] == ["1", "1", "G", "24"] for line in lines)
        assert "is printed without its lines" in caplog.text


pyhanko = pytest.importorskip("pyhanko", reason="pip install -r requirements-signing.txt")


weasyprint = pytest.importorskip("weasyprint")


RANKING = "/t/cup/standings-signed.pdf"


SHEET = "/t/cup/series/1/table/1/sheet-signed.pdf"


VERIFY = "/verify/"


@pytest.fixture
def unsigned(settings, tmp_path):
    """A site without a certificate."""
    settings.SIGNING_CERTIFICATE = tmp_path / "signing.p12"
    cache.clear()


@pytest.fixture
def signing(unsigned):
    """A site with one."""
    call_command("signing_certificate", "SC Herz Dame", stdout=io.StringIO())


@pytest.fixture
def closed():
    made = factories.tournament(entrants=4)
    factories.close_series(factories.running_series(made))
    return made


def ask(client, content: bytes):
    return client.post(VERIFY, {"file": SimpleUploadedFile("x.pdf", content)})


class TestSigned:
    def test_the_official_ranking_is_genuine(self, client, signing, closed):
        content = client.get(RANKING).content

        assert examined(content).standing is Standing.GENUINE
        answer = ask(client, content)
        assert answer.context["found"].standing == "genuine"
        assert "SC Herz Dame" in answer.content.decode()

    def test_other_programs_find_the_signature_too(self, client, signing, closed):
        from pyhanko.pdf_utils.reader import PdfFileReader
        from pyhanko.sign.validation import validate_pdf_signature
        from pyhanko_certvalidator import ValidationContext

        from scoring.paper.runs.certificate import signer

        content = client.get(RANKING).content
        (signature,) = PdfFileReader(io.BytesIO(content)).embedded_signatures
        trusted = ValidationContext(trust_roots=[signer().signing_cert], allow_fetching=False)
        with ThreadPoolExecutor(1) as apart:
            status = apart.submit(validate_pdf_signature, signature, trusted).result()

        assert (status.intact, status.valid, status.trusted) == (True, True, True)
        assert status.coverage.name == "ENTIRE_FILE"
        assert signature.sig_object["/SubFilter"] == "/ETSI.CAdES.detached"

    def test_it_is_made_in_a_thread_that_runs_a_loop_already(self, signing):
        async def made() -> bytes:
            return signed(weasyprint.HTML(string="<p>Herz Dame").write_pdf(), reason="Rangliste", place="Ulm")

        with ThreadPoolExecutor(1) as apart:
            assert examined(apart.submit(asyncio.run, made()).result()).standing is Standing.GENUINE

    def test_its_text_can_still_be_read(self, client, signing, closed):
        text = pypdf.PdfReader(io.BytesIO(client.get(RANKING).content)).pages[0].extract_text()

        assert "Spieler 1" in text

    def test_a_closed_list_is_signed_for_who_may_see_it(self, client, director, signing, closed):
        assert examined(director.get(SHEET).content).standing is Standing.GENUINE
        assert client.get(SHEET).status_code == 403

    def test_an_open_list_and_a_provisional_ranking_are_not(self, director, signing):
        factories.running_series(factories.tournament(entrants=4))

        assert director.get(SHEET).status_code == 404
        assert director.get(RANKING).status_code == 404

    def test_while_nothing_changes_it_is_signed_once(self, client, signing, closed):
        assert client.get(RANKING).content == client.get(RANKING).content


class TestExamined:
    @pytest.fixture
    def content(self, signing, closed):
        return Client().get(RANKING).content

    @pytest.mark.thorough
    def test_every_changed_byte_shows(self, content):
        signature = re.search(rb"<[0-9A-Fa-f]{1000,}>", content)
        assert examined(content).standing is Standing.GENUINE
        for at in {*range(10, len(content), len(content) // 40), *range(*signature.span())}:
            changed = bytearray(content)
            changed[at] ^= 1
            assert examined(bytes(changed)).standing is not Standing.GENUINE, at

    def test_whatever_is_added_or_cut_shows(self, content):
        writer = pypdf.PdfWriter(clone_from=io.BytesIO(content))
        out = io.BytesIO()
        writer.write(out)

        assert examined(content + b"\n").standing is Standing.ALTERED
        assert examined(content[:-20]).standing is Standing.ALTERED
        assert examined(out.getvalue()).standing is not Standing.GENUINE
        assert examined(content + content).standing is not Standing.GENUINE

    def test_one_of_another_certificate_is_foreign(self, content, settings, tmp_path):
        settings.SIGNING_CERTIFICATE = tmp_path / "other.p12"
        call_command("signing_certificate", "Somebody else", stdout=io.StringIO())

        found = examined(content)

        assert (found.standing, found.by) == (Standing.FOREIGN, "SC Herz Dame")

    @pytest.mark.parametrize(
        ("data", "standing"),
        [
            (b"", "no-pdf"),
            (b"PK\x03\x04", "no-pdf"),
            (b"%PDF-1.7\n%%EOF", "unsigned"),
            (b"%PDF-1.7 /ByteRange [0 1 2 3]", "altered"),
            (b"%PDF-1.7 /ByteRange [0 9999999999 9999999999 9999999999]", "altered"),
            (b"%PDF-1.7 <00> /ByteRange [0 9 13 36]" + b" " * 13, "altered"),
            (b"%PDF-" + b" " * 20_000_001, "too-big"),
        ],
    )
    def test_anything_else_is_said_in_words(self, client, signing, data, standing):
        answer = ask(client, data)

        assert answer.status_code == 200
        assert answer.context["found"].standing == standing

    def test_nothing_sent_is_asked_for(self, client, signing):
        assert client.get(VERIFY).status_code == 200
        assert client.post(VERIFY).status_code == 422


class TestWithout:
    def test_a_certificate_nothing_is_signed(self, client, unsigned, closed):
        assert not can_sign()
        assert client.get(RANKING).status_code == client.get(VERIFY).status_code == 404

    def test_the_libraries_the_command_says_what_to_do(self, unsigned, monkeypatch):
        monkeypatch.setitem(__import__("sys").modules, "cryptography", None)

        with pytest.raises(CommandError, match=r"requirements-signing\.txt"):
            call_command("signing_certificate", "SC Herz Dame")


class TestCertificate:
    def test_is_kept_from_others_and_never_replaced(self, settings, signing):
        path = settings.SIGNING_CERTIFICATE
        before = path.read_bytes()

        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with pytest.raises(CommandError, match="already"):
            call_command("signing_certificate", "SC Herz Dame")
        assert path.read_bytes() == before
        assert [file.name for file in path.parent.glob("signing*")] == ["signing.p12"]

    def test_can_have_a_password(self, settings, unsigned):
        settings.SIGNING_PASSWORD = "herz-dame"
        call_command("signing_certificate", "SC Herz Dame", stdout=io.StringIO())
        assert can_sign()

        settings.SIGNING_PASSWORD = "pik-dame"
        settings.SIGNING_CERTIFICATE.touch()
        assert not can_sign()

    def test_needs_somebody_who_signs(self, unsigned):
        with pytest.raises(CommandError, match="who signs"):
            call_command("signing_certificate", " ")
