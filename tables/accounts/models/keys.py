"""Keys in addresses: whoever holds one may see what it opens."""

import hashlib
import secrets

KEY_BYTES = 16
"""A key has 128 bits: nobody guesses it."""


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
