"""The classes of players that an event ranks by themselves (SkWO 1.5)."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tables.tournaments.models.tournament import Tournament

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

    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, blank=True, related_name="classes")
    number = models.PositiveSmallIntegerField()
    code = models.SlugField(max_length=LONGEST_NAME)
    """By what entrants, rankings and addresses know it. It stays when the name changes."""

    name = models.CharField(_("Name"), max_length=LONGEST_NAME)
    mark = models.CharField(_("Mark"), max_length=LONGEST_MARK)
    """What stands behind a name in the standings."""

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
        """The name as it is shown."""
        return gettext(self.name) if self.is_translated else self.name

    @property
    def shown_mark(self) -> str:
        """The mark as it is shown."""
        return pgettext(MARK, self.mark) if self.is_translated else self.mark
