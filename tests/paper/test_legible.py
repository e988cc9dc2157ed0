"""What no font can draw, and what is too long for its place: printed sensibly, never as boxes, as wide as reckoned."""

import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from html.parser import HTMLParser

import pypdfium2
import pytest

from scoring.paper.typesetting import fitting
from scoring.paper.typesetting.fitting import Face, advance, in_two, is_from_right, on_paper, split, width
from tables.intake.text import clean_text
from tests.paper.printed import ENTRANTS, read, words
from tests.support import factories
from tests.tables.test_sheets import NASTY

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
HEBREW = range(0x5D0, 0x5EB)


@pytest.fixture
def _few_fonts(monkeypatch, settings):
    """A program that has Latin and Hebrew letters, suits and a smile, and nothing else."""
    forget()
    known = dict.fromkeys((*range(592), *range(768, 880), *HEBREW, *map(ord, "♣♠♥♦😀−")), 0.6)
    monkeypatch.setattr(fitting, "_advances", lambda _file: known)
    yield
    forget()


def forget():
    fitting._drawable.cache_clear()
    fitting.advance.cache_clear()
    fitting._width.cache_clear()


@pytest.mark.usefixtures("_few_fonts")
def test_letters_in_no_font_are_one_sign_and_pictures_are_left_out():
    for text, legible in (
        *((same, same) for same in ("Ñandú Çelik – Řehoř", "שלמה", "<b>♥ 10</b> −40 😀", "")),
        ("<td>東京太郎</td>", "<td>[?]</td>"),
        ("Emil 東京 Müller", "Emil [?] Müller"),
        ("Emil 👩‍👧 Müller", "Emil Müller"),
        ("Emil 🂡", "Emil"),
        ("<td>👩‍👧</td>", "<td>[?]</td>"),
        ("3\t👩‍👧\n", "3\t[?]\n"),
        ("a\N{COMBINING ACUTE ACCENT}", "a\N{COMBINING ACUTE ACCENT}"),
        ("शि\N{COMBINING ACUTE ACCENT}", "[?]"),
        ("a\N{DEVANAGARI STRESS SIGN UDATTA}b", "ab"),
        ("Ida 😀\N{VARIATION SELECTOR-16}", "Ida 😀"),
        ("Ida 7\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}", "Ida 7"),
        ("한국어 ไทย", "[?] [?]"),
    ):
        assert fitting.legible(text) == legible, text


def test_the_fonts_of_the_program_have_what_names_are_written_in():
    for text in (
        *("Борис", "Παπαδόπουλος", "Łukasz Żółć", "Şükrü İnan", "Nguyễn Thị Ánh"),
        *("शिवा क्षत्रिय", "น้ำทิพย์", "محمد علي", "שָׁלוֹם", "王小明"),
        *("黃雨喬", "田中 太郎", "ﾀﾅｶ", "김철수", "𝔈𝔯𝔫𝔞", "👩‍🌾 👧🏽 🇩🇪 ❤ ☀", "ქართული", "Հայկ"),
    ):
        assert fitting.legible(text) == text


def letters(codec: str, first: Iterable[int], second: Iterable[int] = range(0xA1, 0xFF)) -> str:
    """Return the Han letters that a character set of East Asia has in some of its rows."""
    pairs = (bytes((one, other)) for one in first for other in second)
    return "".join(pair.decode(codec, errors="ignore")[:1] for pair in pairs)


LOW, HIGH = range(0x40, 0x7F), range(0xA1, 0xFF)
BIG5 = letters("big5", (*range(0xA4, 0xC6), *range(0xC9, 0xFA)), (*LOW, *HIGH)) + letters("big5", [0xC6], LOW)
"""Traditional Han: what is frequent, and what is not."""


def test_the_letters_of_east_asia_are_there():
    for name, text, count in (
        ("GB 2312", letters("gb2312", range(0xB0, 0xF8)), 6763),
        ("JIS X 0208, both levels", letters("euc_jp", range(0xB0, 0xF5)), 6355),
        ("Big5", BIG5, 13053),
        ("KS X 1001, Han", letters("euc_kr", range(0xCA, 0xFE)), 4888),
        ("every syllable of Hangul", "".join(map(chr, range(0xAC00, 0xD7A4))), 11172),
        ("kana", "".join(map(chr, (*range(0x3041, 0x3094), *range(0x30A1, 0x30F7), *range(0xFF66, 0xFF9E)))), 225),
    ):
        assert len(text) == count, name
        assert [one for one in text if fitting.advance(one) is None] == []


def test_no_letter_carries_more_marks_than_any_script_gives_it():
    assert fitting.legible("E" + "\u0301" * 79) == "E" + "\u0301" * fitting.MOST_MARKS
    assert fitting.legible("Z\u0351\u0346a\u030dl\u0363g\u034bo\u0300") == "Z\u0351\u0346a\u030dl\u0363g\u034bo\u0300"


def test_a_text_is_split_between_words_as_evenly_as_may_be():
    for text, halves in (
        ("Maximiliane von Schwarzenberg", ["Maximiliane von", "Schwarzenberg"]),
        ("W" * 60, ["W" * 60]),
        ("", [""]),
        (f"A {'W' * 20}", ["A", "W" * 20]),
    ):
        assert split(text) == halves, text


def test_a_text_in_two_lines_stays_in_its_room():
    sizes = (9.0, 7.6, 6.2, 5.0, 4.0)

    for text in ("Ida", "Maximiliane-Friederike Freifrau von Schwarzenberg-Wolfenbüttel", "W" * 60, "W " * 60):
        found = in_two(text, room=140, sizes=sizes, smallest=2)

        assert all(width(line) * sizes[found.fit] <= 140 for line in found.text.split("\n")), text
        assert found.is_in_two == (text not in {"Ida", "W" * 60})


def test_lines_that_are_nearly_alike_are_alike():
    names, clubs = ["Ida", "Ole"], ["SC Herz Dame", "Schellenbuben Schmölln 1892"]

    found = fitting.table((names, 60.0), (clubs, 42.0))

    assert found.count('class="fit-1"') == 2


def test_the_print_desk_says_which_names_are_printed_otherwise_and_nothing_where_fonts_have_everything(director):
    made = factories.tournament(entrants=4)
    made.entrants.filter(number=2).update(name="Łukasz 王 🏳️‍🌈")
    assert "Printed otherwise" not in director.get("/t/cup/office/print/").content.decode()

    made.entrants.filter(number=2).update(name="ইলা Müller")
    made.entrants.filter(number=3).update(name="王小明 👩‍🌾", club="E" + "\u0301" * 79)
    page = director.get("/t/cup/office/print/").content.decode()

    assert "<bdi>ইলা Müller</bdi> → <bdi>[?] Müller</bdi>" in page
    assert "→ <bdi>E" + "\u0301" * fitting.MOST_MARKS + "</bdi>" in page
    assert "王小明" not in page


NAMES = [clean_text(name) for name in NASTY]
TOO_LONG = ["x" * 80]
"""What no size of letters gets into the column of names: it ends in three dots."""

IN_COLOURS = re.compile("\N{VARIATION SELECTOR-16}")
"""Says that a picture is meant to have colours; paper has none."""

TOO_MANY_MARKS = ["É" + "\u0301" * 78]
"""More than any letter has: they would reach over the lines above."""

POINTED = [name for name in NAMES if is_from_right(name) and any(unicodedata.combining(one) for one in name)]
"""Whose vowel signs are drawn by one shape, which a file cannot tell as text: it reads as a sign of its own."""


class Texts(HTMLParser):
    """What a browser shows of a page, piece by piece."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.found[data.strip()] += 1


@pytest.fixture
def cup():
    made = factories.tournament(entrants=len(NAMES))
    for number, name in enumerate(NAMES, start=1):
        made.entrants.filter(number=number).update(name=name)
    return made


def letters_of(text: str, *, as_read: str) -> str:
    """Return the letters of a text without marks and gaps; those read from the right as they stand alone."""
    form = "NFKD" if is_from_right(as_read) else "NFD"
    kept = (one for one in unicodedata.normalize(form, text) if unicodedata.category(one) not in {"Mn", "Cf"})
    return "".join(kept).replace(" ", "").replace("\r", "").replace("\n", "").replace("\xa0", "")


def marks(text: str) -> Counter[str]:
    """Return the marks on letters; where they stand, a file says by their place on the page alone."""
    return Counter(one for one in unicodedata.normalize("NFD", text) if unicodedata.category(one) == "Mn")


def is_in(text: str, name: str, shown: str) -> bool:
    """Test whether a name is on paper: as it is to be shown there, or the beginning of one that is too long."""
    wanted = letters_of(shown[:20] if name in TOO_LONG else shown, as_read=name)
    between = ".?" if name in POINTED else ""
    return bool(re.search(between.join(map(re.escape, wanted)), letters_of(text, as_read=name)))


@pytest.mark.thorough
@pytest.mark.proof("names-survive")
def test_every_name_is_on_the_screen_as_it_is(director, cup, prove):
    found = Texts(director.get("/t/cup/office/entrants/").content.decode()).found

    assert [name for name in NAMES if not found[name]] == []
    prove(f"{len(NAMES)} nasty names the same on the screen")


@pytest.mark.thorough
@pytest.mark.proof("names-survive")
def test_every_name_is_on_paper_as_it_is(director, cup, prove):
    response = director.get(ENTRANTS)

    text = "".join(words(response, page) for page in range(len(read(response).pages)))
    shown = {name: fitting.on_paper(name) for name in NAMES}
    assert [name for name in NAMES if shown[name] != IN_COLOURS.sub("", name)] == TOO_MANY_MARKS
    lost = [name for name in NAMES if not is_in(text, name, shown[name])]
    assert lost == []
    assert marks("".join(shown.values())) - marks(text) == Counter()
    known = [*TOO_MANY_MARKS, *TOO_LONG, *POINTED]
    same = [name for name in NAMES if name not in known]
    assert (len(TOO_MANY_MARKS), len(TOO_LONG), len(POINTED)) == (1, 1, 1)
    assert len(same) + len(known) == len(NAMES)
    prove(
        f"{len(same)} of these {len(NAMES)} the same in a PDF, pictures in black and white among them; "
        f"{len(POINTED)} with vowel signs no reader can copy, {len(TOO_MANY_MARKS)} with fewer marks on one letter, "
        f"{len(TOO_LONG)} cut"
    )


PAGE = """<html lang="de"><style>
@page {{ size: {wide}px {high}px; margin: 0 }}
section {{ break-after: page; font: {weight} {size}px 'Fira Sans', sans-serif }}
span {{ background: black; white-space: pre }}
</style>{sections}</html>"""

MORE = (
    *("AVAWATo", "Müller, Zoë", "Zażółć gęślą jaźń", "İğdır Şık", "ქართული", "Հայ", "Ỽỽ", "กำลังใจ น้ำ", "क्षत्रिय श्री"),
    *("黃雨喬 陳", "吕伟", "直樹", "ｶﾞｷﾞ", "한국어 각", "عبد الله السلام", "יִשְׂרָאֵל", "Dr. 🂡 👧🏽 🇩🇪", "5️⃣ ❤️", "👨‍👩‍👧‍👦"),
)


def taken(names: Sequence[str]) -> dict[tuple[Face, str], float]:
    """Return how wide the typesetter sets each name in each face, in sizes of the font."""
    weasyprint = pytest.importorskip("weasyprint")
    found = {}
    for face in Face:
        html = PAGE.format(
            wide=20_000,
            high=400,
            size=100,
            weight="bold" if face.value else "normal",
            sections="".join(f"<section><span>{escape(on_paper(name))}</span></section>" for name in names),
        )
        document = pypdfium2.PdfDocument(io.BytesIO(weasyprint.HTML(string=html).write_pdf()))
        assert len(document) == len(names)
        for name, page in zip(names, document, strict=True):
            paths = [one.get_bounds() for one in page.get_objects() if one.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH]
            [(left, _bottom, right, _top)] = paths
            found[face, name] = (right - left) / 72 * 96 / 100
        document.close()
    return found


def is_simple(name: str) -> bool:
    """Test whether each letter of a name stands alone, so that its width is known to the hair."""
    return not is_from_right(name) and all(
        ord(one) < 0x900 or 0x1E00 <= ord(one) < 0x2000 or 0x3000 <= ord(one) < 0xFFFF for one in name
    )


def test_a_name_takes_no_more_room_than_is_reckoned_and_not_much_less(is_thorough):
    names = (*NAMES[:: 1 if is_thorough else 4], *MORE)
    ratios = {(face.name, name): wide / width(on_paper(name), face) for (face, name), wide in taken(names).items()}

    assert {at: ratio for at, ratio in ratios.items() if ratio > 1.002} == {}
    # Pairs of letters may stand closer to each other (AV), and a space may come from another font.
    alone = {at: ratio for at, ratio in ratios.items() if is_simple(at[1]) and at[1] != "AVAWATo"}
    assert {at: ratio for at, ratio in alone.items() if ratio < 0.97} == {}
    # Letters that join; a family of four is one picture.
    assert min(ratio for (_face, name), ratio in ratios.items() if name != MORE[-1]) > 0.65


def test_what_no_font_has_is_as_wide_as_the_sign_for_it():
    assert advance("ড") is None
    assert width("ড") == width("[?]")


def test_a_file_that_is_no_font_is_passed_over(tmp_path, settings, caplog):
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    settings.MORE_PAPER_FONTS = (broken,)
    fitting.advance.cache_clear()

    assert fitting.advance("ড") is None
    assert "broken.ttf is no font" in caplog.text
    fitting.advance.cache_clear()
