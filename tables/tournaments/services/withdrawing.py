"""Taking back an event in which nothing was played: withdrawn, brought back, or then deleted with all that it has.

A pub table is deleted whatever was played, once its time is over and its names are gone.
"""

import logging
from collections.abc import Iterator
from datetime import datetime
from graphlib import TopologicalSorter

from django.apps import apps
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.journal import chain as journal
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.publishing import is_withdrawn
from tables.tournaments.services import turns

log = logging.getLogger("skatturnier")


@transaction.atomic
def withdraw_event(*, tournament_id: int, by: User, now: datetime) -> Tournament:
    """Withdraw an event: the public sees it no more. Done twice, it counts once.

    :raises Refused: ``event-played`` with series and table where a deal is entered.
    """
    tournament = turns.take_turn(tournament_id)
    if is_withdrawn(tournament):
        return tournament
    _must_be_unplayed(tournament)
    # An event that takes place is shown at least to its last day.
    tournament.unpublish_on = min(timezone.localdate(now), tournament.ends_on)
    tournament.registration_open = False
    tournament.save(update_fields=["unpublish_on", "registration_open"])
    journal.record("event.withdrawn", tournament=tournament, by=by, at=now)
    return tournament


@transaction.atomic
def reinstate_event(*, tournament_id: int, by: User, now: datetime) -> Tournament:
    """Let an event that was withdrawn take place after all."""
    tournament = turns.take_turn(tournament_id)
    if is_withdrawn(tournament):
        tournament.unpublish_on = None
        tournament.save(update_fields=["unpublish_on"])
        journal.record("event.reinstated", tournament=tournament, by=by, at=now)
    return tournament


@transaction.atomic
def delete_event(*, tournament_id: int, by: User) -> str:
    """Delete an event that was withdrawn, with everything it has, its journal too; return what it was called.

    :raises Refused: ``not-withdrawn``, ``event-played``.
    """
    tournament = turns.take_turn(tournament_id)
    if not is_withdrawn(tournament):
        raise Refused("not-withdrawn")
    _must_be_unplayed(tournament)
    _delete(tournament)
    log.info("The event %s was deleted by account %s.", tournament.slug, by.pk)
    return tournament.name


@transaction.atomic
def delete_pub_tables() -> int:
    """Delete every pub table whose names were taken out and are wiped from the database; return how many."""
    gone = list(Tournament.objects.filter(is_pub_table=True, forgotten_at__isnull=False, wipe_due=False))
    for tournament in gone:
        _delete(tournament)
        log.info("The table %s was deleted.", tournament.slug)
    return len(gone)


def _delete(tournament: Tournament) -> None:
    for model, way in belonging():
        model._base_manager.filter(**{way: tournament.pk}).delete()


def belonging() -> Iterator[tuple[type[Model], str]]:
    """Yield what rows an event has, and by which way they are its own, those first on which no others depend."""
    ways: dict[type[Model], str] = {Tournament: "pk"}
    models = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]
    while found := {model: way for model in models if model not in ways and (way := _way(model, ways))}:
        ways |= found
    depends = {model: {target for _name, target in _links(model) if target in ways} - {model} for model in ways}
    for model in reversed([*TopologicalSorter(depends).static_order()]):
        yield model, ways[model]


def _way(model: type[Model], ways: dict[type[Model], str]) -> str:
    """Return how a row of a model is an event's, by a row that is already known to be."""
    for name, target in _links(model):
        if target is Tournament:
            return name
        if target in ways and target is not model and not model._meta.get_field(name).null:
            return f"{name}__{ways[target]}"
    return ""


def _links(model: type[Model]) -> list[tuple[str, type[Model]]]:
    return [(field.name, field.related_model) for field in model._meta.concrete_fields if field.related_model]


def _must_be_unplayed(tournament: Tournament) -> None:
    played = tournament.series.filter(tables__play_began_at__isnull=False).order_by("number", "tables__number")
    if first := played.values_list("number", "tables__number").first():
        raise Refused("event-played", series=first[0], table=first[1])
