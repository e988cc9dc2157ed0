"""Codes that were typed wrong, so that nobody can try them all."""

from django.db import models


class Guess(models.Model):
    """One wrong code, by the address it came from; kept for as long as it counts."""

    address_hash = models.CharField(max_length=64)
    """The address hashed with the site's secret: it only has to be recognised."""

    at = models.DateTimeField()

    class Meta:
        ordering = ["at"]
        indexes = [models.Index(fields=["address_hash", "at"], name="guesses_of_an_address")]
        verbose_name_plural = "guesses"

    def __str__(self) -> str:
        return f"a wrong code at {self.at}"
