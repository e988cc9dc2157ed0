"""Who signs in, keys, and guesses at them."""

import hashlib
import secrets
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models, transaction

from tables.declared import Chained, NotSealed, OfSite, column


class Guess(models.Model):
    """One wrong code, or one act without an account, by the address it came from; kept for as long as it counts."""

    sealed_in: ClassVar[Chained] = NotSealed(
        "counts wrong codes and passwords for a quarter of an hour, and is deleted"
    )

    address_hash = models.CharField(max_length=64)
    """The address hashed with the site's secret: it only has to be recognised."""

    at = models.DateTimeField()

    class Meta:
        ordering = ["at"]
        indexes = [models.Index(fields=["address_hash", "at"], name="guesses_of_an_address")]
        verbose_name_plural = "guesses"

    def __str__(self) -> str:
        return f"a wrong code at {self.at}"


KEY_BYTES = 16


def new_key() -> str:
    """Return a fresh key, safe in an address."""
    return secrets.token_urlsafe(KEY_BYTES)


def mark_of(key: str) -> str:
    """Return by what a form says which key it saw, without giving it away."""
    return hashlib.sha256(f"mark of {key}".encode()).hexdigest()[:16]


LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that are mistaken for each other when read from a slip of paper, or off a screen."""


def to_be_typed(*, groups: int) -> str:
    """Return a fresh secret that can be dictated: each group of five letters and digits has 25 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(groups))


class User(AbstractUser):
    """Someone who signs in; roles say for what. Every save, also by Django's commands, stands in the site's journal."""

    sealed_in: ClassVar[Chained] = OfSite()

    last_login = column(
        models.DateTimeField("last login", blank=True, null=True),
        unsealed="when somebody signed in last changes nothing",
    )

    changed_by: "User | None" = None
    """Who changes it just now, for the journal; no column."""

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save it together with its line; that somebody signed in has none."""
        if set(kwargs.get("update_fields") or ()) == {"last_login"}:
            super().save(*args, **kwargs)
            return
        with transaction.atomic():
            super().save(*args, **kwargs)
