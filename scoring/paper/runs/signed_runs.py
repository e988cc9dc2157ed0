"""The work of a run that ends in a signed PDF file."""

from django.utils import timezone
from django.utils.translation import pgettext

from scoring.paper.documents.catalogue import compose
from scoring.paper.documents.task import Links, Task
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.runs.sealing import sealed
from scoring.paper.runs.watching import Reporter, watched


def work(run: Run) -> None:
    """Make a document, sign it and keep it: an unsigned one is never there."""
    with watched(run) as tournament:
        links = Links(site=run.site, lists=run.lists)
        document = compose(Task(tournament=tournament, wanted=run.wanted, links=links, now=timezone.now()))
        progress = Reporter(run, of=len(document.under))
        place, cores = tournament.place, runs.cores()
        made = sealed(document, place=place, now=timezone.now(), site=run.site, progress=progress, cores=cores)
        runs.keep(run, made.content)
        name = f"{document.filename}-{pgettext('file name', 'signed')}.pdf"
        runs.report(run, stage=Stage.DONE, title=document.title, file=name, lacks_stamp=made.lacks_stamp)
