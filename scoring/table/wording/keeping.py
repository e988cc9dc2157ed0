"""How another phone came to keep a list, in a sentence (SkWO 7.2.2)."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.acts.wording.moments import moment

HOW: Final = {
    "by-words": gettext_lazy("%(kept)s: it had the words of the one before."),
    "agreed": gettext_lazy("%(kept)s: all players agreed."),
    "take-over": gettext_lazy("%(kept)s: the direction agreed."),
}


def kept_since(call: Any) -> str:
    """Return since when and why another phone keeps a list; ``call`` is what gave it the list, None for nothing."""
    if call is None:
        return _("Another phone keeps this list.")
    kept = (
        _("Another phone has kept the second list since %(at)s")
        if call.second
        else _("Another phone has kept the list since %(at)s")
    )
    return str(HOW[call.kind]) % {"kept": kept % {"at": moment(call.settled_at)}}
