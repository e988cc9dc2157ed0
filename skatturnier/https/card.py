"""The card to hang up and to lay on the tables: what a phone shows when it comes over https, and what to tap."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.paper.typesetting.document import Document
from tables.qr_codes import qr_code


def card(values: Mapping[str, Any]) -> Document:
    """Return the card of a site; ``values`` is what its page tells."""
    return Document(
        template="secure/card.html",
        title=_("Warning on phones"),
        author=_("Skatturnier"),
        filename=pgettext("file name", "phone-warns"),
        context={**values, "code": qr_code(values["plain_page"])},
    )
