"""The lists: deals, results, standings, appeals."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    """The lists."""

    name = "scoring"
    verbose_name = _("Lists")

    def ready(self) -> None:
        """Have the journal tell what is done in the lists, charge what follows from it, and state that in the plan."""
        from scoring import doubles
        from scoring.disputes.wording import phrases as disputes
        from scoring.league import wording as league_acts
        from scoring.league import wording as league_refusals
        from scoring.lists.wording import acts as lists
        from scoring.lists.wording import refusals as list_refusals
        from scoring.money import wording as money
        from scoring.money.services import charging, prizes
        from scoring.money.wording import plan as money_plan
        from scoring.office.services import end as ending
        from scoring.privacy import services as privacy
        from scoring.pub import services as pub
        from scoring.results.wording import acts as results
        from scoring.results.wording import direction_refusals
        from scoring.season import wording as season_acts
        from scoring.season import wording as season_refusals
        from scoring.season.services import seasons
        from scoring.venues import services as venues
        from tables.acts.wording import refusals
        from tables.journal import following
        from tables.journal.wording import register_sentences
        from tables.tournaments import listings as tournament_plan

        refusals.register_sentences(
            *(disputes, list_refusals, direction_refusals, money, results, season_refusals),
            *(league_refusals, ending, pub, venues, doubles),
        )
        register_sentences(disputes, doubles, league_acts, lists, money, ending, privacy, pub, results)
        register_sentences(season_acts, venues)
        tournament_plan.ANNOUNCED.update(charges=money_plan.announced, prizes=money_plan.announced_prizes)
        following.register_follower(charging.ENTERING | charging.OF_LISTS | charging.OF_ANYTHING, charging.follow)
        following.register_follower(ending.CREATED, ending.take_over)
        following.register_follower(seasons.PLANNED, seasons.follow)
        following.register_follower(charging.CHANGES, charging.follow_plan)
        following.register_follower(prizes.RELEASES, prizes.follow)
