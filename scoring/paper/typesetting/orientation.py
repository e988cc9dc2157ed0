"""A4 as it is held: upright, or turned where the columns of a page need that."""

from typing import Final

UPRIGHT: Final = 182.0
"""Width of upright paper within its margins, in millimetres."""


class Turned:
    """The size of a page within its margins, in millimetres."""

    __slots__ = ()

    @property
    def is_wide(self) -> bool:
        """Whether it takes landscape paper."""
        raise NotImplementedError

    @property
    def width(self) -> float:
        """Width of the page within its margins."""
        return 269.0 if self.is_wide else UPRIGHT

    @property
    def height(self) -> float:
        """Height of the page within its margins."""
        return 189.0 if self.is_wide else 276.0
