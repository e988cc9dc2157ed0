"""Give out everything that is stored about one person, as a file."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.core.serializers.json import DjangoJSONEncoder

from scoring.privacy import selectors as personal
from tables.accounts.models import User
from tables.clubs.models import Person
from tables.people.models import Entrant


class Command(BaseCommand):
    help = (
        "Write everything that is stored about one person as JSON: an entrant, somebody in an address book, an account."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--slug", help="the tournament of an entrant, with --number")
        parser.add_argument("--number", type=int, help="their start number")
        parser.add_argument("--club", help="a club as it stands in its address: of somebody in its book, with --name")
        parser.add_argument("--name", help="their name as the book has it")
        parser.add_argument("--account", help="the name somebody signs in with")
        parser.add_argument("--to", type=Path, metavar="FILE", help="default: standard output")

    def handle(self, *_args: Any, to: Path | None, **asked: Any) -> None:
        text = json.dumps(_told(asked), ensure_ascii=False, indent=1, cls=DjangoJSONEncoder)
        if to is None:
            self.stdout.write(text)
            return
        try:
            to.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{to} cannot be written: {error.strerror}.", returncode=2) from None
        self.stdout.write(f"Written to {to}.")


def _told(asked: dict[str, Any]) -> dict[str, Any]:
    if asked["account"]:
        return personal.of_account(_only(User.objects.filter(username=asked["account"])))
    if asked["slug"] and asked["number"]:
        entrants = Entrant.objects.filter(tournament__slug=asked["slug"], number=asked["number"])
        return personal.alone(_only(entrants.select_related("tournament")))
    if asked["club"] and asked["name"]:
        people = Person.objects.filter(club__slug=asked["club"], name=asked["name"], merged_into=None)
        return personal.of_person(_only(people.select_related("club")))
    raise CommandError("Of whom? Give --slug and --number, --club and --name, or --account.", returncode=2)


def _only(rows: Any) -> Any:
    values = list(rows[:2])
    if len(values) != 1:
        raise CommandError(
            "There is nobody like that." if not values else "There are several of this name.", returncode=2
        )
    return values[0]
