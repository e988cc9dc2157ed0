"""With what somebody acted who did not sign in."""

from django.utils.translation import gettext as _

from tables.journal.models import JournalEntry

AT_A_TABLE = ("call.", "deal.", "list.", "objection.", "phone.", "proposal.", "seats.", "second.", "series.started")
"""Acts that only somebody with the key of a table can do without an account."""


BY_THEMSELVES = "self"
"""How entrants came in who registered with the public form."""


def key_of(line: JournalEntry) -> str:
    """Return from what key an act came; nothing where an account says it."""
    if line.by_id is not None:
        return ""
    data = line.data
    if data.get("table") is not None:
        return _("key of table %(table)s, series %(series)s") % {"table": data["table"], "series": data.get("series")}
    if data.get("source") == BY_THEMSELVES:
        return _("public registration")
    if "entrant" in data:
        return _("start card of no. %(entrant)s") % {"entrant": data["entrant"]}
    return _("key of a table") if line.action.startswith(AT_A_TABLE) else ""
