"""The work of a run that ends in a signed PDF file."""

from django.utils import timezone
from django.utils.translation import pgettext

from scoring.documents import runs
from scoring.documents.composing import Links, Task, compose
from scoring.documents.pdf import typeset
from scoring.documents.runs import Run, Stage
from scoring.documents.signing import signed
from scoring.documents.watching import Reporter, watched


def work(run: Run) -> None:
    """Make a document, sign it and keep it: an unsigned one is never there."""
    with watched(run) as tournament:
        links = Links(site=run.site)
        document = compose(Task(tournament=tournament, wanted=run.wanted, links=links, now=timezone.now()))
        pages = len(document.forms) + len(document.under)
        content = typeset(document, progress=Reporter(run, of=pages))
        runs.keep(run, signed(content, reason=document.title, place=tournament.place))
        name = f"{document.filename}-{pgettext('file name', 'signed')}.pdf"
        runs.report(run, stage=Stage.DONE, title=document.title, file=name)
