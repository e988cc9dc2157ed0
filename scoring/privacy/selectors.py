"""Everything that is stored about one person, for themselves, row by row."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.apps import apps
from django.db.models import Model, Q

from scoring.disputes.models import Correction, Objection, Ruling, Statement, TribunalMember
from scoring.league.models import LineUpPlace, RosterPlace
from scoring.lists import mapping
from scoring.lists.models import Call, DealRow, GameListRow, SeatResult, SecondDealRow
from scoring.lists.selectors.history import history_for_player
from scoring.results.models import Substitution
from scoring.season.models import SeasonHelper, SeasonRelease
from scoring.season.selectors.played import IN_NO_BOOK
from tables.accounts.models import User
from tables.clubs.models import ClubKeeper, Person
from tables.declared import told_columns, way_to_event
from tables.draw.models import Seat
from tables.journal.chain import NOT_TOLD
from tables.journal.selectors import About, Reader, read_by
from tables.people.models import Entrant
from tables.tournaments.models import Role, Tournament

FORMAT: Final = "skatturnier-person-1"  # said at the top; whoever reads it knows by it what to expect

FIELDS: Final = {"paid": About.MONEY, "excluded_at": About.DISPUTE, "apart_from": About.DIRECTION}
"""What of an entrant is told only to whoever may read of it."""

OF_EVENT: Final = ("name", "place", "starts_on", "ends_on", "organiser", "direction")
Told = dict[str, Any]


def of_entrant(entrant: Entrant, *, reader: Reader | None = None) -> Told:
    """Return what is stored of an entrant in their event: as they registered, what they played, raised, signed."""
    about = frozenset(About) if reader is None else reader.about
    seats = list(entrant.seats.filter(series__published_at__isnull=False).select_related("table", "series"))
    return {
        "event": {name: getattr(entrant.tournament, name) for name in OF_EVENT},
        "tables.Entrant": [_entrant(entrant, about)],
        **{label: [_row(row) for row in rows] for label, rows in _about(entrant, seats, about) if rows},
        "tables.Draw": list(_drawn(entrant)),
        "tables.JournalEntry": list(_lines(entrant, reader)),
    }


def of_person(person: Person, *, reads: Callable[[Tournament], Reader | None] = lambda _event: None) -> Told:
    """Return what a club's book says of somebody, and what is stored of them in every event it knows them from."""
    entrants = person.entrants.select_related("tournament").order_by("tournament__starts_on", "pk")
    doubles = person.doubles.all()
    return {
        "format": FORMAT,
        "book": person.club.name,
        "tables.Person": [_row(person), *(_row(double) for double in doubles)],
        "events": [of_entrant(entrant, reader=reads(entrant.tournament)) for entrant in entrants],
        **_seasons_of(person),
    }


def _seasons_of(person: Person) -> Told:
    numbers = {person.pk, *(IN_NO_BOOK + key for key in person.entrants.values_list("pk", flat=True))}
    # A club may have left a season in which somebody of its book stood in a released table.
    stood = [
        {"season": release.table["season"], "released_at": release.released_at, **row}
        for release in SeasonRelease.objects.order_by("released_at", "pk")
        for row in release.table["rows"]
        if row["player"] in numbers
    ]
    values: Told = {"scoring.SeasonRelease": stood, **_leagues_of(person)}
    for link in Person._meta.related_objects:
        model: Any = link.related_model
        if model not in {Person, Entrant}:
            rows = map(_row, model._default_manager.filter(person=person).order_by("pk"))
            values[model._meta.label] = [{name: row[name] for name in row if name != "person"} for row in rows]
    return {label: rows for label, rows in values.items() if rows}


def _leagues_of(person: Person) -> Told:
    places = RosterPlace.objects.filter(member__person=person).select_related("team").order_by("since", "pk")
    put_up = LineUpPlace.objects.filter(member__person=person).select_related("side__team", "side__match__day")
    return {
        "scoring.RosterPlace": [
            {"team": place.team.name, "since": place.since, "until": place.until, "substitute": place.substitute}
            for place in places
        ],
        "scoring.LineUpPlace": [
            {
                "team": place.side.team.name,
                "day": place.side.match.day.starts_at,
                "number": place.number,
                "from_series": place.from_series,
            }
            for place in put_up.order_by("side__match__day__starts_at", "pk")
        ],
    }


def of_account(user: User) -> Told:
    """Return what is stored of an account: itself, its offices and the books it keeps."""
    roles = Role.objects.filter(user=user).select_related("tournament", "plays_as").order_by("pk")
    return {
        "format": FORMAT,
        "tables.User": [_row(user)],
        "tables.Role": [{"event": role.tournament.slug, "kind": role.kind} for role in roles],
        "tables.ClubKeeper": [
            {"club": keeper.club.name} for keeper in ClubKeeper.objects.filter(user=user).select_related("club")
        ],
        "scoring.SeasonHelper": [
            {"season": helper.season.name, "may": helper.may}
            for helper in SeasonHelper.objects.filter(user=user).select_related("season")
        ],
        "scoring.TribunalMember": [_row(member) for member in TribunalMember.objects.filter(user=user)],
        "events": [of_entrant(role.plays_as) for role in roles if role.plays_as],
    }


def alone(entrant: Entrant) -> Told:
    """Return what is stored of an entrant as a record of its own."""
    return {"format": FORMAT, **of_entrant(entrant)}


def _entrant(entrant: Entrant, about: frozenset[About]) -> Told:
    values = _row(entrant) | {"apart_from": sorted(entrant.apart_from.values_list("number", flat=True))}
    return {name: value for name, value in values.items() if FIELDS.get(name, About.PLAY) in about}


def _as_declarer(seat: Seat) -> Q:
    mine = Q(game_list__table=seat.table_id, declarer=seat.place)
    row = GameListRow.objects.filter(table=seat.table_id).exclude(chairs=[]).select_related("table").first()
    for chair in mapping.chairs_of(row) if row else ():
        if chair.seat == seat.place:
            at_other_table = Q(game_list__table__series=seat.series_id, game_list__table__number=chair.table)
            at_other_table &= Q(declarer=chair.seat_there, number__gte=chair.from_deal_there)
            return mine & Q(number__lt=chair.from_deal) | at_other_table
    return mine


def _about(entrant: Entrant, seats: Sequence[Seat], about: frozenset[About]) -> Iterator[tuple[str, list[Model]]]:
    here, at = Q(pk__in=[]), Q(pk__in=[])
    for seat in seats:
        here |= Q(game_list__table=seat.table_id, place=seat.place)
        at |= _as_declarer(seat)
    at_table = Q(game_list__table__in=[seat.table_id for seat in seats])
    by_seat: dict[type[Model], Q] = {
        Seat: Q(pk__in=[seat.pk for seat in seats]),
        SeatResult: Q(seat__in=seats),
        **dict.fromkeys((DealRow, SecondDealRow), at),
        **dict.fromkeys((Ruling, Correction), at_table),
        Statement: Q(objection__in=list(Objection.objects.filter(here))),
        Substitution: Q(out__entrant=entrant) | Q(substitute__entrant=entrant),
    }
    for model in filter(way_to_event, apps.get_models()):
        condition = by_seat.get(model) or _naming(model, entrant, here)
        if condition and _what_about(model) in about:
            yield model._meta.label, list(model._default_manager.filter(condition).order_by("pk"))


def _naming(model: type[Model], entrant: Entrant, here: Q) -> Q | None:
    columns = {field.name: field.related_model for field in model._meta.concrete_fields}
    if {"game_list", "place"} <= columns.keys():
        return here
    links = Q()
    for name, related in columns.items():
        if related is Entrant and model is not Entrant:
            links |= Q(**{name: entrant})
    if not links and "entrant" in columns:
        links = Q(tournament=entrant.tournament_id, entrant=entrant.number)
    return links or None


def _what_about(model: type[Model]) -> About:
    if model is Call or model.__module__.startswith("scoring.disputes."):
        return About.DISPUTE
    return About.MONEY if model.__module__.startswith("scoring.money.") else About.PLAY


def _row(row: Model) -> Told:
    wanted = [field for field in told_columns(type(row)) if field.related_model is not User]
    values = {field.name: _plain(getattr(row, field.name)) for field in wanted}
    if values.get("house", "") is None:
        # An entry by the book holds none.
        del values["house"]
    table = getattr(getattr(row, "game_list", None), "table", None)
    return values | ({"series": table.series.number, "table": table.number} if table else {})


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return getattr(value, "number", None) or str(value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value.total_seconds() if isinstance(value, timedelta) else value


def _drawn(entrant: Entrant) -> Iterator[Told]:
    draws = entrant.tournament.draws.filter(series__published_at__isnull=False).distinct().order_by("number")
    for draw in draws:
        yield from (
            {"draw": draw.number, **entry} for entry in draw.record["entries"] if entry["number"] == entrant.number
        )


def _lines(entrant: Entrant, reader: Reader | None) -> Iterator[Told]:
    lines = history_for_player(entrant)
    for line in lines if reader is None else read_by(lines, reader):
        data = {name: value for name, value in line.data.items() if name not in NOT_TOLD}
        yield {"number": line.number, "at": line.at, "action": line.action, "data": data}
