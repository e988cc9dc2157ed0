"""Sign an account out wherever it is signed in."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from tables.accounts.models import User
from tables.accounts.services.accounts import sign_out_everywhere


class Command(BaseCommand):
    help = "Sign an account out in every browser; with --everybody, all accounts. Phones at tables stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", help="whose sessions end")
        parser.add_argument("--everybody", action="store_true", help="end the sessions of all accounts")

    def handle(self, *_args: Any, username: str | None, everybody: bool, **_options: Any) -> None:
        if bool(username) == everybody:
            raise CommandError("Name one account, or say --everybody.")
        users = User.objects.all() if everybody else User.objects.filter(username__iexact=username)
        if not users:
            raise CommandError(f"There is no account “{username}”.")
        ended = sum(sign_out_everywhere(user=user, now=timezone.now()) for user in users)
        self.stdout.write(f"{ended} sessions ended.")
