"""What no font can draw, and what is too long for its place: printed sensibly, never as boxes, never cut off.

Papers about money: lists to sign, receipts, the account with report and protocol, the journal (SkWO 3.3, 7.4.3).
"""

import re
from collections.abc import Iterable
from io import BytesIO

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from openpyxl import load_workbook
from pypdf import PdfReader

from scoring.money.wording.amounts import euros
from scoring.paper.typesetting import fitting, glyphs, measuring
from scoring.paper.typesetting.fitting import in_two, split, width
from tables.tournaments.models import Role
from tests.paper.every_kind import document, whole_event
from tests.paper.papers_read import ENTRANTS
from tests.paper.printed import pages
from tests.support import factories

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


@pytest.fixture
def made():
    return whole_event()


def rows(made, name, at=0):
    """Return the rows of a part of a document, its last one among them."""
    part = document(made, name).context["parts"][at]
    return [*part.rows, *([part.total] if part.total else [])]


def words(made, name):
    made_of = document(made, name)
    html = render_to_string(made_of.template, made_of.as_page())
    return " ".join(strip_tags(re.sub("<", " <", html)).split())


@pytest.mark.django_db
def test_who_gets_how_much_stands_in_the_list_to_sign(made):
    found = rows(made, "payout-list")

    best = made.awards.get(prize_list__name="Serie 1", place=1).entrant
    line = next(row for row in found if row[0] == str(best))
    assert line[2] == "Serie 1, prize 1: 9.00 €\nSachpreise, prize 1: Schinken\nbesides: 10.00 €"
    # The prize and the entry fee that was given back.
    assert line[3:] == ("19.00 €", "")
    assert found[-1][3] == "114.00 €"


@pytest.mark.django_db
def test_things_stand_in_the_order_of_choice(made):
    ((place, prizes, thing, worth, name, signed),) = rows(made, "goods-list")

    assert (place, prizes, thing, worth, signed) == ("1", "Sachpreise", "Schinken", "25.00 €", "")
    assert name.split()[0].isdecimal()


@pytest.mark.django_db
def test_what_is_given_back_stands_with_its_sum(made):
    found = rows(made, "refund-list")

    assert len(found) == 12
    assert found[-1][2] == "106.00 €"


@pytest.mark.django_db
def test_the_account_says_what_came_in_and_where_it_went(made):
    said = words(made, "account")

    assert "Not closed yet." in said
    assert "Startgeld 0.00 €" in said
    assert "Report of cash box 1" in said
    # 82.00 counted and 9.00 paid out: 91.00 of the 100.00 that were paid.
    assert "Taken in 91.00 €" in said
    assert "Taken in by the journal: 100.00 €." in said
    assert "Difference: -9.00 €." in said
    assert "20.00 € 4 80.00 €" in said
    assert "Why it differs: fehlt" in said


@pytest.mark.django_db
def test_the_journal_says_the_cash_after_each_movement(made):
    found = rows(made, "money-journal")

    assert [row[0] for row in found] == [str(number) for number in range(1, made.movements.count() + 1)]
    assert found[-1][-1] == "82.00"


@pytest.mark.django_db
def test_receipts_are_four_on_a_sheet(made):
    sheets = document(made, "receipts").context["sheets"]

    assert [len(sheet) for sheet in sheets] == [4, 4, 2]
    assert all(receipt.amount for sheet in sheets for receipt in sheet)


@pytest.mark.django_db
def test_a_label_for_each_envelope_says_who_won_what(made):
    (sheet,) = document(made, "prize-labels").context["sheets"]

    won = dict(made.awards.filter(prize_list__name="Serie 1").values_list("entrant", "cents"))
    assert {label.number: label.won[0] for label in sheet} == {
        number: f"Serie 1, prize {place}: {euros(cents)}" for place, (number, cents) in enumerate(won.items(), start=1)
    }


@pytest.mark.django_db
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("name", ["payout", "receipts", "labels", "things", "refunds", "account", "journal"])
def test_the_treasurer_prints_them_and_nobody_else_reads_them(made, client, name):
    address = f"/t/cup/office/money/{name}.pdf"
    assert client.get(address).status_code == 302
    Role.objects.create(tournament=made, user=factories.user("kassier"), kind=Role.Kind.TREASURER)
    client.force_login(factories.user("kassier"))

    response = client.get(address)

    assert response["Content-Type"] == "application/pdf"
    assert len(PdfReader(BytesIO(response.content)).pages) >= 1


@pytest.mark.django_db
def test_an_event_without_money_has_papers_that_say_so(client):
    factories.tournament()
    client.force_login(factories.user())

    for name in ("payout", "receipts", "labels", "things", "refunds", "account", "journal"):
        assert client.get(f"/t/cup/office/money/{name}.pdf", {"as": "page"}).status_code == 200


@pytest.mark.django_db
def test_the_account_is_a_workbook_with_the_journal_in_it(made, client):
    client.force_login(factories.user())

    book = load_workbook(BytesIO(client.get("/t/cup/office/money/account.xlsx").content))

    assert book.sheetnames == ["Account", "Pots", "Cash box 1", "Journal of money"]
    cells = [cell.value for row in book["Cash box 1"].iter_rows() for cell in row]
    assert {82, 91, 100, -9} <= {float(cell) for cell in cells if isinstance(cell, int | float)}
