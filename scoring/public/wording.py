"""What the interface for other programs says to people."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "not-found": _("There is nothing at this address."),
    "no-longer-shown": _("This event is no longer shown to the public."),
    "members-only": _("This season is open to the members of its club alone."),
    "not-understood": _("Some parameters are not what they should be."),
    "read-only": _("This interface is for reading only."),
    "not-available": _("The site cannot read its data just now. Please try again in a minute."),
}


def problem_said(code: str) -> str:
    """Return what is wrong with a request, in a sentence."""
    return str(SENTENCES[code])
