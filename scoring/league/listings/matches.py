"""Who sits where in a match, and its results series by series, as they are shown."""

from dataclasses import dataclass
from typing import Any

from scoring.league.selectors.matches import MatchView, SideView
from scoring.league.wording.league import points


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSeat:
    """A chair."""

    team: str
    number: int
    name: str


def seat_plan(view: MatchView) -> list[list[list[ShownSeat]]]:
    """Return for each series its tables, for each the chairs from seat 1 on."""
    teams = {one.side.position: one for one in view.sides}
    return [
        [
            [
                ShownSeat(
                    team=teams[seat.team].side.team.name,
                    number=seat.player,
                    name=teams[seat.team].held(number).get(seat.player, "–"),
                )
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
                    one,
                    [
                        (number, one.held(series).get(number, ""), fields)
                        for number, fields in form.rows(series=series, position=one.side.position)
                    ],
                )
                for one in view.sides
                if not one.side.absent
            ],
        )
        for series in range(1, form.series + 1)
    ]


def score_rows(view: MatchView) -> list[dict[str, Any]]:
    """Return the teams of a reported match with their totals, in the order of their points."""
    if view.report is None:
        return []
    ordered = sorted(view.sides, key=lambda one: (-(one.points or 0), -one.game_points, one.side.position))
    return [
        {
            "team": one.side.team,
            "totals": one.totals,
            "game_points": one.game_points,
            "points": points(one.points),
            "against": points(one.against),
            "players": one.players,
            "agreed": one.side.agreed_to == view.report.number,
        }
        for one in ordered
    ]
