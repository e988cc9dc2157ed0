"""Why an act on a ranking or its teams was refused, in words."""

from django.utils.translation import gettext_lazy

REFUSED = {
    "ranking-name-missing": gettext_lazy("Please give the ranking a name."),
    "ranking-name-taken": gettext_lazy("There is a ranking called “%(name)s” already. Please choose another name."),
    "ranking-series-unknown": gettext_lazy("The ranking is not over these series. Please choose among those it has."),
    "ranking-best-of-too-many": gettext_lazy(
        "The ranking is over %(series)s series: at least one and at most all of them can count."
    ),
    "ranking-size-out-of-range": gettext_lazy("Teams have two players at least, and %(most)s at most."),
    "ranking-kind-stays": gettext_lazy("Who is ranked cannot be changed. Switch this ranking off and make another."),
    "too-many-rankings": gettext_lazy("One event can have %(most)s rankings at most."),
    "no-team-ranking": gettext_lazy("This ranking has no teams."),
    "team-member-unknown": gettext_lazy("Nobody has the start number %(numbers)s."),
    "team-member-twice": gettext_lazy("No. %(numbers)s would play for two teams, or twice for one."),
    "team-name-missing": gettext_lazy("Please give every team a name."),
    "team-name-twice": gettext_lazy("Two teams are called “%(name)s”."),
    "team-too-large": gettext_lazy("“%(name)s” has more than %(size)s players. Name the others as substitutes."),
    "pair-not-mixed": gettext_lazy("“%(name)s” is not a mixed pair: it takes a lady and a man."),
    "nothing-to-assign": gettext_lazy("No team with players was given."),
    "nothing-to-draw": gettext_lazy("Too few took part in every series of this ranking to make a team."),
    "teams-there-already": gettext_lazy("This ranking has its teams already; nothing was drawn."),
    "no-such-member": gettext_lazy("No. %(number)s does not play for a team of this ranking."),
    "not-a-substitute": gettext_lazy("No. %(number)s is not a substitute of this team."),
    "replaced-already": gettext_lazy("Somebody plays for no. %(number)s in this series already."),
    "substitutes-already": gettext_lazy("No. %(number)s plays for somebody else in this series already."),
    "no-ties": gettext_lazy("Nobody in this ranking needs a lot: nothing was drawn."),
}
"""A sentence for every code the services of the rankings refuse with."""
