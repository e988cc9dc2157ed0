"""What the page at the table has at hand beside its tiles: dialogs that open without a network, and their files."""

from typing import Any, Final

from django.templatetags.static import static
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.disputes.forms.objections import KINDS
from scoring.signing.drawings import BENT, SHORTEST
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals

LATER: Final = (
    "table/dialogs/dialogs.css",
    "table/dialogs/dialogs.js",
    "table/dialogs/deal.js",
    "table/dialogs/signing.js",
    "table/dialogs/sums.js",
    "table/says.js",
    "table/pad.js",
    "table/handover.js",
    "table/qr.js",
    "vendor/uqr.js",
)
"""What a phone loads when its page is there already, and keeps: all that the page imports when it is needed."""


def later() -> list[str]:
    """Return the addresses of what is loaded later."""
    return [static(f"skatturnier/{name}") for name in LATER]


def dialogs() -> dict[str, Any]:
    """Return what the dialogs say and ask for."""
    return {
        "kinds": [*((value, capfirst(str(label))) for value, label in KINDS), ("", _("Not said yet"))],
        "shortest": SHORTEST,
        # For a script, whatever a comma is in the language.
        "bent": str(BENT),
        "missing": refusals.refusal(Refused("signature-missing")),
        "short": refusals.refusal(Refused("drawing-too-short")),
    }
