"""Collect the texts for users, those in the register of the rules among them."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Collect also what a clause says: the rules are pure and cannot mark it themselves."""

    xgettext_options: list[str] = [*makemessages.Command.xgettext_options, "--keyword=clause:2"]
