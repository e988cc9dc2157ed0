"""Bring the database up to date, note which version did, and seal what clubs and accounts of before hold."""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.utils import timezone

from skatturnier import LATER, versions
from tables.journal.models import SiteEntry
from tables.journal.services import begin_chains


class Command(migrate.Command):
    def handle(self, *args: Any, database: str, **options: Any) -> None:
        if why := versions.newer(database):
            raise CommandError(why, returncode=LATER)
        super().handle(*args, database=database, **options)
        versions.note_version(database, now=timezone.now())
        # Whoever goes back to an earlier migration has not the rows that the models of today ask for.
        is_whole = not options.get("app_label") and database == DEFAULT_DB_ALIAS
        if is_whole and SiteEntry._meta.db_table in connections[database].introspection.table_names():
            begin_chains(now=timezone.now())
