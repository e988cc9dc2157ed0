"""The work of a run of printing, in the process that is its own."""

import time
from typing import Final

from django.template.loader import render_to_string
from django.utils import timezone, translation

from scoring.documents import runs
from scoring.documents.composing import Links, NothingToPrint, Task, compose
from scoring.documents.document import Document
from scoring.documents.pdf import CannotTypeset, typeset
from scoring.documents.runs import Run, Stage
from scoring.documents.wanted import Format
from tables.models import Tournament

EVERY: Final = 0.3
"""Seconds between two reports."""


def work(run: Run) -> None:
    """Make what is wanted, and keep it. What goes wrong is told to whoever asked, and to the log."""
    runs.report(run, stage=Stage.WAITING)
    with runs.turn(), translation.override(run.wanted.language):
        runs.report(run, stage=Stage.WORKING)
        try:
            _make(run)
        except NothingToPrint:
            runs.report(run, stage=Stage.FAILED, because="nothing-to-print")
        except Exception:
            runs.report(run, stage=Stage.FAILED, because="broken")
            raise


def _make(run: Run) -> None:
    tournament = Tournament.objects.filter(slug=run.slug).first()
    if tournament is None:
        raise NothingToPrint
    links = Links(site=run.site)
    document = compose(Task(tournament=tournament, wanted=run.wanted, links=links, now=timezone.now()))
    content, ending = _content(run, document)
    runs.keep(run, content)
    runs.report(run, stage=Stage.DONE, title=document.title, file=f"{document.filename}.{ending}")


def _content(run: Run, document: Document) -> tuple[bytes, str]:
    """Return the file and its ending; the page for the browser where nothing makes PDF files."""
    if run.wanted.format is Format.PDF:
        try:
            return typeset(document, progress=_Reporter(run, document)), "pdf"
        except CannotTypeset:
            pass
    return render_to_string(document.template, document.as_page()).encode(), "html"


class _Reporter:
    """Writes down how far a run is, but not for every page."""

    def __init__(self, run: Run, document: Document) -> None:
        self.run = run
        self.pages = len(document.forms) + len(document.under)
        self.told = 0.0

    def __call__(self, done: int) -> None:
        """Take note of a page."""
        if time.monotonic() - self.told > EVERY:
            self.told = time.monotonic()
            runs.report(self.run, stage=Stage.WORKING, pages=self.pages, done=min(done, self.pages or done))
