"""Divisions and matches as they are shown: who sits where, results series by series, tables."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.urls import reverse

from scoring.league.mapping import to_match
from scoring.league.selectors import DivisionTable, LevelTables, MatchView, PlayerStatistics, SideView, last_report
from scoring.league.wording import FATES, points, sanction
from scoring.season.rules.matches import Compared, Tie, scores
from scoring.season.wording import value


def shown_rows(table: DivisionTable) -> list[dict[str, Any]]:
    """Return the table of a division as it is printed; what becomes of teams is said once something was played."""
    return [
        {
            "place": team_of_table.row.place,
            "team": team_of_table.team,
            "address": team_address(table.division, team_of_table.team),
            "played": team_of_table.played,
            "points": points(team_of_table.row.points),
            "against": points(team_of_table.row.against),
            "game_points": team_of_table.row.score.game_points,
            "fate": str(FATES[team_of_table.fate]) if table.matches else "",
            "css": str(team_of_table.fate) if table.matches else "",
            "sanction": sanction(team_of_table.team),
        }
        for team_of_table in table.rows
    ]


def team_address(division: Any, team: Any) -> str:
    """Return the page of a team."""
    return reverse("scoring:league-team", args=[division.season.slug, division.number, team.number])


def shown_compared(level: LevelTables, teams: Iterable[Compared]) -> list[dict[str, Any]]:
    """Return teams of several divisions as they are compared."""
    names = {
        (table.division.name, team_of_table.row.team): team_of_table.team.name
        for table in level.tables
        for team_of_table in table.rows
    }
    return [
        {
            "place": compared.place,
            "division": compared.division,
            "team": names[compared.division, compared.row.team],
            "points": points(compared.row.points),
            "against": points(compared.row.against),
            "game_points": compared.row.score.game_points,
        }
        for compared in teams
    ]


def shown_players(players: Iterable[PlayerStatistics]) -> list[tuple[PlayerStatistics, str]]:
    """Return players with their average as it is printed."""
    return [(statistics, value(statistics.average)) for statistics in players]


def days_of(division: Any, matches: Iterable[Any]) -> list[tuple[Any, list[dict[str, Any]]]]:
    """Return the matches of a division by day."""
    return [
        (day, [_shown(division, match) for match in several])
        for day, several in groupby(matches, key=lambda match: match.day)
    ]


def _shown(division: Any, match: Any) -> dict[str, Any]:
    """Return a match as a list of fixtures has it: points and game points are empty while nothing is reported."""
    report, sides = last_report(match), list(match.sides.all())
    scored = {}
    if report:
        keys = [side.team_id for side in sides]
        scored = scores(to_match(match, report, teams=keys, day=1), Tie(division.level.ties))
    host = match.host.name if match.host else ""
    return {
        "match": match,
        "address": reverse("scoring:match", args=[division.season.slug, division.number, match.number]),
        "where": match.venue or match.day.place or host,
        "sides": [
            (
                side.team,
                points(scored[side.team_id].points) if report else "",
                str(scored[side.team_id].game_points) if report else "",
            )
            for side in sides
        ],
        "broken_off": bool(report and report.broken_off),
        "reported": report is not None,
    }


def seat_plan(view: MatchView) -> list[list[list[dict[str, Any]]]]:
    """Return for each series its tables, for each the chairs from seat 1 on."""
    teams = {side.side.position: side for side in view.sides}
    return [
        [
            [
                {
                    "team": teams[seat.team].side.team.name,
                    "number": seat.player,
                    "name": teams[seat.team].held(number).get(seat.player, "–"),
                }
                for seat in table
            ]
            for table in series
        ]
        for number, series in enumerate(view.seats, start=1)
    ]


def report_rows(view: MatchView, form: Any) -> list[tuple[int, list[tuple[SideView, list[Any]]]]]:
    """Return for each series the teams that play, each with number, name and fields of its players."""
    return [
        (
            series,
            [
                (
                    side,
                    [
                        (number, side.held(series).get(number, ""), fields)
                        for number, fields in form.rows(series=series, position=side.side.position)
                    ],
                )
                for side in view.sides
                if not side.side.absent
            ],
        )
        for series in range(1, form.series + 1)
    ]


def score_rows(view: MatchView) -> list[dict[str, Any]]:
    """Return the teams of a reported match with their totals, in the order of their points."""
    if view.report is None:
        return []
    ordered = sorted(view.sides, key=lambda side: (-(side.points or 0), -side.game_points, side.side.position))
    return [
        {
            "team": side.side.team,
            "totals": side.totals,
            "game_points": side.game_points,
            "points": points(side.points),
            "against": points(side.against),
            "players": side.players,
            "agreed": side.side.agreed_to == view.report.number,
        }
        for side in ordered
    ]
