"""The work of making an archive, in the process that is its own."""

import os

from django.utils import timezone, translation

from scoring.archive import shelf
from scoring.archive.packing import pack
from scoring.archive.shelf import Shelved, Stage
from scoring.documents import runs
from scoring.services.archives import note_archive
from tables.models import Tournament, User


def work(found: Shelved) -> None:
    """Make an archive and put it on the shelf. What goes wrong is told to whoever asked, and to the log."""
    state = shelf.report(found, process=os.getpid())
    with runs.turn(), translation.override(found.language):
        try:
            _make(state)
        except BaseException:
            shelf.report(state, stage=Stage.FAILED)
            raise


def _make(state: Shelved) -> None:
    tournament = Tournament.objects.get(slug=state.slug)

    def told(done: int, parts: int) -> None:
        shelf.report(state, stage=Stage.WORKING, done=done, parts=parts)

    digest = pack(tournament, state.path, now=timezone.now(), progress=told)
    by = User.objects.filter(pk=state.by).first() if state.by else None
    note_archive(tournament_id=tournament.pk, sha256=digest, by=by, now=timezone.now())
    shelf.report(state, stage=Stage.DONE, sha256=digest, size=state.path.stat().st_size)
