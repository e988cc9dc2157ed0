"""A browser without scripts that reaches a site over the network: what ``page_reader`` wants of a client."""

import http.client
from collections.abc import Mapping
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from tests.support.page_reader import Visitor

MOST_LEADS = 5


class Answer:
    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.status_code = answer.status
        self.headers = answer.headers
        self.content = answer.read()
        self.redirect_chain: list[tuple[str, int]] = []

    def get(self, header: str, otherwise: str = "") -> str:
        return self.headers.get(header, otherwise)


class Client:
    """Keeps cookies and follows where it is led."""

    def __init__(self, site: str) -> None:
        self.place = urlsplit(site).netloc
        self.cookies: SimpleCookie = SimpleCookie()

    def get(self, url: str, data: Mapping[str, Any] | None = None, *, follow: bool = False) -> Answer:
        return self._ask("GET", f"{url}?{urlencode(data)}" if data else url)

    def post(self, url: str, data: Mapping[str, Any], *, follow: bool = False) -> Answer:
        return self._ask("POST", url, urlencode(data, doseq=True))

    def send(self, method: str, url: str, body: str = "", **headers: str) -> Answer:
        line = http.client.HTTPConnection(self.place, timeout=120)
        cookies = "; ".join(f"{name}={one.value}" for name, one in self.cookies.items())
        told = {"Cookie": cookies, "Origin": f"http://{self.place}", "Accept-Language": "en"}
        line.request(method, url, body or None, {**told, **headers})
        answer = Answer(line.getresponse())
        for cookie in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(cookie)
        line.close()
        return answer

    def _ask(self, method: str, url: str, body: str = "") -> Answer:
        form = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        answer, chain = self.send(method, url, body, **form), []
        while 300 <= answer.status_code < 400 and len(chain) < MOST_LEADS:
            led = urlsplit(urljoin(url, answer.get("Location")))
            url = f"{led.path}?{led.query}" if led.query else led.path
            chain.append((url, answer.status_code))
            answer = self.send("GET", url)
        answer.redirect_chain = chain
        return answer


def visitor(site: str) -> Visitor:
    return Visitor(Client(site))  # type: ignore[arg-type]
