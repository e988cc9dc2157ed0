"""The command ``skatturnier`` of an installed program: the site with its buttons, the demo, what ``manage.py`` does."""

import os
import sys

from skatturnier.machine import places

DEMO = "demo"


def main() -> int:
    """Do what the words behind the command say; without one, keep the site and open it in the browser."""
    words = sys.argv[1:]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
    if not words:
        from skatturnier.laptop.__main__ import main as keep

        return keep()
    from django.core.management import execute_from_command_line

    if words[0] == DEMO:
        # A database of its own: what is tried never mixes with real events.
        os.environ["SKATTURNIER_DATA"] = str(places.data() / DEMO)
        words = ["serve", "--demo", *words[1:]]
    execute_from_command_line(["skatturnier", *words])
    return 0
