"""Compute every result anew from its entries and compare, check the chain of the journal and the database's file."""

from argparse import ArgumentParser
from typing import Any

from django.apps import apps
from django.core.management import BaseCommand, CommandError
from django.db import DatabaseError

from scoring.history.selectors.problems import CANNOT_BE_READ, Discrepancy, Doubt, uncovered_words
from scoring.history.selectors.verification import Verification, outside_verified, verified
from tables.clubs.models import Club
from tables.journal import sealing
from tables.journal.chain import lines_of
from tables.journal.selectors import Head, damage, head_in, head_of, strays
from tables.tournaments.models import Tournament

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
    Doubt.STOPPED: "cannot be looked at to the end: {stored}",
    Doubt.DRAW_DIFFERS: "its protocol does not recompute: {stored}",
    Doubt.SEATS_DIFFER: "the seats are not those of its draw",
    Doubt.ENTRY_UNTOLD: "an entry stands there that no line of the journal tells of",
    Doubt.ENTRY_MISSING: "line {line} of the journal tells of an entry that is not there",
    Doubt.ENTRY_DIFFERS: "an entry says {stored}, line {line} of the journal {computed}",
    Doubt.LIST_DIFFERS: "signed, last deal not struck, accepted short: {stored}; by the journal {computed}",
    Doubt.CONFIRMATION_DIFFERS: "the signature of this seat, or that there is none, is not what the journal tells",
    Doubt.COURSE_DIFFERS: "how the list is kept and when play began is {stored}; by the journal (results only, begun) "
    "{computed}",
    Doubt.CALL_DIFFERS: "what became of a call is “{stored}”, by the journal “{computed}”",
    Doubt.ROUNDS_DIFFER: "the list has {stored} rounds, by the plan of the tournament {computed}",
    Doubt.SERIES_DIFFERS: "stands at “{stored}”, by the journal at “{computed}”",
    Doubt.SEAT_DISPLACED: "its seats are not numbered from 1 on, or one is of another series",
    Doubt.LOT_DIFFERS: "has lot {stored}, by the journal {computed}",
    Doubt.ORDER_DIFFERS: "what the direction ordered is “{stored}”, by the journal “{computed}”",
    Doubt.RECORD_UNKNOWN: "its protocol has the fingerprint {stored}, the journal has {computed}",
    Doubt.SEEDING_DIFFERS: "is seated by place {stored}, the results give {computed}",
    Doubt.SEAL_DIFFERS: "was changed since line {line} of the journal sealed it",
    Doubt.SEALED_MISSING: "is gone, but line {line} of the journal sealed it",
    Doubt.SEALED_UNREADABLE: "something stored of these cannot be read: {stored}",
    Doubt.UNSEALED: "stands there, but no line of the journal tells of it",
    Doubt.SALT_MISSING: "cannot be checked: what belongs to its seal in line {line} of the journal was taken out",
    Doubt.HEAD_CUT_OFF: "is printed as {stored}, but the journal is shorter now: its end was cut off",
    Doubt.HEAD_DIFFERS: "is printed as {stored}: it, or one before it, is another one now",
    Doubt.CHARGE_DIFFERS: "{stored} cents are charged, lists and tariffs come to {computed}",
    Doubt.MOVEMENT_UNFIT: "cannot be: {stored}",
    Doubt.BALANCE_DIFFERS: "of an account {stored} cents are stored, its movements come to {computed}",
    Doubt.AWARD_DIFFERS: "is {stored} cents, {computed} were moved for it",
    Doubt.JOURNAL_BROKEN: "does not fit the chain: it, or one before it, was changed, added or taken out",
}


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
        """Write down what is found in the rows, and return how much it is."""
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
        if is_all and (strays := _strays()):
            wrong += 1
            self.stdout.write(strays)
        wrong += sum(self._tournament(key, heads) for key in tournaments)
        return wrong + sum(self._outside(key, heads) for key in outside)

    def _tournament(self, key: int, heads: list[Head]) -> int:
        """Say what is wrong in a tournament, and return how much."""
        try:
            tournament = Tournament.objects.get(pk=key)
        except CANNOT_BE_READ as error:
            self.stdout.write(f"Tournament {key} cannot be read: {error}")
            return 1
        looked = verified(tournament, heads=heads)
        for discrepancy in looked.discrepancies:
            self.stdout.write(f"{tournament.slug}, {_where(discrepancy)}: {_what(discrepancy)}")
        self.stdout.write(_summary(looked))
        return len(looked.discrepancies)

    def _outside(self, key: int | None, heads: list[Head]) -> int:
        """Say what is wrong in what a club keeps, or in the accounts of the site, and return how much."""
        try:
            club = None if key is None else Club.objects.get(pk=key)
        except CANNOT_BE_READ as error:
            self.stdout.write(f"Club {key} cannot be read: {error}")
            return 1
        name = f"club {club.slug}" if club else "site"
        found = outside_verified(club, heads=heads)
        for discrepancy in found:
            self.stdout.write(f"{name}, {_where(discrepancy)}: {_what(discrepancy)}")
        if found or lines_of(club).exists():
            verdict = "WRONG" if found else "all right"
            self.stdout.write(f"{name}: {verdict} (journal {lines_of(club).count()}, head {head_of(club).short})")
        return len(found)


def _keys(model: type[Tournament] | type[Club], slug: str) -> list[int]:
    found = list(model._default_manager.filter(slug=slug).values_list("pk", flat=True))
    if not found:
        raise CommandError(f"There is no {model._meta.verbose_name} {slug}.", returncode=2)
    return found


def _head(text: str) -> Head:
    head = head_in(text)
    if head is None:
        raise CommandError(
            f"“{text}” is no head of a journal: it looks like 412:3f9a-0c71-88de-12ab-45cd.", returncode=2
        )
    return head


def _strays() -> str:
    """Return which row belongs to something that is not there, if any does."""
    found = strays()
    return f"A row belongs to nothing: {found[0]}" if found else ""


def _where(discrepancy: Discrepancy) -> str:
    parts = (
        *(
            ("series", discrepancy.series),
            ("draw", discrepancy.draw),
            ("table", discrepancy.table),
            ("seat", discrepancy.place),
            ("deal", discrepancy.deal),
        ),
        ("no.", discrepancy.entrant),
    )
    named = [f"{word} {number}" for word, number in parts if number is not None]
    if discrepancy.what:
        return _sealed(discrepancy.what)
    return ", ".join(named) or (f"journal line {discrepancy.line}" if discrepancy.line is not None else "tournament")


SEALED = {
    "appeal": "appeal {}",
    "announcement": "announcement {}",
    "award": "prize given {}",
    "box_count": "count {} of a box",
    "card": "no. {}, the start card given back",
    "class": "class {}",
    "closing": "closing {} of the account",
    "confirmation": "series {}, table {}, seat {}, the signature",
    "correction": "correction {}",
    "deferral": "payment put off {}",
    "draw": "draw {}",
    "entrant": "no. {}",
    "event": "the plan of the tournament or who is in charge",
    "list": "series {}, table {}, the list",
    "measure": "measure {}",
    "member": "member {} of the tribunal",
    "movement": "movement {}",
    "objection": "objection {}",
    "prize_list": "list of prizes {}",
    "query": "query {}",
    "ranking": "ranking {}, its terms, teams or lots",
    "ruling": "decision {}",
    "series": "series {}, its state or its tables",
    "tariff": "tariff {}",
    "terms": "what is said about transfers and prizes",
}


def _sealed(what: str) -> str:
    kind, *numbers = what.split()
    if kind not in SEALED:
        # Rows outside events go by their number in the database.
        called = str(apps.get_model(sealing.kind_of(kind).model)._meta.verbose_name)
        return f"{called} {numbers[0]}" if numbers else f"{called} (any of them)"
    # Of all of a kind, where one cannot be read.
    return SEALED[kind].format(*numbers) if numbers or kind in {"event", "terms"} else f"{kind} (any of them)"


def _what(discrepancy: Discrepancy) -> str:
    return SENTENCE[discrepancy.doubt].format(
        stored=discrepancy.stored, computed=discrepancy.computed, line=discrepancy.line
    )


def _summary(looked: Verification) -> str:
    verdict = "WRONG" if looked.discrepancies else "all right"
    said = f"{looked.tournament.slug}: {verdict} (lists {looked.lists}, deals {looked.deals}, journal {looked.lines})"
    if looked.unrepeatable:
        # The program that made them still can: whether their seats follow from their seeds nobody can say here.
        numbers = ", ".join(map(str, looked.unrepeatable))
        said += f"; not drawn again, made by another version of the draw, only their seats compared: draw {numbers}"
    if looked.uncovered:
        # Entered by a version that sealed nothing: whether these were changed nobody can say.
        said += f"; not covered by the journal: {uncovered_words(looked.uncovered)}"
    return said
