"""The lists: deals, results, standings, appeals."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    """The lists."""

    name = "scoring"
    verbose_name = _("Lists")

    def ready(self) -> None:
        """Have the journal seal what the lists keep."""
        from scoring.sealing import seal_the_lists

        seal_the_lists()
