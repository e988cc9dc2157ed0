"""Why an act in a league was refused, in words."""

from django.utils.translation import gettext_lazy

from scoring.season.wording.days import dated

REFUSED = {
    "level-exists": gettext_lazy("There is “%(name)s” already, with this name or at this level."),
    "level-has-divisions": gettext_lazy("It has divisions. Delete those first."),
    "series-reported": gettext_lazy("Matches with this many series are reported already, so their number stays."),
    "day-twice": gettext_lazy("This level plays at that time already."),
    "too-many-days": gettext_lazy("A level can have %(most)s days at most."),
    "fixtures-drawn": gettext_lazy("The fixtures are drawn, so teams and days stay. Take the fixtures back first."),
    "fixtures-begun": gettext_lazy("A line-up or a report is in already, so the fixtures stay."),
    "no-days": gettext_lazy("This level has no days yet. Enter those first."),
    "no-fixtures": gettext_lazy("%(teams)s teams cannot be put into matches of three to five."),
    "division-exists": gettext_lazy("This season has a division “%(name)s” already. Please choose another name."),
    "too-many-divisions": gettext_lazy("A season can have %(most)s divisions at most."),
    "too-many-teams": gettext_lazy("A division can have %(most)s teams at most."),
    "too-many-players": gettext_lazy("%(most)s people can play for a team at most. Nobody was added."),
    "player-elsewhere": gettext_lazy(
        "%(name)s plays for “%(team)s” then. Nobody plays for two teams at a time: let it end there first."
    ),
    "no-such-team": gettext_lazy("Somebody has taken this team out meanwhile. Please look again."),
    "no-such-player": gettext_lazy("Somebody has taken them out meanwhile. Please look again."),
    "ends-before-it-starts": gettext_lazy("The last day cannot be before the first."),
    "line-up-late": dated(
        gettext_lazy("The match began on %(at)s: the line-up is late. Whoever leads the league can still enter it."),
        "at",
        time=True,
    ),
    "line-ups-open": gettext_lazy("All line-ups are in and open. From now on there are exchanges."),
    "line-up-too-few": gettext_lazy("A team plays with three at least."),
    "line-up-gap": gettext_lazy("Number four alone may be missing: please fill the numbers from one on."),
    "line-up-twice": gettext_lazy("Number %(number)s plays already: everybody has one number."),
    "line-up-not-eligible": gettext_lazy("Number %(number)s may not play for this team on that day."),
    "line-up-stays": gettext_lazy("In the first series the line-up stays as it was handed in."),
    "no-line-up": gettext_lazy("There is no line-up yet that could be changed."),
    "match-has-fewer-series": gettext_lazy("The match has %(series)s series."),
    "team-absent": gettext_lazy("The team is entered as absent."),
    "match-reported": gettext_lazy("The match is reported, so its line-ups stay."),
    "match-not-begun": dated(gettext_lazy("The match begins on %(at)s."), "at", time=True),
    "line-ups-missing": gettext_lazy("A line-up is missing. A team that does not come has to be entered as absent."),
    "binding": dated(
        gettext_lazy("The result has been binding since %(day)s. Only whoever leads the league can change it."), "day"
    ),
    "report-reason-missing": gettext_lazy("Please say why this takes the place of the report before."),
    "report-changed": gettext_lazy("The report was changed meanwhile. Please look at it again."),
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
    "protest-decided": gettext_lazy("This protest is decided otherwise already."),
}
"""A sentence for every code the services of a league refuse with."""
