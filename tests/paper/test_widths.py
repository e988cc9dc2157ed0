"""How wide a name is, is read from the font that sets it: never less than the typesetter takes, and hardly more."""

import io
from html import escape

import pypdfium2
import pytest
from django.conf import settings

from scoring.paper.typesetting import measuring
from scoring.paper.typesetting.fitting import is_from_right, width
from scoring.paper.typesetting.glyphs import on_paper
from scoring.paper.typesetting.measuring import Face, advance
from tests.paper.test_names_survive import NAMES

pytestmark = pytest.mark.slow

SIZE = 100
"""Of letters, in pixels of the style sheet, of which 96 go into an inch."""

POINTS = 72 / 96

PAGE = """<html lang="de"><style>
@page {{ size: {wide}px {high}px; margin: 0 }}
section {{ break-after: page; font: {weight} {size}px {family} }}
span {{ background: black; white-space: pre }}
</style>{sections}</html>"""

MORE = (
    *("AVAWATo", "Müller, Zoë", "Zażółć gęślą jaźń", "İğdır Şık", "ქართული", "Հայ", "Ỽỽ", "กำลังใจ น้ำ", "क्षत्रिय श्री"),
    *("黃雨喬 陳", "吕伟", "直樹", "ｶﾞｷﾞ", "한국어 각", "عبد الله السلام", "יִשְׂרָאֵל", "Dr. 🂡 👧🏽 🇩🇪", "5️⃣ ❤️", "👨‍👩‍👧‍👦"),
)


@pytest.fixture(scope="module")
def taken():
    """How wide the typesetter sets each name in each face, in sizes of the font."""
    weasyprint = pytest.importorskip("weasyprint")
    names = (*NAMES, *MORE)
    found = {}
    for face in Face:
        family, is_bold = face.value
        html = PAGE.format(
            wide=200 * SIZE,
            high=4 * SIZE,
            size=SIZE,
            family=family,
            weight="bold" if is_bold else "normal",
            sections="".join(f"<section><span>{escape(on_paper(name))}</span></section>" for name in names),
        )
        document = pypdfium2.PdfDocument(io.BytesIO(weasyprint.HTML(string=html).write_pdf()))
        assert len(document) == len(names)
        for name, page in zip(names, document, strict=True):
            paths = [one.get_bounds() for one in page.get_objects() if one.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH]
            [(left, _bottom, right, _top)] = paths
            found[face, name] = (right - left) / POINTS / SIZE
        document.close()
    return found


def is_simple(name: str) -> bool:
    """Test whether each letter of a name stands alone, so that its width is known to the hair."""
    return not is_from_right(name) and all(
        ord(one) < 0x900 or 0x1E00 <= ord(one) < 0x2000 or 0x3000 <= ord(one) < 0xFFFF for one in name
    )


@pytest.mark.thorough
def test_nothing_takes_more_room_than_it_is_reckoned(taken):
    over = {
        (face.name, name): (wide, width(on_paper(name), face))
        for (face, name), wide in taken.items()
        if wide > width(on_paper(name), face) * 1.002
    }
    assert over == {}


@pytest.mark.thorough
def test_a_name_whose_letters_stand_alone_takes_what_it_is_reckoned(taken):
    less = {
        (face.name, name): (wide, width(on_paper(name), face))
        for (face, name), wide in taken.items()
        # Pairs of letters may stand closer to each other (AV), and a space may come from another font.
        if is_simple(name) and name != "AVAWATo" and wide < width(on_paper(name), face) * 0.97
    }
    assert less == {}


def test_letters_that_join_take_not_much_less_than_they_are_reckoned(taken):
    # A family of four is one picture.
    rest = {name: wide / width(on_paper(name), face) for (face, name), wide in taken.items() if name != MORE[-1]}
    assert min(rest.values()) > 0.65


@pytest.mark.parametrize("face", Face)
def test_a_letter_is_as_wide_as_in_the_first_font_of_its_face_that_has_it(face):
    font_tools = pytest.importorskip("fontTools.ttLib")
    looked_for = "gЖΩשกक王한𝔈"
    found = {}
    for file in settings.PAPER_FONTS[face.value]:
        with font_tools.TTFont(file, fontNumber=0, lazy=True) as font:
            glyphs, metrics, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
            found = {one: metrics[glyphs[ord(one)]][0] / em for one in looked_for if ord(one) in glyphs} | found

    assert {one: advance(one, face) for one in looked_for} == found


def test_what_no_font_has_is_as_wide_as_the_sign_for_it():
    assert advance("ড") is None
    assert width("ড") == width("[?]")


def test_a_file_that_is_no_font_is_passed_over(tmp_path, settings, caplog):
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    settings.MORE_PAPER_FONTS = (broken,)
    measuring.advance.cache_clear()

    assert measuring.advance("ড") is None
    assert "broken.ttf is no font" in caplog.text
    measuring.advance.cache_clear()
