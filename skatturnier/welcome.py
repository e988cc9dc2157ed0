"""What a start of the site says: what to open, and as whom to sign in."""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.urls import reverse

from scoring.lists.selectors import boards
from simulation import accounts
from tables.accounts.models import User
from tables.draw.models import Table
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors import tournaments


def text(site: str, *, to_phones: bool) -> str:
    """Return what to open on a site at the address ``site``."""
    return "\n".join(["", f"Skatturnier: {site}", "", *_body(site), *_end(to_phones=to_phones), ""])


def _body(site: str) -> Iterator[str]:
    tournament = tournaments.last_tournament()
    if tournament is None:
        yield "  There is no tournament yet. An account that may create one:"
        yield "    .venv/bin/python manage.py createsuperuser"
        return
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


def _end(*, to_phones: bool) -> Iterator[str]:
    yield ""
    if not to_phones:
        yield "  Phones in the same network may connect with: HOST=0.0.0.0 make run"
    yield "  Stop with Ctrl-C."
