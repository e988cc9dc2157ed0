"""What is to be printed, and pictures of one's own for certificates."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring.lists.forms.fields import Numbers
from scoring.paper.pictures import MOST_BYTES, Picture, RefusedPicture, looked_at
from scoring.paper.selectors import Printable
from tables.acts.forms import Kind, Upload

MOST_CHARACTERS: Final = 4000


class Prizes(forms.CharField):
    """A line for each place, the first one first; a line left empty wins nothing."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Prizes"),
            help_text=_(
                "Empty: what each was given. Else a line for each place, the first one first: 500 euros and a cup."
            ),
            required=False,
            max_length=MOST_CHARACTERS,
            widget=forms.Textarea(attrs={"rows": 4}),
        )

    def clean(self, value: Any) -> tuple[str, ...]:
        """Return what each place wins."""
        return tuple(" ".join(line.split()) for line in str(super().clean(value)).splitlines())


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
    """Whether all together are meant if nobody says otherwise: of results the whole, else what comes next."""

    name: str = "series"

    def field(self, there: Printable) -> forms.Field:
        """Return the field that offers the series there are."""
        has_all = bool(self.everything) and self.has_all(there)
        choices = [(ALL, str(self.everything))] if has_all else []
        choices += [(str(number), gettext("Series %(n)s") % {"n": number}) for number in self.offered(there)]
        # What comes next is printed next: the first that is not closed, and the last once all are.
        closed = {one.number for one in there.series if one.closed_at}
        ahead = [str(number) for number in self.offered(there) if number not in closed]
        initial = ALL if has_all and self.starts_with_all else next(iter(ahead), choices[-1][0])
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
FILL = Option("fill", lambda there: choice(_("Content"), FILLS.items()))
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
RANKING = Option("ranking", lambda there: choice(_("Ranking"), there.rankings, coerce=int))
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
SIGNED = Option("signed", lambda there: choice(_("Signature for"), SIGNABLE.items()))


USES: Final = ("logo", "background")

REFUSED: Final = {
    "too-big": _("This picture has more than 4 MB. Please save it smaller."),
    "no-picture": _("This is neither a PNG nor an SVG file. Please save the picture as one of them."),
    "jpeg": _("This is a JPEG file. Please save the picture as PNG."),
    "broken-png": _("This PNG picture is damaged."),
    "too-many-dots": _("This picture has more than 40 million dots. A sheet of paper needs 9 million."),
    "svg-broken": _("This SVG file is damaged."),
    "svg-entities": _("This SVG file declares entities, which may hide what is in it. Please save it as plain SVG."),
    "svg-does": _("This SVG file contains a program or a web page. Please save it as plain SVG."),
    "svg-outside": _("This SVG file needs something from outside: %(what)s. Please put it in, pictures as PNG."),
    "svg-large": _("This SVG file draws more than 20,000 parts. Please save it simpler, or as PNG."),
    "svg-without-size": _("This SVG file does not say how large it is. Please save it with a size."),
}
"""Why a picture is refused, and what to do."""


class PictureField(Upload):
    """A picture that may stand on paper."""

    def __init__(self, label: Any, help_text: Any) -> None:
        super().__init__(
            # Of a JPEG file and of XML that may be a drawing its reader says more.
            kinds=frozenset({Kind.PNG, Kind.SVG, Kind.JPEG, Kind.PAGE}),
            asked=_("a PNG or SVG file"),
            label=label,
            help_text=help_text,
            required=False,
            allow_empty_file=True,
            widget=forms.FileInput(attrs={"accept": ".png,.svg"}),
        )

    def clean(self, data: Any, initial: Any = None) -> Picture | None:
        """Return the picture, or None if there is none.

        :raises ValidationError: if it may not stand on paper.
        """
        upload = super().clean(data, None)
        if not upload:
            return None
        try:
            return looked_at(upload.read(MOST_BYTES + 1))
        except RefusedPicture as refused:
            raise forms.ValidationError(REFUSED[refused.code], params={"what": refused.what}) from None


def _again(use: str, label: Any) -> Option:
    """Return the option to print once more with the picture of the last time."""

    def field(there: Printable) -> forms.Field | None:
        return forms.BooleanField(label=label, required=False, initial=True) if use in there.pictures else None

    return Option(f"{use}_again", field)


PICTURES: Final = (
    Option(
        "logo", lambda there: PictureField(_("Logo"), _("A PNG or SVG file. It stands in place of the four suits."))
    ),
    _again("logo", _("Without a new one: the logo of the last time")),
    Option(
        "background",
        lambda there: PictureField(
            _("Background"),
            _("A PNG or SVG file of the shape of the paper. It stands in place of the frame."),
        ),
    ),
    _again("background", _("Without a new one: the background of the last time")),
)
