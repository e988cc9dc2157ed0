"""Codes that were typed wrong, and what came without an account: nobody tries them all, nobody floods an event."""

from django.db import models


class Guess(models.Model):
    """One wrong code, or one act without an account, by the address it came from; kept for as long as it counts."""

    address_hash = models.CharField(max_length=64)
    """The address hashed with the site's secret: it only has to be recognised."""

    at = models.DateTimeField()

    class Meta:
        ordering = ["at"]
        indexes = [models.Index(fields=["address_hash", "at"], name="guesses_of_an_address")]
        verbose_name_plural = "guesses"

    def __str__(self) -> str:
        return f"a wrong code at {self.at}"
