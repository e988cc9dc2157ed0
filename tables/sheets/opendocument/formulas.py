"""Formulas as OpenDocument writes them: its own marks for cells and ranges, semicolons between arguments."""

import re
from typing import Final

from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token

RANGE: Final = re.compile(r"(?:(?P<sheet>'[^']+'|\w+)!)?(?P<begin>\$?[A-Z]+\$?\d+)(?::(?P<end>\$?[A-Z]+\$?\d+))?")


def formula_of(formula: str) -> str:
    """Return a formula of Excel, which begins with "=", as the value of an attribute that is to be escaped.

    >>> formula_of('=IF($A$1="x",SUM(Rules!$B$1:$B$9),"")')
    'of:=IF([.$A$1]="x";SUM([$Rules.$B$1:.$B$9]);"")'
    """
    return "of:=" + "".join(map(_part, Tokenizer(formula).items))


def _part(token: Token) -> str:
    if token.type == Token.SEP:
        return ";"
    if token.type == Token.OPERAND and token.subtype == Token.RANGE and (found := RANGE.fullmatch(token.value)):
        sheet = f"${found['sheet']}" if found["sheet"] else ""
        end = f":.{found['end']}" if found["end"] else ""
        return f"[{sheet}.{found['begin']}{end}]"
    return str(token.value)
