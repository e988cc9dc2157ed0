"""Text that is taken for markup as it is: every place is named with what makes it harmless, whatever people type.

Everywhere else Django escapes. Whoever adds a place says here why nothing that somebody typed can come through it.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
TRUSTING = frozenset({"mark_safe", "SafeString", "SafeText", "html_safe"})
FORMATTING = {"format_html": 1, "format_html_join": 2}
"""What escapes all it is given but so many arguments at first, which are markup."""

IN_PYTHON = {
    "columns.moment": "an empty text",
    "qr_codes.Code.svg": "the library's drawing of a code: paths and figures",
    "cards._key_card": "the squares of a code, drawn by the library",
    "rankings.ranking": "a page that was drawn by a template before",
    "by_version.answer": "a page that was drawn by a template before",
    "marked_lines._safe": "the cells that its callers escaped, joined (test_marked_lines.py)",
    "rankings.ranking_listing": "rows whose cells the writer escapes",
    "standings.StandingsListing.head": "headings: the columns' words, escaped",
    "standings.StandingsListing.body": "rows whose cells the writer escapes",
    "year_table.YearListing.body": "rows whose cells are escaped one by one",
    "year_table.shown_cells": "figures that were formatted, and a dash",
    "glyphs.legible": "markup that a template made, with letters of our fonts marked",
    "wording.page_data": "JSON in which <, > and & are written as numbers",
}
IN_TEMPLATES = {"field.help_text": "texts of our own catalogue, some with a link"}
IN_SCRIPTS = {
    "hall.js parseFromString": "the fragment of this very page, as the site drew it",
    "live.js parseFromString": "the fragment of this very page, as the site drew it",
    "house_list.js parseFromString": "the form of this very page, as the site drew it",
}
SCRIPTED = re.compile(
    r"\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|parseFromString|setHTMLUnsafe|srcdoc)\b|"
    r"document\.(write)\b|\b(eval)\(|new (Function)\("
)


def calls(path: Path) -> Iterator[tuple[str, str, ast.Call]]:
    """Yield where a call stands, what it calls, and the call."""

    def within(node: ast.AST, names: tuple[str, ...]) -> Iterator[tuple[str, str, ast.Call]]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = (*names, node.name)
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield ".".join((path.stem, *names)), name, node
        for child in ast.iter_child_nodes(node):
            yield from within(child, names)

    return within(ast.parse(path.read_text(encoding="utf-8")), ())


def ours(*suffixes: str) -> list[Path]:
    """Return the files of the product with these endings."""
    places = [ROOT / name for name in ("tables", "scoring", "skatturnier", "simulation", "templates")]
    found = [path for place in places for path in sorted(place.rglob("*.*")) if path.suffix in suffixes]
    return [path for path in found if not {"vendor", "migrations", "locale"} & set(path.parts)]


def test_python_trusts_no_text_but_where_it_says_why():
    found = Counter(place for path in ours(".py") for place, name, _call in calls(path) if name in TRUSTING)

    assert sorted(found) == sorted(IN_PYTHON)


def test_what_is_formatted_is_written_out():
    """``format_html`` escapes its arguments; the text itself must be one that nobody typed."""
    wrong = [
        f"{place}: {ast.unparse(call)[:80]}"
        for path in ours(".py")
        for place, name, call in calls(path)
        for text in call.args[: FORMATTING.get(name, 0)]
        if not (isinstance(text, ast.Constant) and isinstance(text.value, str))
    ]

    assert wrong == []


def test_no_class_says_of_itself_that_it_is_markup():
    found = [
        path.name for path in ours(".py") if re.search(r"def __html__|__html__ =", path.read_text(encoding="utf-8"))
    ]

    assert found == []


def test_templates_trust_no_text_but_where_it_says_why():
    texts = {path: path.read_text(encoding="utf-8") for path in ours(".html", ".svg", ".txt", ".xml")}
    assert len(texts) > 200
    found = {
        match[1]
        for text in texts.values()
        for match in re.finditer(r"\{\{\s*([^}|]+?)\s*\|[^}]*\bsafe(?:seq)?\b", text)
    }
    filtered = [
        path.name for path, text in texts.items() if re.search(r"\{% (?:autoescape off|filter [^%]*safe)", text)
    ]

    assert found == IN_TEMPLATES.keys()
    assert filtered == []


def test_scripts_make_no_markup_of_text_but_where_it_says_why():
    found = {
        f"{path.name} {next(filter(None, match.groups()))}"
        for path in ours(".js")
        for match in SCRIPTED.finditer(
            re.sub(r"^\s*(?://|\*|/\*).*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        )
    }

    assert found == IN_SCRIPTS.keys()
