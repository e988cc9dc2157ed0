"""Where a refusal leads: to what stands against the act, as far as its facts name it."""

from collections.abc import Iterator
from typing import Final

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

PLACES: Final = (
    ("objection", "objection", gettext_lazy("Objection %(number)s")),
    ("appeal", "appeal", gettext_lazy("Appeal %(number)s")),
    ("query", "query", gettext_lazy("Query %(number)s")),
    ("measure", "measure", gettext_lazy("Measure %(number)s")),
    ("ruling", "decision", gettext_lazy("Decision %(number)s")),
)
"""What a refusal may name by its number, or several by their numbers, and the kind of case that each is."""

SEVERAL: Final = {"query": "queries"}
LEADS: Final = (
    ("released", "scoring:office", "?end#take-back", gettext_lazy("Take the release back")),
    ("stated", "scoring:office", "?end#take-back", gettext_lazy("Take the stated end back")),
    ("since", "scoring:office", "?end&since=%(since)s#drop", gettext_lazy("Drop what is not played")),
    ("refunded", "scoring:money-account", "#refund-back", gettext_lazy("Take the refund back")),
    ("fetched", "scoring:money-desk", "?who=%(fetched)s", gettext_lazy("Take in and pay out")),
)
"""What a refusal may tell, and the part of a page where that is taken back."""

MOST: Final = 3
"""So many of a kind are led to."""


def ways_out(refused: Exception, slug: str) -> Iterator[tuple[str, str]]:
    """Yield address and name of what a refusal is about; of refusals that name nothing there is none."""
    facts = getattr(refused, "facts", {})
    for fact, kind, label in PLACES:
        several = facts.get(SEVERAL.get(fact, f"{fact}s")) or ()
        for number in [facts[fact]] if isinstance(facts.get(fact), int) else [*several][:MOST]:
            yield reverse("scoring:case", args=[slug, kind, number]), str(label) % {"number": number}
    for fact, page, part, label in LEADS:
        if fact in facts:
            yield reverse(page, args=[slug]) + part % facts, str(label)
    if isinstance(series := facts.get("open", facts.get("series")), int):
        yield reverse("scoring:board", args=[slug, series]), _("To series %(number)s") % {"number": series}


def with_ways(text: str, refused: Exception, slug: str) -> SafeString:
    """Return what a refusal says with links to what it is about."""
    links = format_html_join(" ", '<a href="{}">{}</a>', ways_out(refused, slug))
    return format_html("{} {}", text, links) if links else format_html("{}", text)
