"""What no font can draw, and what is too long for its place: printed sensibly, never as boxes, never cut off."""

from collections.abc import Iterable

import pytest

from scoring.paper.typesetting import fitting, glyphs, measuring
from scoring.paper.typesetting.fitting import in_two, split, width
from tests import factories
from tests.paper.papers_read import ENTRANTS
from tests.paper.printed import pages

pytestmark = pytest.mark.slow

HEBREW = range(0x5D0, 0x5EB)


@pytest.fixture
def _few_fonts(monkeypatch, settings):
    """A program that has Latin and Hebrew letters, suits and a smile, and nothing else."""
    forget()
    known = dict.fromkeys((*range(592), *range(768, 880), *HEBREW, *map(ord, "♣♠♥♦😀−")), 0.6)
    monkeypatch.setattr(measuring, "_advances", lambda _file: known)
    yield
    forget()


def forget():
    glyphs._drawable.cache_clear()
    measuring.advance.cache_clear()
    fitting._width.cache_clear()


@pytest.mark.usefixtures("_few_fonts")
@pytest.mark.parametrize(
    ("text", "legible"),
    [
        ("Ñandú Çelik – Řehoř", "Ñandú Çelik – Řehoř"),
        ("שלמה", "שלמה"),
        ("<b>♥ 10</b> −40 😀", "<b>♥ 10</b> −40 😀"),
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
        ("", ""),
    ],
)
def test_letters_in_no_font_are_one_sign_and_pictures_are_left_out(text, legible):
    assert glyphs.legible(text) == legible


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Борис",
            "Παπαδόπουλος",
            "Łukasz Żółć",
            "Şükrü İnan",
            "Nguyễn Thị Ánh",
            "शिवा क्षत्रिय",
            "น้ำทิพย์",
            "محمد علي",
            "שָׁלוֹם",
        ),
        *("王小明", "黃雨喬", "田中 太郎", "ﾀﾅｶ", "김철수", "𝔈𝔯𝔫𝔞", "👩‍🌾 👧🏽 🇩🇪 ❤ ☀", "ქართული", "Հայկ"),
    ],
)
def test_the_fonts_of_the_program_have_what_names_are_written_in(text):
    assert glyphs.legible(text) == text


def letters(codec: str, first: Iterable[int], second: Iterable[int] = range(0xA1, 0xFF)) -> str:
    """Return the Han letters that a character set of East Asia has in some of its rows."""
    pairs = (bytes((one, other)) for one in first for other in second)
    return "".join(pair.decode(codec, errors="ignore")[:1] for pair in pairs)


LOW, HIGH = range(0x40, 0x7F), range(0xA1, 0xFF)
BIG5 = letters("big5", (*range(0xA4, 0xC6), *range(0xC9, 0xFA)), (*LOW, *HIGH)) + letters("big5", [0xC6], LOW)
"""Traditional Han: what is frequent, and what is not."""


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("GB 2312", letters("gb2312", range(0xB0, 0xF8)), 6763),
        ("JIS X 0208, both levels", letters("euc_jp", range(0xB0, 0xF5)), 6355),
        ("Big5", BIG5, 13053),
        ("KS X 1001, Han", letters("euc_kr", range(0xCA, 0xFE)), 4888),
        ("every syllable of Hangul", "".join(map(chr, range(0xAC00, 0xD7A4))), 11172),
        ("kana", "".join(map(chr, (*range(0x3041, 0x3094), *range(0x30A1, 0x30F7), *range(0xFF66, 0xFF9E)))), 225),
    ],
)
def test_the_letters_of_east_asia_are_there(name, text, count):
    assert len(text) == count
    assert [one for one in text if measuring.advance(one) is None] == []


def test_no_letter_carries_more_marks_than_any_script_gives_it():
    assert glyphs.legible("E" + "\u0301" * 79) == "E" + "\u0301" * glyphs.MOST_MARKS
    assert glyphs.legible("Z\u0351\u0346a\u030dl\u0363g\u034bo\u0300") == "Z\u0351\u0346a\u030dl\u0363g\u034bo\u0300"


@pytest.mark.parametrize(
    ("text", "halves"),
    [
        ("Maximiliane von Schwarzenberg", ["Maximiliane von", "Schwarzenberg"]),
        ("W" * 60, ["W" * 60]),
        ("", [""]),
        (f"A {'W' * 20}", ["A", "W" * 20]),
    ],
)
def test_a_text_is_split_between_words_as_evenly_as_may_be(text, halves):
    assert split(text) == halves


@pytest.mark.parametrize(
    "text", ["Ida", "Maximiliane-Friederike Freifrau von Schwarzenberg-Wolfenbüttel", "W" * 60, "W " * 60]
)
def test_a_text_in_two_lines_stays_in_its_room(text):
    sizes = (9.0, 7.6, 6.2, 5.0, 4.0)

    found = in_two(text, room=140, sizes=sizes, smallest=2)

    assert all(width(line) * sizes[found.fit] <= 140 for line in found.text.split("\n"))
    assert found.is_in_two == (text not in {"Ida", "W" * 60})


def test_lines_that_are_nearly_alike_are_alike():
    names, clubs = ["Ida", "Ole"], ["SC Herz Dame", "Schellenbuben Schmölln 1"]

    found = fitting.table((names, 60.0), (clubs, 42.0))

    assert found.count('class="fit-1"') == 2


@pytest.mark.django_db
@pytest.mark.usefixtures("_few_fonts")
def test_on_paper_there_is_a_sign_and_on_the_page_for_the_browser_the_name(director):
    made = factories.tournament(entrants=2)
    made.entrants.filter(number=2).update(name="東京太郎")

    [paper] = pages(director.get(ENTRANTS))

    assert "[?]" in paper
    assert "Spieler 1" in paper
    assert "東京太郎" in director.get(f"{ENTRANTS}?as=page").content.decode()


@pytest.mark.django_db
def test_the_print_desk_says_which_names_are_printed_otherwise(director):
    made = factories.tournament(entrants=4)
    made.entrants.filter(number=2).update(name="ইলা Müller")
    made.entrants.filter(number=3).update(name="王小明 👩‍🌾", club="E" + "\u0301" * 79)
    page = director.get("/t/cup/office/print/").content.decode()

    assert "<bdi>ইলা Müller</bdi> → <bdi>[?] Müller</bdi>" in page
    assert "→ <bdi>E" + "\u0301" * glyphs.MOST_MARKS + "</bdi>" in page
    assert "王小明" not in page


@pytest.mark.django_db
def test_the_print_desk_says_nothing_of_fonts_where_they_have_everything(director):
    made = factories.tournament(entrants=2)
    made.entrants.filter(number=2).update(name="Łukasz 王 🏳️‍🌈")

    assert "Printed otherwise" not in director.get("/t/cup/office/print/").content.decode()
