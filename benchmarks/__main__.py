"""Run all benchmarks, or those named: one line each, and never a failure for being slow, but for ``--short``.

``--short`` measures in a minute and a half what every change could make slower, and fails where a ratio has grown
(``benchmarks.kept``).
"""

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.measure import Measurement

ALL = (
    "standings",
    "recounting",
    "growth",
    "entry",
    "door",
    "printing",
    "excel",
    "rules",
    "profiles",
    "seating",
    "seasons",
    "year_page",
    "venues",
    "league_page",
)
SHORT = "--short"


def main(arguments: list[str]) -> int:
    """Measure on a database that is thrown away; return how many lines have grown or could not be measured."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    print("Subject and anchor: CPU a call. SHORT: the ratio is above the goal.", flush=True)
    names = [name for name in arguments if name != SHORT]
    if SHORT in arguments:
        from benchmarks.kept import verdict

        verdicts = [verdict(line) for line in _measured(names or ["short"])]
        print(*(said for said in verdicts if said), sep="\n", flush=True)
        return sum(map(bool, verdicts)) or not verdicts
    for _line in _measured(names or ALL):
        pass
    return 0


def _measured(names: list[str] | tuple[str, ...]) -> Iterator["Measurement | None"]:
    """Print and yield what was measured; None of what could not be."""
    from benchmarks.measure import measured

    for name in names:
        try:
            # Closed, so that one that could not be measured to its end still puts everything back.
            with closing(importlib.import_module(f"benchmarks.{name}").benchmarks()) as benchmarks:
                for benchmark in benchmarks:
                    found = measured(benchmark)
                    print(found.line, flush=True)
                    yield found
        except Exception as error:
            # One that cannot run must not hide the others.
            print(f"{name:<28} could not be measured: {type(error).__name__}: {str(error)[:200]}", flush=True)
            yield None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
