"""What the tests of pages share."""

from django.urls import reverse

from tests.exports.reading import html_tables

NONE = "–"


def tables(client, name: str, asked: str = "", **about: object):
    about = {"slug": "cup", **about} if "club" not in about else about
    response = client.get(reverse(name, kwargs=about) + asked)
    assert response.status_code == 200
    return html_tables(response.content.decode())


def shown(said: object) -> str:
    """Return points as a page has them: a true minus sign, and a dash for nothing."""
    return NONE if said in ("", None) else str(said).replace("-", "−")


def starts(found: list[dict[str, str]], column: str) -> list[str]:
    """Take a column out that says more than a figure, and return what it says."""
    return [line.pop(column) for line in found]


def lines(*rows: tuple[str, ...], under: str) -> list[dict[str, str]]:
    return [dict(zip(under.split(" | "), row, strict=True)) for row in rows]
