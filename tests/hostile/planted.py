"""The busy day, with hostile words in every text that anybody may have written."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.apps import apps
from django.db import IntegrityError, models, transaction

from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import Purpose
from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament
from tests.hostile import world
from tests.hostile.payloads import FORMULAS, PAYLOADS

NOT_WRITTEN: Final = frozenset(
    {
        *("GameListRow.signed_hash", "Confirmation.drawing", "Proposal.because", "Proposal.device", "Phone.device"),
        *("Call.device", "Objection.device", "Correction.clause", "Measure.clause", "Ranking.drawn_from"),
        *("RankingLot.competitor", "Guess.address_hash", "User.password", "Entrant.key", "JournalEntry.action"),
        *("JournalEntry.hash", "Series.secret", "Table.key", "Table.words", "Club.website", "User.username"),
        *("Season.key", "LeagueTeam.key", "SeasonRelease.hash", "Competition.only_class"),
        *("Series.profile", "GameListRow.profile", "MovementRow.reason"),
    }
)
"""Keys, hashes, codes and names of profiles of the site's own.

An address is held to be one by its form, a user name to its letters.
"""

NAMED: Final = frozenset({Purpose.POT, Purpose.BOX})
"""Accounts that people name; those of entrants have their numbers, those of tariffs their codes."""

BETWEEN: Final = " "


def written() -> Iterator[tuple[type[models.Model], models.Field]]:
    """Yield every field that holds what somebody wrote."""
    for model in apps.get_models():
        if model._meta.app_label in {"tables", "scoring"}:
            for field in model._meta.fields:
                is_text = isinstance(field, models.CharField | models.TextField) and not isinstance(
                    field, models.SlugField
                )
                if is_text and not field.choices and f"{model.__name__}.{field.name}" not in NOT_WRITTEN:
                    yield model, field


def plant(turn: int = 0, *, among: Sequence[str] = (*PAYLOADS, *FORMULAS)) -> tuple[Tournament, set[str]]:
    """Play the busy day and let everything that was written in it be hostile; return it, and which words it took.

    A field has room for some of them: with each ``turn`` it gets those that come next.
    """
    made = world.busy()
    texts: dict[tuple[type[models.Model], Any], dict[str, str]] = defaultdict(dict)
    planted, at = [], turn
    for model, field in written():
        for row in model._default_manager.order_by("pk"):
            if not _is_named_by_the_site(row, field.attname):
                words, at = _fitting(among, at, field.max_length or 400)
                texts[model, row.pk][field.attname] = BETWEEN.join(sorted(words, key=among.index))
                planted.append((model, row.pk, field.attname, getattr(row, field.attname), words))
    took = {(*whose, name) for whose, those in texts.items() for name in _taken(*whose, those)}
    used: set[str] = set()
    instead: dict[str, str] = {}
    for model, pk, name, old, words in planted:
        if (model, pk, name) in took:
            used |= words
            instead |= {str(old): texts[model, pk][name]} if old else {}
    for line in JournalEntry.objects.all():
        if (data := _with(line.data, instead)) != line.data:
            JournalEntry.objects.filter(pk=line.pk).update(data=data)
    made.refresh_from_db()
    return made, used


def _is_named_by_the_site(row: models.Model, name: str) -> bool:
    """Tell whether a text is the name of an account that nobody names."""
    if not isinstance(row, MovementRow) or name not in {"source_name", "target_name"}:
        return False
    return getattr(row, name.removesuffix("_name")) not in NAMED


def _taken(model: type[models.Model], pk: Any, texts: dict[str, str]) -> Iterator[str]:
    """Put texts into a row but those that the database wants none of, as no reason where nothing was voided."""
    try:
        with transaction.atomic():
            model._default_manager.filter(pk=pk).update(**texts)
    except IntegrityError:
        if len(texts) > 1:
            for name, text in texts.items():
                yield from _taken(model, pk, {name: text})
    else:
        yield from texts


def _fitting(among: Sequence[str], at: int, room: int) -> tuple[set[str], int]:
    """Return as many of the words as there is room for, from one on, and where the next ones begin."""
    found: list[str] = []
    for step in range(len(among)):
        one = among[(at + step) % len(among)]
        if len(BETWEEN.join([*found, one])) > room:
            break
        found.append(one)
    return set(found), at + max(1, len(found))


def _with(data: Any, instead: dict[str, str]) -> Any:
    if isinstance(data, dict):
        return {name: _with(value, instead) for name, value in data.items()}
    if isinstance(data, list):
        return [_with(value, instead) for value in data]
    return instead.get(data, data) if isinstance(data, str) else data
