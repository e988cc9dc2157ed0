"""Pictures of one's own for certificates: a new one, or that of the last time."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.paper.forms.options import Option
from scoring.paper.pictures.drawn import RefusedPicture
from scoring.paper.pictures.looking import MOST_BYTES, Picture, looked_at
from scoring.paper.selectors.printing import Printable

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


class PictureField(forms.FileField):
    """A picture that may stand on paper."""

    def __init__(self, label: Any, help_text: Any) -> None:
        super().__init__(
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
