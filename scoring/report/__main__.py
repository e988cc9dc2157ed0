"""Check reports with nothing but Python: ``python -m scoring.report check FILE ...``; - is standard input.

``example SEED`` writes the report of an event made by chance, ``grid`` every game with its points, a line each: by
these another program can be tried. ``exactness`` is the table of what they come to.
"""

import json
import sys
from collections.abc import Sequence

from scoring.report.checks import ReportFinding, check
from scoring.report.writing import exactness, example, grid
from tables.seating.checks import FAULT, printable, shown
from tables.seating.records.inputs import CannotOpen, record_at

USAGE = """\
Usage: python -m scoring.report check FILE ...   (- reads standard input)
       python -m scoring.report example SEED
       python -m scoring.report grid
       python -m scoring.report exactness
"""
MANY = 50  # findings told one by one


def main(words: Sequence[str]) -> int:
    """Do what is asked; return 0 if all is in order, 1 if a report is not, 2 if nothing was asked."""
    match words:
        case ["check", _, *_]:
            return _checked(words[1:])
        case ["example", seed]:
            _say(json.dumps(example(seed)) + "\n")
            return 0
        case ["grid"]:
            for line in grid():
                _say(json.dumps(line) + "\n")
            return 0
        case ["exactness"]:
            for row in exactness():
                _say(row + "\n")
            return 0
    sys.stderr.write(USAGE)
    return 2


def _checked(names: Sequence[str]) -> int:
    in_order = True
    for name in names:
        sentences = _said(name)
        in_order &= not sentences
        for sentence in sentences or ["in order"]:
            _say(f"{printable(name)}: {sentence}\n")
    return 0 if in_order else 1


def _said(name: str) -> list[str]:
    try:
        document = record_at(name)
    except CannotOpen as error:
        return [FAULT[error.code].replace("record of a draw", "report")]
    report_findings = check(document)
    more = [f"and {len(report_findings) - MANY} more findings"] if len(report_findings) > MANY else []
    return [*map(_sentence, report_findings[:MANY]), *more]


def _sentence(finding: ReportFinding) -> str:
    text = f" ({shown(finding.detail)})" if finding.detail else ""
    return f"{shown(finding.at) or 'the whole'}: {finding.code}{text}"


def _say(line: str) -> None:
    # A console that knows no quotation marks gets question marks, not an error.
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(line.encode(encoding, "replace").decode(encoding))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
