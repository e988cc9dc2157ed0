"""The lines of one player or club in a ranking drawn for everybody: for whoever follows a shared link."""

import re
from dataclasses import dataclass
from html import escape, unescape
from urllib.parse import quote_plus, urlencode

from django.utils.safestring import SafeString

ROW = re.compile(r'<tr id="no-(\d+)"')
NAME = re.compile(r'<td class="name"><a href="([^"]*)">(.*?)</a>')


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A ranking in which some lines stand out."""

    text: SafeString
    name: str = ""
    """The player, as the public sees them; empty unless one is marked."""

    page: str = ""
    """The address of the player's own page."""

    club: str = ""
    numbers: tuple[int, ...] = ()
    """The start numbers of the lines that stand out, in the order of the lines."""


def marked_in(text: str, *, player: str, club: str) -> Marked:
    """Return a ranking with the lines marked of a player by number, or else of a club by name; where there are any."""
    if not player and not club:
        return Marked(text=_safe(text))
    rows = text.split("<tr id=")
    wanted = f'"no-{player}"' if player else f'href="?club={quote_plus(club)}"'
    at = [
        index
        for index, row in enumerate(rows)
        if index and (row.startswith(wanted) if player else wanted in row.partition("</tr>")[0])
    ]
    found = "".join(
        row if not index else f'<tr aria-current="true" id={row}' if index in set(at) else f"<tr id={row}"
        for index, row in enumerate(rows)
    )
    kept = escape(urlencode({"player": player} if player else {"club": club}))
    text = found.replace('href="?sort=', f'href="?{kept}&amp;sort=')
    numbers = tuple(int(rows[index].partition("-")[2].partition('"')[0]) for index in at)
    who = NAME.search(rows[at[0]]) if player and at else None
    return Marked(
        text=_safe(text),
        name=unescape(who[2]) if who else "",
        page=unescape(who[1]) if who else "",
        club=club if at and not player else "",
        numbers=numbers,
    )


def _safe(text: str) -> SafeString:
    """Return a text that a template drew; all that was added to it here is escaped."""
    return SafeString(text)
