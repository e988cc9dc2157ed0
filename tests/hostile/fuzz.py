"""``python -m tests.hostile.fuzz [--runs 100000] [--pages 60] [NAME...]``: look for input that breaks a reader.

Each reader is fed by atheris, which follows the code it reaches, in a process of its own; then every form of the site
is spoilt at random, and every batch a phone brings, for so many seconds. What breaks something is printed and kept.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GOAL = 100_000
KEPT = Path("var") / "fuzz"
DONE = re.compile(r"stat::number_of_executed_units:\s*(\d+)")


def main() -> int:
    """Feed all readers and all forms; print what held."""
    arguments = argparse.ArgumentParser(prog="python -m tests.hostile.fuzz")
    arguments.add_argument("--runs", type=int, default=GOAL)
    arguments.add_argument("--pages", type=int, default=60, metavar="SECONDS")
    arguments.add_argument("names", nargs="*", metavar="NAME")
    asked = arguments.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tests.hostile.parsers import PARSERS

    names = asked.names or list(PARSERS)
    least, broken = asked.runs, []
    for name in names:
        runs, said = _fed(name, asked.runs)
        least = min(least, runs)
        print(f"{name:<24} {runs:>9,} inputs  {'ok' if not said else 'BROKEN'}", flush=True)
        if said:
            broken.append(name)
            print(said)
    sent, wrong = _pages(asked.pages)
    print(f"{'forms and batches':<24} {sent:>9,} sent    {'BROKEN' if wrong else 'ok'}")
    print("\n".join(wrong[:20]), end="\n" if wrong else "")
    figure = (
        f"{len(names)} readers, {least:,} inputs each, {sent:,} forms and batches: {len(broken) + len(wrong)} broken"
    )
    print(f"PROOF fuzzed | {figure}")
    return 1 if broken or wrong else 0


def _fed(name: str, runs: int) -> tuple[int, str]:
    """Return how many inputs a reader was fed, and what broke it."""
    with tempfile.TemporaryDirectory() as folder:
        told = [sys.executable, "-m", "tests.hostile.fed", name, str(runs), folder]
        done = subprocess.run(told, capture_output=True, text=True, errors="replace")
    found = DONE.search(done.stderr)
    fed = int(found[1]) if found else 0
    if done.returncode == 0 and found:
        return fed, ""
    told_last = [line for line in done.stderr.splitlines() if "ERROR" in line or "SUMMARY" in line]
    return fed, "\n".join([*done.stdout.splitlines()[-30:], *told_last, f"exit {done.returncode}; kept in {KEPT}/"])


def _pages(seconds: int) -> tuple[int, list[str]]:
    """Return how many forms and batches were sent in so many seconds, and what went wrong."""
    if not seconds:
        return 0, []
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment()
    made = setup_databases(verbosity=0, interactive=False)
    try:
        from tests.hostile import pages, world
        from tests.hostile.reading import Asking

        world.busy()
        asking, chance, until = Asking(), random.Random(), time.monotonic() + seconds
        found, phone = pages.everybody(), world.client("visitor")
        while time.monotonic() < until:
            pages.attack(asking, chance.choice(found), chance, every=chance.random() < 0.1)
            pages.deals(asking, phone, chance)
        return asking.asked, asking.wrong
    finally:
        teardown_databases(made, verbosity=0)


if __name__ == "__main__":
    sys.exit(main())
