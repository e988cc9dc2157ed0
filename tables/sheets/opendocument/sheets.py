"""A worksheet as a table of OpenDocument: columns, rows, what its cells take, which part of it is filtered."""

from collections.abc import Iterator
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from openpyxl.utils import get_column_letter

from tables.sheets.opendocument.cells import as_row, cell_of, paragraphs
from tables.sheets.opendocument.formulas import formula_of
from tables.sheets.opendocument.styles import column_name

USUAL_WIDTH: Final = 11.0


def table_of(worksheet: Any, number: int, rows: str) -> str:
    """Return a worksheet, and behind its own rows others that are written already."""
    heads = int(worksheet.print_title_rows.lstrip("$").partition(":")[0]) if worksheet.print_title_rows else 0
    validated = {
        cell: f"take{number}-{at}"
        for at, rule in enumerate(worksheet.data_validations.dataValidation)
        for cell in _cells(rule.sqref)
    }
    own = list(_rows(worksheet, validated))
    above, head, below = own[: heads - 1] if heads else [], own[heads - 1 : heads] if heads else [], own[heads:]
    protected = ' table:protected="true"' if worksheet.protection.sheet else ""
    return (
        f'<table:table table:name={quoteattr(worksheet.title)} table:style-name="ta{number}"{protected}>'
        + "".join(_column(worksheet, at) for at in range(1, worksheet.max_column + 1))
        + "".join(above)
        + (f"<table:table-header-rows>{head[0]}</table:table-header-rows>" if head else "")
        + "".join(below)
        + rows
        + "</table:table>"
    )


def table_style(worksheet: Any, number: int) -> str:
    """Return the style of a table, which names its page."""
    shown = "false" if worksheet.sheet_state == "hidden" else "true"
    return (
        f'<style:style style:name="ta{number}" style:family="table" style:master-page-name="page{number}">'
        f'<style:table-properties table:display="{shown}" style:writing-mode="lr-tb"/></style:style>'
    )


def width_of(worksheet: Any, column: int) -> float:
    """Return how many characters a column is wide."""
    letter = get_column_letter(column)
    is_set = letter in worksheet.column_dimensions and worksheet.column_dimensions[letter].width
    return float(worksheet.column_dimensions[letter].width) if is_set else USUAL_WIDTH


def _column(worksheet: Any, number: int) -> str:
    letter = get_column_letter(number)
    is_hidden = letter in worksheet.column_dimensions and worksheet.column_dimensions[letter].hidden
    hidden = ' table:visibility="collapse"' if is_hidden else ""
    return f'<table:table-column table:style-name="{column_name(width_of(worksheet, number))}"{hidden}/>'


def _rows(worksheet: Any, validated: dict[tuple[int, int], str]) -> Iterator[str]:
    for row in worksheet.iter_rows():
        height = worksheet.row_dimensions[row[0].row].height
        yield as_row([_cell(cell, validated) for cell in row], height=height)


def _cell(cell: Any, validated: dict[tuple[int, int], str]) -> str:
    rule = validated.get((cell.row, cell.column))
    more = f' table:content-validation-name="{rule}"' if rule else ""
    if cell.value is None:
        return f'<table:table-cell table:style-name="ce{cell.style_id}"{more}/>' if rule or cell.has_style else ""
    if cell.data_type == "f":
        formula = quoteattr(formula_of(cell.value))
        return f'<table:table-cell table:style-name="ce{cell.style_id}"{more} table:formula={formula}/>'
    return cell_of(cell.style_id, cell.value, more=more)


def _cells(sqref: Any) -> Iterator[tuple[int, int]]:
    for one in sqref.ranges:
        for row in range(one.min_row, one.max_row + 1):
            for column in range(one.min_col, one.max_col + 1):
                yield row, column


def rules_of(worksheet: Any, number: int) -> str:
    """Return what the cells of a worksheet take."""
    return "".join(_rule(worksheet, f"take{number}-{at}", rule) for at, rule in enumerate(_rules(worksheet)))


def _rules(worksheet: Any) -> Any:
    return worksheet.data_validations.dataValidation


def _rule(worksheet: Any, name: str, rule: Any) -> str:
    first = next(iter(rule.sqref.ranges))
    base = f"${_quoted(worksheet.title)}.{get_column_letter(first.min_col)}{first.min_row}"
    # A list of words is written without the quotation marks around them all, each in its own.
    text = rule.formula1
    if text.startswith('"'):
        offered = ";".join(f'"{word}"' for word in text.strip('"').split(","))
    else:
        offered = formula_of(f"={text}").removeprefix("of:=")
    return (
        f'<table:content-validation table:name="{name}" table:allow-empty-cell="true"'
        f" table:condition={quoteattr(f'of:cell-content-is-in-list({offered})')}"
        f' table:display-list="unsorted" table:base-cell-address={quoteattr(base)}>'
        f'<table:error-message table:display="true" table:message-type="stop" table:title={quoteattr(rule.errorTitle)}>'
        f"{paragraphs(rule.error)}</table:error-message></table:content-validation>"
    )


def filter_of(worksheet: Any, number: int) -> str:
    """Return which part of a worksheet is filtered, if one is."""
    if not worksheet.auto_filter.ref:
        return ""
    sheet = _quoted(worksheet.title)
    target = ":".join(f"{sheet}.{end}" for end in worksheet.auto_filter.ref.split(":"))
    return (
        f'<table:database-range table:name="__Anonymous_Sheet_DB__{number}" table:display-filter-buttons="true"'
        f" table:target-range-address={quoteattr(target)}/>"
    )


def _quoted(title: str) -> str:
    return "'" + title.replace("'", "''") + "'"


def foot_of(worksheet: Any) -> str:
    """Return what stands at the foot of each page: at the left, in the middle, and the number of the page."""
    foot = worksheet.oddFooter
    left, middle = (escape((part.text or "").replace("&&", "&")) for part in (foot.left, foot.center))
    number = "<text:page-number>1</text:page-number> / <text:page-count>1</text:page-count>"
    return "".join(
        f"<style:region-{place}><text:p>{words}</text:p></style:region-{place}>"
        for place, words in (("left", left), ("center", middle), ("right", number))
    )
