"""The work of a run that ends in a signed PDF file."""

from django.utils import timezone
from django.utils.translation import pgettext

from scoring.paper.documents.catalogue import compose
from scoring.paper.documents.task import Links, Task
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.runs.signing import signed
from scoring.paper.runs.watching import Reporter, watched
from scoring.paper.typesetting.pdf import typeset


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
