"""A seed that nobody could choose: a secret committed to beforehand, and a number from the hall.

Before entries close the direction publishes the commitment, a hash of its secret. When all
inputs are fixed something public is added: dice thrown in the hall, a number the players call.
Whoever knows the secret cannot choose the dice, whoever throws the dice does not know the
secret, and the inputs cannot be changed afterwards.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

from tables.seating.records.record import fingerprint

COMMITMENT = "tables.seating commitment:"
"""Stands before the secret, so that a commitment is the hash of nothing else."""

SEED = "tables.seating seed"
"""Stands first in the list whose hash is the seed."""


def commitment_of(secret: str) -> str:
    """Return what is published of a secret beforehand: the SHA-256 of it behind ``COMMITMENT``.

    ``printf '%s' 'tables.seating commitment:SECRET' | sha256sum`` gives the same.
    """
    return hashlib.sha256((COMMITMENT + secret).encode("utf-8", "surrogatepass")).hexdigest()


def seed_from(inputs: str, secret: str, public: str) -> str:
    """Return the seed that follows from the hash of the inputs, the secret and the public part.

    It is the SHA-256 of the JSON list of ``SEED`` and these three, without spaces and in ASCII;
    as each text stands in quotes, no part of one can pass for a part of the next.
    """
    return fingerprint([SEED, inputs, secret, public])


@dataclass(frozen=True, slots=True, kw_only=True)
class Lots:
    """The secret of the direction and what was added in the hall.

    A secret must not be guessed: 32 random hexadecimal digits or more.
    """

    secret: str
    public: str

    def seed(self, inputs: str) -> str:
        """Return the seed for inputs with this hash."""
        return seed_from(inputs, self.secret, self.public)

    def part(self) -> dict[str, Any]:
        """Return the part of the record that shows the lots."""
        return {"commitment": commitment_of(self.secret), "secret": self.secret, "public": self.public}
