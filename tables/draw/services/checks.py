"""Draws computed again for whoever asks, each record once."""

from hashlib import sha256

from django.core.cache import cache

from tables import seating
from tables.draw.models import Draw
from tables.draw.selectors import protocols

KEPT_FOR = 24 * 60 * 60
"""Seconds a finding is kept; it is the same for ever."""

BUSY_FOR = 120
"""Seconds after which a check that never came to its end may be begun again."""


def check_draw(draw: Draw) -> tuple[seating.Finding, ...] | None:
    """Return what is wrong with the record of a draw, nothing if it recomputes; None while somebody else's check runs.

    However many ask, a record is computed once.
    """
    key = f"tables.check:{sha256(protocols.file_of(draw)).hexdigest()}"
    found = cache.get(key)
    if found is not None:
        return tuple(seating.Finding(code=seating.Doubt(code), part=part) for code, part in found)
    if not cache.add(f"{key}:busy", True, BUSY_FOR):
        return None
    try:
        findings = seating.verify(draw.record)
        cache.set(key, [(str(finding.code), finding.part) for finding in findings], KEPT_FOR)
    finally:
        cache.delete(f"{key}:busy")
    return findings
