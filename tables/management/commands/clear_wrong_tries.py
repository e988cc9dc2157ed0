"""Let everybody try again who was told to wait after too many wrong passwords or codes."""

from typing import Any

from django.core.management import BaseCommand

from tables.accounts.services.floods import clear_wrong_tries


class Command(BaseCommand):
    help = "Forget all wrong passwords and codes of the last quarter of an hour: nobody has to wait any longer."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(f"{clear_wrong_tries()} wrong tries forgotten.")
