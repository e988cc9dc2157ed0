"""What a start of the site says, in the language of its terminal: what to open, and as whom to sign in."""

import locale
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from simulation import accounts
from skatturnier.demo import table_at_play
from skatturnier.https.door import Door
from skatturnier.machine import places
from tables.accounts.models import User
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import tournaments

PAGES: Final = "skatturnier.pages"

Line = str | tuple[str, str]


def text(site: str, *, word: str, to_phones: bool, secure: Door | None) -> str:
    """Return what to open at ``site``; ``word`` makes its first account, ``secure`` is how https is served."""
    with translation.override(terminal_language()):
        body = _first_start(site, word) if word else _body(site)
        return "\n".join(
            ["", f"Skatturnier: {site}", "", *_aligned(body), "", *_aligned(_end(site, to_phones, secure)), ""]
        )


def terminal_language() -> str:
    """Return the language of the terminal as far as the site speaks it, English otherwise."""
    word = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    # Windows knows none of these; there the system's own language is asked.
    code = (word or locale.getlocale()[0] or "").partition("_")[0].lower()
    names = {"german": "de", "spanish": "es"} | {name: name for name, _label in settings.LANGUAGES}
    return names.get(code, "en")


def _aligned(lines: Iterator[Line]) -> Iterator[str]:
    rows = list(lines)
    width = max((len(line[0]) for line in rows if isinstance(line, tuple)), default=0)
    for line in rows:
        yield f"  {line}".rstrip() if isinstance(line, str) else f"    {line[0]:<{width}}  {line[1]}"


def _at(site: str, topic: str, name: str, **place: str) -> str:
    """Return the address of a page of one topic: asked of the whole site, a start would read every page of it."""
    return f"{site}{reverse(name, urlconf=topic, kwargs=place)}"


def _first_start(site: str, word: str) -> Iterator[Line]:
    yield _("This site is new. Open it, make your account, and create your first event:")
    yield _("Address"), _at(site, PAGES, "first-account")
    yield _("Word of the start"), word


def _body(site: str) -> Iterator[Line]:
    tournament = tournaments.last_tournament()
    if tournament is None:
        yield _("New tournament")
        yield _("Address"), _at(site, "tables.tournaments.urls", "tournament-new")
        return
    if tournaments.is_demo():
        yield f"{_('To begin for real, stop it and type:')} {places.SITE}"
        yield ""
        yield _("Demo"), _at(site, PAGES, "demo")
        yield ""
    slug = tournament.slug
    yield tournament.name
    yield _("For everybody"), _at(site, "tables.hall.urls", "tournament", slug=slug)
    yield _("Standings"), _at(site, "scoring.public.urls", "standings", slug=slug)
    if table := table_at_play(tournament):
        key = _at(site, "scoring.table.urls", "list-key", key=table.key)
        yield _("Table %(number)s") % {"number": table.number}, key
    yield _("Office"), _at(site, "scoring.office.urls", "office", slug=slug)
    for office, account in _logins(tournament):
        yield f"{_('Sign in')}: {office}", account


def _logins(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield the demo's accounts as long as their passwords are those of the demo."""
    offices = {role.user.username: role.get_kind_display() for role in tournaments.roles_of(tournament)}
    for username, password in accounts.passwords_in(accounts.file_in(Path(settings.DATA_DIR))).items():
        user = User.objects.filter(username=username).first()
        if username in offices and user and user.check_password(password):
            yield offices[username], f"{username} / {password}"


def _end(site: str, to_phones: bool, secure: Door | None) -> Iterator[Line]:
    if secure and secure.site:
        yield _("over https"), secure.site
        if secure.authority:
            yield _("Warning on phones"), _at(site, PAGES, "secure")
    yield _("Connecting phones"), _at(site, PAGES, "phones")
    if not to_phones:
        yield _("Not yet. Phones in the same network may connect with: %(typed)s") % {"typed": start_for_phones()}
    yield _("Stop with Ctrl-C.")


def start_for_phones() -> str:
    """Return what to type so that phones in the same network may connect."""
    return places.DEMO_FOR_PHONES if tournaments.is_demo() else places.SITE_FOR_PHONES
