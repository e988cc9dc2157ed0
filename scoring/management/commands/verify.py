"""Compute every result anew from its entries and compare, check the chain of the journal and the database's file."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.core.management.base import no_translations
from django.db import DatabaseError

from scoring.history.selectors.problems import CANNOT_BE_READ
from scoring.history.selectors.verification import Verification, outside_verified, verified
from scoring.history.wording import sentence
from tables.clubs.models import Club
from tables.journal.chain import lines_of
from tables.journal.selectors import Head, damage, head_in, head_of, strays
from tables.tournaments.models import Tournament


class Command(BaseCommand):
    help = "Compute every result and every draw anew and compare; check the journal. Exit code 1 if anything is wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        only = parser.add_mutually_exclusive_group()
        only.add_argument("slug", nargs="?", help="the tournament as it stands in its address; default: everything")
        only.add_argument("--club", metavar="SLUG", help="only what this club keeps, its seasons and leagues too")
        only.add_argument("--site", action="store_true", help="only the accounts of the site")
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="NUMBER:HASH",
            help="a head of the journal as it is printed on a sheet, a result or the page of the journal; may be given "
            "several times",
        )

    @no_translations
    def handle(
        self, *_args: Any, slug: str | None, club: str | None, site: bool, head: list[str], **_options: Any
    ) -> None:
        damaged = damage()
        for text in damaged:
            self.stdout.write(f"The file of the database is damaged: {text}")
        try:
            wrong = len(damaged) + self._look_through(slug, club, head, site=site)
        except DatabaseError as error:
            if not damaged:
                raise
            raise CommandError(f"The rest cannot be read ({error}): restore a backup.", returncode=1) from None
        if wrong:
            raise CommandError(f"{wrong} findings." if wrong > 1 else "1 finding.", returncode=1)

    def _look_through(self, slug: str | None, club: str | None, head: list[str], *, site: bool) -> int:
        is_all = not (slug or club or site)
        tournaments = list(Tournament.objects.order_by("pk").values_list("pk", flat=True)) if is_all else []
        outside = [*Club.objects.order_by("pk").values_list("pk", flat=True), None] if is_all else []
        if slug:
            tournaments = _keys(Tournament, slug)
        elif club:
            outside = [*_keys(Club, club)]
        elif site:
            outside = [None]
        heads = [_head(text) for text in head]
        if heads and is_all:
            raise CommandError("Whose journal is it a head of? Name the tournament, --club or --site.", returncode=2)
        wrong = 0
        if is_all and (texts := strays()):
            wrong += 1
            self.stdout.write(f"A row belongs to nothing: {texts[0]}")
        wrong += sum(self._tournament(key, heads) for key in tournaments)
        return wrong + sum(self._outside(key, heads) for key in outside)

    def _tournament(self, key: int, heads: list[Head]) -> int:
        try:
            tournament = Tournament.objects.get(pk=key)
        except CANNOT_BE_READ as error:
            self.stdout.write(f"Tournament {key} cannot be read: {error}")
            return 1
        looked = verified(tournament, heads=heads)
        for discrepancy in looked.discrepancies:
            self.stdout.write(f"{tournament.slug}, {sentence(discrepancy)}")
        self.stdout.write(_summary(looked))
        return len(looked.discrepancies)

    def _outside(self, key: int | None, heads: list[Head]) -> int:
        try:
            club = None if key is None else Club.objects.get(pk=key)
        except CANNOT_BE_READ as error:
            self.stdout.write(f"Club {key} cannot be read: {error}")
            return 1
        name = f"club {club.slug}" if club else "site"
        discrepancies = outside_verified(club, heads=heads)
        for discrepancy in discrepancies:
            self.stdout.write(f"{name}, {sentence(discrepancy)}")
        if discrepancies or lines_of(club).exists():
            verdict = "WRONG" if discrepancies else "all right"
            self.stdout.write(f"{name}: {verdict} (journal {lines_of(club).count()}, head {head_of(club).short})")
        return len(discrepancies)


def _keys(model: type[Tournament] | type[Club], slug: str) -> list[int]:
    numbers = list(model._default_manager.filter(slug=slug).values_list("pk", flat=True))
    if not numbers:
        raise CommandError(f"There is no {model._meta.verbose_name} {slug}.", returncode=2)
    return numbers


def _head(text: str) -> Head:
    head = head_in(text)
    if head is None:
        raise CommandError(
            f"“{text}” is no head of a journal: it looks like 412:3f9a-0c71-88de-12ab-45cd.", returncode=2
        )
    return head


def _summary(looked: Verification) -> str:
    verdict = "WRONG" if looked.discrepancies else "all right"
    text = f"{looked.tournament.slug}: {verdict} (lists {looked.lists}, deals {looked.deals}, journal {looked.lines})"
    if looked.unrepeatable:
        # The program that made them still can: whether their seats follow from their seeds nobody can say here.
        numbers = ", ".join(map(str, looked.unrepeatable))
        text += f"; not drawn again, made by another version of the draw, only their seats compared: draw {numbers}"
    if looked.uncovered:
        # Entered by a version that sealed nothing: whether these were changed nobody can say.
        rows = (f"{count} {kind}{'s' if count > 1 else ''}" for kind, count in looked.uncovered.items())
        text += f"; not covered by the journal: {', '.join(rows)}"
    return text
