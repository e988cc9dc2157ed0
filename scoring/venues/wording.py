"""What is done about the venues of an event, and what of a file comes or cannot, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.venues.reading import ListAct
from scoring.venues.selectors import Compared
from tables.acts.wording.refusals import refusal
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line

PLAIN = {
    "venue.given": gettext_lazy("The whole event taken along for a venue, SHA-256 %(sha256)s"),
    "venue.joined": gettext_lazy("File of a venue joined, %(lists)s lists, SHA-256 %(sha256)s"),
}
"""The acts whose facts fill their sentence as they are."""


def _set(data: Mapping[str, Any]) -> str:
    if data["is_spread"]:
        return _("Played at several venues, each at its own pace")
    return _("Played at one place, series after series")


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {"venues.set": _set}
"""The acts whose sentence depends on their facts."""


def _both(facts: Mapping[str, Any]) -> str:
    values = {name: _told(facts[name]) for name in ("here", "there")}
    return (
        _(
            "Both went on with it. Here: “%(here)s”. In the file: “%(there)s”. What is here stays; look at both, and "
            "enter by hand what is missing."
        )
        % values
    )


REFUSED = {
    "venue-of-another-event": gettext_lazy(
        "This file is of another event, “%(event)s”. A venue’s laptop has to begin with a backup of this site."
    ),
    "venue-no-such-table": gettext_lazy("There is no such table in this series."),
    "venue-other-seats": gettext_lazy("Others sit there: here nos. %(here)s, in the file %(there)s."),
    "venue-other-rules": gettext_lazy("It is kept there by other rules, another stake or another number of rounds."),
    "venue-both-went-on": _both,
    "venue-other-keys": gettext_lazy(
        "A deal was entered both here and there: the same, but with another key. What is here stays."
    ),
    "venue-judged-there": gettext_lazy(
        "The judges changed it there after it was signed, or somebody joined the table. That is ordered here: enter "
        "the list by hand, and then what they ordered."
    ),
    "venue-closed-here": gettext_lazy("Series %(series)s is closed here, so nothing more is entered in it."),
    "venue-not-published-here": gettext_lazy("The seats of series %(series)s are not published here."),
    "venue-open-before": gettext_lazy(
        "Series %(series)s is not closed here. Say on this page that the event is played at several venues, then it "
        "can come."
    ),
    "venue-no-account": gettext_lazy(
        "Somebody entered it there who has no account here: %(names)s. Give them one of this name, then join the file "
        "again."
    ),
    "venue-bent": gettext_lazy(
        "What the file has of it contradicts the rules or its own journal. Please take the file anew there."
    ),
}
"""Why nothing of a file, or of one of its lists, can come."""


def coming(compared: Compared) -> str:
    """Return what comes of a list."""
    deals = sum(1 for deal in compared.sent.rows["deals"] if not deal.get("voided_at"))
    text = ngettext("%(deals)s deal", "%(deals)s deals", deals) % {"deals": deals}
    if not deals and compared.sent.rows["totals"]:
        text = _("results from paper")
    state = _("signed") if compared.sent.row.get("signed_at") else _("still open")
    return f"{_place(compared)}: {text}, {state}"


def refused(compared: Compared) -> str:
    """Return why nothing of a list comes."""
    return f"{_place(compared)}: {refusal(compared.obstacle)}" if compared.obstacle else ""


def _place(compared: Compared) -> str:
    return _("Series %(series)s, table %(table)s") % {"series": compared.sent.series, "table": compared.sent.table}


def _told(act: ListAct) -> str:
    return journal_line(JournalEntry(action=act.action, data=act.data))
