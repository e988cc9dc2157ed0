"""Measure how long a deal takes to enter while 300 sheets are printed: ``python -m benchmarks.beside``.

By the clock on the wall, since what is asked is whether a phone waits: 150 deals alone, then 150 for as long as the
print desk's process works, through the same view as a phone's.
"""

import os
import time
from collections.abc import Callable
from statistics import median, quantiles
from uuid import uuid4

SHEETS = 300
DEALS = 150
GOAL = 1.3
"""How many times as long the median deal may take beside the printing."""


def main() -> None:
    """Print how long deals take alone, and beside a long run of printing."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from django.utils import timezone

    from benchmarks.entry import bringing
    from benchmarks.world import begun_series
    from scoring.paper.forms import WantedPaper
    from scoring.paper.runs import runs
    from scoring.paper.runs.runs import Run, Stage

    series = begun_series(players=4 * SHEETS)
    bring = bringing(series, series.tables.order_by("number"), at_once=1)
    bring()
    alone = _waits(bring)
    run = runs.start(
        Run(
            key=uuid4().hex,
            slug=series.tournament.slug,
            wanted=WantedPaper(kind="sheets", language="de", series=series.number),
            site="http://skat.example.org",
            asked_at=timezone.now(),
        )
    )
    beside = []
    while (found := runs.by_key(run.key)) and not found.is_over:
        beside += _waits(bring, deals=1)
    assert found is not None
    assert found.stage is Stage.DONE, found
    ratio = median(beside) / median(alone)
    print(f"{SHEETS} sheets printed, {len(beside)} deals entered meanwhile")
    for name, waits in (("alone", alone), ("beside", beside)):
        most = 1000 * quantiles(waits, n=20)[-1]
        print(f"{name:<8} median {1000 * median(waits):6.1f} ms, 95 of 100 within {most:6.1f} ms")
    print(f"ratio {ratio:.2f}, goal {GOAL}: {'ok' if ratio <= GOAL else 'SHORT'}")


def _waits(bring: Callable[[], object], *, deals: int = DEALS) -> list[float]:
    waits = []
    for _ in range(deals):
        begun = time.perf_counter()
        bring()
        waits.append(time.perf_counter() - begun)
    return waits


if __name__ == "__main__":
    main()
