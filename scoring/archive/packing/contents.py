"""What is in an archive, and whether it still is as it was packed: papers, tables for other programs, the record."""

import hashlib
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.archive.packing import record
from scoring.lists.selectors import sheets as lists_sheets
from scoring.paper import workbooks
from scoring.paper.documents.catalogue import KINDS, compose
from scoring.paper.documents.kind import FULL, NothingToPrint, Scope, Task
from scoring.paper.forms import WantedPaper
from scoring.paper.runs import runs
from scoring.paper.runs.runs import Run, Stage
from scoring.paper.runs.signing import can_sign, sealed
from scoring.paper.runs.working import watched
from scoring.paper.selectors import printable
from scoring.paper.typesetting.pdf import CannotTypeset, typeset
from scoring.results.selectors.rankings import rankings_of
from tables.accounts.models import User
from tables.acts.views import written
from tables.acts.wording.moments import stamp
from tables.draw import selectors as draw_seats
from tables.intake.sources.workbook import UNPACKED_IN_PIECES, open_counted
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.people import selectors
from tables.people.listings import entrants_sheet
from tables.sheets import Sheet
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors.tournaments import classes_of, keep_until, known_classes
from tables.tournaments.services import turns
from tables.tournaments.wording import above

MADE = "archive.made"


@transaction.atomic
def note_archive(*, tournament_id: int, sha256: str, by: User | None, now: datetime) -> JournalEntry:
    """Note the hash of an archive, so that it can be told from any other later."""
    tournament = turns.take_turn(tournament_id, even_forgotten=True)
    return journal.record(MADE, tournament=tournament, by=by, at=now, sha256=sha256)


Part = Callable[[], Iterable[tuple[str, bytes]]]


def parts(tournament: Tournament, *, now: datetime) -> list[Part]:
    """Return the parts of an archive, in the order in which they are made."""
    published = [series for series in tournament.series.order_by("number") if series.published_at]

    def deals() -> list[Sheet]:
        lists = [(series, list(lists_sheets.sheets(series))) for series in published]
        return [workbooks.deals_sheet(lists), workbooks.corrections_sheet(lists)]

    seated = ((series, draw_seats.seating_of(series)) for series in published)
    tables: dict[str, Callable[[], list[Sheet]]] = {
        "entrants": lambda: [entrants_sheet(selectors.entrants(tournament), known_classes(tournament))],
        "seats": lambda: [workbooks.seats_sheet(seated)],
        "results": lambda: list(workbooks.results_sheets(tournament)),
        "deals": deals,
    }
    lines = above(tournament, at=now)
    return [
        lambda: [("record.json", record.as_json(record.record(tournament, made_at=now)))],
        *(partial(_files, name, make, lines) for name, make in tables.items()),
        *(partial(_paper, tournament, wanted, now) for wanted in _papers(tournament, published)),
    ]


def _files(name: str, make: Callable[[], list[Sheet]], lines: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    # Rows may come from a generator, and each format reads them.
    sheets = [replace(sheet, rows=list(sheet.rows)) for sheet in make()]
    for ending in ("xlsx", "csv"):
        yield f"tables/{name}.{ending}", written(sheets, ending, above=lines)
    if name == "deals":
        yield "tables/corrections.csv", written(sheets[1:], "csv", above=lines)


def _papers(tournament: Tournament, published: list[Series]) -> Iterator[WantedPaper]:
    language = get_language() or "de"
    available = printable(tournament)
    kinds = [kind for kind in KINDS.values() if kind.is_there(available)]
    each: dict[Scope, list[dict[str, Any]]] = {
        Scope.EVENT: [{"has_boxes": False}],
        Scope.CLASS: [{"of": player_class.code} for player_class in classes_of(tournament)],
        Scope.RANKING: [{"ranking": ranking.number} for ranking in rankings_of(tournament)],
        Scope.SERIES: [{"series": series.number} for series in published],
    }
    for scope, rows in each.items():
        for values in rows:
            yield from (
                WantedPaper(kind=kind.name, language=language, **values) for kind in kinds if scope in kind.archived
            )


def _paper(tournament: Tournament, wanted: WantedPaper, now: datetime) -> Iterator[tuple[str, bytes]]:
    # Without addresses: the keys of the lists belong on no paper that is kept.
    task = Task(tournament=tournament, wanted=wanted, now=now, names=FULL)
    try:
        document = compose(task)
    except NothingToPrint:
        return
    name = f"paper/{document.filename.removeprefix(f'{tournament.slug}-')}"
    try:
        # Results and lists with the site's signature, where it has one.
        if KINDS[wanted.kind].is_signed and can_sign():
            content = sealed(document, place=tournament.place, now=now).content
        else:
            content = typeset(document, is_kept=True)
    except CannotTypeset:
        yield f"{name}.html", render_to_string(document.template, document.as_page()).encode()
        return
    yield f"{name}.pdf", content


def about(tournament: Tournament, *, until: str, made: str) -> str:
    """Return what whoever finds the archive has to know."""
    facts = {"name": tournament.name, "place": tournament.place, "until": until, "made": made}
    return "\n".join(
        (
            _("The record of the event “%(name)s”, %(place)s, made %(made)s.") % facts,
            "",
            _("paper/       what was hung up and signed, as PDF files"),
            _("tables/      entrants, seats, results and deals, as Excel files and as CSV (UTF-8, semicolons)"),
            _("record.json  everything that is stored, every corrected entry and the journal too"),
            _("SHA256SUMS   the hash of each file; “sha256sum -c SHA256SUMS” finds every change"),
            "",
            _("It names persons. The direction keeps it until %(until)s (SkWO 7.4.4), then deletes it.") % facts,
            "",
        )
    )


SUMS: Final = "SHA256SUMS"
Progress = Callable[[int, int], None]


def pack(tournament: Tournament, path: Path, *, now: datetime, progress: Progress = lambda _done, _of: None) -> str:
    """Write the archive of an event, in the language of the moment, whole or not at all; return its hash."""
    unfinished = path.with_name(f"{path.name}.part")
    try:
        _write(tournament, unfinished, now=now, progress=progress)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write(tournament: Tournament, path: Path, *, now: datetime, progress: Progress) -> None:
    at = timezone.localtime(now).timetuple()[:6]
    sums: dict[str, str] = {}
    todo = parts(tournament, now=now)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name: str, content: bytes) -> None:
            member = zipfile.ZipInfo(name, date_time=at)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content)
            sums[name] = hashlib.sha256(content).hexdigest()

        words = about(tournament, until=date_format(keep_until(tournament), "SHORT_DATE_FORMAT"), made=stamp(now))
        add("README.txt", words.encode())
        for done, part in enumerate(todo):
            progress(done, len(todo))
            for name, content in part():
                add(name, content)
        lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(sums.items()))
        add(SUMS, lines.encode())
    progress(len(todo), len(todo))


def work(run: Run) -> None:
    """Pack the record of an event and keep it; the journal notes its hash before anybody can fetch it."""
    with watched(run) as tournament:
        digest = pack(
            tournament,
            run.path,
            now=timezone.now(),
            progress=lambda done, of: runs.report(run, stage=Stage.WORKING, pages=of, done=done),
        )
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


MOST_FILES: Final = 2_000
MOST_BYTES: Final = 1_000_000_000  # unpacked; nothing is ever kept of it but one piece at a time
TIGHTEST: Final = 30  # how many times its size an archive of ours is unpacked at most: paper is packed already
SPARE: Final = 20_000_000  # bytes unpacked that are no burden, however tight they are packed
MOST_OF_SUMS: Final = 1_000_000
LINE: Final = re.compile(r"([0-9a-f]{64})  (.{1,300})")


class CheckRefused(ValueError):
    """The file is no archive of an event, damaged, or far too big."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """An archive that was looked through."""

    sha256: str  # the hash of the archive itself; the journal of the event knows it
    files: int
    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether every file is what it was."""
        return not (self.changed or self.missing or self.added)


def check_archive(file: IO[bytes]) -> Checked:
    """Return which files of an archive were changed, taken out or put in, or raise CheckRefused if it is none."""
    file.seek(0)
    whole = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    file.seek(0)
    try:
        with open_counted(file, members=MOST_FILES, unpacked=MOST_BYTES) as archive:
            return _checked(archive, whole)
    except CheckRefused:
        raise
    except Exception as error:
        # A damaged archive makes the library raise a dozen kinds.
        raise CheckRefused(str(error)) from error


def _checked(archive: zipfile.ZipFile, whole: str) -> Checked:
    members = archive.infolist()
    unpacked = sum(member.file_size for member in members)
    packed = sum(member.compress_size for member in members)
    if unpacked > SPARE + packed * TIGHTEST:
        raise CheckRefused("too big")
    if any(member.compress_type not in UNPACKED_IN_PIECES for member in members):
        raise CheckRefused("not packed here")
    names = [member.filename for member in members]
    if SUMS not in names or archive.getinfo(SUMS).file_size > MOST_OF_SUMS:
        raise CheckRefused("no hashes")
    matches = map(LINE.fullmatch, archive.read(SUMS).decode().splitlines())
    values = {line[2]: line[1] for line in matches if line}
    texts = {name for name in names if name != SUMS}
    twice = {name for name in names if names.count(name) > 1} if len(set(names)) < len(names) else set()
    changed = {name for name in texts & values.keys() if _hash(archive, name) != values[name]}
    return Checked(
        sha256=whole,
        files=len(values),
        changed=tuple(sorted(changed)),
        missing=tuple(sorted(values.keys() - texts)),
        added=tuple(sorted((texts - values.keys()) | twice)),
    )


def _hash(archive: zipfile.ZipFile, name: str) -> str:
    with archive.open(name) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
