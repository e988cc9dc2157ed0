"""A tournament and its plan (SkWO 2, 3, 6)."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tables.tournaments.models.names import Shown


class Tournament(models.Model):
    """One event of several series, with everything SkWO 6.2 wants in its plan."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("Name"), max_length=120)
    place = models.CharField(_("Place"), max_length=120)
    starts_on = models.DateField(_("First day"))
    ends_on = models.DateField(_("Last day"))
    organiser = models.CharField(_("Organiser"), max_length=120)
    direction = models.CharField(_("Direction"), max_length=200, blank=True)
    """Who directs the tournament, as it is signed under the plan."""

    rounds = models.PositiveSmallIntegerField(_("Rounds per series"), default=12)
    """Rounds per series: 12 are 48 deals at four and 36 at three."""

    time_limit = models.PositiveSmallIntegerField(_("Time limit in minutes"), null=True, blank=True)
    strikes_at_limit = models.BooleanField(_("Deals not begun at the time limit are struck"), default=False)
    entry_fee = models.DecimalField(_("Entry fee"), max_digits=7, decimal_places=2, default=0)
    """Entry fee in euros."""

    costs = models.TextField(_("Further costs"), blank=True)
    use_of_money = models.TextField(_("Use of the money"), blank=True)
    exclusion = models.TextField(_("Right to exclude"), blank=True)
    tribunal = models.TextField(_("Tribunal"), blank=True)
    rules = models.TextField(_("Rules that hold"), blank=True)
    supervision = models.TextField(_("Control and supervision"), blank=True)
    penalties = models.TextField(_("Penalties"), blank=True)
    list_keeping = models.TextField(_("Keeping the list"), blank=True)
    stake = models.TextField(_("Stake per point"), blank=True)
    material = models.TextField(_("Cards"), blank=True)

    class Teams(models.TextChoices):
        """What becomes of the members of a team when seats are given out."""

        APART = "apart", _("kept apart")
        TOGETHER = "together", _("brought together as early as possible, where seats are set by standing")
        IGNORED = "ignored", _("seated like everybody else")

    clubs_apart = models.BooleanField(_("Club mates are kept apart"), default=True)
    teams = models.CharField(_("Members of a team are"), max_length=8, choices=Teams.choices, default=Teams.APART)
    strictly_by_standing = models.BooleanField(_("By standing, the next four always share a table"), default=False)
    """Whether neighbours in the standing sit together even if they have met before."""

    by_the_book = models.BooleanField(default=True)
    """Whether every list of it is kept by the book, as an official tournament must (SkWO 9.4); else by house rules."""

    is_pub_table = models.BooleanField(default=False)
    """Whether it is no event, but the list of one table that some people opened for themselves: nobody directs it, the
    public never sees it, and it is deleted after a month.
    """

    point_stake = models.CharField(_("Cents a point"), max_length=20, blank=True, default="")
    """Cents that a point is worth, as a fraction: "1/2"; empty where no stake was agreed (ISkO 5.5.4, SkWO 9.2)."""

    is_spread = models.BooleanField(default=False)
    """Whether it is played at several venues, each at its own pace: a series may begin before the last is closed."""

    registration_open = models.BooleanField(default=False)
    """Whether the public may register by itself."""

    drawn_together = models.BooleanField(_("All series are drawn at once"), default=False)
    """Whether the draw proposes to seat all series that are drawn by lot together."""

    query_window = models.PositiveSmallIntegerField(_("Minutes for mistakes in a posted result"), null=True, blank=True)
    """How long a posted result may be queried, in minutes; None for the usual hour."""

    club = models.ForeignKey("tables.Club", models.SET_NULL, null=True, blank=True, related_name="tournaments")
    """The club whose event it is; None where it is nobody's on this site."""

    names_shown = models.CharField(_("Names are shown as"), max_length=9, choices=Shown.choices, default=Shown.FULL)
    """How the public sees the names of those who have not chosen themselves."""

    unpublish_on = models.DateField(_("Not shown to the public any more from"), null=True, blank=True)
    """The day from which the public no longer sees the event; None: it stays."""

    hides_live = models.BooleanField(_("Ranks stay hidden while a series is played"), default=False)
    """Whether what is played in a series counts in public rankings only when it is closed."""

    hall_plan = models.TextField(_("Plan of the hall"), blank=True, max_length=4000)
    """Where the tables stand, a line per row of tables; see ``tables.hall.plan``."""

    posted_at = models.DateTimeField(null=True, blank=True)
    """When the final result was posted, not yet released."""

    ended_at = models.DateTimeField(null=True, blank=True)
    """The end of the event as the director stated it; appeals close a quarter of an hour later."""

    released_at = models.DateTimeField(null=True, blank=True)
    """When the final ranking was released."""

    kept_until = models.DateField(null=True, blank=True)
    """Until when names are kept where that is longer than the rules want it; None: six months (SkWO 7.4.4)."""

    forgotten_at = models.DateTimeField(null=True, blank=True)
    """When names and words were taken out. From then on nothing in the event changes any more."""

    wipe_due = models.BooleanField(default=False)
    """Whether what was taken out may still lie in the free room of the database."""

    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="tournament_ends_after_it_starts"),
            models.CheckConstraint(condition=Q(rounds__gte=1, rounds__lte=24), name="tournament_rounds_in_range"),
            models.CheckConstraint(condition=Q(entry_fee__gte=0), name="tournament_fee_not_negative"),
            models.CheckConstraint(
                condition=Q(released_at__isnull=True) | Q(ended_at__isnull=False), name="tournament_ends_before_release"
            ),
        ]

    def __str__(self) -> str:
        return self.name
