"""Files that no page should choke on, by what is wrong with them."""

import zipfile
from functools import cache
from io import BytesIO

from scoring.archive.packing.contents import SUMS
from tests.tables.intake.opendocuments import ERNA, HEAD, LOCKED, cell, content, ods, row, table
from tests.tables.intake.opendocuments import packed as packed_ods
from tests.tables.intake.test_attacks import ENTITY, GOOD, LAUGHS, OLE, packed, sheet


def _archive(parts, method=zipfile.ZIP_DEFLATED):
    out = BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def _nested(depth):
    inner = b"x" * 1000
    for number in range(depth):
        inner = _archive({f"{number}.zip": inner})
    return inner


@cache
def hostile_files() -> dict[str, bytes]:
    """Return every such file by its name; made when first asked for, since the largest take seconds."""
    return {
        "empty.xlsx": b"",
        "noise.xlsx": bytes(range(256)) * 2_000,
        "bomb.zip": _archive({SUMS: "0" * 64 + "  a\n", "a": bytes(300_000_000)}),
        "bomb.xlsx": packed({"xl/worksheets/sheet1.xml": " " * 60_000_000}),
        "nested.zip": _nested(20),
        "many.zip": _archive({f"{number}": "" for number in range(5_000)}, zipfile.ZIP_STORED),
        "long-directory.zip": _archive({f"{number}": "" for number in range(40_000)}, zipfile.ZIP_STORED),
        "bomb-lzma.zip": _archive({SUMS: "0" * 64 + "  a\n", "a": bytes(19_000_000)}, zipfile.ZIP_LZMA),
        "slip.zip": _archive({SUMS: "0" * 64 + "  ../../../tmp/slipped\n", "../../../tmp/slipped": b"slipped"}),
        "far.xlsx": sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
        "laughs.xlsx": packed({"xl/workbook.xml": f'<!DOCTYPE a [<!ENTITY x0 "lol">{LAUGHS}]>{ENTITY}'}),
        "outside.xlsx": packed({"xl/workbook.xml": f'<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1/">]>{ENTITY}'}),
        "bomb.ods": packed_ods({"content.xml": " " * 25_000_000}),
        "wide.ods": ods(table(row(cell("a", 'table:number-columns-repeated="16384"')))),
        "long.ods": ods(table(row(cell("a"), more='table:number-rows-repeated="1048576"'))),
        "spaces.ods": ods(table(row(cell("<text:s text:c='2000000000'/>")))),
        "laughs.ods": ods(table(row(cell("&x;"))), doctype=f'<!DOCTYPE a [<!ENTITY x0 "lol">{LAUGHS}]>'),
        "locked.ods": packed_ods({"content.xml": b"\x8f", "META-INF/manifest.xml": LOCKED}),
        "text.ods": packed_ods({"content.xml": content()}, kind="application/vnd.oasis.opendocument.text"),
        "cut.ods": ods(table(HEAD, ERNA))[:300],
        "cut.xlsx": GOOD[: len(GOOD) // 2],
        "old.xls": OLE + "Workbook".encode("utf-16-le"),
        "page.csv": b"<!doctype html><script>alert(1)</script>",
        "deep.pdf": b"%PDF-1.7\n" + b"<<" * 100_000 + b"/ByteRange [0 1 2 3]",
        "ranges.pdf": b"%PDF-1.7\n" + b"/ByteRange [0 9999999999 9999999999 9999999999]" * 20_000,
        "der.pdf": b"%PDF-1.7 /ByteRange [0 55 75 6]".ljust(55) + b"<" + b"30800000" * 2 + b"00>" + b"%%EOF\n",
        "zeros.csv": bytes(4_000_000),
        "one-line.csv": b"a," * 2_000_000,
        "name.\u202exslx": GOOD[:100],
    }
