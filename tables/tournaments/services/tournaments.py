"""Creating a tournament, changing and publishing its plan, withdrawing it (SkWO 6)."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from graphlib import TopologicalSorter
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.text import slugify

from tables.accounts.models import User
from tables.acts.services import Refused, Seen, alone_with, change_fields, must_be_as_seen, values_of
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.tournaments.models import Role, Series, Shown, Tournament, new_secret
from tables.tournaments.selectors import tournaments as selectors
from tables.tournaments.selectors.tournaments import is_withdrawn, kept_at_least
from tables.tournaments.services import turns
from tables.tournaments.services.officials import begin_classes

WITHOUT_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})

TAKEN_OVER = ("clubs_apart", "teams", "strictly_by_standing", "names_shown", "hides_live", "hall_plan")
"""What an event takes over from one of before, beside its plan: wishes of the draw, how names are shown, the hall."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What a director states about a tournament: the rows of SkWO 6.2. Names are those of the model's fields."""

    name: str
    place: str
    starts_on: date
    ends_on: date
    organiser: str
    direction: str = ""
    club_id: int | None = None
    rounds: int = 12
    drawn_together: bool = False
    time_limit: int | None = None
    strikes_at_limit: bool = False
    query_window: int | None = None
    most_entrants: int | None = None
    moves_up: bool = True
    open_to: str = ""
    open_to_whom: str = ""
    entry_fee: Decimal = Decimal(0)
    costs: str = ""
    use_of_money: str = ""
    exclusion: str = ""
    tribunal: str = ""
    rules: str = ""
    supervision: str = ""
    penalties: str = ""
    list_keeping: str = ""
    stake: str = ""
    material: str = ""


@transaction.atomic
def create_tournament(
    *,
    details: Details,
    seatings: Sequence[str],
    by: User,
    now: datetime,
    entry_key: UUID | None = None,
    like: Tournament | None = None,
    outside_seasons: bool = False,
    own_lengths: Mapping[int, Mapping[str, int]] = MappingProxyType({}),
    sealed_number: Callable[[int], str] = lambda _number: new_secret(),
    is_demo: bool = False,
) -> Tournament:
    """Create a tournament with one series per item of ``seatings``, directed by ``by``.

    ``like`` is an earlier event whose officials, classes, wishes and hall it takes over, but nobody who took part.
    With ``outside_seasons`` it counts in none of those that its club runs.
    ``own_lengths`` says of series by their numbers ``own_rounds`` and ``own_time_limit`` where they are not the plan's.
    ``entry_key`` is fixed when the form is opened; sending it again returns the tournament already created.
    ``sealed_number`` is the chance that goes into the draw of each series, by its number.

    :raises Refused: ``demo-apart``: ``is_demo`` has to be what the events are that are there already.
    """
    # Two at once would not see each other's address, nor that both are one form.
    alone_with("new tournaments")
    created = JournalEntry.objects.filter(action="tournament.created", by=by).select_related("tournament")
    if entry_key and (journal_entry := created.filter(data__form=str(entry_key)).first()):
        return journal_entry.tournament
    if Tournament.objects.exists() and selectors.is_demo() != is_demo:
        raise Refused("demo-apart")
    taken_over = {name: getattr(like, name) for name in TAKEN_OVER} if like else {}
    tournament = Tournament.objects.create(
        slug=_free_slug(details.name), created_at=now, **asdict(details), **taken_over
    )
    Series.objects.bulk_create(
        Series(
            tournament=tournament,
            number=number,
            seating=seating,
            **own_lengths.get(number, {}),
            secret=sealed_number(number),
        )
        for number, seating in enumerate(seatings, start=1)
    )
    offices = {(by.pk, Role.Kind.DIRECTOR), *(like.roles.values_list("user_id", "kind") if like else ())}
    Role.objects.bulk_create(Role(tournament=tournament, user_id=user, kind=kind) for user, kind in sorted(offices))
    form = {"form": str(entry_key)} if entry_key else {}
    facts = {"seatings": list(seatings), **form, **({"demo": True} if is_demo else {})}
    if like:
        facts["like"] = like.slug
    if outside_seasons:
        facts["outside_seasons"] = True
    sealing = {**_all(len(seatings)), "class": [(number,) for number in begin_classes(tournament, like=like)]}
    journal.record("tournament.created", tournament=tournament, by=by, at=now, sealing=sealing, **facts)
    return tournament


@transaction.atomic
def change_tournament(
    *,
    tournament_id: int,
    details: Details,
    seatings: Sequence[str],
    by: User,
    now: datetime,
    seen: Seen | None = None,
    outside_seasons: bool = False,
    because: str = "",
    given_up: Sequence[Mapping[str, Any]] = (),
) -> Tournament:
    """Change a tournament's plan. What has begun stays: the rounds, the series already drawn, a window that runs.

    A plan that stands already is not written down once more. ``because`` is why series go off it, where that is asked,
    ``given_up`` how they were seated, for who takes that back.

    :raises Refused: ``rounds-are-played``, ``series-have-seats``, ``series-are-drawn``, ``event-ended``,
        ``window-promised``.
    :raises Overtaken: if the plan is not what was ``seen`` any more.
    """
    tournament = turns.take_turn(tournament_id)
    series = list(tournament.series.order_by("number"))
    stands, wanted = as_stated(tournament, series), _stated(asdict(details), seatings)
    must_be_as_seen(seen, now=stands, wanted=wanted)
    if wanted == stands:
        return tournament
    begun = [each_series for each_series in series if each_series.status != Series.Status.PLANNED]
    _must_keep(tournament, begun, count=len(series), details=details, seatings=seatings)

    changed = change_fields(tournament, asdict(details))
    _plan_series(tournament, series[len(begun) :], seatings[len(begun) :], first=len(begun) + 1)
    facts: dict[str, Any] = {"changed": changed, "seatings": list(seatings)}
    if outside_seasons:
        facts["outside_seasons"] = True
    if len(seatings) < len(series) and (begun or not seatings):
        # It ends early, or is called off: what was promised is told by the journal alone.
        facts["series_before"] = len(series)
    if because:
        facts |= {"because": because, "given_up": list(given_up)}
    both = _all(max(len(series), len(seatings)))
    journal.record("tournament.changed", tournament=tournament, by=by, at=now, sealing=both, **facts)
    return tournament


def _must_keep(
    tournament: Tournament, begun: Sequence[Series], *, count: int, details: Details, seatings: Sequence[str]
) -> None:
    if tournament.ended_at and len(seatings) > count:
        raise Refused("event-ended")
    if begun and details.rounds != tournament.rounds:
        following = next((series.number for series in begun if series.status != Series.Status.CLOSED), len(begun) + 1)
        raise Refused("rounds-are-played", rounds=tournament.rounds, series=min(following, count))
    is_posted = tournament.posted_at or any(series.posted_at for series in begun)
    if is_posted and details.query_window != tournament.query_window:
        raise Refused("window-promised")
    if seatings and len(seatings) < len(begun):
        raise Refused("series-have-seats", drawn=len(begun), since=len(seatings) + 1)
    if [series.seating for series in begun] != list(seatings[: len(begun)]):
        raise Refused("series-are-drawn", series=len(begun))


def _all(count: int) -> journal.Sealing:
    """Return so many series, to be sealed: those that are planned no more as gone."""
    return {"series": [(number,) for number in range(1, count + 1)]}


def as_stated(tournament: Tournament, series: Sequence[Series]) -> dict[str, Any]:
    """Return everything that a plan states, the number of series and how each is seated with it."""
    return _stated(values_of(tournament, Details), [each_series.seating for each_series in series])


def _stated(details: dict[str, Any], seatings: Sequence[str]) -> dict[str, Any]:
    seated = {f"seating_{number}": str(seating) for number, seating in enumerate(seatings, start=1) if number > 1}
    return {**details, "series": len(seatings), **seated}


def _plan_series(tournament: Tournament, planned: Sequence[Series], seatings: Sequence[str], *, first: int) -> None:
    """Make the planned series those of ``seatings``; planned ones hold nothing that could be lost."""
    for series in planned[len(seatings) :]:
        series.delete()
    for series, seating in zip(planned, seatings, strict=False):
        series.seating = seating
        series.save(update_fields=["seating"])
    Series.objects.bulk_create(
        Series(tournament=tournament, number=first + offset, seating=seating)
        for offset, seating in enumerate(seatings)
        if offset >= len(planned)
    )


def _free_slug(name: str) -> str:
    stem = slugify(name.translate(WITHOUT_UMLAUTS))[:60] or "turnier"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    candidates = (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3)))
    return next(slug for slug in candidates if slug not in taken)


@dataclass(frozen=True, slots=True, kw_only=True)
class Publishing:
    """What the direction lets the public see. Names are those of the model's fields."""

    names_shown: Shown
    unpublish_on: date | None
    hides_live: bool
    kept_until: date | None = None


@transaction.atomic
def publish(
    *, tournament_id: int, publishing: Publishing, by: User, now: datetime, seen: Seen | None = None
) -> Tournament:
    """Change what the public sees of an event. Names that people chose for themselves stay.

    :raises Refused: ``unpublished-too-early`` before its last day, ``kept-too-short`` for the rules.
    :raises Overtaken: if it is not what was ``seen`` any more.
    """
    tournament = turns.take_turn(tournament_id)
    must_be_as_seen(seen, now=values_of(tournament, Publishing), wanted=asdict(publishing))
    if publishing.unpublish_on and publishing.unpublish_on <= tournament.ends_on:
        raise Refused("unpublished-too-early", day=tournament.ends_on)
    least = kept_at_least(tournament)
    if publishing.kept_until and publishing.kept_until < least:
        raise Refused("kept-too-short", day=least)
    changed = change_fields(tournament, asdict(publishing))
    if not changed:
        return tournament
    followers: list[tuple[int]] = []
    if "names_shown" in changed:
        following = tournament.entrants.filter(chose_name=False)
        following.update(shown_as=publishing.names_shown)
        followers = list(following.values_list("number"))
    journal.record(
        "publishing.changed",
        tournament=tournament,
        by=by,
        at=now,
        sealing={"entrant": followers},
        changed=changed,
        names_shown=str(publishing.names_shown),
        unpublish_on=publishing.unpublish_on.isoformat() if publishing.unpublish_on else None,
        kept_until=publishing.kept_until.isoformat() if publishing.kept_until else None,
        hides_live=publishing.hides_live,
    )
    return tournament


log = logging.getLogger("skatturnier")


@transaction.atomic
def withdraw_event(*, tournament_id: int, by: User, now: datetime) -> Tournament:
    """Withdraw an event from the public. Raise Refused: ``event-played`` where a deal is entered."""
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
    """Delete a withdrawn event and all it has; return its name. Raise Refused: ``not-withdrawn``, ``event-played``."""
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
    while values := {model: way for model in models if model not in ways and (way := _way(model, ways))}:
        ways |= values
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
