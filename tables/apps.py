"""The hall: people, series, tables, seats, the draw, the journal."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    """The hall."""

    name = "tables"
    verbose_name = _("Hall")

    def ready(self) -> None:
        """Have the journal tell what is done in the hall."""
        from tables.clubs.wording import acts as clubs
        from tables.draw.wording import acts as draw
        from tables.hall.wording import acts as hall
        from tables.journal.wording.acts import also
        from tables.people.wording import acts as people
        from tables.tournaments.wording import acts as tournaments

        also(clubs, draw, hall, people, tournaments)
