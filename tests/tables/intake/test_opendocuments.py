"""Tables of LibreOffice: what is read of them, and what is refused at once because it means harm or came to harm."""

import random
import time
import zipfile
from io import BytesIO

import pytest

from tables.intake.outcome import IntakeRefused, Refusal, letters
from tables.intake.sources.files import read_cells
from tests.support.lists_read_in_one_go import read_table
from tests.support.pace_of_this_machine import seconds
from tests.tables.intake.opendocuments import ERNA, HEAD, LOCKED, cell, content, ods, packed, row, table

GOOD = ods(
    table(
        *(row(cell(line)) for line in ("Cup", "16.05.2026", "Entrants")),
        row(cell("Name"), cell("No.")),
        *(row(cell(f"Player {letters(number)}"), cell(str(number))) for number in range(30)),
    )
)
FAR = 1_048_576


def names(data, name="list.ods"):
    """Return the names in a file."""
    return [one.registration.name for one in read_table(data, name, limit=1_000).rows]


def cells(data):
    """Return the numbers of the rows and what is in them."""
    return [(line.number, line.cells) for line in read_cells(data, most_rows=1_000)]


def rows(count):
    """Return what says that a row is there so often."""
    return f'table:number-rows-repeated="{count}"'


def refusal(data, name="list.ods"):
    """Return the code by which a file is refused, which must take less than a second of the processor."""
    began = time.process_time()
    with pytest.raises(IntakeRefused) as refused:
        read_table(data, name, limit=1_000)
    assert time.process_time() - began < seconds(1)
    return refused.value.code


class TestRead:
    def test_a_list_with_its_event_above(self):
        assert len(names(GOOD)) == 30

    def test_whatever_its_name_ends_in(self):
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
                row(
                    '<table:table-cell table:number-columns-repeated="16384"/>',
                    more=rows(FAR - 6),
                ),
            )
        )
        assert cells(data) == [(4, ("a", "a", "", "b")), (5, ("c", "", "", "")), (6, ("c", "", "", ""))]

    def test_the_first_sheet_that_is_shown_and_has_anything(self):
        shown = '<style:table-properties table:display="false"/>'
        hidden = f'<style:style style:name="h" style:family="table">{shown}</style:style>'
        data = ods(
            table(row(cell("hidden")), more='table:style-name="h"', name="a"),
            table(name="b"),
            table(HEAD, ERNA, name="c"),
            styles=hidden,
        )
        assert names(data) == ["Erna Schulz"]

    def test_comments_are_no_text_of_their_cells(self):
        note = cell("Erna Schulz").replace(
            "<text:p>", "<office:annotation><text:p>late</text:p></office:annotation><text:p>", 1
        )
        assert names(ods(table(HEAD, row(note)))) == ["Erna Schulz"]

    def test_a_stray_cell_far_down_costs_nothing_and_is_shown(self):
        blank = row("<table:table-cell/>", more=rows(FAR - 3))
        began = time.process_time()
        assert cells(ods(table(HEAD, ERNA, blank, row(cell("1")))))[-1] == (FAR, ("1",))
        assert time.process_time() - began < seconds(3)


def test_an_empty_one_says_so():
    assert refusal(ods(table())) is Refusal.EMPTY
    assert refusal(ods(table(row(cell(" "))))) is Refusal.EMPTY


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

    def test_in_many_tables_together(self):
        apart = row("<table:table-cell/>", more=rows(19000)) + row(
            '<table:table-cell table:number-columns-repeated="90"/>', cell("a")
        )
        assert refusal(ods(*(table(apart, name=f"t{number}") for number in range(10)))) is Refusal.BOMB

    def test_packed_tight(self):
        assert refusal(ods(table(HEAD, " " * 25_000_000))) is Refusal.BOMB
        assert refusal(ods(table(HEAD, " " * 40_000_000))) is Refusal.BOMB


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
        '<!DOCTYPE a [<!ENTITY y "lol"><!ENTITY x "&y;&y;&y;&y;">]>',
        '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd">',
    ],
    ids=["external", "laughs", "dtd"],
)
def test_entities_are_refused(doctype, encoding):
    named = "&x;" if "ENTITY" in doctype else "x"
    part = content(table(HEAD, row(cell(named))), doctype=doctype).encode(encoding)
    assert refusal(packed({"content.xml": part})) is Refusal.BOMB


def test_a_locked_file_says_so():
    assert refusal(packed({"content.xml": b"\x8f\x01", "META-INF/manifest.xml": LOCKED})) is Refusal.ENCRYPTED
    assert refusal(packed({"encrypted-package": b"\x8f\x01"})) is Refusal.ENCRYPTED


def test_texts_and_other_archives_are_of_the_wrong_type():
    for kind in ("application/vnd.oasis.opendocument.text", "application/vnd.sun.xml.calc", "application/epub+zip", ""):
        assert refusal(packed({"content.xml": content()}, kind=kind)) is Refusal.WRONG_TYPE, kind


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


def test_a_file_without_its_tables_is_broken():
    assert refusal(packed({})) is Refusal.BROKEN


def test_methods_that_unpack_at_once_are_refused():
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        assert refusal(packed({"content.xml": content(table(HEAD, ERNA))}, method=method)) is Refusal.BROKEN, method


def test_what_is_left_of_one_is_no_line_of_text():
    assert refusal(b"Erna Schulz") is Refusal.BROKEN


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
    for _ in range(150):
        damaged = bytearray(GOOD)
        for _ in range(chance.choice((1, 3, 30))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        assert outcome(bytes(damaged))
        part = bytearray(sound)
        for _ in range(chance.choice((1, 2, 8))):
            at = chance.randrange(len(part))
            part[at : at + chance.choice((0, 1, 9))] = chance.choice((b"", b"<", b'"', b"9", b"\xff", b"/", b"&amp;"))
        assert outcome(packed({"content.xml": bytes(part)}))
