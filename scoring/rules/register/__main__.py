"""The register as a page for people, written to the file named: ``python -m scoring.rules.register docs/rules.md``."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from scoring.rules.clauses import MOVED, REPLACED, Edition
from scoring.rules.register import CHAPTERS
from scoring.rules.register.clause import CLAIMS, Clause

HEAD = """\
# The rules, clause by clause

<!-- Made by `python -m scoring.rules.register docs/rules.md` from scoring/rules/register: change it there. -->

Which function of `scoring.rules` holds a clause, and which test under `tests/rules` shows it. Numbers are those of
November 2002; where the newer one is known it stands in brackets. Every clause of both orders is there. What is left to
the players, the judges or the direction, or to a part of the site above these functions, says so.
"""
COLUMNS = ("Clause", "What it demands", "Held by", "Shown by", "Beyond these functions")


def page() -> str:
    """Return the page as Markdown."""
    return "\n".join([HEAD, *_chapters()])


def _chapters() -> Iterator[str]:
    for heading, clauses in {**CHAPTERS, "ISkO 4.4 since 2018: claims, with other contents": CLAIMS}.items():
        yield f"## {heading}\n"
        yield _row(COLUMNS)
        yield _row("---" for _ in COLUMNS)
        for clause in clauses:
            yield _row((_number(clause), clause.says, _names(clause.held_by), _names(clause.shown_by), clause.beyond))
        yield ""


def _number(clause: Clause) -> str:
    if clause.edition is Edition.SINCE_2018:
        return f"{clause.number} ({clause.edition})"
    if newer := MOVED.get(clause.number):
        return f"{clause.number} ({newer})"
    if newer := REPLACED.get(clause.number):
        return f"{clause.number} (another content since 2018: {newer})"
    return clause.number


def _names(names: Iterable[str]) -> str:
    return "<br>".join(f"`{name}`" for name in names)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
