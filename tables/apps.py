"""The hall: people, series, tables, seats, the draw, the journal."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    """The hall."""

    name = "tables"
    verbose_name = _("Hall")
