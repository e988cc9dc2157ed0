"""Where a transfer goes: whether an IBAN can be one (ISO 13616)."""

import re
from typing import Final

_FORM: Final = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")


def iban(typed: str) -> str | None:
    """Return an IBAN without its blanks, or None if its form or its check digits are wrong.

    >>> iban("de89 3704 0044 0532 0130 00")
    'DE89370400440532013000'
    """
    found = "".join(typed.split()).upper()
    if not _FORM.fullmatch(found):
        return None
    digits = "".join(str(int(letter, 36)) for letter in found[4:] + found[:4])
    return found if int(digits) % 97 == 1 else None
