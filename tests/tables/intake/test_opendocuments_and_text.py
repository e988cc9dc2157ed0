"""Tables of LibreOffice: what is read of them, and what is refused at once because it means harm or came to harm.

Names as they are pasted: made fit to be stored, and recognised in other spellings.
"""

import random
import time
import unicodedata
import zipfile
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.intake.names import doubles, name_key, plain
from tables.intake.outcome import IntakeRefused, Refusal, letters
from tables.intake.registration import Code, Registration, RowProblem, problems
from tables.intake.sources.files import read_cells
from tables.intake.text import NoAmount, clean_text, read_cents
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.lists_read_in_one_go import read_table
from tests.support.thorough import examples, seconds

NAMES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text", "style")
)
TYPE = "application/vnd.oasis.opendocument.spreadsheet"
LOCKED = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
    "</manifest:manifest>"
)


def cell(text, more=""):
    return f'<table:table-cell office:value-type="string" {more}><text:p>{text}</text:p></table:table-cell>'


def row(*cells, more=""):
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def table(*rows, more="", name="List"):
    return f'<table:table table:name="{name}" {more}>{"".join(rows)}</table:table>'


def content(*tables, styles="", doctype=""):
    """Return the part of an OpenDocument that holds its tables."""
    return (
        f"{doctype}<office:document-content {NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{''.join(tables)}</office:spreadsheet></office:body></office:document-content>"
    )


def packed(parts, *, method=zipfile.ZIP_DEFLATED, kind=TYPE):
    """Return an archive of parts, of a kind that it states."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("mimetype", kind, zipfile.ZIP_STORED)
        for name, part in parts.items():
            archive.writestr(name, part)
    return out.getvalue()


def ods(*tables, **more):
    return packed({"content.xml": content(*tables, **more)})


HEAD, ERNA = row(cell("Name")), row(cell("Erna Schulz"))

GOOD = ods(
    table(
        *(row(cell(line)) for line in ("Cup", "16.05.2026", "Entrants")),
        row(cell("Name"), cell("No.")),
        *(row(cell(f"Player {letters(number)}"), cell(str(number))) for number in range(30)),
    )
)
FAR = 1_048_576


def names(data, name="list.ods"):
    return [one.registration.name for one in read_table(data, name, limit=1_000).rows]


def cells(data):
    return [(line.number, line.cells) for line in read_cells(data, most_rows=1_000)]


def rows(count):
    return f'table:number-rows-repeated="{count}"'


def refusal(data, name="list.ods"):
    """Return the code by which a file is refused, which must take less than a second of the processor."""
    began = time.process_time()
    with pytest.raises(IntakeRefused) as refused:
        read_table(data, name, limit=1_000)
    assert time.process_time() - began < seconds(1)
    return refused.value.code


class TestRead:
    def test_a_list_with_its_event_above_whatever_its_name_ends_in(self):
        assert len(names(GOOD)) == 30
        for name in ("list.ods", "list.xlsx", "list.csv", "list", "list.pdf"):
            assert names(ods(table(HEAD, ERNA)), name) == ["Erna Schulz"], name

    def test_values_as_a_person_would_have_typed_them(self):
        typed = row(
            '<table:table-cell office:value-type="float" office:value="7"/>',
            '<table:table-cell office:value-type="float" office:value="7.5"/>',
            '<table:table-cell office:value-type="date" office:date-value="2026-05-16"/>',
            '<table:table-cell office:value-type="boolean" office:boolean-value="true"/>',
            '<table:table-cell office:value-type="time" office:time-value="PT14H05M00S"/>',
            cell("two<text:tab/>words<text:s/> and<text:line-break/>more</text:p><text:p>lines"),
            '<table:table-cell office:value-type="string" office:string-value=""><text:p>#REF!</text:p>'
            "</table:table-cell>",
        )
        assert cells(ods(table(typed))) == [
            (1, ("7", "7.5", "2026-05-16", "x", "14:05:00", "two words and more lines", "#REF!"))
        ]

    def test_rows_and_cells_that_repeat_and_the_blank_rest_of_the_sheet(self):
        blank = "<table:table-cell/>"
        data = ods(
            table(
                row(blank, more=rows(3)),
                row(cell("a", 'table:number-columns-repeated="2"'), "<table:covered-table-cell/>", cell("b")),
                row(cell("c"), more=rows(2)),
                row('<table:table-cell table:number-columns-repeated="16384"/>', more=rows(FAR - 6)),
            )
        )
        assert cells(data) == [(4, ("a", "a", "", "b")), (5, ("c", "", "", "")), (6, ("c", "", "", ""))]

    def test_the_first_sheet_that_is_shown_and_has_anything_without_comments(self):
        shown = '<style:table-properties table:display="false"/>'
        hidden = f'<style:style style:name="h" style:family="table">{shown}</style:style>'
        noted = "<office:annotation><text:p>late</text:p></office:annotation><text:p>"
        data = ods(
            table(row(cell("hidden")), more='table:style-name="h"', name="a"),
            table(name="b"),
            table(HEAD, row(cell("Erna Schulz").replace("<text:p>", noted, 1)), name="c"),
            styles=hidden,
        )
        assert names(data) == ["Erna Schulz"]


def test_what_is_empty_locked_or_of_the_wrong_type_says_so():
    assert refusal(ods(table())) is Refusal.EMPTY
    assert refusal(ods(table(row(cell(" "))))) is Refusal.EMPTY
    assert refusal(packed({"content.xml": b"\x8f\x01", "META-INF/manifest.xml": LOCKED})) is Refusal.ENCRYPTED
    assert refusal(packed({"encrypted-package": b"\x8f\x01"})) is Refusal.ENCRYPTED
    for kind in ("application/vnd.oasis.opendocument.text", "application/vnd.sun.xml.calc", "application/epub+zip", ""):
        assert refusal(packed({"content.xml": content()}, kind=kind)) is Refusal.WRONG_TYPE, kind
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        assert refusal(packed({"content.xml": content(table(HEAD, ERNA))}, method=method)) is Refusal.BROKEN, method
    assert refusal(packed({})) is Refusal.BROKEN
    # What is left of one is no line of text.
    assert refusal(b"Erna Schulz") is Refusal.BROKEN


class TestMoreThanATable:
    def test_is_refused(self):
        for inside in (
            row(cell("a", 'table:number-columns-repeated="16384"')),
            row(cell("a"), more=rows(FAR)),
            row(cell("a", 'table:number-columns-repeated="100"'), more=rows(2000)),
            row('<table:table-cell table:number-columns-repeated="100"/>', cell("far")),
            row('<table:table-cell table:number-columns-repeated="16385"/>'),
            row("<table:table-cell/>", more=rows(1048577)),
            row("<table:table-cell/>", more=rows(FAR - 1))
            + row('<table:table-cell table:number-columns-repeated="90"/>', cell("a")),
            row(cell("<text:s text:c='9999999'/>")),
            row("<table:table-cell>" + "<text:p/>" * 500_000 + "</table:table-cell>"),
            row(cell("a" * 200_000)),
            f"<!--{'<>' * 100_000}-->",
        ):
            assert refusal(ods(table(HEAD, inside))) in (Refusal.BOMB, Refusal.TOO_MANY_LINES), inside[:40]

    @pytest.mark.slow
    def test_in_many_tables_together_or_packed_tight(self):
        far = row('<table:table-cell table:number-columns-repeated="90"/>', cell("a"))
        apart = row("<table:table-cell/>", more=rows(19000)) + far
        assert refusal(ods(*(table(apart, name=f"t{number}") for number in range(10)))) is Refusal.BOMB
        assert refusal(ods(table(HEAD, " " * 25_000_000))) is Refusal.BOMB


def test_entities_are_refused():
    for doctype in (
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE a [<!ENTITY y "lol"><!ENTITY x "&y;&y;&y;&y;">]>',
        '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd">',
    ):
        named = "&x;" if "ENTITY" in doctype else "x"
        part = content(table(HEAD, row(cell(named))), doctype=doctype)
        for encoding in ("utf-8", "utf-16"):
            assert refusal(packed({"content.xml": part.encode(encoding)})) is Refusal.BOMB, (doctype, encoding)


def test_tables_that_contradict_themselves_are_broken():
    for part in (
        "",
        "<office:document-content",
        content(row(cell("a", 'table:number-columns-repeated="x"'))),
        content(row(cell("a", 'table:number-columns-repeated="0"'))),
        content(row(cell("a", 'table:number-columns-repeated="-1"'))),
        content(row(cell("a"), more=rows(99999999999))),
        content(table(row('<table:table-cell office:value-type="float" office:value="x"/>'))),
    ):
        assert refusal(packed({"content.xml": part})) is Refusal.BROKEN, part[:40]


def outcome(data):
    """Return what was read or why nothing was; any other error is ours."""
    try:
        return read_table(data, "list.ods", limit=1_000)
    except IntakeRefused as refused:
        return refused.code


@pytest.mark.slow
def test_a_file_cut_anywhere_is_refused():
    for length in range(4, len(GOOD), 37):
        assert refusal(GOOD[:length]) is Refusal.BROKEN


@pytest.mark.slow
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("seed", range(4))
def test_damage_brings_no_other_error(seed):
    chance = random.Random(seed)
    sound = zipfile.ZipFile(BytesIO(GOOD)).read("content.xml")
    for _ in range(examples(60)):
        damaged = bytearray(GOOD)
        for _ in range(chance.choice((1, 3, 30))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        assert outcome(bytes(damaged))
        part = bytearray(sound)
        for _ in range(chance.choice((1, 2, 8))):
            at = chance.randrange(len(part))
            part[at : at + chance.choice((0, 1, 9))] = chance.choice((b"", b"<", b'"', b"9", b"\xff", b"/", b"&amp;"))
        assert outcome(packed({"content.xml": bytes(part)}))


MESSY = st.text(
    st.sampled_from("Eäa\u0301\u0323 \t\n\x00\x1f\u200b\u200c\u200d\u202e\u2066\ufeff\xad\xa0\u3000سक👩\ud800;,")
    | st.characters(),
    max_size=60,
)


def test_text_is_stored_as_it_looks():
    for typed, stored in (
        *(("  Erna   Schulz\t", "Erna Schulz"), ("Erna\u00a0Schulz\u3000", "Erna Schulz")),
        *(("Erna\r\nSchulz", "Erna Schulz"), ("Mu\u0308ller", "Müller"), ("Erna\u202eztluhcS", "ErnaztluhcS")),
        *(("\ufeffErna\u200b", "Erna"), ("Er\xadna", "Erna"), ("Er\u200dna", "Erna"), ("Erna\ud800", "Erna")),
        *(("\u3164\u2800", ""), ("👩\u200d🌾 Erna", "👩\u200d🌾 Erna"), ("علی\u200cرضا", "علی\u200cرضا")),
        *(("क्\u200dष", "क्\u200dष"), ("\u200d Erna \u200c", "Erna"), ("\u200d" * 500 + "Erna", "Erna")),
    ):
        assert clean_text(typed) == stored, typed
    # What is longer than any field is not cut.
    assert clean_text("e\u0301" * 200 + " Erna" * 300) == "é" * 200 + " Erna" * 300
    assert clean_text("E" + "\u0301\u0323" * 50_000).startswith("\u1eb8")


def test_an_amount_is_read_as_people_write_it():
    for typed, cents in (
        *(("7", 700), ("7,5", 750), ("7.50", 750), ("7,50 €", 750), ("€ 7,50", 750), ("7,50 EUR", 750), ("0", 0)),
        *(("30,-", 3000), ("30,--", 3000), ("30.–", 3000), ("1.250,-", 125000), ("1.250,00", 125000)),
        *(("1 250,00", 125000), ("1\u202f250,00", 125000), ("1 250", 125000), ("1'250.00", 125000)),
        *(("1,250.00", 125000), ("1250,5", 125050), ("1.250.000", 125000000), ("12.345,67", 1234567), ("007", 700)),
    ):
        assert read_cents(typed) == cents, typed


def test_what_can_be_read_as_two_amounts_is_asked_and_what_is_none_refused():
    for typed, readings in (
        *(("1.250", (125000, 125)), ("1,250", (125000, 125)), ("7 50", (75000, 750)), ("7,505", (750500, 750))),
        *(("zehn", ()), ("", ()), ("1e3", ()), ("7,50,00", ()), ("1.25.5", ()), ("10 Euro 50", ()), ("+5", ())),
        *(("1.2500,00", ()), ("5;0", ()), (",50", ()), ("1" * 10, ())),
    ):
        with pytest.raises(NoAmount) as wrong:
            read_cents(typed)
        assert (wrong.value.readings, wrong.value.negative) == (readings, False), typed
    for typed, is_negative in (("-3", True), ("−7,50", True), ("-drei", False), ("-", False)):
        with pytest.raises(NoAmount) as wrong:
            read_cents(typed)
        assert wrong.value.negative == is_negative, typed


@given(st.integers(0, 99_999_999))
def test_no_way_of_writing_an_amount_is_read_a_hundredfold(cents):
    euros, rest = divmod(cents, 100)
    pointed = f"{euros:_},{rest:02}".replace("_", ".")
    for typed in (f"{euros},{rest:02}", f"{euros}.{rest:02}", f"{euros:,}.{rest:02}", pointed):
        assert read_cents(typed) == cents, typed


@given(st.text("0123456789 .,'-€x", max_size=14))
def test_anything_else_is_an_amount_or_none(typed):
    try:
        cents = read_cents(typed)
    except NoAmount:
        return
    digits = int("".join(filter(str.isdigit, typed)))
    assert cents in (digits, digits * 10, digits * 100)


@given(MESSY)
def test_clean_text_stays_as_it_is_and_a_key_of_a_name_is_its_own_key(text):
    assert name_key(name_key(text)) == name_key(text)
    cleaned = clean_text(text)
    assert clean_text(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert cleaned.encode() is not None
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in cleaned)


@pytest.mark.slow
@given(st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=200))
def test_clean_text_takes_nothing_from_words(text):
    kept = unicodedata.normalize("NFC", text)
    assert clean_text(text) == "".join(letter for letter in kept if letter not in "\u115f\u1160\u3164\uffa0")


def test_spellings_of_one_name_fall_together_and_different_names_stay_apart():
    for one, other in (
        *(("Erna Schulz", "Schulz, Erna"), ("Erna Schulz", "ERNA  SCHULZ"), ("Jürgen Müller", "Juergen Mueller")),
        *(("Jürgen Müller", "Ju\u0308rgen Mu\u0308ller"), ("Weiß", "WEISS"), ("André Nuñez", "Andre Nunez")),
        *(("Hans-Peter Ott", "Hans Peter Ott"), ("Sinéad O'Brien", "Sinead O’Brien")),
        *(("Søren Åkesson", "Soeren Akesson"), ("Łukasz", "Lukasz"), ("Ｅｒｎａ", "Erna"), ("İsmail", "ismail")),
    ):
        assert name_key(one) == name_key(other) != "", one
    for one, other in (("Bauer", "Baur"), ("Spieler 1", "Spieler 2"), ("Erna Schulz", "Erna Schulze"), ("कमल", "कमला")):
        assert name_key(one) != name_key(other), one
    called = {9: "Schulz, Erna", 2: "Otto Kurz", 4: "Erna Schulz", 5: "", 6: "", 7: "###", 8: "###", 1: "KURZ OTTO"}
    assert doubles(called) == ((1, 2), (4, 9))


def test_a_name_has_a_letter_may_be_short_and_foreign_and_every_problem_is_reported_at_once():
    assert problems(Registration()) == ()
    for name in ("###", "12", "0815 - 4711", "…", "👩"):
        assert problems(Registration(name=name)) == (RowProblem(Code.NAME_WITHOUT_LETTERS, name),), name
    for name in ("Li", "X", "王伟", "محمد", "O'", "Erna 2", "é" * 80):
        assert problems(Registration(name=name)) == (), name
    long = "x" * 81
    both = frozenset({"juniors", "seniors"})
    found = problems(Registration(name=long, club=long, team=long, classes=both), BEGUN_WITH)
    too_long = [Code.NAME_TOO_LONG, Code.CLUB_TOO_LONG, Code.TEAM_TOO_LONG]
    assert [problem.code for problem in found] == [*too_long, Code.TWO_AGES]
    assert found[0].detail == "81"


@given(text=st.text(st.characters(codec="ascii"), max_size=60))
def test_names_of_plain_letters_are_read_as_all_others(text):
    assert f"{plain(text)} e".strip() == plain(f"{text} \u03ad").removesuffix("\u03b5") + "e"
