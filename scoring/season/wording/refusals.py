"""Why an act on a season was refused, in words."""

from django.utils.translation import gettext_lazy

from scoring.season.wording.days import dated

REFUSED = {
    "day-outside-season": dated(
        gettext_lazy("This day is not within the season, which runs from %(starts)s to %(ends)s."), "starts", "ends"
    ),
    "too-many-planned": gettext_lazy("A season can plan %(most)s evenings at most."),
    "nothing-to-copy": gettext_lazy("That season had no evening that a year later would be in this one."),
    "season-exists": gettext_lazy("This club has a season “%(name)s” already. Please choose another name."),
    "season-ends-first": gettext_lazy("A season cannot end before it begins."),
    "too-many-seasons": gettext_lazy("A club can have %(most)s seasons at most."),
    "season-released": gettext_lazy("A table of it was released, so it stays."),
    "season-has-fixtures": gettext_lazy(
        "Its league has fixtures, so it stays. They would have to be taken back first."
    ),
    "season-forgotten": gettext_lazy(
        "The season is over for long, and its names were taken out. Nothing changes in it."
    ),
    "event-in-season": gettext_lazy("“%(event)s” is in this season already; an event counts in it once."),
    "event-outside-season": dated(
        gettext_lazy("“%(event)s” is not within the season, which runs from %(starts)s to %(ends)s."), "starts", "ends"
    ),
    "no-such-club": gettext_lazy("This club is not on this site any more."),
    "club-keeps-season": gettext_lazy("It is this club’s own season."),
    "too-many-clubs": gettext_lazy("A season can have %(most)s clubs at most."),
    "too-many-helpers": gettext_lazy("A season can have %(most)s helpers at most."),
    "member-already": gettext_lazy("%(name)s is a member of this season already; nobody counts twice."),
    "competition-exists": gettext_lazy("This season has a competition “%(name)s” already. Please choose another name."),
    "too-many-competitions": gettext_lazy("A season can have %(most)s competitions at most."),
    "rule-released": gettext_lazy(
        "A table was released by this rule, so the rule stays. For another way of counting make another competition."
    ),
    "nothing-to-release": gettext_lazy("Nobody stands in this table yet, so there is nothing to release."),
    "together-needs-a-number": gettext_lazy("Please say how many of a team or club count in each series."),
    "number-needs-a-team": gettext_lazy("Please say of what so many count: of teams, or of clubs."),
    "group-needs-a-number": gettext_lazy("Please say how many of each half-year, month or kind count."),
    "number-needs-a-group": gettext_lazy(
        "Please say of what so many count: of each half-year, month or kind of event."
    ),
    "quotas-need-kinds": gettext_lazy("So many of each kind can only count within a kind of event."),
    "best-needs-a-number": gettext_lazy("Please say how many of the best count."),
    "places-need-points": gettext_lazy("Please give the points of the first, second … place."),
    "less-than-one-counts": gettext_lazy("At least one has to count."),
    "less-than-nothing-demanded": gettext_lazy("Less than nothing cannot be demanded."),
    "a-group-twice": gettext_lazy("A group is named twice."),
    "a-step-twice": gettext_lazy("There are two bonuses for one number of lists."),
}
"""A sentence for every code the services of seasons refuse with."""
