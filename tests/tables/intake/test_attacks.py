"""Files that mean harm or came to harm: refused with a code, at once, and never with another error."""

import contextlib
import random
import struct
import time
import zipfile
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from defusedxml import ElementTree
from openpyxl.xml import functions

from tables.intake.outcome import IntakeRefused, Refusal, letters
from tables.intake.sources import office
from tables.intake.sources.files import read_cells, read_file
from tables.sheets import Column, Sheet, write_xlsx
from tests.support.lists_read_in_one_go import read_table
from tests.support.thorough import examples, seconds

pytestmark = pytest.mark.slow
SHEET = "xl/worksheets/sheet1.xml"
PARTS = (SHEET, "xl/workbook.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels")
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'
ERNA = '<row r="2"><c r="A2" t="inlineStr"><is><t>Erna Schulz</t></is></c></row>'
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 504

OLD = (Path(__file__).parent / "teilnehmer.xls").read_bytes()
"""As the program of those years writes it: a cover, the list, a hidden sheet."""

PEOPLE = [(f"Player {letters(number)}", "SC Ulm") for number in range(30)]
GOOD = write_xlsx([Sheet(title="Entrants", columns=[Column(heading="Name"), Column(heading="Club")], rows=PEOPLE)])


def packed(parts=None, *, method=zipfile.ZIP_DEFLATED, without=()):
    """Return the good workbook with some of its parts replaced."""
    parts = parts or {}
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(GOOD)) as good, zipfile.ZipFile(out, "w", method) as archive:
        for name in dict.fromkeys([*good.namelist(), *parts]):
            if name not in without:
                archive.writestr(name, parts[name] if name in parts else good.read(name))
    return out.getvalue()


def sheet(inside, after=""):
    return packed({SHEET: f"<worksheet {MAIN}><sheetData>{inside}</sheetData>{after}</worksheet>"})


def refusal(data, name="list.xlsx"):
    """Return the code by which a file is refused, which must take less than a second of the processor."""
    began = time.process_time()
    with pytest.raises(IntakeRefused) as refused:
        read_table(data, name, limit=1_000)
    assert time.process_time() - began < seconds(1)
    return refused.value.code


def names(data):
    return [row.registration.name for row in read_table(data, "list.xlsx", limit=1_000).rows]


def test_openpyxl_reads_through_defusedxml():
    assert openpyxl.DEFUSEDXML
    assert functions.fromstring is ElementTree.fromstring
    assert functions.iterparse is ElementTree.iterparse


def test_the_sound_workbook_is_read():
    assert len(names(GOOD)) == 30
    assert names(sheet(HEAD + ERNA)) == ["Erna Schulz"]


def test_what_is_packed_too_tight_or_has_too_many_members_or_rows_is_refused():
    assert refusal(sheet(HEAD + " " * 20_000_000)) is Refusal.BOMB
    assert refusal(packed({f"xl/media/{number}.png": b"" for number in range(1_100)})) is Refusal.BOMB
    assert refusal(sheet("<row/>" * 30_000)) is Refusal.TOO_MANY_LINES


def test_more_than_a_table_is_refused():
    for part in (
        "<row>" + '<c t="inlineStr"><is><t>' + "0123456789" * 40_000 + "</t></is></c></row>",
        "<!--" + "<>" * 100_000 + "-->",
        '<row r="1"><c r="XFD1"><v>1</v></c></row>',
        '<row r="1">' + "<c/>" * 100 + "<c><v>1</v></c></row>",
        '<row r="1">' + "<c/>" * 130_000 + "</row>",
        "<mergeCell/>" * 30_000,
    ):
        assert refusal(sheet(part)) is Refusal.BOMB, part[:40]


def test_a_stray_cell_far_down_costs_nothing_and_is_shown():
    far = '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'
    began = time.process_time()
    intake = read_table(sheet(HEAD + ERNA + far), "list.xlsx", limit=10)
    assert time.process_time() - began < seconds(5)
    assert [row.line for row in intake.rows] == [2]
    assert [row.line for row in intake.bad] == [1_048_576]
    # Empty cells far out do no harm.
    assert names(sheet(HEAD + ERNA + '<row r="9"><c r="XFD9" s="1"/></row>')) == ["Erna Schulz"]


def test_sheets_that_contradict_themselves_are_broken():
    for rows in (
        *('<row r="99999999999"/>', '<row r="5"/><row r="4"/>', '<row r="2"/><row r="2"/>', '<row r="x"/>'),
        *('<row r="1"><c r="ZZZZ1"/></row>', '<row r="1"><c r="A1" t="s"><v>7</v></c></row>'),
        *('<row r="1"><c r="A1"><v>seven</v></c></row>', '<row r="1"><c r="A1"'),
    ):
        assert refusal(sheet(rows)) is Refusal.BROKEN, rows


ENTITY = f"<worksheet {MAIN}><sheetData><row><c t='inlineStr'><is><t>&x;</t></is></c></row></sheetData></worksheet>"
LAUGHS = "".join(f'<!ENTITY x{n} "{f"&x{n - 1};" * 10}">' for n in range(1, 10))


def test_entities_are_refused_in_every_part():
    for doctype in (
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
        f'<!DOCTYPE a [<!ENTITY x0 "lol">{LAUGHS}<!ENTITY x "&x9;">]>',
        '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd">',
    ):
        for part in PARTS:
            for encoding in ("utf-8", "utf-16"):
                data = packed({part: (doctype + ENTITY).encode(encoding)})
                assert refusal(data) is Refusal.BOMB, (part, encoding, doctype)


@pytest.mark.thorough
def test_one_string_in_every_cell_is_cheap():
    strings = f"<sst {MAIN}><si><t>{'ä é ' * 15_000}</t></si></sst>"
    with zipfile.ZipFile(BytesIO(GOOD)) as good:
        types, relations = (good.read(part).decode() for part in PARTS[2:])
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    told = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
    related = '<Relationship Id="s" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
    cells = "".join(f'<row r="{n}">' + '<c t="s"><v>0</v></c>' * 60 + "</row>" for n in range(2, 900))
    parts = {
        SHEET: f"<worksheet {MAIN}><sheetData>{HEAD}{cells}</sheetData></worksheet>",
        "xl/sharedStrings.xml": strings,
        PARTS[2]: types.replace("</Types>", told),
        PARTS[3]: relations.replace("</Relationships>", related),
    }
    began = time.process_time()
    with pytest.raises(IntakeRefused, match="not-a-table"):
        read_table(packed(parts, method=zipfile.ZIP_STORED), "list.xlsx", limit=1_000)
    assert time.process_time() - began < seconds(5)


def test_a_locked_file_says_so():
    assert refusal(OLE + "EncryptedPackage".encode("utf-16-le")) is Refusal.ENCRYPTED
    locked = bytearray(GOOD)
    for at in (at for at in range(len(locked)) if locked[at : at + 4] == b"PK\x01\x02"):
        locked[at + 8] |= 1
    assert refusal(bytes(locked)) is Refusal.ENCRYPTED


def old(change):
    """Return the old workbook with its records changed: a function of the kind and the body of each."""
    stream = next(office._streams(OLD))
    records = [(kind, change(kind, body)) for kind, body in office._records(stream)]
    return office.in_container(b"".join(struct.pack("<HH", kind, len(body)) + body for kind, body in records))


class TestOldWorkbooks:
    def test_they_are_read_with_their_dates_and_without_hidden_sheets(self):
        file = read_file(OLD, most_rows=100)

        assert (file.sheet.name, [one.name for one in file.others]) == ("Teilnehmer", ["Deckblatt"])
        assert file.sheet.lines[1].cells[:5] == ("1", "Hans Meier", "Skatfreunde Köln", "1961-05-12", "10")
        assert not file.knows_looks

    def test_cells_far_apart_are_a_bomb_and_counts_of_texts_are_not_believed(self):
        def grown(first, last):
            much = b"\xff" * (last - first - 1) + b"\x7f"
            return lambda kind, body: body[:first] + much + body[last:] if kind == 0xFC else body

        def moved(kind, body):
            return struct.pack("<HH", 0xFFFF, 0xFF) + body[4:] if kind == 0xFD else body

        assert refusal(old(moved), "list.xls") is Refusal.BOMB
        assert refusal(old(grown(4, 8)), "list.xls") is Refusal.BOMB
        assert refusal(old(grown(8, 10)), "list.xls") is Refusal.BROKEN

    def test_one_sheet_named_twice_or_a_chain_in_a_circle_is_broken(self):
        sheets = []

        def same(kind, body):
            if kind == 0x85:
                sheets.append(body[:4])
            return sheets[0] + body[4:] if kind == 0x85 else body

        assert refusal(old(same), "list.xls") is Refusal.BROKEN
        looped = bytearray(OLD)
        table = 512 * (1 + struct.unpack_from("<I", OLD, 76)[0])
        for at in range(table, table + 512, 4):
            looped[at : at + 4] = struct.pack("<I", 1)
        assert refusal(bytes(looped), "list.xls") is Refusal.BROKEN

    def test_an_extent_is_not_believed(self):
        vast = struct.pack("<IIHHH", 0, 0xFFFFFFFF, 0, 0xFFFF, 0)

        data = old(lambda kind, body: vast if kind == 0x200 else body)

        assert len(read_file(data, most_rows=100).sheet.lines) == 4

    def test_whatever_befalls_one_nothing_but_a_refusal_comes_of_it(self):
        chance = random.Random(3)
        for _ in range(examples(150)):
            harmed = bytearray(OLD)
            for _ in range(chance.randint(1, 9)):
                harmed[chance.randrange(8, len(OLD))] = chance.choice([0, 1, 255, chance.randrange(256)])
            with contextlib.suppress(IntakeRefused):
                read_cells(bytes(harmed), most_rows=100)


def test_an_old_workbook_says_so():
    assert refusal(OLE + "Workbook".encode("utf-16-le"), "list.xls") is Refusal.BROKEN
    assert refusal(b"\x09\x08\x10\x00\x00\x06\x05\x00", "list.xls") is Refusal.OLD_EXCEL
    assert refusal(OLE + "WordDocument".encode("utf-16-le"), "list.xls") is Refusal.WRONG_TYPE


def test_other_archives_are_of_the_wrong_type():
    assert refusal(packed(without=["xl/workbook.xml"])) is Refusal.WRONG_TYPE
    strict = f"<workbook {MAIN.replace('schemas.openxmlformats', 'purl.oclc')}/>"
    assert refusal(packed({"xl/workbook.xml": strict})) is Refusal.WRONG_TYPE
    empty = BytesIO()
    zipfile.ZipFile(empty, "w").close()
    assert refusal(empty.getvalue()) is Refusal.WRONG_TYPE


def test_a_workbook_that_lacks_a_part_unpacks_at_once_or_was_cut_anywhere_is_broken():
    for missing in (SHEET, *PARTS[2:]):
        assert refusal(packed(without=[missing])) is Refusal.BROKEN, missing
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        assert refusal(packed(method=method)) is Refusal.BROKEN, method
    for length in range(4, len(GOOD), 97):
        assert refusal(GOOD[:length]) is Refusal.BROKEN


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("part", PARTS)
def test_damaged_parts_bring_no_other_error(part):
    chance = random.Random(part)
    with zipfile.ZipFile(BytesIO(GOOD)) as archive:
        sound = archive.read(part)
    odd = (b"", b"<", b'"', b"9", b"\xff", b"/", b"&amp;", b"x")
    for _ in range(examples(30)):
        damaged = bytearray(sound)
        for _ in range(chance.choice((1, 2, 8))):
            at = chance.randrange(len(damaged))
            damaged[at : at + chance.choice((0, 1, 9))] = chance.choice(odd)
        assert outcome(packed({part: bytes(damaged)}))


def outcome(data):
    """Return what was read or why nothing was; any other error is ours."""
    try:
        return read_table(data, "list.xlsx", limit=1_000)
    except IntakeRefused as refused:
        return refused.code
