"""Accounts: what they are called, and where each is signed in."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from tables.accounts.models import User

SINCE, SEEN = "signed_in_at", "signed_in_seen_at"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A browser in which an account is signed in."""

    name: str
    """Names the session on the page; the session's own key is never shown."""

    key: str
    since: datetime
    seen: datetime
    """When it was last used, to the hour."""


def sessions_of(user: User, *, now: datetime) -> list[SignedIn]:
    """Return where somebody is signed in, the latest first."""
    sessions = []
    for row in Session.objects.filter(expire_date__gt=now).iterator():
        data = row.get_decoded()
        if data.get(SESSION_KEY) == str(user.pk) and SINCE in data:
            sessions.append(
                SignedIn(
                    name=name_of(row.session_key),
                    key=row.session_key,
                    since=datetime.fromtimestamp(data[SINCE], UTC),
                    seen=datetime.fromtimestamp(data[SEEN], UTC),
                )
            )
    return sorted(sessions, key=lambda session: (session.seen, session.since), reverse=True)


def name_of(key: str | None) -> str:
    """Return what names a session where it may be read."""
    return hashlib.sha256((key or "").encode()).hexdigest()[:16]


def usernames(pks: Iterable[int]) -> dict[int, str]:
    """Return the user names of accounts."""
    return dict(User.objects.filter(pk__in=set(pks)).values_list("pk", "username"))
