"""Chance as a function of the seed: SHA-256 in counter mode, the same on every Python."""

import hashlib
import struct
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

_WORDS = struct.Struct(">8I")
_WORD_RANGE = 1 << 32


class Chance:
    """A stream of even choices, fixed by a seed and the purpose it is drawn for.

    Block k is ``sha256(key + k)`` with ``key = sha256(purpose + NUL + seed)`` and k as eight
    bytes, most significant first; each block gives eight words of 32 bits.
    """

    __slots__ = ("_counter", "_key", "_words")

    def __init__(self, seed: str, *, purpose: str) -> None:
        text = f"{purpose}\0{seed}".encode("utf-8", "surrogatepass")
        self._key = hashlib.sha256(text).digest()
        self._counter = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """Return an even choice from ``range(n)``, ``1 <= n <= 2**32``."""
        # Words beyond the last full multiple of n would favour small results: draw again.
        limit = _WORD_RANGE - _WORD_RANGE % n
        while True:
            if not self._words:
                block = hashlib.sha256(self._key + self._counter.to_bytes(8, "big")).digest()
                self._words = list(reversed(_WORDS.unpack(block)))
                self._counter += 1
            word = self._words.pop()
            if word < limit:
                return word % n

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in an order of which each is equally likely (Fisher-Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
