"""Bring the database up to date, and write down which version did: an earlier one will refuse it."""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.utils import timezone

from skatturnier import LATER, versions


class Command(migrate.Command):
    def handle(self, *args: Any, database: str, **options: Any) -> None:
        if why := versions.newer(database):
            raise CommandError(why, returncode=LATER)
        super().handle(*args, database=database, **options)
        versions.note_version(database, now=timezone.now())
