"""Read a list from standard input, write what it adds up to: ``python -m scoring.rules.score < list.json``."""

import sys

from scoring.rules.fields import run
from scoring.rules.score.answer import answer

if __name__ == "__main__":
    sys.exit(run(answer))
