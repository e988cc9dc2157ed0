"""Files of LibreOffice as somebody might make them."""

import zipfile
from io import BytesIO

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
    """Return a file with these tables."""
    return packed({"content.xml": content(*tables, **more)})


HEAD, ERNA = row(cell("Name")), row(cell("Erna Schulz"))
