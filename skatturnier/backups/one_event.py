"""One event alone, for the laptop of a venue: a backup without other events, and without secrets of the site.

``python -m skatturnier.backups.one_event SLUG FOLDER`` takes everything else out of the database of its environment,
which is a copy, and makes a backup of what is left. Its secrets are made there, for this file alone. Who directs the
event there, and with what password, comes by standard input as JSON.
"""

import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skatturnier.backups.file_names import BackupFailed
from skatturnier.machine import processes

if TYPE_CHECKING:
    from django.db.models import Model

GROUPS = 3
"""Of five letters each in the password: as in any that the direction hands out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alone:
    """A backup of one event, and who signs in with what where it is restored."""

    path: Path
    username: str
    password: str
    problems: tuple[str, ...]


def make_alone(*, slug: str, to: Path, username: str = "", password: str = "") -> Alone:
    """Make a backup of one event for a director, with this password, or a fresh one. Raise BackupFailed."""
    from django.db import connection

    from skatturnier.backups import dumping, packing, postgresql
    from skatturnier.backups.looking import on

    def left_of(url: str) -> Alone:
        # Not among the arguments, which every account of the machine can read.
        given = json.dumps({"username": username, "password": password})
        values: dict[str, Any] = json.loads(on(url, __name__, slug, str(to.resolve()), given=given))
        return Alone(**values | {"path": Path(values["path"]), "problems": tuple(values["problems"])})

    to.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(prefix=".one-event-", dir=to) as work:
        dump = dumping.dump(Path(work), heads={event: head.hash for event, head in dumping.heads().items()})
        if dump.name == packing.SQLITE:
            return left_of(f"sqlite:///{dump.path.resolve()}")
        with postgresql.for_a_while(connection.settings_dict) as scratch:
            postgresql.load(dump.path, to=scratch)
            return left_of(postgresql.url(scratch))


def take_out_the_rest(slug: str, *, username: str = "", password: str = "") -> tuple[str, str]:
    """Leave one event alone in a database; return its director and the password there.

    Accounts that acted in it stay by name, since its journal and files go by that; nobody signs in with them.

    :raises BackupFailed: if there is no such event, or nobody directs it.
    """
    from django.apps import apps
    from django.contrib.auth.hashers import make_password
    from django.contrib.auth.models import Permission
    from django.contrib.contenttypes.models import ContentType
    from django.db import transaction

    from tables.accounts.models import User, to_be_typed
    from tables.clubs.models import Club, Person
    from tables.journal.models import Release
    from tables.people.models import Entrant
    from tables.tournaments.models import PlayerClass, Role, Tournament

    of_the_program = {ContentType, Permission, Release}
    with transaction.atomic():
        event = Tournament.objects.filter(slug=slug).first()
        if event is None:
            raise BackupFailed(f"There is no event {slug}.")
        directors = Role.objects.filter(tournament=event, kind=Role.Kind.DIRECTOR, user__is_active=True).order_by("pk")
        role = directors.filter(user__username=username).first() or directors.first()
        if role is None:
            raise BackupFailed(f"Nobody directs {slug}: appoint somebody first.")
        for model in apps.get_models(include_auto_created=True):
            if model in of_the_program | {User, Club, Person}:
                continue
            rows = model._base_manager.all()
            if model is PlayerClass:
                rows = rows.exclude(tournament=None)
            if way := way_to_event(model):
                # By a list of its own: what it hangs on may be gone already.
                rows = rows.exclude(pk__in=model._base_manager.filter(**{way: event.pk}).values("pk"))
            _delete(rows)
        _delete(Person.objects.exclude(pk__in=Entrant.objects.exclude(person=None).values("person")))
        Person.objects.update(contact="", entry_key=None, merged_into=None)
        _delete(Club.objects.exclude(pk__in=Person.objects.values("club")).exclude(tournaments=event))
        _delete(User.objects.exclude(pk__in=_named(User)))
        User.objects.update(
            password=make_password(None),
            email="",
            first_name="",
            last_name="",
            is_staff=False,
            is_superuser=False,
            last_login=None,
        )
        password = password or to_be_typed(groups=GROUPS)
        director = role.user
        director.set_password(password)
        director.save(update_fields=["password"])
    return director.username, password


def way_to_event(model: "type[Model]") -> str:
    """Return by which columns a row belongs to an event; "" if it belongs to none, or to something else as well."""
    from django.db.models import ForeignKey

    from tables.accounts.models import User
    from tables.clubs.models import Person
    from tables.tournaments.models import PlayerClass, Tournament

    if model is Tournament:
        return "pk"
    if model is PlayerClass:
        # Those of no event are of every event.
        return "tournament__pk"
    owners = [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey) and not field.null and field.related_model not in {User, Person}
    ]
    ways = [way_to_event(field.related_model) for field in owners]
    return f"{owners[0].name}__{ways[0]}" if ways and all(ways) else ""


def _named(named: "type[Model]") -> set[int]:
    from django.apps import apps

    numbers: set[int] = set()
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if field.is_relation and field.related_model is named:
                rows = model._base_manager.exclude(**{field.attname: None})
                numbers |= set(rows.values_list(field.attname, flat=True).distinct().order_by())
    return numbers


def _delete(rows: Any) -> None:
    rows._raw_delete(rows.db)


def main(slug: str, folder: str) -> None:
    """Make of the database of the environment a backup of one event."""
    import django

    django.setup()
    processes.step_back()
    from django.utils import timezone

    from skatturnier.backups.file_names import BackupSettings
    from skatturnier.backups.making import make

    try:
        username, password = take_out_the_rest(slug, **json.loads(sys.stdin.read() or "{}"))
        made = make(wanted=BackupSettings(folder=Path(folder)), now=timezone.now())
    except BackupFailed as failed:
        sys.exit(str(failed))
    values = {"path": str(made.path), "username": username, "password": password, "problems": made.problems}
    json.dump(values, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
