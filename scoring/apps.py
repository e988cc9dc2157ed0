"""The lists: deals, results, standings, appeals."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    """The lists."""

    name = "scoring"
    verbose_name = _("Lists")

    def ready(self) -> None:
        """Have the journal seal what the lists keep, and tell what is done in them."""
        from scoring.archive import wording as archive
        from scoring.disputes.wording import direction_acts, judge_acts, judge_refusals
        from scoring.history.sealing import seal_the_lists
        from scoring.lists.wording import acts as lists
        from scoring.lists.wording import refusals as list_refusals
        from scoring.office import wording as office
        from scoring.privacy import wording as privacy
        from scoring.pub import wording as pub
        from scoring.results.wording import acts as results
        from scoring.results.wording import direction_refusals, ranking_refusals
        from tables.acts.wording import refusals
        from tables.journal.wording.acts import also

        seal_the_lists()
        refusals.also(judge_refusals, list_refusals, direction_refusals, ranking_refusals, pub)
        also(archive, direction_acts, judge_acts, lists, office, privacy, pub, results)
