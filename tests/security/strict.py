"""What an answer has to say, as rules: each with what is wrong where it does not hold."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from skatturnier.middleware.headers import UNUSED
from tests.access_matrix.addresses import parts

FROM_ANYWHERE = {"scoring:embed", "scoring:season-embed"}
"""What pages of other sites may show in a frame."""

KEPT_ON_THE_PHONE = {"scoring:list"}
"""What a phone keeps by design, to go on without a network: the page of its own table."""

TEXT = re.compile(r"text/|application/atom\+xml")
LOOSE = re.compile(r"unsafe|\*|https?:|'nonce|'sha|blob:")


@dataclass(frozen=True)
class Answer:
    """An answer to somebody who asked for a page."""

    name: str
    response: Any
    is_shut: bool
    """Whether everybody else is refused the page."""

    def said(self, header: str) -> str:
        return self.response.headers.get(header, "")

    @property
    def policy(self) -> dict[str, str]:
        parts = (part.strip().partition(" ") for part in self.said("Content-Security-Policy").split(";"))
        return {name: value for name, _, value in parts}

    @property
    def is_open(self) -> bool:
        return bool(self.said("Access-Control-Allow-Origin"))

    @property
    def is_framed(self) -> bool:
        return self.name in FROM_ANYWHERE

    @property
    def shows_a_key(self) -> bool:
        return "key" in parts(self.name)

    @property
    def is_kept_with_care(self) -> bool:
        kept = self.said("Cache-Control")
        if self.is_shut and self.name not in KEPT_ON_THE_PHONE:
            return "no-store" in kept
        return "no-store" in kept or "no-cache" in kept


RULES: dict[str, Callable[[Answer], bool]] = {
    "frame-ancestors": lambda one: one.policy.get("frame-ancestors") == ("*" if one.is_framed else "'none'"),
    "X-Frame-Options": lambda one: (one.said("X-Frame-Options") == "DENY") != one.is_framed,
    "default-src": lambda one: one.policy.get("default-src") == "'none'",
    "base-uri": lambda one: one.policy.get("base-uri") == "'none'",
    "a loose source": lambda one: (
        not any(LOOSE.search(value) for name, value in one.policy.items() if name != "frame-ancestors")
    ),
    "nosniff": lambda one: one.said("X-Content-Type-Options") == "nosniff",
    "Referrer-Policy": lambda one: one.said("Referrer-Policy") == ("no-referrer" if one.shows_a_key else "same-origin"),
    "Permissions-Policy": lambda one: one.said("Permissions-Policy").count("=()") == len(UNUSED),
    "Cross-Origin-Opener-Policy": lambda one: one.said("Cross-Origin-Opener-Policy") == "same-origin",
    "Cross-Origin-Resource-Policy": lambda one: (
        one.said("Cross-Origin-Resource-Policy") == ("cross-origin" if one.is_open else "same-origin")
    ),
    "open to others, with something of its own": lambda one: (
        not one.is_open
        or (
            one.said("Access-Control-Allow-Origin") == "*"
            and not one.said("Access-Control-Allow-Credentials")
            and not one.response.cookies
        )
    ),
    "charset": lambda one: not TEXT.match(one.said("Content-Type")) or "charset=utf-8" in one.said("Content-Type"),
    "kept in the browser": lambda one: one.is_kept_with_care,
    "kept by proxies": lambda one: "Cookie" not in one.said("Vary") or "private" in one.said("Cache-Control"),
    "says what it is made of": lambda one: not one.said("Server") and not one.said("X-Powered-By"),
}


def faults(answer: Answer) -> Iterator[str]:
    """Yield every rule that an answer breaks."""
    yield from (rule for rule, holds in RULES.items() if not holds(answer))
