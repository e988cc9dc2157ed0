"""Check records of draws with nothing but Python: ``python -m tables.seating FILE ...``; - is standard input."""

import sys
from collections.abc import Sequence

from tables.seating.checks import printable, record_said


def main(files: Sequence[str]) -> int:
    """Say for each file whether the draw in it recomputes; return 0 if all do, 1 if not, 2 without files."""
    if not files:
        sys.stderr.write("Usage: python -m tables.seating FILE ...   (- reads standard input)\n")
        return 2
    in_order = True
    for name in files:
        right, sentences = record_said(name)
        in_order &= right
        for sentence in sentences:
            _say(f"{printable(name)}: {sentence}\n")
    return 0 if in_order else 1


def _say(line: str) -> None:
    # A console that knows no quotation marks gets question marks, not an error.
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(line.encode(encoding, "replace").decode(encoding))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
