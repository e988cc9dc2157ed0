"""Which versions of the program brought the database up to date: an earlier one must not go on with it."""

from django.db import models


class Release(models.Model):
    """A version of the program that migrated this database; the last one is the one it needs."""

    version = models.CharField(max_length=40, unique=True)
    migrated_at = models.DateTimeField()
    """When it did so first."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.version
