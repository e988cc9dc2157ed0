"""What no font can draw, and what is too long for its place: printed sensibly, never as boxes, never cut off."""

import pytest
from django.utils import translation

from scoring.paper.documents import seat_plans
from scoring.paper.typesetting import fitting, glyphs
from scoring.paper.typesetting.fitting import in_two, split, width
from scoring.paper.typesetting.heading import LIST_SIZES, LIST_TITLE
from skatturnier import fonts
from tables.draw.selectors import seats
from tests import factories
from tests.paper.papers_read import ENTRANTS
from tests.paper.printed import pages

HEBREW = range(0x5D0, 0x5EB)


@pytest.fixture
def _few_fonts(monkeypatch):
    """A machine that has Latin and Hebrew letters, suits and a smile, and nothing else."""
    glyphs._drawable.cache_clear()
    known = {*HEBREW, *map(ord, "♣♠♥♦😀−")}
    monkeypatch.setattr(glyphs, "_known", lambda: lambda code: code < 0x250 or 0x2000 <= code < 0x2070 or code in known)
    yield
    glyphs._drawable.cache_clear()


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
        ("한국어 ไทย", "[?] [?]"),
        ("", ""),
    ],
)
def test_letters_in_no_font_are_one_sign_and_pictures_are_left_out(text, legible):
    assert glyphs.legible(text) == legible


def test_where_nobody_knows_the_fonts_everything_stays(monkeypatch):
    monkeypatch.setattr(glyphs, "_known", lambda: None)

    assert glyphs.legible("東京 👧") == "東京 👧"


def test_what_the_fonts_can_draw_is_known():
    pytest.importorskip("weasyprint")

    can_draw = glyphs._known()

    assert can_draw
    assert can_draw(ord("♣"))
    assert not can_draw(0x10FFFD)


def test_nothing_is_wider_than_it_is_reckoned():
    font = pytest.importorskip("fontTools.ttLib").TTFont(fonts.OWN / "DejaVuSans.ttf")
    glyph, metrics, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    letters = [
        chr(code)
        for code in (*range(0x20, 0x7F), *range(0xC0, 0xD7), *range(0xD8, 0xF7), *range(0xF8, 0x132), *HEBREW)
        if code in glyph
    ]

    assert [one for one in letters if metrics[glyph[ord(one)]][0] / em > width(one) + 0.005] == []


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
@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_the_title_of_the_seats_has_room_beside_the_event(language):
    series = factories.running_series(factories.tournament(entrants=4))
    with translation.override(language):
        plan = seat_plans.seat_plan(series, seats.seating_of(series))

    assert width(plan.title) * LIST_SIZES[plan.context["title_fit"]] <= LIST_TITLE


@pytest.mark.django_db
@pytest.mark.usefixtures("_few_fonts")
def test_on_paper_there_is_a_sign_and_on_the_page_for_the_browser_the_name(director):
    made = factories.tournament(entrants=2)
    made.entrants.filter(number=2).update(name="東京太郎")

    [paper] = pages(director.get(ENTRANTS))

    assert "[?]" in paper
    assert "Spieler 1" in paper
    assert "東京太郎" in director.get(f"{ENTRANTS}?as=page").content.decode()
