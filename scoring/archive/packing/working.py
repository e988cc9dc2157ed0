"""The work of a run that packs an archive."""

from functools import partial

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.archive.packing.packing import pack
from scoring.archive.services import note_archive
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.runs.watching import watched
from tables.accounts.models import User


def work(run: Run) -> None:
    """Pack the record of an event and keep it; the journal notes its hash before anybody can fetch it."""
    with watched(run) as tournament:
        digest = pack(tournament, run.path, now=timezone.now(), progress=partial(_told, run))
        by = User.objects.filter(pk=run.by).first() if run.by else None
        note_archive(tournament_id=tournament.pk, sha256=digest, by=by, now=timezone.now())
        runs.report(
            run,
            stage=Stage.DONE,
            title=_("Record of %(event)s") % {"event": tournament.name},
            file=f"{tournament.slug}-{timezone.localdate():%Y-%m-%d}.zip",
            sha256=digest,
            size=run.path.stat().st_size,
        )


def _told(run: Run, done: int, parts: int) -> None:
    runs.report(run, stage=Stage.WORKING, pages=parts, done=done)
