"""A sentence of a rule sheet: a rule, a reading of ours, or an example."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One sentence."""

    text: str
    is_reading: bool = False
    """Whether no source says it: it is our reading, and the table may agree on something else."""

    is_example: bool = False


def rule(text: object) -> Said:
    """Return a rule that a source has, or that the table chose."""
    return Said(text=str(text))


def reading(text: object) -> Said:
    """Return a rule that no source has."""
    return Said(text=str(text), is_reading=True)


def example(what: object, figures: object) -> Said:
    """Return a deal and what it comes to."""
    return Said(text=f"{what}: {figures}", is_example=True)
