"""Faults in JavaScript, planted between its tokens: no tool that does it comes without node.

The tokens are those of jsbeautifier, which djlint brings along: they tell an operator from what stands in a string, in
a template or in an expression.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jsbeautifier.javascript.options import BeautifierOptions
from jsbeautifier.javascript.tokenizer import Tokenizer

OPERATORS: Final = {
    "===": "!==",
    "!==": "===",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "&&": "||",
    "||": "&&",
    "??": "&&",
    "+=": "-=",
}
WORDS: Final = {"true": "false", "false": "true", "await": ""}
BEGINS: Final = frozenset({"", ";", "{", "}", ")"})
NO_ACT: Final = re.compile(
    r"(?:const|let|var|return|import|export|if|else|for|while|do|switch|case|default|function|class|async|static|try|"
    r"catch|finally|get|set)\b"
)
BETWEEN: Final = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.DOTALL)
OPENS, CLOSES = "([{", ")]}"


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign, and where it stands."""

    text: str
    kind: str
    at: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.at + len(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptMutant:
    """One fault: where, what, and the file with it."""

    path: Path
    line: int
    was: str
    became: str
    text: str


def tokens(text: str) -> list[Token]:
    """Return the tokens of a script, each where it stands."""
    found, at = [], 0
    stream = Tokenizer(text, BeautifierOptions()).tokenize()
    while (token := stream.next()) is not None and token.type != "TK_EOF":
        while gap := BETWEEN.match(text, at):
            at = gap.end()
        if text.startswith(token.text, at):
            found.append(Token(token.text, token.type, at))
            at += len(token.text)
    return found


def mutants(path: Path) -> Iterator[ScriptMutant]:
    """Yield every fault that can be planted in a script, in the order of its lines."""
    text = path.read_text(encoding="utf-8")
    for start, end, put in sorted(set(_changes(text, tokens(text)))):
        line = text.count("\n", 0, start) + 1
        changed = text[:start] + put + text[end:]
        lines = (text.split("\n")[line - 1], changed.split("\n")[line - 1])
        yield ScriptMutant(path=path, line=line, was=lines[0], became=lines[1], text=changed)


def _changes(text: str, found: Sequence[Token]) -> Iterator[tuple[int, int, str]]:
    for place, token in enumerate(found):
        before = found[place - 1].text if place else ""
        put = _instead(token, before)
        if put is not None:
            yield token.at, token.end, put
        if token.text == "if":
            closing = _closing(found, place + 1)
            yield found[place + 1].end, found[closing].at, f"!({text[found[place + 1].end : found[closing].at]})"
        if token.text == "return" and found[place + 1].text != ";":
            yield found[place + 1].at, found[_end(found, place)].at, "null"
        if before in BEGINS and not NO_ACT.match(token.text) and token.text not in {";", *OPENS, *CLOSES}:
            yield from _act(found, place)


def _instead(token: Token, before: str) -> str | None:
    """Return what can stand in a token's place; None where nothing of the kind can."""
    if token.kind == "TK_OPERATOR":
        return "" if token.text == "!" else OPERATORS.get(token.text)
    if token.text in WORDS and before != ".":
        return WORDS[token.text]
    if token.kind == "TK_WORD" and token.text.isdecimal():
        return str(int(token.text) + 1)
    is_value = token.kind == "TK_STRING" and before in {":", "===", "!=="} and not token.text.startswith("`")
    return '"planted"' if is_value else None


def _act(found: Sequence[Token], place: int) -> Iterator[tuple[int, int, str]]:
    """Yield a statement left out, if one begins here: a call or an assignment up to its semicolon."""
    end = _end(found, place)
    is_act = found[place].text == "await" or found[place + 1].text in {".", "(", "=", "[", "+="}
    if end < len(found) and found[end].text == ";" and is_act:
        yield found[place].at, found[end].at, ""


def _closing(found: Sequence[Token], opening: int) -> int:
    depth = 0
    for place in range(opening, len(found)):
        depth += (found[place].text in OPENS) - (found[place].text in CLOSES)
        if depth == 0:
            return place
    return len(found) - 1


def _end(found: Sequence[Token], start: int) -> int:
    """Return the place of the semicolon that ends a statement, or of what closes the block before there is one."""
    depth = 0
    for place in range(start, len(found)):
        text = found[place].text
        if depth == 0 and (text == ";" or text in CLOSES):
            return place
        depth += (text in OPENS) - (text in CLOSES)
    return len(found)
