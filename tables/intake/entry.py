"""Who may take part in an event whose entry is restricted (SkWO 1.4)."""

from collections.abc import Iterable, Sequence

from tables.intake.names import name_key
from tables.intake.registration import Registration


def not_let_in(registrations: Sequence[Registration], *, open_to: str, whom: Iterable[str]) -> list[int]:
    """Return which of some registrations an event is not open to, by their places from 0 on.

    ``open_to`` is "clubs", "classes", "names" or "qualified", or empty for everybody; ``whom`` names the clubs, the
    codes of the classes, or the people. Club and name count in any spelling; whoever says none is not let in.

    >>> not_let_in([Registration(name="Berg, Anna"), Registration()], open_to="names", whom=["Anna Berg"])
    [1]
    """
    if not open_to:
        return []
    if open_to == "classes":
        codes = frozenset(whom)
        return [at for at, registration in enumerate(registrations) if not registration.classes & codes]
    keys = {name_key(line) for line in whom} - {""}
    said = [registration.club if open_to == "clubs" else registration.name for registration in registrations]
    return [at for at, text in enumerate(said) if name_key(text) not in keys]
