"""What a start of the site says: what to open, and as whom to sign in."""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.urls import reverse

from scoring.lists.selectors import boards
from simulation import accounts
from skatturnier.https.door import Door
from tables.accounts.models import User
from tables.draw.models import Table
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors import tournaments


def text(site: str, *, word: str, to_phones: bool, secure: Door | None) -> str:
    """Return what to open on a site at the address ``site``; ``word`` makes its first account, where it has none.

    ``secure`` is how it is served over https besides.
    """
    body = _first_start(site, word) if word else _body(site)
    return "\n".join(["", f"Skatturnier: {site}", "", *body, *_end(site, to_phones=to_phones, secure=secure), ""])


def _first_start(site: str, word: str) -> Iterator[str]:
    yield "  This site is new. Open it, make your account, and create your first event:"
    yield f"    {site}{reverse('first-account')}"
    yield f"    word of the start  {word}"


def _body(site: str) -> Iterator[str]:
    tournament = tournaments.last_tournament()
    if tournament is None:
        yield f"  There is no tournament yet. Create one: {site}{reverse('tables:tournament-new')}"
        return
    if tournaments.is_demo():
        yield "  This is the demo. To begin for real, stop it and type: make serve"
        yield ""
    slug = tournament.slug
    yield f"  {tournament.name}"
    yield f"    for everyone       {site}{reverse('tables:tournament', kwargs={'slug': slug})}"
    yield f"    standings          {site}{reverse('scoring:standings', kwargs={'slug': slug})}"
    if table := _table_at_play(tournament):
        place = f"list of table {table.number}"
        yield f"    {place:<18} {site}{reverse('scoring:list-key', kwargs={'key': table.key})}"
    yield f"    director's office  {site}{reverse('scoring:office', kwargs={'slug': slug})}"
    yield from _logins(tournament)


def _logins(tournament: Tournament) -> Iterator[str]:
    """Yield the demo's accounts as long as their passwords are those of the demo."""
    offices = {role.user.username: str(role.kind) for role in tournaments.roles_of(tournament)}
    for username, password in accounts.kept(accounts.file_in(Path(settings.DATA_DIR))).items():
        user = User.objects.filter(username=username).first()
        if username in offices and user and user.check_password(password):
            yield f"      sign in as {offices[username]}: {username} / {password}"


def _table_at_play(tournament: Tournament) -> Table | None:
    """Return a table in the middle of its list."""
    series = tournament.series.filter(status=Series.Status.RUNNING).first()
    board = boards.board(series) if series else []
    return next((line.table for line in board if line.state is boards.State.OPEN), None)


def _end(site: str, *, to_phones: bool, secure: Door | None) -> Iterator[str]:
    yield ""
    if secure and secure.site:
        yield f"  Over https           {secure.site}"
        if secure.authority:
            yield f"    phones warn of it once; what they show, and a card: {site}{reverse('secure')}"
    yield f"  Can phones reach it? {site}{reverse('phones')}"
    if not to_phones:
        yield f"  Not yet. Phones in the same network may connect with: {start_for_phones()}"
    yield "  Stop with Ctrl-C."


def start_for_phones() -> str:
    """Return what to type so that phones in the same network may connect."""
    return f"HOST=0.0.0.0 make {'run' if tournaments.is_demo() else 'serve'}"
