"""Play a believable event into the database: the demo, or a large field for measurements."""

import sys
from argparse import ArgumentParser
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from simulation import accounts
from simulation.event import simulate
from simulation.live import NothingToPlay, live_tables, play_live, series_to_play
from simulation.scenario import EntryWay, Scenario
from tables.accounts.models import User
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import tournaments

DEAL_BY_DEAL_UP_TO = 100
"""Players up to whom the tables enter deal by deal, unless said otherwise."""


class Command(BaseCommand):
    help = "Play a believable event through the services of the site. Without arguments: the demo. --live: watch one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=43)
        parser.add_argument("--series", type=int, default=3)
        parser.add_argument("--rounds", type=int, default=12)
        parser.add_argument("--seed", default="1", help="the same seed gives the same event")
        parser.add_argument(
            "--played",
            type=float,
            nargs="+",
            metavar="FRACTION",
            help="how much of each series is played, 1 being closed; default: of three series 1 0.5, else everything",
        )
        parser.add_argument(
            "--entry",
            choices=[str(entry) for entry in EntryWay],
            help="deals: each table enters deal by deal; lists: the office types whole lists, ten times as fast; "
            f"default: deals up to {DEAL_BY_DEAL_UP_TO} players",
        )
        parser.add_argument(
            "--begins",
            type=datetime.fromisoformat,
            help="when the desk opens, like 2026-05-16T09:00; default: so that what is played ends now",
        )

        parser.add_argument(
            "--live",
            action="store_true",
            help="play a series that is running through the pages of the site, to watch it; makes no event",
        )
        parser.add_argument("--event", default="", metavar="SLUG", help="live: which event; default: the latest")
        parser.add_argument("--site", default="http://127.0.0.1:8000", help="live: where the site answers")
        parser.add_argument("--speed", type=float, default=60, help="live: how many times as fast as in a hall")
        parser.add_argument("--tables", type=int, metavar="N", help="live: only the first N tables")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["live"]:
            self._live(**options)
        else:
            self._simulate(**options)

    def _live(self, **options: Any) -> None:
        if not options["speed"] > 0:
            raise CommandError("The speed has to be more than nothing.")
        try:
            series = series_to_play(options["event"])
            tables = live_tables(
                series,
                site=options["site"],
                most=options["tables"],
                seed=options["seed"],
                phones=Path(settings.DATA_DIR) / "live-phones",
            )
        except NothingToPlay as nothing:
            raise CommandError(str(nothing)) from None
        except ValueError:
            raise CommandError("The site's address begins with http:// or https://.") from None
        self._say(f"{series.tournament.name}, series {series.number}: {len(tables)} tables play. Ctrl-C stops them.")
        with suppress(KeyboardInterrupt):
            play_live(tables, speed=options["speed"], say=self._say)
        self._say(f"{sum(table.entered for table in tables)} deals were entered.")

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()

    def _simulate(self, **options: Any) -> None:
        try:
            scenario = _scenario(**options)
        except ValueError as error:
            raise CommandError(f"That cannot be simulated: {error}.") from None
        if not tournaments.is_demo() and (User.objects.exists() or tournaments.last_tournament()):
            raise CommandError("This database is in use. The demo needs one of its own: make demo")
        file = accounts.file_in(Path(settings.DATA_DIR))
        passwords = {name: accounts.new_password() for name in (accounts.DIRECTOR, accounts.JUDGE)}
        # Accounts that are there keep their passwords.
        fresh = {name: word for name, word in passwords.items() if not User.objects.filter(username=name).exists()}
        director = User.objects.filter(username=accounts.DIRECTOR).first() or User.objects.create_user(
            username=accounts.DIRECTOR, password=passwords[accounts.DIRECTOR]
        )
        label = f"Simulating {scenario.players} players"
        with click.progressbar(length=scenario.deals, label=label, show_pos=True, file=sys.stderr) as bar:
            tournament = simulate(
                scenario, director=director, judge=(accounts.JUDGE, passwords[accounts.JUDGE]), progress=bar.update
            )
            bar.update(scenario.deals - bar.pos)
        accounts.keep(file, {**accounts.passwords_in(file), **fresh})
        if options["verbosity"]:
            self._tell(tournament, fresh)

    def _tell(self, tournament: Tournament, fresh: dict[str, str]) -> None:
        self.stdout.write(f"{tournament.name} is at /t/{tournament.slug}/")
        for name, word in fresh.items():
            self.stdout.write(f"Account made: {name}, password {word}")


def _scenario(*, played: list[float] | None, entry: str | None, begins: datetime | None, **options: Any) -> Scenario:
    players, series = options["players"], options["series"]
    if played is None:
        played = [1.0, 0.5] if series == 3 else [1.0] * series
    if entry is None:
        entry = EntryWay.DEALS if players <= DEAL_BY_DEAL_UP_TO else EntryWay.LISTS
    scenario = Scenario(
        players=players,
        series=series,
        rounds=options["rounds"],
        seed=options["seed"],
        played=tuple(played),
        entry=EntryWay(entry),
        begins=timezone.now(),
    )
    if begins:
        return replace(scenario, begins=begins if begins.tzinfo else timezone.make_aware(begins))
    begins = scenario.begins - (scenario.ends - scenario.begins)
    return replace(scenario, begins=begins.replace(minute=begins.minute // 5 * 5, second=0, microsecond=0))
