"""What comes of a match: line-ups and exchanges, its report, protests, and what is decided about a team."""

from collections.abc import Collection, Sequence
from dataclasses import astuple
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.timezone import localdate

from scoring.league.mapping import binding_from
from scoring.league.models import Division, LeagueTeam, LineUpPlace, Match, MatchReport, MatchTeam, Protest
from scoring.league.selectors.matches import waiting_in
from scoring.league.services.levels import team_held
from scoring.season.rules.matches import FIRST, Eligible, Place, Side, at_table, doubled, flaws, report_flaws
from scoring.season.services.competitions import turn_in
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.clubs.models import Club
from tables.journal.services import Turn


@transaction.atomic
def hand_in(*, side_id: int, players: Sequence[int | None], leads: bool, by: User | None, now: datetime) -> MatchTeam:
    """Hand in the line-up of a team: its members by number, None where number four is missing.

    Until all line-ups of the match are in, another one takes its place; then only exchanges change it.

    :raises Refused: ``line-up-late`` (at) from the captain once the match has begun, ``line-ups-open`` once all are in,
        ``match-reported``, ``team-absent``, and the codes of ``Flaw`` (number).
    :raises TooMany: if a captain sends more than anybody means.
    """
    side, turn = _held(side_id, by=by, now=now)
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
    turn.delete(side.places.all())
    places = LineUpPlace.objects.bulk_create(
        LineUpPlace(side=side, number=number, member_id=player)
        for number, player in enumerate(players, start=1)
        if player is not None
    )
    side.handed_in_at = now
    side.save(update_fields=["handed_in_at"])
    turn.about(side, places)
    turn.tell("match.line-up-handed-in", **side.told)
    return side


@transaction.atomic
def exchange(
    *, side_id: int, number: int, player: int, from_series: int, by: User | None, now: datetime
) -> LineUpPlace:
    """Let somebody of the roster take a number from a series on; also a fourth player who came late. Twice is once.

    :raises Refused: ``no-line-up``, ``match-reported``, ``match-has-fewer-series`` (series), ``line-up-stays`` where
        somebody has the number in the first series, ``line-up-not-eligible`` (number), ``line-up-twice`` (number) if
        they would have two.
    """
    side, turn = _held(side_id, by=by, now=now)
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
    turn.about(made)
    turn.tell("match.player-exchanged", **side.told, place=number, from_series=from_series)
    return made


@transaction.atomic
def declare_absent(*, side_id: int, absent: bool, by: User | None, now: datetime) -> MatchTeam:
    """Say that a team does not come, or that it does; its line-up goes then.

    :raises Refused: ``match-reported``.
    """
    side, turn = _held(side_id, by=by, now=now)
    _must_be_unreported(side)
    if absent:
        turn.delete(side.places.all())
        side.handed_in_at = None
    side.absent = absent
    side.save(update_fields=["absent", "handed_in_at"])
    turn.about(side)
    turn.tell("match.team-absent" if absent else "match.team-present", **side.told)
    return side


def _held(side_id: int, *, by: User | None, now: datetime) -> tuple[MatchTeam, Turn[Club]]:
    side = MatchTeam.objects.select_related("match__division__level", "match__day", "team").get(pk=side_id)
    if by is None:
        floods.must_not_flood("captain", address=f"team {side.team_id}", now=now, most=floods.OF_CAPTAIN)
    _season, turn = turn_in(side.match.division.season_id, by=by, now=now)
    side.refresh_from_db(fields=["handed_in_at", "absent"])
    return side, turn


def _must_be_unreported(side: MatchTeam) -> None:
    if side.match.reports.exists():
        raise Refused("match-reported")


def _roster(side: MatchTeam) -> list[Eligible]:
    return [
        Eligible(player=member, since=since, until=until)
        for member, since, until in side.team.roster.values_list("member_id", "since", "until")
    ]


MOST_OPEN: Final = 3
"""Protests of a team against a match that wait for a decision at once: a captain's key is no way to flood a league."""


@transaction.atomic
def protest(*, side_id: int, text: str, entry_key: UUID, by: User | None, now: datetime) -> Protest:
    """Object to a match in the name of a team. The same form sent twice is one protest.

    :raises Refused: ``match-not-begun`` (at), ``binding`` (day) once the result is binding, ``too-many-protests``
        (most) while so many of the team wait.
    """
    side = MatchTeam.objects.select_related("match__division__level", "match__day").get(pk=side_id)
    _season, turn = turn_in(side.match.division.season_id, by=by, now=now)
    match = side.match
    if known := match.protests.filter(entry_key=entry_key).first():
        return known
    if now < match.day.starts_at:
        raise Refused("match-not-begun", at=match.day.starts_at)
    if now >= (binding := binding_from(match.day, match.division.level)):
        raise Refused("binding", day=localdate(binding))
    if match.protests.filter(team_id=side.team_id, decided_at=None).count() >= MOST_OPEN:
        raise Refused("too-many-protests", most=MOST_OPEN)
    made = Protest.objects.create(match=match, team_id=side.team_id, text=text, made_at=now, entry_key=entry_key)
    turn.about(made)
    turn.tell("protest.made", **side.told)
    return made


@transaction.atomic
def decide(*, match_id: int, protest_id: int, upheld: bool, decision: str, by: User, now: datetime) -> Protest:
    """Decide a protest. What follows from it for the result is another report.

    :raises Refused: ``protest-decided`` if it is decided otherwise already.
    """
    found = Protest.objects.select_related("match__division").get(pk=protest_id, match_id=match_id)
    _season, turn = turn_in(found.match.division.season_id, by=by, now=now)
    found.refresh_from_db(fields=["decided_at", "upheld", "decision"])
    if found.decided_at is not None:
        if (found.upheld, found.decision) == (upheld, decision):
            return found
        raise Refused("protest-decided")
    found.upheld, found.decision, found.decided_at = upheld, decision, now
    found.save(update_fields=["upheld", "decision", "decided_at"])
    turn.about(found)
    turn.tell("protest.decided", **found.match.told, team=found.team.number, upheld=upheld)
    return found


@transaction.atomic
def reject_many(*, division_id: int, numbers: Collection[int], decision: str, by: User, now: datetime) -> int:
    """Reject many protests of a division for one reason, each as if by itself; return how many were undecided still."""
    waiting = waiting_in(division_id).filter(pk__in=numbers).values_list("match_id", "pk")
    turn_in(Division.objects.values_list("season_id", flat=True).get(pk=division_id), by=by, now=now)
    rejected = list(waiting)
    for match, number in rejected:
        decide(match_id=match, protest_id=number, upheld=False, decision=decision, by=by, now=now)
    return len(rejected)


MOST_REPORTS = 20
"""Reports of a match after which only whoever leads the league gives another."""


@transaction.atomic
def hand_in_report(
    *,
    match_id: int,
    sides: Sequence[Side],
    broken_off: bool = False,
    reason: str = "",
    named: str,
    leads: bool,
    by: User | None,
    entry_key: UUID,
    now: datetime,
) -> MatchReport:
    """Report what was played, for each position of the match; another report stands beside it and counts instead.

    ``named`` says who reports. What somebody sends twice, or what changes nothing, is one report.

    :raises Refused: ``match-not-begun`` (at), ``line-ups-missing``, ``binding`` (day) from a captain once the result is
        binding, ``report-reason-missing`` where it takes the place of another, ``report-other-players`` (position,
        series) if there is a line of a number that nobody holds, ``too-many-reports`` (most) from a captain, and the
        codes of ``ReportFlaw`` (position, series).
    """
    match, turn = _reports_held(match_id, by=by, now=now)
    if known := match.reports.filter(entry_key=entry_key).first():
        return known
    if now < match.day.starts_at:
        raise Refused("match-not-begun", at=match.day.starts_at)
    playing = list(match.sides.prefetch_related("places"))
    if not all(one.is_in for one in playing):
        raise Refused("line-ups-missing")
    if not leads and now >= binding_from(match.day, match.division.level):
        raise Refused("binding", day=localdate(binding_from(match.day, match.division.level)))
    if not broken_off:
        _must_be_possible(playing, sides)
    last = match.reports.order_by("-number").first()
    results = stored(sides)
    if last and (last.results, last.broken_off) == (results, broken_off):
        return last
    if last:
        _must_replace(last, reason=reason, leads=leads)
    report = MatchReport.objects.create(
        match=match,
        number=last.number + 1 if last else 1,
        broken_off=broken_off,
        results=results,
        reason=reason,
        reported_by=named,
        reported_at=now,
        entry_key=entry_key,
    )
    turn.about(report)
    turn.tell("match.reported", **match.told, report=report.number, broken_off=broken_off)
    return report


@transaction.atomic
def agree(*, side_id: int, number: int, by: User | None, now: datetime) -> MatchTeam:
    """Let a captain agree to a report that was seen, as a signature does. Twice is once.

    :raises Refused: ``report-changed`` if another one counts meanwhile.
    """
    side = MatchTeam.objects.select_related("match__division").get(pk=side_id)
    _season, turn = turn_in(side.match.division.season_id, by=by, now=now)
    last = side.match.reports.order_by("-number").first()
    if last is None or last.number != number:
        raise Refused("report-changed")
    if side.agreed_to == number:
        return side
    side.agreed_to = number
    side.save(update_fields=["agreed_to"])
    turn.about(side)
    turn.tell("match.report-agreed", **side.told, report=number)
    return side


def stored(sides: Sequence[Side]) -> list[list[list[list[int]] | None]]:
    """Return what was played as a report keeps it."""
    return [
        [None if lines is None else sorted(list(astuple(line)) for line in lines) for lines in side] for side in sides
    ]


def _must_be_possible(playing: Sequence[MatchTeam], sides: Sequence[Side]) -> None:
    for flaw, position, series in report_flaws(sides):
        raise Refused(str(flaw), position=position, series=series)
    for one, side in zip(playing, sides, strict=True):
        places = [
            Place(number=place.number, player=place.pk, from_series=place.from_series) for place in one.places.all()
        ]
        for series, lines in enumerate(side, start=1):
            if lines and (one.absent or not {line.number for line in lines} <= at_table(places, series=series).keys()):
                raise Refused("report-other-players", position=one.position, series=series)


def _reports_held(match_id: int, *, by: User | None, now: datetime) -> tuple[Match, Turn[Club]]:
    match = Match.objects.select_related("division__level", "day").get(pk=match_id)
    _season, turn = turn_in(match.division.season_id, by=by, now=now)
    return match, turn


def _must_replace(last: MatchReport, *, reason: str, leads: bool) -> None:
    """Refuse a report that may not take the place of the last one."""
    if not leads and last.number >= MOST_REPORTS:
        raise Refused("too-many-reports", most=MOST_REPORTS)
    if not reason:
        raise Refused("report-reason-missing")


@transaction.atomic
def sanction_team(
    *, team_id: int, deducted: int, withdrawn: str, because: str, by: User, now: datetime, seen: Seen | None = None
) -> LeagueTeam:
    """State how many points a team has off, and whether it has withdrawn; none and not at all takes both back.

    :raises Refused: ``reason-missing``.
    :raises Overtaken: if something else than was ``seen`` is stated of it.
    """
    team, turn = team_held(team_id, by=by, now=now)
    wanted = {"deducted": deducted, "withdrawn": withdrawn, "because": because.strip()}
    must_be_as_seen(seen, now=as_sanctioned(team), wanted=wanted)
    if (deducted or withdrawn) and not wanted["because"]:
        raise Refused("reason-missing")
    if as_sanctioned(team) != wanted:
        team.deducted, team.withdrawn, team.sanctioned_because = deducted, withdrawn, because.strip()
        team.save(update_fields=["deducted", "withdrawn", "sanctioned_because"])
        turn.about(team)
        turn.tell("team.sanctioned", **team.told, deducted=deducted, withdrawn=withdrawn)
    return team


def as_sanctioned(team: LeagueTeam) -> dict[str, object]:
    """Return what is stated of a team."""
    return {"deducted": team.deducted, "withdrawn": team.withdrawn, "because": team.sanctioned_because}
