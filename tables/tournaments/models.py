"""Tournaments, their series, classes and officials, and how public names are shown (SkWO 1.5, 3.2, 6, 7.1)."""

import secrets
from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tables import seating
from tables.accounts.models import User
from tables.declared import GONE, Chained, OfEvent, PartOf, column
from tables.names import in_order


class Shown(models.TextChoices):
    """What the public sees of a name."""

    FULL = "full", _("full name")
    INITIALS = "initials", _("initials")
    PSEUDONYM = "pseudonym", _("another name of one’s own")
    NUMBER = "number", _("start number only")


def public_name(*, number: int, name: str, pseudonym: str, shown: str) -> str:
    """Return what the public sees of an entrant; where nothing else can be shown the start number: "No. 7"."""
    return shown_name(name=name, pseudonym=pseudonym, shown=shown) or gettext("No. %(number)s") % {"number": number}


def shown_name(*, name: str, pseudonym: str, shown: str) -> str:
    """Return what the public sees of a name; empty where it sees a start number only."""
    if shown == Shown.FULL:
        return name
    if shown == Shown.INITIALS:
        return initials(name)
    return pseudonym if shown == Shown.PSEUDONYM else ""


def initials(name: str) -> str:
    """Return a name's first letters; parts joined by a hyphen stay joined. Empty where there is no letter."""
    words = ("-".join(_initial(part) for part in word.split("-") if _initial(part)) for word in name.split())
    return " ".join(word for word in words if word)


def _initial(part: str) -> str:
    letter = next((letter for letter in part if letter.isalpha()), "")
    return f"{letter}." if letter else ""


class Tournament(models.Model):
    """One event of several series, with everything SkWO 6.2 wants in its plan."""

    sealed_in: ClassVar[Chained] = OfEvent("event", _("the plan of the tournament or who is in charge"), key=())

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("Name"), max_length=120)
    place = models.CharField(_("Place"), max_length=120)
    starts_on = models.DateField(_("First day"))
    ends_on = models.DateField(_("Last day"))
    organiser = models.CharField(_("Organiser"), max_length=120)
    direction = column(models.CharField(_("Direction"), max_length=200, blank=True), goes="")
    rounds = models.PositiveSmallIntegerField(_("Rounds per series"), default=12)
    """Rounds per series: 12 are 48 deals at four and 36 at three."""

    time_limit = models.PositiveSmallIntegerField(_("Time limit in minutes"), null=True, blank=True)
    strikes_at_limit = models.BooleanField(_("Deals not begun at the time limit are struck"), default=False)
    entry_fee = models.DecimalField(_("Entry fee"), max_digits=7, decimal_places=2, default=0)
    costs = column(models.TextField(_("Further costs"), blank=True), goes="")
    use_of_money = column(models.TextField(_("Use of the money"), blank=True), goes="")
    exclusion = column(models.TextField(_("Right to exclude"), blank=True), goes="")
    tribunal = column(models.TextField(_("Tribunal"), blank=True), goes="")
    rules = column(models.TextField(_("Rules that hold"), blank=True), goes="")
    supervision = column(models.TextField(_("Control and supervision"), blank=True), goes="")
    penalties = column(models.TextField(_("Penalties"), blank=True), goes="")
    list_keeping = column(models.TextField(_("Keeping the list"), blank=True), goes="")
    stake = column(models.TextField(_("Stake per point"), blank=True), goes="")
    material = column(models.TextField(_("Cards"), blank=True), goes="")

    class Teams(models.TextChoices):
        """What becomes of the members of a team when seats are given out."""

        APART = "apart", _("kept apart")
        TOGETHER = "together", _("brought together as early as possible, where seats are set by standing")
        IGNORED = "ignored", _("seated like everybody else")

    clubs_apart = models.BooleanField(_("Club mates are kept apart"), default=True)
    teams = models.CharField(_("Members of a team are"), max_length=8, choices=Teams.choices, default=Teams.APART)
    strictly_by_standing = models.BooleanField(_("By standing, the next four always share a table"), default=False)
    """Whether neighbours in the standing sit together even if they have met before."""

    by_the_book = column(models.BooleanField(default=True), came_later=True)
    """Whether every list of it is kept by the book, as an official tournament must (SkWO 9.4); else by house rules."""

    is_pub_table = column(models.BooleanField(default=False), came_later=True)
    """Whether it is the list of one table that its players opened: never public, and deleted after a month."""

    point_stake = column(models.CharField(_("Cents a point"), max_length=20, blank=True, default=""), came_later=True)
    """Cents that a point is worth, as a fraction: "1/2"; empty where no stake was agreed (ISkO 5.5.4, SkWO 9.2)."""

    is_spread = column(models.BooleanField(default=False), came_later=True)
    """Whether it is played at several venues, each at its own pace: a series may begin before the last is closed."""

    registration_open = column(models.BooleanField(default=False), goes=False)
    most_entrants = models.PositiveSmallIntegerField(_("Places"), null=True, blank=True)
    """How many can take part; who registers after them waits. None: as many as come."""

    moves_up = models.BooleanField(_("Whoever waits moves up by themselves"), default=True)
    """Whether the next of those who wait takes a place that becomes free before the first draw; else by hand alone."""

    class OpenTo(models.TextChoices):
        """Whom entry is restricted to, where not everybody may take part."""

        CLUBS = "clubs", _("members of these clubs")
        CLASSES = "classes", _("these classes")
        NAMES = "names", _("these people")
        QUALIFIED = "qualified", _("these people, who qualified")

    open_to = models.CharField(_("Open to"), max_length=9, choices=OpenTo.choices, blank=True, default="")
    open_to_whom = column(models.TextField(_("Which ones"), blank=True, default=""), goes="")
    """The clubs, the codes of the classes, or the names to whom entry is restricted, a line each."""

    qualified_in = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="finals")
    """The event from whose ranking people go on to this one, its final; None where it is no final."""

    drawn_together = models.BooleanField(_("All series are drawn at once"), default=False)
    query_window = models.PositiveSmallIntegerField(_("Minutes for mistakes in a posted result"), null=True, blank=True)
    """How long a posted result may be queried, in minutes; None for the usual hour."""

    club = column(
        models.ForeignKey("tables.Club", models.SET_NULL, null=True, blank=True, related_name="tournaments"),
        sealed_late=True,
    )
    """The club whose event it is; None where it is nobody's on this site."""

    names_shown = models.CharField(_("Names are shown as"), max_length=9, choices=Shown.choices, default=Shown.FULL)
    unpublish_on = models.DateField(_("Not shown to the public any more from"), null=True, blank=True)
    """The day from which the public no longer sees the event; None: it stays."""

    hides_live = models.BooleanField(_("Ranks stay hidden while a series is played"), default=False)
    """Whether what is played in a series counts in public rankings only when it is closed."""

    hall_plan = column(models.TextField(_("Plan of the hall"), blank=True, max_length=4000), goes="")
    """Where the tables stand, a line per row of tables; see ``tables.hall.plan``."""

    posted_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    """The end of the event as the director stated it; appeals close a quarter of an hour later."""

    released_at = models.DateTimeField(null=True, blank=True)
    under_review_since = models.DateTimeField(null=True, blank=True)
    """When a closing or the release was taken back: the ranking is provisional again, and the public reads why."""

    kept_until = models.DateField(null=True, blank=True)
    """Until when names are kept where that is longer than the rules want it; None: six months (SkWO 7.4.4)."""

    forgotten_at = models.DateTimeField(null=True, blank=True)
    """When names and words were taken out. From then on nothing in the event changes any more."""

    wipe_due = column(models.BooleanField(default=False), unsealed="whether free room of the database is to be wiped")
    """Whether what was taken out may still lie in the free room of the database."""

    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="tournament_ends_after_it_starts"),
            models.CheckConstraint(condition=Q(rounds__gte=1, rounds__lte=24), name="tournament_rounds_in_range"),
            models.CheckConstraint(condition=Q(entry_fee__gte=0), name="tournament_fee_not_negative"),
            models.CheckConstraint(
                condition=Q(most_entrants__isnull=True) | Q(most_entrants__gte=3), name="tournament_has_places"
            ),
            models.CheckConstraint(
                condition=Q(released_at__isnull=True) | Q(ended_at__isnull=False), name="tournament_ends_before_release"
            ),
        ]

    def __str__(self) -> str:
        return self.name


LONGEST_NAME = 40
LONGEST_MARK = 3
LONGEST_WORDS = 400
MARK = "mark of a class"
"""The context in which the marks that the program brings are translated."""

BROUGHT = (
    *(_("Ladies"), _("Juniors"), _("Seniors")),
    *(pgettext_lazy("mark of a class", "L"), pgettext_lazy("mark of a class", "J")),
    pgettext_lazy("mark of a class", "S"),
)
"""What ``fixtures/classes.json`` has of names and marks, for the catalogues."""


class PlayerClass(models.Model):
    """A class of an event. Rows without an event are what every new event begins with.

    An entrant has the codes of their classes: so the ranking of a thousand still comes with one query, and lists,
    archives and addresses name a class as the event does.
    """

    sealed_in: ClassVar[Chained] = OfEvent("class", _("class {}"), comes_unsealed=True)

    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, blank=True, related_name="classes")
    number = models.PositiveSmallIntegerField()
    code = models.SlugField(max_length=LONGEST_NAME)
    """By what entrants, rankings and addresses know it. It stays when the name changes."""

    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    mark = models.CharField(_("Mark"), max_length=LONGEST_MARK)
    words = models.CharField(_("Called in lists"), max_length=LONGEST_WORDS, blank=True)
    """What lists call somebody who is in it, with commas between."""

    headings = models.CharField(_("Headings and abbreviations"), max_length=LONGEST_WORDS, blank=True)
    """What lists write above its column, and short words, with commas between."""

    youngest = models.PositiveSmallIntegerField(_("From the age of"), null=True, blank=True)
    """How old in years one has to be when the calendar year begins."""

    oldest = models.PositiveSmallIntegerField(_("Up to the age of"), null=True, blank=True)
    position = models.PositiveSmallIntegerField(_("Place in the list"), default=1)
    is_translated = models.BooleanField(default=False)
    """Whether name and mark are those the program brings, for which every language has its own."""

    class Meta:
        ordering = ["position", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="class_numbered_once"),
            models.UniqueConstraint(fields=["tournament", "code"], name="class_code_given_once"),
            models.UniqueConstraint(
                fields=["code"], condition=Q(tournament__isnull=True), name="class_begun_with_once"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="class_has_a_name"),
            models.CheckConstraint(
                condition=Q(youngest__isnull=True) | Q(oldest__isnull=True) | Q(youngest__lte=F("oldest")),
                name="class_ages_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def called(self) -> str:
        return gettext(self.name) if self.is_translated else self.name

    @property
    def shown_mark(self) -> str:
        return pgettext(MARK, self.mark) if self.is_translated else self.mark


class Role(models.Model):
    """What a user is in charge of in one tournament."""

    sealed_in: ClassVar[Chained] = PartOf("tournament")

    class Kind(models.TextChoices):
        """The offices that need an account."""

        DIRECTOR = "director", _("Director")
        JUDGE = "judge", _("Judge")
        TREASURER = "treasurer", _("Treasurer")
        DOOR = "door", _("Door helper")

    tournament = column(
        models.ForeignKey(Tournament, models.CASCADE, related_name="roles"), unsealed="the event it is sealed with"
    )
    user = models.ForeignKey(User, models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    plays_as = column(
        models.ForeignKey("tables.Entrant", models.PROTECT, null=True, blank=True, related_name="roles"), goes=None
    )
    """The entrant this official plays as: nobody judges their own table (SkWO 4.5)."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "user", "kind"], name="one_role_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"

    @property
    def order(self) -> str:
        return in_order(self.user.username)


PROFILE_NAME = 300
"""So many letters the name of a list's rules can have, all its switches set."""

SECRET_BYTES = 16
"""Half of what a draw is made from has 128 bits: nobody guesses it from its commitment."""


def new_secret() -> str:
    """Return the direction's half of what a draw will be made from."""
    return secrets.token_hex(SECRET_BYTES)


class Series(models.Model):
    """One series of a tournament: everybody plays one list at one table."""

    sealed_in: ClassVar[Chained] = OfEvent("series", _("series {}, its state or its tables"))

    class Status(models.TextChoices):
        """How far a series is. Before play begins its start and its publication may be taken back and its draw
        discarded; before play begins in a later one, its closing.
        """

        PLANNED = "planned", _("planned")
        DRAWN = "drawn", _("drawn, not yet published")
        PUBLISHED = "published", _("seats published")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    class Seating(models.TextChoices):
        """How the seats are given out."""

        DRAWN = "drawn", _("drawn")
        BY_STANDING = "by-standing", _("set by standing")
        FIXED = "fixed", _("by a fixed plan")
        BY_HAND = "by-hand", _("drawn by hand")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="series")
    number = models.PositiveSmallIntegerField()
    seating = models.CharField(max_length=12, choices=Seating.choices, default=Seating.DRAWN)
    profile = column(models.CharField(max_length=PROFILE_NAME, blank=True, default=""), came_later=True)
    """Name of the house rules its lists are kept by; empty: by the book, as in every official tournament."""

    own_rounds = column(models.PositiveSmallIntegerField(null=True, blank=True), came_later=True)
    """How many rounds it has where that is its own number: ask ``rounds``."""

    own_time_limit = column(models.PositiveSmallIntegerField(null=True, blank=True), came_later=True)
    """Its time limit in minutes where that is its own: ask ``time_limit``."""

    length_because = column(models.CharField(max_length=300, blank=True, default=""), goes=GONE, came_later=True)
    """Why its length was changed after the event had begun: the plan shows it (SkWO 2.2)."""

    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    secret = models.CharField(max_length=64, default=new_secret)
    """The direction's half of what the series is drawn from, made before anybody can know who plays."""

    draw = models.ForeignKey("tables.Draw", models.PROTECT, null=True, blank=True, related_name="series")
    """Where its seats come from; None until it is drawn, and while it is being drawn by hand."""

    drawn_as = models.PositiveSmallIntegerField(default=0)
    """Which series of its draw this is, from 0 on: a draw may plan several at once."""

    begins_at = models.DateTimeField(null=True, blank=True)
    """When it is to begin, as announced; None where nothing was announced."""

    drawn_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    posted_at = models.DateTimeField(null=True, blank=True)
    """When its result was posted: from then on mistakes in it may be reported for a while."""

    paused_at = models.DateTimeField(null=True, blank=True)
    """Since when the series' clock stands still; None while it runs."""

    paused_for = models.DurationField(default=timedelta)
    """How long the clock stood still before, all pauses together."""

    time_over_at = models.DateTimeField(null=True, blank=True)
    """When the direction called the time; deals not begun by then are struck if the plan says so."""

    gives_chairs = column(models.BooleanField(default=False), came_later=True)
    """Whether the direction released the free chairs at tables of three: who comes late takes one at the door."""

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "series"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="series_numbered_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="series_numbers_begin_at_one"),
            models.CheckConstraint(
                condition=Q(number__gt=1) | ~Q(seating="by-standing"), name="first_series_has_no_standing_to_be_set_by"
            ),
            models.CheckConstraint(
                condition=Q(status="closed", closed_at__isnull=False) | ~Q(status="closed") & Q(closed_at__isnull=True),
                name="series_closed_says_when",
            ),
            models.CheckConstraint(
                condition=Q(posted_at__isnull=True) | Q(status="closed"), name="posted_series_is_closed"
            ),
            models.CheckConstraint(
                condition=Q(started_at__isnull=False) | Q(paused_at__isnull=True, time_over_at__isnull=True),
                name="clock_runs_after_the_start",
            ),
            models.CheckConstraint(
                condition=Q(own_rounds__isnull=True) | Q(own_rounds__gte=1, own_rounds__lte=24),
                name="series_rounds_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, series {self.number}"

    @property
    def rounds(self) -> int:
        """How many rounds it has: its own number, else that of the event."""
        return self.own_rounds or self.tournament.rounds

    @property
    def time_limit(self) -> int | None:
        """How many minutes it may take: its own limit, else that of the event; None: as long as it takes."""
        return self.own_time_limit or self.tournament.time_limit

    @property
    def commitment(self) -> str:
        """What is shown of the secret from the beginning on: its hash."""
        return seating.commitment_of(self.secret)
