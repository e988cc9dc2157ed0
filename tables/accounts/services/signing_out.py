"""Ending sessions elsewhere: of a lost laptop, of a judge who left."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import transaction

from tables.accounts import selectors as signed_in
from tables.accounts.models import User


@transaction.atomic
def sign_out_elsewhere(*, by: User, names: Collection[str], now: datetime) -> int:
    """End those of one's own sessions that are named; return how many there were."""
    keys = [session.key for session in signed_in.sessions_of(by, now=now) if session.name in names]
    Session.objects.filter(session_key__in=keys).delete()
    return len(keys)


@transaction.atomic
def sign_out_everywhere(*, user: User, now: datetime) -> int:
    """End every session of an account; return how many there were."""
    keys = [session.key for session in signed_in.sessions_of(user, now=now)]
    Session.objects.filter(session_key__in=keys).delete()
    return len(keys)
