"""Matches: drawn or entered, line-ups and exchanges, reports, protests, and what is decided about a team."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import astuple, dataclass
from datetime import date, datetime
from itertools import count
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.timezone import localdate

from scoring.league.models import Day, Division, LeagueTeam, LineUpPlace, Match, MatchReport, MatchTeam, Protest
from scoring.league.selectors import waiting_in
from scoring.league.services.levels import team_held
from scoring.season.rules.fixtures import Fixtures, few_matches, fixtures, hosts
from scoring.season.rules.matches import (
    FIELDS,
    FIRST,
    Eligible,
    Side,
    TeamPlace,
    at_table,
    doubled,
    flaws,
    report_flaws,
)
from scoring.season.services.competitions import turn_in
from tables import intake
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import Refused, Seen, must_be_as_seen, sent_before
from tables.clubs.models import Club
from tables.journal.services import Turn


@transaction.atomic
def draw_fixtures(*, division_id: int, seed: str, by: User, now: datetime, few: bool = False) -> Fixtures:
    """Draw who meets whom on which day, and who is host; what was drawn before goes.

    ``few``: in as few matches as can be, of five teams where they fit; else of four and, for the rest, three.

    :raises Refused: ``fixtures-begun`` if a line-up or a report is in, ``no-days``, ``no-fixtures`` (teams) where so
        many teams fit no plan.
    """
    division = Division.objects.select_related("level").get(pk=division_id)
    _season, turn = turn_in(division.season_id, by=by, now=now)
    if begun(division):
        raise Refused("fixtures-begun")
    teams = {team.number: team for team in division.teams.all()}
    days = list(division.level.days.all())
    if not days:
        raise Refused("no-days")
    if len(teams) < min(FIELDS):
        raise Refused("no-fixtures", teams=len(teams))
    try:
        plan = fixtures(sorted(teams), days=len(days), seed=seed, sizes=few_matches(len(teams)) if few else None)
    except ValueError as error:
        raise Refused("no-fixtures", teams=len(teams)) from error
    at_home = iter(hosts([matches for day, matches in zip(days, plan.days, strict=True) if not day.place]))
    chosen: list[tuple[Day, list[LeagueTeam], LeagueTeam | None]] = []
    for day, matches in zip(days, plan.days, strict=True):
        hosting: tuple[Any, ...] = (None,) * len(matches) if day.place else next(at_home)
        chosen += [
            (day, [teams[team] for team in sorted(playing)], teams.get(host))
            for playing, host in zip(matches, hosting, strict=True)
        ]
    _arrange(division, chosen, turn, seed=seed)
    turn.tell("fixtures.drawn", **division.facts, seed=seed)
    return plan


@transaction.atomic
def take_back(*, division_id: int, by: User, now: datetime) -> Division:
    """Take the fixtures of a division back. Twice is once. Raise Refused: ``fixtures-begun``."""
    division = Division.objects.get(pk=division_id)
    _season, turn = turn_in(division.season_id, by=by, now=now)
    if begun(division):
        raise Refused("fixtures-begun")
    if not division.matches.exists():
        return division
    turn.delete(division.matches.all())
    division.seed = ""
    division.save(update_fields=["seed"])
    turn.tell("fixtures.taken-back", division, **division.facts)
    return division


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """A match as a list of fixtures has it: the first team is host where the day has no place of its own."""

    line: int
    day: date
    teams: tuple[str, ...]


@transaction.atomic
def enter_fixtures(*, division_id: int, matches: Sequence[Fixture], seed: str, by: User, now: datetime) -> list[Match]:
    """Enter who meets whom as somebody else planned it; what was planned before goes. ``seed`` is that of the seats.

    :raises Refused: ``fixtures-begun``; with the ``line``: ``fixture-other-day`` (day), ``fixture-other-team`` (name),
        ``fixture-of-other-size``, ``fixture-team-twice`` (name) if a team would play twice on a day.
    """
    division = Division.objects.select_related("level").get(pk=division_id)
    _season, turn = turn_in(division.season_id, by=by, now=now)
    if begun(division):
        raise Refused("fixtures-begun")
    days = {localdate(day.starts_at): day for day in division.level.days.all()}
    teams = {intake.name_key(league_team.name): league_team for league_team in division.teams.all()}
    pairs: set[tuple[date, int]] = set()
    chosen: list[tuple[Day, list[LeagueTeam], LeagueTeam | None]] = []
    for fixture in matches:
        if fixture.day not in days:
            raise Refused("fixture-other-day", line=fixture.line, day=fixture.day)
        if len(fixture.teams) not in FIELDS:
            raise Refused("fixture-of-other-size", line=fixture.line)
        playing = []
        for name in fixture.teams:
            team = teams.get(intake.name_key(name))
            if team is None:
                raise Refused("fixture-other-team", line=fixture.line, name=name)
            if (fixture.day, team.pk) in pairs:
                raise Refused("fixture-team-twice", line=fixture.line, name=team.name)
            pairs.add((fixture.day, team.pk))
            playing.append(team)
        chosen.append((days[fixture.day], playing, None if days[fixture.day].place else playing[0]))
    made = _arrange(division, chosen, turn, seed=seed)
    turn.tell("fixtures.entered", **division.facts, seed=seed)
    return made


def _arrange(
    division: Division, plan: Iterable[tuple[Day, list[LeagueTeam], LeagueTeam | None]], turn: Turn[Club], *, seed: str
) -> list[Match]:
    turn.delete(division.matches.all())
    division.seed = seed
    division.save(update_fields=["seed"])
    turn.about(division)
    made, numbers = [], count(1)
    for day, teams, host in plan:
        match = Match.objects.create(division=division, day=day, number=next(numbers), host=host)
        sides = MatchTeam.objects.bulk_create(
            MatchTeam(match=match, team=team, position=position) for position, team in enumerate(teams, start=1)
        )
        turn.about(match, sides)
        made.append(match)
    return made


@transaction.atomic
def move_match(*, match_id: int, venue: str, by: User, now: datetime) -> Match:
    """Say where a match is played."""
    match = Match.objects.select_related("division").get(pk=match_id)
    _season, turn = turn_in(match.division.season_id, by=by, now=now)
    match.venue = venue
    match.save(update_fields=["venue"])
    turn.tell("match.moved", match, **match.facts)
    return match


def begun(division: Division) -> bool:
    """Test whether anything hangs on the fixtures: a line-up, an absence, a report or a protest."""
    return (
        LineUpPlace.objects.filter(side__match__division=division).exists()
        or MatchTeam.objects.filter(match__division=division, absent=True).exists()
        or MatchReport.objects.filter(match__division=division).exists()
        or Protest.objects.filter(match__division=division).exists()
    )


@transaction.atomic
def hand_in(*, side_id: int, players: Sequence[int | None], leads: bool, by: User | None, now: datetime) -> MatchTeam:
    """Hand in the line-up of a team, None for a missing fourth; it may be replaced until all of the match are in.

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
    if all(team.is_in for team in match.sides.all()):
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
    turn.tell("match.line-up-handed-in", side, places, **side.facts)
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
    if not any(
        eligible.on(localdate(side.match.day.starts_at)) for eligible in _roster(side) if eligible.player == player
    ):
        raise Refused("line-up-not-eligible", number=number)
    new = TeamPlace(number=number, player=player, from_series=from_series)
    places = [
        TeamPlace(number=place.number, player=place.member_id, from_series=place.from_series)
        for place in side.places.all()
        if place.member_id is not None
    ]
    held = at_table(places, series=from_series).get(number)
    if held == player:
        return side.places.filter(number=number, member_id=player).latest("from_series")
    if from_series == FIRST and held is not None:
        # The others have seen it: from here on it can only be changed for later series.
        raise Refused("line-up-stays")
    others = [place for place in places if (place.number, place.from_series) != (number, from_series)]
    if doubled([*others, new], series=series):
        raise Refused("line-up-twice", number=number)
    made, _ = LineUpPlace.objects.update_or_create(
        side=side, number=number, from_series=from_series, defaults={"member_id": player}
    )
    turn.tell("match.player-exchanged", made, **side.facts, place=number, from_series=from_series)
    return made


@transaction.atomic
def declare_absent(*, side_id: int, absent: bool, by: User | None, now: datetime) -> MatchTeam:
    """Say that a team does not come, or that it does; its line-up goes then. Raise Refused: ``match-reported``."""
    side, turn = _held(side_id, by=by, now=now)
    _must_be_unreported(side)
    if absent:
        turn.delete(side.places.all())
        side.handed_in_at = None
    side.absent = absent
    side.save(update_fields=["absent", "handed_in_at"])
    turn.about(side)
    turn.tell("match.team-absent" if absent else "match.team-present", **side.facts)
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


MOST_OPEN: Final = 3  # protests of a team against a match that wait at once: a captain's key must not flood a league


@transaction.atomic
def protest(*, side_id: int, text: str, entry_key: UUID, by: User | None, now: datetime) -> Protest:
    """Object to a match in the name of a team. The same form sent twice is one protest.

    :raises Refused: ``match-not-begun`` (at), ``binding`` (day) once the result is binding, ``too-many-protests``
        (most) while so many of the team wait.
    """
    side = MatchTeam.objects.select_related("match__division__level", "match__day").get(pk=side_id)
    _season, turn = turn_in(side.match.division.season_id, by=by, now=now)
    match = side.match
    if known_protest := sent_before(match.protests, entry_key):
        return known_protest
    if now < match.day.starts_at:
        raise Refused("match-not-begun", at=match.day.starts_at)
    if now >= (binding := match.binding_from):
        raise Refused("binding", day=localdate(binding))
    if match.protests.filter(team_id=side.team_id, decided_at=None).count() >= MOST_OPEN:
        raise Refused("too-many-protests", most=MOST_OPEN)
    made = Protest.objects.create(match=match, team_id=side.team_id, text=text, made_at=now, entry_key=entry_key)
    turn.tell("protest.made", made, **side.facts)
    return made


@transaction.atomic
def decide(*, match_id: int, protest_id: int, upheld: bool, decision: str, by: User, now: datetime) -> Protest:
    """Decide a protest. What follows from it for the result is another report.

    :raises Refused: ``protest-decided`` if it is decided otherwise already.
    """
    found_protest = Protest.objects.select_related("match__division").get(pk=protest_id, match_id=match_id)
    _season, turn = turn_in(found_protest.match.division.season_id, by=by, now=now)
    found_protest.refresh_from_db(fields=["decided_at", "upheld", "decision"])
    if found_protest.decided_at is not None:
        if (found_protest.upheld, found_protest.decision) == (upheld, decision):
            return found_protest
        raise Refused("protest-decided")
    found_protest.upheld, found_protest.decision, found_protest.decided_at = upheld, decision, now
    found_protest.save(update_fields=["upheld", "decision", "decided_at"])
    turn.tell(
        "protest.decided", found_protest, **found_protest.match.facts, team=found_protest.team.number, upheld=upheld
    )
    return found_protest


@transaction.atomic
def reject_many(*, division_id: int, numbers: Collection[int], decision: str, by: User, now: datetime) -> int:
    """Reject many protests of a division for one reason, each as if by itself; return how many were undecided still."""
    waiting = waiting_in(division_id).filter(pk__in=numbers).values_list("match_id", "pk")
    turn_in(Division.objects.values_list("season_id", flat=True).get(pk=division_id), by=by, now=now)
    rejected = list(waiting)
    for match, number in rejected:
        decide(match_id=match, protest_id=number, upheld=False, decision=decision, by=by, now=now)
    return len(rejected)


MOST_REPORTS = 20  # reports of a match after which only whoever leads the league gives another


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

    :raises Refused: ``match-not-begun`` (at), ``line-ups-missing``, ``binding`` (day) from a captain once the result is
        binding, ``report-reason-missing`` where it takes the place of another, ``report-other-players`` (position,
        series) if there is a line of a number that nobody holds, ``too-many-reports`` (most) from a captain, and the
        codes of ``ReportFlaw`` (position, series).
    """
    match = Match.objects.select_related("division__level", "day").get(pk=match_id)
    _season, turn = turn_in(match.division.season_id, by=by, now=now)
    if match_report := sent_before(match.reports, entry_key):
        return match_report
    if now < match.day.starts_at:
        raise Refused("match-not-begun", at=match.day.starts_at)
    playing = list(match.sides.prefetch_related("places"))
    if not all(team.is_in for team in playing):
        raise Refused("line-ups-missing")
    if not leads and now >= match.binding_from:
        raise Refused("binding", day=localdate(match.binding_from))
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
    turn.tell("match.reported", report, **match.facts, report=report.number, broken_off=broken_off)
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
    turn.tell("match.report-agreed", side, **side.facts, report=number)
    return side


def stored(sides: Sequence[Side]) -> list[list[list[list[int]] | None]]:
    """Return what was played as a report keeps it."""
    return [
        [None if lines is None else sorted(list(astuple(line)) for line in lines) for lines in side] for side in sides
    ]


def _must_be_possible(playing: Sequence[MatchTeam], sides: Sequence[Side]) -> None:
    for flaw, position, series in report_flaws(sides):
        raise Refused(str(flaw), position=position, series=series)
    for match_team, side in zip(playing, sides, strict=True):
        places = [
            TeamPlace(number=place.number, player=place.pk, from_series=place.from_series)
            for place in match_team.places.all()
        ]
        for series, lines in enumerate(side, start=1):
            if lines and (
                match_team.absent or not {line.number for line in lines} <= at_table(places, series=series).keys()
            ):
                raise Refused("report-other-players", position=match_team.position, series=series)


def _must_replace(last: MatchReport, *, reason: str, leads: bool) -> None:
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
        turn.tell("team.sanctioned", team, **team.facts, deducted=deducted, withdrawn=withdrawn)
    return team


def as_sanctioned(team: LeagueTeam) -> dict[str, object]:
    """Return what is stated of a team."""
    return {"deducted": team.deducted, "withdrawn": team.withdrawn, "because": team.sanctioned_because}
