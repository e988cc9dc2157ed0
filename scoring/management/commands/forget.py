"""Take the names out of events whose time is over, or one account out of the site."""

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from scoring.paper.runs import runs
from scoring.privacy.services import erase_account, forget_due, forget_event, what_keeps, wipe_now, wipe_what_is_due
from tables.accounts.models import User
from tables.acts.services import refusal_of
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import keep_until, over_for_long, remembered

REFUSED = {
    "kept-until": "{slug}: its names are kept until {day}.",
    "disputes-open": "{slug}: names stay, this is still open: {open}.",
    "in-charge": "{name} is in charge of {event}, whose names are still kept. Take the office away first.",
    "keeps-a-book": "{name} keeps a club’s address book. Let somebody else keep it first.",
}


NOT_WIPED = (
    "What was taken out still lies in the free room of the database: somebody is playing, or reads what it "
    "was before, as for a backup."
)


class Command(BaseCommand):
    help = (
        "Take names, signatures and everything written in people's own words out of events that ended more than six "
        "months ago (SkWO 7.4.4), while something is still open six months later. Results, numbers and the journal's "
        "chain stay."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--slug", help="only this event; default: every one whose time is over")
        parser.add_argument("--account", metavar="NAME", help="take out an account instead")
        parser.add_argument("--wipe", action="store_true", help="only write the database anew, without its free room")
        parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")

    def handle(
        self, *_args: Any, slug: str | None, account: str | None, wipe: bool, dry_run: bool, **_options: Any
    ) -> None:
        now = timezone.now()
        if wipe and not dry_run:
            if self._wiped():
                self.stdout.write("The database is written anew.")
        elif account:
            self._account(account, dry_run=dry_run)
        elif dry_run:
            self._say_what_is_due(slug, now)
        elif slug:
            self._one(slug, now)
        else:
            self._all(now)

    def _all(self, now: datetime) -> None:
        outcomes = forget_due(now=now)
        for outcome in outcomes:
            slug = outcome.tournament.slug
            if outcome.kept_because:
                self.stdout.write(f"{slug}: names stay, this is still open: {', '.join(outcome.kept_because)}")
            else:
                runs.drop_all_of(slug)
                self.stdout.write(f"{slug}: names taken out")
        if not outcomes:
            self.stdout.write("No event's time is over.")
        self._say_whether_wiped()

    def _one(self, slug: str, now: datetime) -> None:
        tournament = _event(slug)
        if refusal := refusal_of(lambda: forget_event(tournament_id=tournament.pk, by=None, now=now)):
            raise CommandError(REFUSED[refusal.code].format(slug=slug, **refusal.facts), returncode=1)
        runs.drop_all_of(slug)
        wipe_what_is_due()
        self.stdout.write(f"{slug}: names taken out")
        self._say_whether_wiped()

    def _say_what_is_due(self, slug: str | None, now: datetime) -> None:
        today = timezone.localdate(now)
        due = {tournament.pk for tournament in over_for_long(on=today)}
        for each_tournament in [_event(slug)] if slug else remembered().order_by("ends_on", "pk"):
            open_now = what_keeps(each_tournament, now=now)
            if each_tournament.forgotten_at:
                text = "names were taken out already"
            elif each_tournament.pk not in due:
                text = f"names are kept until {keep_until(each_tournament)}"
            elif open_now:
                text = f"names would stay, this is still open: {', '.join(open_now)}"
            else:
                text = f"names of {each_tournament.entrants.count()} entrants would be taken out"
            self.stdout.write(f"{each_tournament.slug}: {text}")

    def _account(self, name: str, *, dry_run: bool) -> None:
        if not User.objects.filter(username=name).exists():
            raise CommandError(f"There is no account {name}.", returncode=2)
        if dry_run:
            self.stdout.write(f"{name}: the account would be taken out")
            return
        if refusal := refusal_of(lambda: erase_account(username=name)):
            raise CommandError(REFUSED[refusal.code].format(name=name, **refusal.facts), returncode=1)
        self.stdout.write(f"{name}: the account is taken out")
        self._wiped()

    def _wiped(self) -> bool:
        if wipe_now():
            return True
        self.stdout.write(f"{NOT_WIPED} Run this with --wipe a little later.")
        return False

    def _say_whether_wiped(self) -> None:
        if Tournament.objects.filter(wipe_due=True).exists():
            self.stdout.write(f"{NOT_WIPED} The next run wipes it.")


def _event(slug: str) -> Tournament:
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise CommandError(f"There is no tournament {slug}.", returncode=2)
    return tournament
