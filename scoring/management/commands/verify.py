"""Compute every result anew from its entries and compare, and check the chain of the journal."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from scoring.selectors import Discrepancy, Doubt, Verification, verified
from tables.models import Tournament

SENTENCE = {
    Doubt.RESULT_DIFFERS: "the result stored is {stored}, its entries give {computed} "
    "(game points, won, lost, lost by the others, performance)",
    Doubt.RESULT_MISSING: "no result is stored",
    Doubt.RESULT_OF_NOTHING: "a result is stored, {stored}, but the list is empty",
    Doubt.POINTS_DIFFER: "{stored} points are stored, the rules give {computed}",
    Doubt.SUMS_DIFFER: "the control sum is {stored} and should be {computed}",
    Doubt.SIGNED_UNFIT: "the list is signed, but the rules refuse it: {stored}",
    Doubt.HASH_DIFFERS: "it was signed with the fingerprint {stored}, what stands there now has {computed}",
    Doubt.HASH_UNKNOWN: "its fingerprint is {stored}, the journal has {computed}",
    Doubt.UNREADABLE: "its entries cannot be read: {stored}",
    Doubt.DRAW_DIFFERS: "its protocol does not recompute: {stored}",
    Doubt.SEATS_DIFFER: "the seats are not those of its draw",
    Doubt.JOURNAL_BROKEN: "does not fit the chain: it, or one before it, was changed, added or taken out",
}


class Command(BaseCommand):
    help = "Compute every result and every draw anew and compare; check the journal. Exit code 1 if anything is wrong."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", help="the tournament as it stands in its address; default: all")

    def handle(self, *_args: Any, slug: str | None, **_options: Any) -> None:
        tournaments = Tournament.objects.order_by("pk")
        if slug:
            tournaments = tournaments.filter(slug=slug)
            if not tournaments:
                raise CommandError(f"There is no tournament {slug}.", returncode=2)
        wrong = 0
        for tournament in tournaments:
            looked = verified(tournament)
            wrong += len(looked.discrepancies)
            for one in looked.discrepancies:
                self.stdout.write(f"{tournament.slug}, {_where(one)}: {_what(one)}")
            self.stdout.write(_summary(looked))
        if wrong:
            raise CommandError(f"{wrong} findings." if wrong > 1 else "1 finding.", returncode=1)


def _where(one: Discrepancy) -> str:
    parts = (("series", one.series), ("draw", one.draw), ("table", one.table), ("seat", one.place), ("deal", one.deal))
    named = [f"{word} {number}" for word, number in parts if number is not None]
    return ", ".join(named) if one.line is None else f"journal line {one.line}"


def _what(one: Discrepancy) -> str:
    return SENTENCE[one.doubt].format(stored=one.stored, computed=one.computed)


def _summary(looked: Verification) -> str:
    verdict = "WRONG" if looked.discrepancies else "all right"
    return f"{looked.tournament.slug}: {verdict} (lists {looked.lists}, deals {looked.deals}, journal {looked.lines})"
