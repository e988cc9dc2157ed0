"""What the tests of papers share."""

import re
from html import unescape

from django.urls import reverse

MINUS = "−"


def get(client, name: str, *, asked: str = "", **about: int) -> str:
    response = client.get(reverse(f"scoring:{name}", kwargs={"slug": "cup", **about}) + asked)
    assert response.status_code == 200
    return response.content.decode()


def blocks(page: str, css: str) -> list[list[str]]:
    """Return the lines of each block of a kind, as they stand on the page."""
    found = re.findall(rf'<(div|p) class="{css}[^"]*">(.*?)</\1>', page, re.DOTALL)
    return [[unescape(re.sub(r"<[^>]+>", "", line)) for line in one.split("\n")] for _tag, one in found]


def shown(points: object) -> str:
    return "–" if points == "" else str(points).replace("-", MINUS)
