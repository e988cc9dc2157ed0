"""What was taken out of an event, in words."""

from django.utils.translation import gettext_lazy

PLAIN = {
    "entrant.erased": gettext_lazy("No. %(entrant)s: name taken out at their own wish"),
    "event.forgotten": gettext_lazy("Names, and what was written in people’s own words, taken out"),
}
"""The acts whose facts fill their sentence as they are."""
