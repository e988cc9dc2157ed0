"""What every run has in common: its turn, its language, and telling whoever asked how far it is and what went wrong."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.utils import translation

from scoring.paper.documents.task import NothingToPrint
from scoring.paper.runs import runs
from scoring.paper.runs.certificate import CannotSign
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.typesetting.pdf import CannotTypeset
from tables.tournaments.models import Tournament

EVERY: Final = 0.3
"""Seconds between two reports."""

MISSING: Final[dict[type[Exception], str]] = {
    NothingToPrint: "nothing-to-print",
    CannotTypeset: "no-pdf",
    CannotSign: "cannot-sign",
}
"""What may be missing, and the code by which whoever asked is told."""


@contextmanager
def watched(run: Run) -> Iterator[Tournament]:
    """Wait for a run's turn and hand out its tournament; what goes wrong is told to whoever asked, and to the log."""
    runs.report(run, stage=Stage.WAITING)
    with runs.turn(), translation.override(run.wanted.language):
        runs.report(run, stage=Stage.WORKING)
        try:
            tournament = Tournament.objects.filter(slug=run.slug).first()
            if tournament is None:
                raise NothingToPrint
            yield tournament
        except tuple(MISSING) as missing:
            runs.report(run, stage=Stage.FAILED, because=MISSING[type(missing)])
        except Exception:
            runs.report(run, stage=Stage.FAILED, because="broken")
            raise


class Reporter:
    """Writes down how far a run is, but not for every page."""

    def __init__(self, run: Run, *, of: int) -> None:
        self.run = run
        self.of = of
        self.told = 0.0

    def __call__(self, done: int) -> None:
        """Take note of a page, or of whatever the run is made of."""
        if time.monotonic() - self.told > EVERY:
            self.told = time.monotonic()
            runs.report(self.run, stage=Stage.WORKING, pages=self.of, done=min(done, self.of or done))
