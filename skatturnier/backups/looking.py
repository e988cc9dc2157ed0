"""Look at another database in a process of its own: ``python -m`` prints what it found in its environment's as JSON."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from skatturnier import LATER
from skatturnier.backups.file_names import BackupFailed
from skatturnier.backups.packing import Chain, EventInBackup
from skatturnier.backups.standing import RowFinding
from skatturnier.machine import places, processes


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is in a database."""

    problems: list[str]
    """Why it is no sound database, empty for all that is well."""

    migrations: dict[str, str]
    version: str
    """The version of the program that brought it up to date; empty if it does not say so."""

    events: list[EventInBackup]
    chains: list[Chain] = field(default_factory=list)
    findings: list[RowFinding] = field(default_factory=list)


def look(url: str, *, heads: Mapping[str, str] | None = None, restored: str = "") -> Look:
    """Look at the database at an address, of a ``restored`` one after bringing it to this version.

    Events whose head is in ``heads`` were recomputed before: of them only head and standings are looked at.

    :raises BackupFailed: if it cannot even be opened, or is newer than this program.
    """
    arguments = [restored] if restored else []
    values: dict[str, Any] = json.loads(on(url, __name__, *arguments, given=json.dumps(dict(heads or {}))))
    return Look(
        problems=values["problems"],
        migrations=values["migrations"],
        version=values["version"],
        events=[EventInBackup(**event) for event in values["events"]],
        chains=[Chain(**chain) for chain in values["chains"]],
        findings=[RowFinding(**finding) for finding in values["findings"]],
    )


def on(url: str, module: str, *arguments: str, given: str = "") -> str:
    """Run a module on another database, in a process without this site; return its output. Raise BackupFailed."""
    with tempfile.TemporaryDirectory(prefix="skatturnier-look-") as data:
        values = {name: value for name, value in os.environ.items() if not name.startswith("SKATTURNIER_")}
        environment = {
            **values,
            "DATABASE_URL": url,
            "SKATTURNIER_DATA": data,
            "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
        }
        done = subprocess.run(  # noqa: S603  (our own arguments)
            [sys.executable, "-m", module, *arguments],
            cwd=places.CODE,
            env=environment,
            input=given,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    if done.returncode == LATER:
        raise BackupFailed(done.stderr.strip())
    if done.returncode:
        raise BackupFailed(f"The copy of the database cannot be read: {done.stderr.strip()[-500:]}")
    return done.stdout


def _looked(values: Mapping[str, str]) -> Look:
    from skatturnier import versions
    from skatturnier.backups import dumping

    if problems := _problems():
        return Look(problems=problems, migrations=_migrations(), version=versions.needed_by(), events=[])
    heads, ends = dumping.heads(), dumping.chains()
    wrong = [
        *(dumping.chain_finding(name) for name, end in ends.items() if values.get(name) != end.hash),
        *(dumping.finding(slug) for slug, head in heads.items() if values.get(slug) != head.hash),
    ]
    findings = [finding for finding in wrong if finding]
    counts = {finding.of: finding.count for finding in findings}
    return Look(
        problems=[],
        migrations=_migrations(),
        version=versions.needed_by(),
        events=[
            EventInBackup(
                slug=slug,
                lines=head.number,
                head=head.hash,
                last_act=head.at.isoformat() if head.at else "",
                standings=dumping.standings_hash(slug),
                findings=counts.get(slug, 0),
            )
            for slug, head in heads.items()
        ],
        chains=[
            Chain(name=name, lines=end.number, head=end.hash, findings=counts.get(name, 0))
            for name, end in ends.items()
        ],
        findings=findings,
    )


def _problems() -> list[str]:
    from django.db import IntegrityError, connection

    from tables.journal.selectors import damage

    texts = [f"the file is damaged: {text}" for text in damage()]
    try:
        if not texts:
            connection.check_constraints()
    except IntegrityError as error:
        texts.append(f"a row belongs to nothing: {error}")
    return texts


def _migrations() -> dict[str, str]:
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    applied = sorted(MigrationRecorder(connection).applied_migrations())
    return dict(applied)


def _note(made: str) -> None:
    """Let the journals of the events that are being played say from when their state is."""
    from django.db import transaction
    from django.utils import timezone

    from tables.journal import chain as journal
    from tables.tournaments.models import Series
    from tables.tournaments.services import turns

    # In an event that was forgotten in the middle of a series nobody writes anything any more.
    running = Series.objects.filter(status=Series.Status.RUNNING, tournament__forgotten_at=None)
    playing = running.values_list("tournament", flat=True)
    for pk in sorted(set(playing)):
        with transaction.atomic():
            tournament = turns.take_turn(pk)
            journal.record("site.restored", tournament=tournament, by=None, at=timezone.now(), made=made)


def main(restored: str = "") -> None:
    """Look at the database of the environment."""
    import django
    from django.core.management import call_command

    django.setup()
    processes.step_back()
    from django.contrib.sessions.models import Session

    from skatturnier import versions

    if why := versions.newer():
        sys.stderr.write(why)
        sys.exit(LATER)
    value = json.load(sys.stdin)
    if restored:
        call_command("migrate", verbosity=0)
        # Backups of before have sessions; nobody is signed in by one.
        Session.objects.all().delete()
    found_look = _looked(value)
    if restored and not found_look.problems:
        _note(restored)
    json.dump(asdict(found_look), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
