"""A visitor of the site as it is served: pages come over the network and forms go back over it."""

from collections.abc import Mapping
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from tests.support.page_reader import Visitor

LOST = (OSError, HTTPException)
"""What a browser meets when the site does not answer."""


class Answer:
    """An answer as ``tests.support.page_reader`` reads it."""

    def __init__(self, status: int, headers: Any, content: bytes, redirects: list[tuple[str, int]]) -> None:
        self.status_code, self.headers, self.content, self.redirect_chain = status, headers, content, redirects

    def get(self, name: str, default: str = "") -> str:
        return self.headers.get(name, default)


class Network:
    """A browser's connection: it keeps cookies and follows redirects."""

    def __init__(self, site: str) -> None:
        self.site, self.jar = site, CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar), _Stay())

    def get(self, url: str, data: Mapping[str, str] | None = None, *, follow: bool = True) -> Answer:
        return self._follow(Request(urljoin(self.site, url) + (f"?{urlencode(data)}" if data else "")), follow=follow)

    def post(self, url: str, data: Mapping[str, Any], *, follow: bool = True) -> Answer:
        sent = [(name, "on" if value is True else value) for name, value in data.items() if value is not False]
        return self._follow(Request(urljoin(self.site, url), urlencode(sent, doseq=True).encode()), follow=follow)

    def _follow(self, request: Request, *, follow: bool) -> Answer:
        redirects: list[tuple[str, int]] = []
        answer = self._ask(request)
        while follow and answer.status_code in (301, 302, 303) and len(redirects) < 10:
            where = urljoin(request.full_url, answer.headers["Location"])
            redirects.append((where.removeprefix(self.site), answer.status_code))
            request = Request(where)
            answer = self._ask(request)
        answer.redirect_chain = redirects
        return answer

    def _ask(self, request: Request) -> Answer:
        request.add_header("Accept-Language", "en")
        request.add_header("Referer", self.site)
        try:
            with self.opener.open(request, timeout=30) as found:
                return Answer(found.status, found.headers, found.read(), [])
        except HTTPError as refused:
            with refused:
                return Answer(refused.code, refused.headers, refused.read(), [])


class _Stay(HTTPRedirectHandler):
    """Leaves redirects to whoever asked."""

    def redirect_request(self, *_args: Any, **_fields: Any) -> None:
        return None


class Guest(Visitor):
    """Somebody with a browser of his own, before the real site."""

    def __init__(self, site: str) -> None:
        self.client = Network(site)  # type: ignore[assignment]
