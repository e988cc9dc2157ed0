"""Line-ups and exchanges: handed in by captains before the match begins, by whoever leads the league at any time."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.timezone import localdate

from scoring.league.models import LineUpPlace, MatchTeam
from scoring.season.rules.league.line_ups import FIRST, Eligible, Place, at_table, doubled, flaws
from scoring.season.services.turns import take_turn
from tables.acts.services.refusals import Refused


@transaction.atomic
def hand_in(*, side_id: int, players: Sequence[int | None], leads: bool, now: datetime) -> MatchTeam:
    """Hand in the line-up of a team: its members by number, None where number four is missing.

    Until all line-ups of the match are in, another one takes its place; then only exchanges change it.

    :raises Refused: ``line-up-late`` (at) from the captain once the match has begun, ``line-ups-open`` once all are in,
        ``match-reported``, ``team-absent``, and the codes of ``Flaw`` (number).
    """
    side = _held(side_id)
    match = side.match
    _must_be_unreported(side)
    if side.absent:
        raise Refused("team-absent")
    if not leads and now >= match.day.starts_at:
        raise Refused("line-up-late", at=match.day.starts_at)
    if all(one.is_in for one in match.sides.all()):
        raise Refused("line-ups-open")
    for flaw, number in flaws(players, roster=_roster(side), day=localdate(match.day.starts_at)):
        raise Refused(str(flaw), number=number)
    side.places.all().delete()
    LineUpPlace.objects.bulk_create(
        LineUpPlace(side=side, number=number, member_id=player)
        for number, player in enumerate(players, start=1)
        if player is not None
    )
    side.handed_in_at = now
    side.save(update_fields=["handed_in_at"])
    return side


@transaction.atomic
def exchange(*, side_id: int, number: int, player: int, from_series: int) -> LineUpPlace:
    """Let somebody of the roster take a number from a series on; also a fourth player who came late. Twice is once.

    :raises Refused: ``no-line-up``, ``match-reported``, ``match-has-fewer-series`` (series), ``line-up-stays`` where
        somebody has the number in the first series, ``line-up-not-eligible`` (number), ``line-up-twice`` (number) if
        they would have two.
    """
    side = _held(side_id)
    _must_be_unreported(side)
    series = side.match.division.level.series
    if side.handed_in_at is None:
        raise Refused("no-line-up")
    if not FIRST <= from_series <= series:
        raise Refused("match-has-fewer-series", series=series)
    if not any(one.on(localdate(side.match.day.starts_at)) for one in _roster(side) if one.player == player):
        raise Refused("line-up-not-eligible", number=number)
    new = Place(number=number, player=player, from_series=from_series)
    places = [
        Place(number=one.number, player=one.member_id, from_series=one.from_series)
        for one in side.places.all()
        if one.member_id is not None
    ]
    held = at_table(places, series=from_series).get(number)
    if held == player:
        return side.places.filter(number=number, member_id=player).latest("from_series")
    if from_series == FIRST and held is not None:
        # The others have seen it: from here on it can only be changed for later series.
        raise Refused("line-up-stays")
    others = [one for one in places if (one.number, one.from_series) != (number, from_series)]
    if doubled([*others, new], series=series):
        raise Refused("line-up-twice", number=number)
    made, _ = LineUpPlace.objects.update_or_create(
        side=side, number=number, from_series=from_series, defaults={"member_id": player}
    )
    return made


@transaction.atomic
def declare_absent(*, side_id: int, absent: bool) -> MatchTeam:
    """Say that a team does not come, or that it does; its line-up goes then.

    :raises Refused: ``match-reported``.
    """
    side = _held(side_id)
    _must_be_unreported(side)
    if absent:
        side.places.all().delete()
        side.handed_in_at = None
    side.absent = absent
    side.save(update_fields=["absent", "handed_in_at"])
    return side


def _held(side_id: int) -> MatchTeam:
    side = MatchTeam.objects.select_related("match__division__level", "match__day", "team").get(pk=side_id)
    take_turn(side.match.division.season_id)
    side.refresh_from_db(fields=["handed_in_at", "absent"])
    return side


def _must_be_unreported(side: MatchTeam) -> None:
    if side.match.reports.exists():
        raise Refused("match-reported")


def _roster(side: MatchTeam) -> list[Eligible]:
    return [
        Eligible(player=member, since=since, until=until)
        for member, since, until in side.team.roster.values_list("member_id", "since", "until")
    ]
