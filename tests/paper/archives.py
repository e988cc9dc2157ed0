"""Events worth an archive, and archives that somebody changed."""

import io
import zipfile
from pathlib import Path
from uuid import uuid4

from django.utils.translation import override

from scoring.archive.packing.packing import pack
from scoring.lists.services import entry
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING, GRAND_LOST
from tests.support.remembered_worlds import remembered

PACKED: dict[str, bytes] = {}
"""Archives by the last hash of their journal: the event is the same in many tests, its keys too."""


@remembered
def event() -> Tournament:
    """An event of two series, the first closed, with a corrected deal in the second."""
    made = factories.tournament(entrants=8, series=2)
    Entrant.objects.filter(number=1).update(name='=HYPERLINK("http://x","y")', classes=["ladies"])
    factories.close_series(factories.running_series(made, 1))
    row = factories.list_of(factories.running_series(made, 2))
    factories.enter(row, (2, factories.GRAND))
    deal = entry.Deal(number=1, declarer=3, played=GRAND_LOST)
    entry.correct_deal(
        list_id=row.pk, deal=deal, because="verschrieben", entry_key=uuid4(), by=factories.user(), now=EVENING
    )
    return made


def packed_event(made: Tournament, to: Path) -> Path:
    """Put the archive of the event in a folder."""
    path = to / "cup.zip"
    if (head := made.journal.last().hash) not in PACKED:
        with override("en"):
            pack(made, path, now=EVENING)
        PACKED[head] = path.read_bytes()
    path.write_bytes(PACKED[head])
    return path


def changed(packed: Path, *, leave_out: tuple[str, ...] = (), **contents: bytes) -> io.BytesIO:
    out = io.BytesIO()
    with zipfile.ZipFile(packed) as file, zipfile.ZipFile(out, "w") as other:
        for name in file.namelist():
            if name not in leave_out:
                other.writestr(name, contents.pop(name, None) or file.read(name))
        for name, content in contents.items():
            other.writestr(name, content)
    out.seek(0)
    return out
