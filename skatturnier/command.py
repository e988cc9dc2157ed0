"""The command ``skatturnier`` of an installed program: the site with its buttons, its demo, what ``manage.py`` does."""

import os
import sys

from skatturnier.laptop.__main__ import DEMO
from skatturnier.laptop.__main__ import main as keep


def main() -> int:
    """Do what the words behind the command say; without one, or for the demo, keep the site and open it."""
    if sys.argv[1:] in ([], [DEMO]):
        return keep()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
    return 0
