"""The hall: people, series, tables, seats, the draw, the journal."""

from typing import Any

from django.apps import AppConfig
from django.core.management import call_command
from django.db import connections
from django.db.models.signals import post_migrate, post_save
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    """The hall."""

    name = "tables"
    verbose_name = _("Hall")

    def ready(self) -> None:
        from tables.clubs import wording as clubs
        from tables.draw import wording as draw
        from tables.hall import wording as hall
        from tables.journal import following
        from tables.journal.services import tell_of_account
        from tables.journal.wording import register_sentences
        from tables.people import wording as people
        from tables.people.services import registration
        from tables.tournaments import wording as tournaments

        register_sentences(clubs, draw, hall, people, tournaments)
        following.register_follower(registration.FREEING, registration.follow)
        post_migrate.connect(load_classes, sender=self)
        post_save.connect(tell_of_account, sender="tables.User")


def load_classes(*, using: str, **_about: Any) -> None:
    """Load the usual classes of new events, ``fixtures/classes.json``, after ``migrate`` unless there are some."""
    from tables.tournaments.models import PlayerClass

    if PlayerClass._meta.db_table not in connections[using].introspection.table_names():
        return
    if not PlayerClass.objects.using(using).filter(tournament=None).exists():
        call_command("loaddata", "classes", verbosity=0, database=using)
