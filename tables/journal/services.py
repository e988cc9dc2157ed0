"""Acts outside events take a turn and are told; chains are begun, and what people wrote is taken out (SkWO 7.4.4)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final, Generic, TypeVar, Union

from django.apps import apps
from django.db import transaction
from django.db.models import Model, QuerySet
from django.db.models.deletion import Collector
from django.utils import timezone

from tables.accounts.models import User
from tables.acts.services import alone_with
from tables.declared import OfClub, OfSite
from tables.journal import chain as journal
from tables.journal.models import SiteEntry
from tables.journal.sealing import Key

Rows = Union[Model, Iterable[Model], "QuerySet[Any]"]

C = TypeVar("C", bound=Any)


@dataclass(slots=True, kw_only=True)
class Turn(Generic[C]):
    """A turn in what a club keeps, or on the site: who acts, when, and which rows it is about."""

    club: C
    """Held until the transaction ends; None for the site."""

    by: User | None
    """None for the public and for whoever holds a key."""

    now: datetime
    touched: dict[str, set[Key]] = field(default_factory=lambda: defaultdict(set))
    elsewhere: dict[int, dict[str, set[Key]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    """What was touched in the chains of other clubs, in whose seasons somebody of this one plays."""

    def about(self, *rows: Rows) -> None:
        """Note which rows the act is about: what is there of them when it is told is sealed, the rest as gone."""
        for some in rows:
            for row in [some] if isinstance(some, Model) else some:
                if isinstance(getattr(row, "sealed_in", None), OfClub | OfSite):
                    self.touched[str(row._meta.model_name)].add((row.pk,))

    def delete(self, rows: "QuerySet[Any]") -> None:
        """Delete rows and all that hangs on them. Raise ProtectedError if something must stay."""
        collector: Any = Collector(using=rows.db, origin=rows)
        collector.collect(list(rows))
        changed = [instances for some in collector.field_updates.values() for instances in some]
        for instances in [*collector.data.values(), *collector.fast_deletes, *changed]:
            self._about_wherever([*instances])
        collector.delete()

    def _about_wherever(self, rows: Sequence[Model]) -> None:
        """Note rows in the chain that each belongs to."""
        of_club = getattr(rows[0], "sealed_in", None) if rows else None
        others: dict[int, int] = {}
        if isinstance(of_club, OfClub):
            stored = type(rows[0])._base_manager.filter(pk__in=[row.pk for row in rows])
            others = dict(stored.exclude(**{of_club.way: self.club}).values_list("pk", of_club.way))
        self.about([row for row in rows if row.pk not in others])
        for key, club in others.items():
            self.elsewhere[club][str(rows[0]._meta.model_name)].add((key,))

    def tell(self, action: str, *about: Rows, **facts: Any) -> None:
        """Write the act's line when all else is written, never timed before the last; ``about`` adds rows."""
        self.about(*about)
        last = SiteEntry.objects.filter(club=self.club).order_by("-number").values_list("at", flat=True).first()
        at = max(self.now, last) if last else self.now
        clock = {} if at == self.now else {"clock": self.now.isoformat()}
        journal.record_outside(action, club=self.club, by=self.by, at=at, sealing=self.touched, **facts, **clock)
        self.touched.clear()
        for key, touched in sorted(self.elsewhere.items()):
            club = type(self.club)._default_manager.select_for_update(no_key=True).get(pk=key)
            Turn(club=club, by=self.by, now=self.now, touched=touched).tell(action, **facts)
        self.elsewhere.clear()


THE_CHAIN = "journal of the site"
UNTOLD = frozenset({"last_login"})


def tell_of_account(
    instance: User, *, created: bool, update_fields: Collection[str] | None = None, raw: bool = False, **_about: Any
) -> None:
    """Write the line of an account that was just saved, in the transaction that saved it."""
    if raw or (update_fields is not None and set(update_fields) <= UNTOLD):
        return
    alone_with(THE_CHAIN)
    turn = Turn(club=None, by=instance.changed_by, now=timezone.now())
    turn.about(instance)
    turn.tell("account.made" if created else "account.changed", user=instance.pk)


@transaction.atomic
def begin_chains(*, now: datetime) -> None:
    """Begin the chain of every club, and of the site once it has accounts. Done twice, it is done once."""
    for club in apps.get_model("tables.Club")._default_manager.select_for_update(no_key=True).order_by("pk"):
        journal.begin_outside(club=club, at=now)
    if apps.get_model("tables.User")._default_manager.exists():
        alone_with(THE_CHAIN)
        journal.begin_outside(club=None, at=now)


AT_ONCE: Final = 500


def words_out_of(lines: QuerySet[Any]) -> None:
    """Take what somebody wrote themselves out of these lines of a journal, and all salts."""
    _rewrite(lines, journal.without_words)


def salts_out_of(lines: QuerySet[Any], *, of: Collection[str]) -> None:
    """Take the salts of the seals of these subjects out of lines of a journal."""
    _rewrite(lines, partial(journal.without_salts, of=of))


def _rewrite(lines: QuerySet[Any], without: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    changed = []
    for line in lines.only("data"):
        left = without(line.data)
        if left != line.data:
            line.data = left
            changed.append(line)
    lines.model._default_manager.bulk_update(changed, ["data"], batch_size=AT_ONCE)
