"""What was done about the archive of an event, in words."""

from django.utils.translation import gettext_lazy

PLAIN = {
    "archive.made": gettext_lazy("Archive of the event made, SHA-256 %(sha256)s"),
}
"""The acts whose facts fill their sentence as they are."""
