"""Run all benchmarks, or those named: one line each, and never a failure for being slow."""

import importlib
import os
import sys
from contextlib import closing

ALL = (
    "standings",
    "recounting",
    "growth",
    "entry",
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


def main(names: list[str]) -> None:
    """Set up a database that is thrown away, and measure."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    print("Subject and anchor: CPU a call. SHORT: the ratio is above the goal.", flush=True)
    for name in names or ALL:
        _run(name)


def _run(name: str) -> None:
    from benchmarks.measure import measured

    try:
        # Closed, so that one that could not be measured to its end still puts everything back.
        with closing(importlib.import_module(f"benchmarks.{name}").benchmarks()) as benchmarks:
            for benchmark in benchmarks:
                print(measured(benchmark).line, flush=True)
    except Exception as error:
        # One that cannot run must not hide the others.
        print(f"{name:<28} could not be measured: {type(error).__name__}: {str(error)[:200]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
