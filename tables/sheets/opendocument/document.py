"""A whole document: the parts of the archive, and in which order they stand in it."""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from openpyxl import Workbook

from tables.sheets.dress import FONT, FOOT, MARGIN, PAPER
from tables.sheets.opendocument import sheets
from tables.sheets.opendocument.styles import cell_styles, column_style, row_style

TYPE: Final = "application/vnd.oasis.opendocument.spreadsheet"
HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'

NAMES: Final = "".join(
    f' xmlns:{short}="{name}"'
    for short, name in {
        **{
            short: f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"
            for short, name in {
                "office": "office",
                "style": "style",
                "table": "table",
                "text": "text",
                "fo": "xsl-fo-compatible",
                "number": "datastyle",
                "config": "config",
                "svg": "svg-compatible",
            }.items()
        },
        "of": "urn:oasis:names:tc:opendocument:xmlns:of:1.2",
    }.items()
)
VERSION: Final = ' office:version="1.3"'

AS_EXCEL_SEARCHES: Final = (
    '<table:calculation-settings table:case-sensitive="false" table:use-regular-expressions="false"'
    ' table:use-wildcards="false" table:search-criteria-must-apply-to-whole-cell="true"/>'
)
"""Without it "|" and "+" in what a formula looks for would be signs of a pattern."""

MANIFEST: Final = (
    f'{HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"'
    ' manifest:version="1.3">'
    f'<manifest:file-entry manifest:full-path="/" manifest:version="1.3" manifest:media-type="{TYPE}"/>'
    + "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="text/xml"/>'
        for name in ("content.xml", "styles.xml", "settings.xml")
    )
    + "</manifest:manifest>"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Rows that are written already, and which heights they have, in points."""

    written: str = ""
    heights: frozenset[float] = frozenset()


def as_opendocument(book: Workbook, rows: Sequence[Rows] = ()) -> bytes:
    """Return a workbook of openpyxl as an OpenDocument file.

    ``rows`` are for each worksheet others that stand below its own.
    """
    added = [*rows, *[Rows()] * (len(book.worksheets) - len(rows))]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as parts:
        # Other programs look for the type at the beginning of the file, unpacked.
        parts.writestr("mimetype", TYPE, zipfile.ZIP_STORED)
        parts.writestr("content.xml", _content(book, added))
        parts.writestr("styles.xml", _styles(book))
        parts.writestr("settings.xml", _settings(book))
        parts.writestr("META-INF/manifest.xml", MANIFEST)
    return out.getvalue()


def _content(book: Workbook, rows: Sequence[Rows]) -> str:
    numbered = list(enumerate(book.worksheets))
    widths = {sheets.width_of(sheet, at) for sheet in book.worksheets for at in range(1, sheet.max_column + 1)}
    heights = {row.height for sheet in book.worksheets for row in sheet.row_dimensions.values() if row.height}
    heights |= {height for part in rows for height in part.heights}
    rules = "".join(sheets.rules_of(sheet, number) for number, sheet in numbered)
    filters = "".join(sheets.filter_of(sheet, number) for number, sheet in numbered)
    # First the tables: only when a cell is written does the workbook number its look.
    tables = "".join(sheets.table_of(sheet, number, rows[number].written) for number, sheet in numbered)
    return (
        f"{HEAD}<office:document-content{NAMES}{VERSION}><office:automatic-styles>"
        + cell_styles(book)
        + "".join(map(column_style, sorted(widths)))
        + "".join(map(row_style, sorted(heights)))
        + "".join(sheets.table_style(sheet, number) for number, sheet in numbered)
        + "</office:automatic-styles><office:body><office:spreadsheet>"
        + AS_EXCEL_SEARCHES
        + (f"<table:content-validations>{rules}</table:content-validations>" if rules else "")
        + tables
        + (f"<table:database-ranges>{filters}</table:database-ranges>" if filters else "")
        + "</office:spreadsheet></office:body></office:document-content>"
    )


def _styles(book: Workbook) -> str:
    pages = list(enumerate(book.worksheets))
    return (
        f"{HEAD}<office:document-styles{NAMES}{VERSION}>"
        f'<office:font-face-decls><style:font-face style:name="{FONT}" svg:font-family="{FONT}"/>'
        "</office:font-face-decls><office:styles>"
        '<style:style style:name="Default" style:family="table-cell">'
        f'<style:text-properties style:font-name="{FONT}" fo:font-size="11pt"/></style:style></office:styles>'
        "<office:automatic-styles>"
        + "".join(_page(sheet, number) for number, sheet in pages)
        + "</office:automatic-styles><office:master-styles>"
        + "".join(
            f'<style:master-page style:name="page{number}" style:page-layout-name="pm{number}">'
            f'<style:header style:display="false"/><style:footer>{sheets.foot_of(sheet)}</style:footer>'
            "</style:master-page>"
            for number, sheet in pages
        )
        + "</office:master-styles></office:document-styles>"
    )


def _page(worksheet: Any, number: int) -> str:
    page = worksheet.page_setup
    width, height = PAPER if page.orientation != "landscape" else PAPER[::-1]
    one = ' style:scale-to-Y="1"' if page.fitToHeight else ' style:scale-to-Y="0"'
    return (
        f'<style:page-layout style:name="pm{number}"><style:page-layout-properties fo:page-width="{width:g}mm"'
        f' fo:page-height="{height:g}mm" style:print-orientation="{page.orientation or "portrait"}"'
        ' style:first-page-number="continue"'
        f' fo:margin="{MARGIN:g}mm" style:scale-to-X="1"{one} style:table-centering="horizontal"/>'
        f'<style:footer-style><style:header-footer-properties fo:min-height="{FOOT:g}mm" fo:margin-top="2mm"/>'
        "</style:footer-style></style:page-layout>"
    )


def _settings(book: Workbook) -> str:
    """Return the settings of the window: the rows above the first that moves stay in sight."""
    tables = "".join(_view(sheet) for sheet in book.worksheets)
    active = book.worksheets[0].title
    return (
        f"{HEAD}<office:document-settings{NAMES}{VERSION}><office:settings>"
        '<config:config-item-set config:name="ooo:view-settings"><config:config-item-map-indexed config:name="Views">'
        '<config:config-item-map-entry><config:config-item config:name="ViewId" config:type="string">view1'
        '</config:config-item><config:config-item-map-named config:name="Tables">'
        f"{tables}</config:config-item-map-named>"
        '<config:config-item config:name="ActiveTable" config:type="string">'
        f"{quoteattr(active)[1:-1]}</config:config-item></config:config-item-map-entry>"
        "</config:config-item-map-indexed></config:config-item-set></office:settings></office:document-settings>"
    )


def _view(worksheet: Any) -> str:
    if not worksheet.freeze_panes:
        return ""
    above = int(worksheet.freeze_panes.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) - 1
    items = {
        "VerticalSplitMode": ("short", 2),
        "VerticalSplitPosition": ("int", above),
        "ActiveSplitRange": ("short", 2),
        "PositionBottom": ("int", above),
    }
    return (
        f"<config:config-item-map-entry config:name={quoteattr(worksheet.title)}>"
        + "".join(
            f'<config:config-item config:name="{name}" config:type="{kind}">{value}</config:config-item>'
            for name, (kind, value) in items.items()
        )
        + "</config:config-item-map-entry>"
    )
