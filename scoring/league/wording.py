"""Leagues in words and as they are shown: acts, refusals, divisions, who sits where, results series by series."""

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.league.models import MatchTeam, Protest
from scoring.league.selectors import DivisionTable, LevelTables, MatchView, PlayerStatistics, SideView, last_report
from scoring.season.rules.fixtures import Case, Fixtures, StepIn, Verdict
from scoring.season.rules.matches import Compared, Fate, Tie, Withdrawn, scores
from scoring.season.wording import CHANGED, DELETED, MADE, in_season, value
from tables.clubs.wording import Told, worded
from tables.journal.wording import moment, numbers


def _told(text: Any, *, level: bool = False, match: bool = False, **made: Told) -> Told:

    def sentence(data: Mapping[str, Any]) -> str:
        parts = [_("level %(level)s")] if level else []
        parts += [_("division %(division)s")] if "division" in data else []
        parts += [_("match %(match)s")] if match else []
        return in_season(text, *parts, **made)(data)

    return sentence


def _day(data: Mapping[str, Any]) -> str:
    return moment(data["day"])


def _reported(data: Mapping[str, Any]) -> str:
    broken_off = _("report %(report)s, broken off; it counts 0")
    return _told(broken_off if data["broken_off"] else _("report %(report)s handed in"), match=True)(data)


def _decided(data: Mapping[str, Any]) -> str:
    upheld, rejected = _("protest of team %(team)s upheld"), _("protest of team %(team)s rejected")
    return _told(upheld if data["upheld"] else rejected, match=True)(data)


def _players_added(data: Mapping[str, Any]) -> str:
    text = ngettext(
        "%(count)s player more may play for team %(team)s",
        "%(count)s players more may play for team %(team)s",
        data["count"],
    )
    return _told(text)(data)


WITHDRAWN = {
    str(Withdrawn.KEPT): gettext_lazy("has withdrawn, its results stay"),
    str(Withdrawn.ANNULLED): gettext_lazy("has withdrawn, its results count for nobody"),
}


def sanction(team: Any) -> str:
    """Return what was decided about a team, with the reason; nothing where nothing was."""
    texts = []
    if team.deducted:
        off = ngettext("%(n)s point off", "%(n)s points off", team.deducted)
        texts.append(off % {"n": team.deducted})
    if team.withdrawn:
        texts.append(str(WITHDRAWN[team.withdrawn]))
    return f"{', '.join(texts)}: {team.sanctioned_because}" if texts else ""


TOLD: dict[str, Told] = {
    "day.added": _told(gettext_lazy("level %(level)s plays on %(day)s, too"), day=_day),
    "day.moved": _told(gettext_lazy("a day of level %(level)s moved to %(day)s"), day=_day),
    "day.removed": _told(gettext_lazy("a day of level %(level)s taken out")),
    "division.deleted": _told(DELETED),
    "division.made": _told(MADE),
    "fixtures.drawn": _told(gettext_lazy("fixtures drawn from “%(seed)s”")),
    "fixtures.entered": _told(gettext_lazy("fixtures entered from a list")),
    "fixtures.taken-back": _told(gettext_lazy("fixtures taken back")),
    "level.changed": _told(CHANGED, level=True),
    "level.deleted": _told(DELETED, level=True),
    "level.made": _told(MADE, level=True),
    "match.line-up-handed-in": _told(gettext_lazy("line-up of team %(team)s handed in"), match=True),
    "match.moved": _told(gettext_lazy("another venue"), match=True),
    "match.player-exchanged": _told(
        gettext_lazy("team %(team)s has another number %(place)s from series %(from_series)s on"), match=True
    ),
    "match.report-agreed": _told(gettext_lazy("team %(team)s agrees to report %(report)s"), match=True),
    "match.reported": _reported,
    "match.team-absent": _told(gettext_lazy("team %(team)s does not come"), match=True),
    "match.team-present": _told(gettext_lazy("team %(team)s does come"), match=True),
    "protest.decided": _decided,
    "protest.made": _told(gettext_lazy("team %(team)s protests"), match=True),
    "team.captain-named": _told(gettext_lazy("captain of team %(team)s named")),
    "team.entered": _told(gettext_lazy("teams entered: %(teams)s"), teams=lambda data: numbers(data["teams"])),
    "team.key-renewed": _told(gettext_lazy("the captain of team %(team)s has a new key")),
    "team.player-ended": _told(
        gettext_lazy("a player may play for team %(team)s until %(until)s"),
        until=lambda data: date_format(date.fromisoformat(data["until"]), "SHORT_DATE_FORMAT"),
    ),
    "team.players-added": _players_added,
    "team.removed": _told(gettext_lazy("team %(team)s taken out")),
    "team.renamed": _told(gettext_lazy("team %(team)s renamed")),
    "team.sanctioned": _told(gettext_lazy("stated of team %(team)s, points off %(deducted)s")),
}


FATES = {
    Fate.PROMOTED: pgettext_lazy("a team after the season", "promoted"),
    Fate.RELEGATED: pgettext_lazy("a team after the season", "relegated"),
    Fate.OPEN: pgettext_lazy("a team after the season", "open: equal across the line"),
    Fate.STAYS: "",
}
STEP_IN = {
    StepIn.ANY_ROUND: gettext_lazy("A missing player may step in at any round."),
    StepIn.NEXT_SERIES: gettext_lazy("A missing player may step in at the next series."),
}
ENTERS = {
    StepIn.ANY_ROUND: gettext_lazy("The absent team may enter with three players or four, at any round."),
    StepIn.NEXT_SERIES: gettext_lazy("The absent team may enter with three players or four, at the next series."),
}


def case_sentences(case: Case, sides: list[MatchTeam]) -> list[str]:
    """Return how a match is played of which not everybody is there (DSkV league, annex 10)."""
    called = {team.position: team.team.name for team in sides}
    if case.verdict is Verdict.UNDECIDED:
        return [_("The federation’s cases do not say how this is played: whoever leads the league decides.")]
    if case.verdict is Verdict.NOT_PLAYED:
        return [_("Too few are there: the match is not played.")]
    texts = [_("Tables of %(sizes)s.") % {"sizes": ", ".join(map(str, case.tables))}]
    if case.short:
        texts.append(_("With three: %(teams)s.") % {"teams": ", ".join(called[number] for number in case.short)})
    if case.absent:
        texts.append(
            _("Absent, without points, beaten by all who play: %(teams)s.")
            % {"teams": ", ".join(called[number] for number in case.absent)}
        )
    if case.players_step_in:
        texts.append(str(STEP_IN[case.players_step_in]))
    if case.team_enters:
        texts.append(str(ENTERS[case.team_enters]))
    texts.append(_("Points stay as in a full match."))
    return texts


def plan_sentence(plan: Fixtures) -> str:
    """Return how near a plan of fixtures comes to the best there can be."""
    if not plan.repeats and not plan.strangers:
        return _("Each pair of teams meets exactly once.")
    text = ngettext(
        "Two teams meet again once; no plan can have fewer than %(bound)s.",
        "Two teams meet again %(n)s times; no plan can have fewer than %(bound)s.",
        plan.repeats,
    ) % {"n": plan.repeats, "bound": plan.bound}
    if plan.strangers:
        never = ngettext("%(n)s pair never meets.", "%(n)s pairs never meet.", len(plan.strangers))
        text = f"{text} {never % {'n': len(plan.strangers)}}"
    return text


def points(value: Fraction | None) -> str:
    """Return points as they are printed: halves with a half sign, a dash where there are none yet."""
    if value is None:
        return "–"
    whole, half = divmod(2 * value.numerator // value.denominator, 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


def protest_in_short(protest: Protest) -> str:
    """Return which protest it is: whose, against which match, and how it begins."""
    values = {"team": protest.team.name, "match": protest.match.number, "text": Truncator(protest.text).chars(100)}
    return _("%(team)s, match %(match)s: %(text)s") % values


def _at(facts: Mapping[str, Any]) -> str:
    return date_format(localtime(facts["at"]), "SHORT_DATETIME_FORMAT")


REFUSED = {
    "level-exists": gettext_lazy("There is “%(name)s” already. Please choose another name."),
    "level-has-divisions": gettext_lazy("It has divisions. Delete those first."),
    "series-reported": gettext_lazy("Matches with this many series are reported already, so their number stays."),
    "day-twice": gettext_lazy("This level plays at that time already."),
    "too-many-days": gettext_lazy("There can be %(most)s at most. Nothing was added."),
    "fixtures-drawn": gettext_lazy("The fixtures are drawn, so teams and days stay. Take the fixtures back first."),
    "fixtures-begun": gettext_lazy("A line-up or a report is in already, so the fixtures stay."),
    "fixture-other-day": gettext_lazy("Line %(line)s: the level does not play on %(day)s. Enter that day first."),
    "fixture-other-team": gettext_lazy("Line %(line)s: there is no team “%(name)s” in this division."),
    "fixture-of-other-size": gettext_lazy("Line %(line)s: a match has three to five teams."),
    "fixture-team-twice": gettext_lazy("Line %(line)s: “%(name)s” plays on that day already."),
    "no-days": gettext_lazy("This level has no days yet. Enter those first."),
    "no-fixtures": gettext_lazy("%(teams)s teams cannot be put into matches of three to five."),
    "division-exists": gettext_lazy("There is “%(name)s” already. Please choose another name."),
    "too-many-divisions": gettext_lazy("There can be %(most)s at most. Nothing was added."),
    "too-many-teams": gettext_lazy("There can be %(most)s at most. Nothing was added."),
    "too-many-players": gettext_lazy("There can be %(most)s at most. Nothing was added."),
    "player-elsewhere": gettext_lazy(
        "%(name)s plays for “%(team)s” then. Nobody plays for two teams at a time: let it end there first."
    ),
    "no-such-team": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "team-named-so": gettext_lazy("There is “%(name)s” already. Please choose another name."),
    "no-such-player": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "ends-before-it-starts": gettext_lazy("The last day cannot be before the first."),
    "line-up-late": worded(
        gettext_lazy("The match began on %(at)s: the line-up is late. Whoever leads the league can still enter it."),
        at=_at,
    ),
    "line-ups-open": gettext_lazy("All line-ups are in and open. From now on there are exchanges."),
    "line-up-too-few": gettext_lazy("A team plays with three at least."),
    "line-up-gap": gettext_lazy("Number four alone may be missing: please fill the numbers from one on."),
    "line-up-twice": gettext_lazy("Number %(number)s plays already: everybody has one number."),
    "line-up-not-eligible": gettext_lazy("Number %(number)s may not play for this team on that day."),
    "line-up-stays": gettext_lazy("In the first series the line-up stays as it was handed in."),
    "no-line-up": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "match-has-fewer-series": gettext_lazy("Please choose."),
    "team-absent": gettext_lazy("The team is entered as absent."),
    "match-reported": gettext_lazy("The match is reported, so its line-ups stay."),
    "match-not-begun": worded(gettext_lazy("The match begins on %(at)s."), at=_at),
    "line-ups-missing": gettext_lazy("A line-up is missing. A team that does not come has to be entered as absent."),
    "binding": gettext_lazy("The result has been binding since %(day)s. Only whoever leads the league can change it."),
    "report-reason-missing": gettext_lazy("Please give the reason; it is kept in the journal."),
    "report-changed": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "report-nobody": gettext_lazy("Nothing stands in the report yet."),
    "report-too-few": gettext_lazy(
        "Team %(position)s, series %(series)s: three or four players are needed, or none if the team was absent."
    ),
    "report-impossible": gettext_lazy(
        "Team %(position)s, series %(series)s: no list comes to so many points or games."
    ),
    "report-other-players": gettext_lazy(
        "Team %(position)s, series %(series)s: there are points at a number nobody has. Perhaps an exchange is missing."
    ),
    "too-many-protests": gettext_lazy(
        "%(most)s protests of your team against this match wait for a decision. "
        "Once one is decided, another can be made."
    ),
    "too-many-reports": gettext_lazy(
        "This match was reported %(most)s times. Only whoever leads the league can report it again."
    ),
    "protest-decided": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
}


def shown_rows(table: DivisionTable) -> list[dict[str, Any]]:
    """Return the table of a division as it is printed; what becomes of teams is said once something was played."""
    return [
        {
            "place": team_of_table.row.place,
            "team": team_of_table.team,
            "address": reverse(
                "scoring:league-team",
                args=[table.division.season.slug, table.division.number, team_of_table.team.number],
            ),
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
    report, sides = last_report(match), list(match.sides.all())
    scored = {}
    if report:
        keys = [side.team_id for side in sides]
        scored = scores(report.to_match(keys, day=1), Tie(division.level.ties))
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
