"""Count all results anew from the entries, and store those that differ."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from scoring.results.services.series import recount_results
from tables.tournaments.models import Tournament


class Command(BaseCommand):
    help = "Count all results of a tournament anew from its entries, and store those that differ. See `verify`."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament as it stands in its address")

    def handle(self, *_args: Any, slug: str, **_options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {slug}.", returncode=2)
        recount = recount_results(tournament_id=tournament.pk, by=None, now=timezone.now())
        self.stdout.write(f"{slug}: {recount.lists} lists counted, {len(recount.wrong)} results of seats stored anew")
