"""The work of a run that prints documents, in the process that is its own."""

from django.template.loader import render_to_string
from django.utils import timezone

from scoring.paper.documents.catalogue import compose
from scoring.paper.documents.print_order import Format
from scoring.paper.documents.task import Links, Task
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.runs.watching import Reporter, watched
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.pdf import CannotTypeset, fitted, typeset


def work(run: Run) -> None:
    """Make what is wanted, and keep it."""
    with watched(run) as tournament:
        links = Links(site=run.site, lists=run.lists)
        document = compose(Task(tournament=tournament, wanted=run.wanted, links=links, now=timezone.now()))
        if run.wanted.format is Format.PDF:
            document = fitted(document)
        content, ending = _content(run, document)
        runs.keep(run, content)
        runs.report(
            run,
            stage=Stage.DONE,
            title=document.title,
            file=f"{document.filename}.{ending}",
            takes_more=document.takes_more,
        )


def _content(run: Run, document: Document) -> tuple[bytes, str]:
    """Return the file and its ending; the page for the browser where nothing makes PDF files."""
    if run.wanted.format is Format.PDF:
        try:
            return typeset(document, progress=Reporter(run, of=len(document.under)), cores=runs.cores()), "pdf"
        except CannotTypeset:
            pass
    return render_to_string(document.template, document.as_page()).encode(), "html"
