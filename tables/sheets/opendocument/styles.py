"""The looks of a workbook's cells and columns as styles of OpenDocument."""

from copy import copy
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from tables.sheets.dress import millimetres
from tables.sheets.frame import DATE_FORMAT, HUNDREDTHS, MOMENT_FORMAT, WHOLE

_DAY: Final = (
    '<number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/>'
    '<number:text>-</number:text><number:day number:style="long"/>'
)
_CLOCK: Final = (
    '<number:text> </number:text><number:hours number:style="long"/><number:text>:</number:text>'
    '<number:minutes number:style="long"/>'
)


def _figure(decimals: int, *, grouped: bool = False) -> str:
    thousands = ' number:grouping="true"' if grouped else ""
    return f'<number:number number:decimal-places="{decimals}" number:min-integer-digits="1"{thousands}/>'


NUMBERS: Final = {
    WHOLE: ("whole", f'<number:number-style style:name="whole">{_figure(0)}</number:number-style>'),
    "0.00": ("hundredths", f'<number:number-style style:name="hundredths">{_figure(2)}</number:number-style>'),
    HUNDREDTHS: (
        "grouped",
        f'<number:number-style style:name="grouped">{_figure(2, grouped=True)}</number:number-style>',
    ),
    DATE_FORMAT: ("day", f'<number:date-style style:name="day">{_DAY}</number:date-style>'),
    MOMENT_FORMAT: ("moment", f'<number:date-style style:name="moment">{_DAY}{_CLOCK}</number:date-style>'),
}
"""What stands for the number formats of Excel."""

LINES: Final = {"thin": "0.5pt", "medium": "1.5pt"}
ALIGNED: Final = {"left": "start", "center": "center", "right": "end"}


def cell_styles(book: Workbook) -> str:
    """Return a style for each look of the workbook, by its number, and the numbers' formats."""
    styles = [written for _name, written in NUMBERS.values()]
    for number, look in enumerate(book._cell_styles):  # type: ignore[attr-defined]  # openpyxl hands them out nowhere
        cell: Any = WriteOnlyCell(book.worksheets[0])
        cell._style = copy(look)
        styles.append(_cell_style(f"ce{number}", cell))
    return "".join(styles)


def _cell_style(name: str, cell: Any) -> str:
    data = NUMBERS.get(cell.number_format)
    written = f' style:data-style-name="{data[0]}"' if data else ""
    font, placed = cell.font, cell.alignment
    properties = {
        "fo:wrap-option": "wrap" if placed.wrap_text else None,
        "style:vertical-align": {"top": "top", "center": "middle"}.get(placed.vertical),
        "style:cell-protect": "protected" if cell.protection.locked else "none",
        "fo:padding-right": "2mm" if placed.indent else None,
        "fo:background-color": f"#{cell.fill.fgColor.rgb[-6:]}" if cell.fill.patternType == "solid" else None,
        **{f"fo:border-{side}": _line(getattr(cell.border, side)) for side in ("left", "right", "top", "bottom")},
    }
    letters = {
        "fo:font-weight": "bold" if font.bold else None,
        "fo:font-size": f"{font.size:g}pt" if font.size else None,
        "fo:color": f"#{font.color.rgb[-6:]}" if font.color is not None and font.color.type == "rgb" else None,
    }
    aligned = ALIGNED.get(placed.horizontal or "")
    return (
        f'<style:style style:name="{name}" style:family="table-cell" style:parent-style-name="Default"{written}>'
        f"<style:table-cell-properties{_attributes(properties)}/>"
        + (f'<style:paragraph-properties fo:text-align="{aligned}"/>' if aligned else "")
        + f"<style:text-properties{_attributes(letters)}/></style:style>"
    )


def _line(side: Any) -> str | None:
    if side is None or side.style is None:
        return None
    colour = f"#{side.color.rgb[-6:]}" if side.color is not None and side.color.type == "rgb" else "#000000"
    return f"{LINES[side.style]} solid {colour}"


def _attributes(properties: dict[str, str | None]) -> str:
    return "".join(f" {name}={quoteattr(value)}" for name, value in properties.items() if value)


def column_style(width: float) -> str:
    """Return the style of a column of so many characters, named after its width."""
    return (
        f'<style:style style:name="{column_name(width)}" style:family="table-column">'
        f'<style:table-column-properties style:column-width="{millimetres(width):.2f}mm"/></style:style>'
    )


def column_name(width: float) -> str:
    """Return the name of a column's style."""
    return f"co{round(10 * width)}"


def row_style(points: float) -> str:
    """Return the style of a row of a height in points, named after it."""
    return (
        f'<style:style style:name="{row_name(points)}" style:family="table-row"><style:table-row-properties'
        f' style:row-height="{points:g}pt" style:use-optimal-row-height="false"/></style:style>'
    )


def row_name(points: float) -> str:
    """Return the name of a row's style."""
    return f"ro{round(10 * points)}"
