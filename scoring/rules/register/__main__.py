"""Write the page to the file named: ``python -m scoring.rules.register docs/rules.md``."""

import sys
from pathlib import Path

from scoring.rules.register.page import page

if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
