"""What the print desk can be told about a document: each option with the field that asks for it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.numbers import Numbers
from scoring.paper.forms.prizes import Prizes
from scoring.paper.selectors.printing import Printable

ALL: Final = ""
MOST_COPIES: Final = 100
MOST_PLACES: Final = 9999
MOST_PAGES: Final = 99

FILLS: Final = {
    "entered": _("with the players and all that is entered"),
    "players": _("blank, with the players"),
    "nothing": _("blank, without names"),
}
A4: Final = "a4"
LEAVES: Final = {
    A4: _("A4"),
    "a5": _("A5, as a pad: a long list goes on on the back"),
    "two": _("A4 with two A5 sheets side by side, to be cut"),
}
ORDERS: Final = {"number": _("by start number"), "name": _("by name"), "club": _("by club")}
PAPERS: Final = {"landscape": _("landscape"), "portrait": _("portrait")}
SIZES: Final = {"a4": "A4", "a3": "A3", "a5": "A5", "letter": _("US Letter")}
SORTED: Final = {"both": _("by table and by name"), "table": _("by table"), "name": _("by name")}
SIGNABLE: Final = {"ranking": _("Ranking"), "sheets": _("Lists that are closed")}


class Asked(Protocol):
    """Something a document can be told."""

    @property
    def name(self) -> str:
        """What the documents call it."""

    @property
    def field(self) -> Callable[[Printable], forms.Field | None]:
        """What makes the field, from what there is to print; None where there is nothing to be asked."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something a document can be told, by name and field."""

    name: str
    field: Callable[[Printable], forms.Field | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Which series a document is about."""

    offered: Callable[[Printable], tuple[int, ...]]
    """The numbers of those of which there is something to print."""

    everything: Promise | str = ""
    """In words what all of them together are; empty where each is printed by itself."""

    has_all: Callable[[Printable], bool] = bool
    starts_with_all: bool = True
    """Whether all together are meant if nobody says otherwise: of results the whole, else the latest series."""

    name: str = "series"

    def field(self, there: Printable) -> forms.Field:
        """Return the field that offers the series there are."""
        has_all = bool(self.everything) and self.has_all(there)
        choices = [(ALL, str(self.everything))] if has_all else []
        choices += [(str(number), gettext("Series %(n)s") % {"n": number}) for number in self.offered(there)]
        initial = ALL if has_all and self.starts_with_all else choices[-1][0]
        return choice(pgettext("number of a series", "Series"), choices, initial=initial, coerce=int)


def choice(
    label: Any,
    choices: Iterable[tuple[Any, Any]],
    *,
    initial: object = None,
    coerce: Callable[[str], Any] = str,
    help_text: Any = "",
) -> forms.Field:
    """Return a field that offers choices; one with the value ``ALL`` need not be chosen, and comes out as None."""
    found = [(str(value), words) for value, words in choices]
    return forms.TypedChoiceField(
        label=label,
        choices=found,
        initial=str(initial) if initial is not None else found[0][0] if found else None,
        coerce=coerce,
        help_text=help_text,
        empty_value=None,
        required=all(value != ALL for value, _words in found),
    )


def cards_a_sheet(*counts: int) -> Option:
    """Return the option of how many cards lie on a sheet of paper, the usual count first."""
    choices = [(count, str(count)) for count in counts]
    return Option("a_sheet", lambda there: choice(_("Cards on a sheet of paper"), choices, coerce=int))


TABLES = Option("tables", lambda there: Numbers(label=_("Tables"), help_text=_("All, unless you name some: 1-10, 14.")))
START_NUMBERS = Option(
    "tables", lambda there: Numbers(label=_("Start numbers"), help_text=_("All, unless you name some: 1-20, 35."))
)
FILL = Option("fill", lambda there: choice(_("What stands on them"), FILLS.items()))
LEAF = Option(
    "leaf",
    # A page that was open before it was asked means A4.
    lambda there: forms.TypedChoiceField(
        label=_("Paper"), choices=LEAVES.items(), initial=A4, empty_value=A4, required=False
    ),
)
SIGNS = Option(
    "has_signs",
    lambda there: forms.BooleanField(
        label=_("“With” and “without”, “+” and “−” as columns of their own"), required=False
    ),
)
SEATS = Option(
    "seats", lambda there: choice(_("For a"), [(4, _("Table of four")), (3, _("Table of three"))], coerce=int)
)
COPIES = Option(
    "copies", lambda there: forms.IntegerField(label=_("How many"), initial=10, min_value=1, max_value=MOST_COPIES)
)
AHEAD = Option(
    "ahead",
    lambda there: forms.BooleanField(label=_("Print seats that are drawn but not published yet"), required=False),
)
ORDER = Option("order", lambda there: choice(_("In which order"), ORDERS.items()))
BOXES = Option(
    "has_boxes",
    lambda there: forms.BooleanField(
        label=_("With boxes for present and paid, for the desk"), required=False, initial=True
    ),
)
CLASS_OF = Option("of", lambda there: choice(_("Class"), [(ALL, _("everybody")), *there.classes], initial=ALL))
RANKING = Option("ranking", lambda there: choice(_("Which ranking"), there.rankings, coerce=int))
PAPER = Option("paper", lambda there: choice(_("Paper"), PAPERS.items()))
PLACES = Option(
    "places",
    lambda there: forms.IntegerField(
        label=_("Down to place"),
        help_text=_("Leave it empty for a certificate for everybody."),
        initial=3,
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
    ),
)
SORTED_BY = Option("sorted_by", lambda there: choice(_("Sorted"), SORTED.items()))
HANGING = (
    Option("size", lambda there: choice(_("Size of the paper"), SIZES.items())),
    Option(
        "pages",
        lambda there: forms.IntegerField(
            label=_("On how many pages"),
            help_text=_("Leave it empty for letters that are read from two metres, on as many pages as that takes."),
            min_value=1,
            max_value=MOST_PAGES,
            required=False,
        ),
    ),
    Option(
        "is_large",
        lambda there: forms.BooleanField(
            label=_("Large, to be read across the hall: nothing but the most important columns"), required=False
        ),
    ),
)
"""What is asked of everything that hangs on a wall."""

CERTIFIED = Option(
    "ranking",
    lambda there: (
        choice(
            _("For"),
            [(ALL, _("the players")), *there.rankings],
            coerce=int,
            help_text=_("Teams, pairs and clubs have series of their own: those below are not asked then."),
        )
        if there.rankings
        else None
    ),
)
PRIZES = Option("prizes", lambda there: Prizes())
SIGNED = Option("signed", lambda there: choice(_("What is to be signed"), SIGNABLE.items()))
