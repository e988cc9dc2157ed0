"""Who signs in."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Someone who signs in. What they may do in a tournament is said by their roles there."""
