"""The work of a run: its turn, its language, what it makes, and telling whoever asked how far it is."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import pgettext

from scoring.paper.documents.catalogue import SIGNED, compose
from scoring.paper.documents.kind import Links, NothingToPrint, Task
from scoring.paper.forms import Format, WantedPaper
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.runs.signing import CannotSign, sealed
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.pdf import CannotTypeset, first_page, fitted, typeset
from tables.tournaments.models import Tournament

EVERY: Final = 0.3  # seconds between two reports
MISSING: Final[dict[type[Exception], str]] = {
    NothingToPrint: "nothing-to-print",
    CannotTypeset: "no-pdf",
    CannotSign: "cannot-sign",
}


def work(run: Run) -> None:
    """Make what is wanted, and keep it; of what is to be signed an unsigned one is never there."""
    with watched(run) as tournament:
        links = Links(site=run.site, lists=run.lists)
        document = compose(Task(tournament=tournament, wanted=run.wanted, links=links, now=timezone.now()))
        progress, cores = _reporter(run, of=len(document.under)), runs.cores()
        file, lacks_stamp = f"{document.filename}.pdf", False
        if run.wanted.kind == SIGNED.name:
            place, now = tournament.place, timezone.now()
            made = sealed(document, place=place, now=now, site=run.site, progress=progress, cores=cores)
            content, lacks_stamp = made.content, made.lacks_stamp
            file = "-".join((document.filename, pgettext("file name", "signed.pdf")))
        elif run.wanted.format == Format.PAGE:
            content, file = _page(document)
        else:
            document = fitted(document)
            try:
                content = typeset(document, progress=progress, cores=cores)
            except CannotTypeset:
                content, file = _page(document)
        runs.keep(run, content)
        title, takes_more = document.title, document.takes_more
        runs.report(run, stage=Stage.DONE, title=title, file=file, takes_more=takes_more, lacks_stamp=lacks_stamp)


def preview(slug: str, wanted: WantedPaper, links: Links) -> bytes:
    """Return the first page of what is wanted as a picture (PNG), or raise NothingToPrint or CannotTypeset."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise NothingToPrint
    with translation.override(wanted.language):
        return first_page(compose(Task(tournament=tournament, wanted=wanted, links=links, now=timezone.now())))


def _page(document: Document) -> tuple[bytes, str]:
    return render_to_string(document.template, document.as_page()).encode(), f"{document.filename}.html"


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


def _reporter(run: Run, *, of: int) -> Callable[[int], None]:
    reported_at = 0.0

    def report(done: int) -> None:
        nonlocal reported_at
        if time.monotonic() - reported_at > EVERY:
            reported_at = time.monotonic()
            runs.report(run, stage=Stage.WORKING, pages=of, done=min(done, of or done))

    return report
