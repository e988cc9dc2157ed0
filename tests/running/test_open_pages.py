"""What many open pages ask at once is asked once; ``skat.local`` is said where nobody else has the name."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from zeroconf import NonUniqueNameException

from skatturnier import addresses, keeper, phones
from skatturnier.machine import locks
from skatturnier.serving import open_pages
from skatturnier.serving.open_pages import FOR_EVERYBODY, OpenPages, key_of

HEADERS = {"host": "skat.example", "hx-request": "true", "x-seen": "7-ab", "accept-encoding": "gzip"}
HEADERS["accept-language"] = "de"


def scope(*, method="GET", path="/t/cup/standings/", query_string="", scheme="http", without="", **headers):
    """Return what the web server tells of a request, of an open page if nothing else is said."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    told = {name: value for name, value in {**HEADERS, **named}.items() if name != without}
    return SimpleNamespace(method=method, path=path, query_string=query_string, scheme=scheme, headers=told)


class Site:
    """A site that answers when it is let, and counts what it was asked."""

    def __init__(self, *, is_shared=True, fails=0):
        self.is_shared, self.fails, self.asked = is_shared, fails, 0

    def asking(self, environ):
        async def ask():
            self.asked += 1
            number = self.asked
            await asyncio.sleep(0)
            if number <= self.fails:
                raise RuntimeError(number)
            if self.is_shared and FOR_EVERYBODY in environ:
                environ[FOR_EVERYBODY].set()
            return 200, [], str(number).encode(), None

        return ask


def heard(site, *asked, pages=None):
    """Return what each of those heard who asked at the same time."""
    pages = pages or OpenPages()

    async def all_at_once():
        each = [pages.answer(key_of(scope(**more)), environ := {}, site.asking(environ)) for more in asked]
        answers = await asyncio.gather(*each, return_exceptions=True)
        return [type(one) if isinstance(one, Exception) else one[2] for one in answers]

    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, all_at_once()).result()


def test_a_hundred_ask_and_the_site_is_asked_once_but_for_what_is_for_one_alone_or_was_not_heard():
    assert heard(Site(), *[{}] * 100) == [b"1"] * 100
    assert sorted(heard(Site(is_shared=False), {}, {}, {})) == [b"1", b"2", b"3"]
    assert heard(Site(fails=1), {}, {}) == [RuntimeError, b"2"]
    # A page that is loaded, and what brings something, are answered by the site alone.
    for other in ({"without": "hx-request"}, {"content_length": "1"}, {"transfer_encoding": "chunked"}):
        assert key_of(scope(**other)) is None, other


def test_an_answer_holds_for_a_moment_only(monkeypatch):
    site, pages = Site(), OpenPages()
    monkeypatch.setattr(open_pages.time, "monotonic", lambda: now)
    key = key_of(scope())
    for now, is_at_hand in [(0, False), (0.09, True), (0.11, False), (0.2, True), (0.22, False)]:
        assert bool(pages.at_hand(key)) is is_at_hand, now
        if not is_at_hand:
            heard(site, {}, pages=pages)
    assert pages.at_hand(key)[2] == b"3"


def test_who_asks_something_else_hears_something_else(settings):
    settings.LANGUAGE_COOKIE_NAME = "skatturnier_language"
    for other in (
        {"method": "HEAD"},
        {"path": "/t/club/standings/"},
        {"path": "/t/cup/office/standings/"},
        {"query_string": "page=2"},
        {"scheme": "https"},
        *({name.replace("-", "_"): "other"} for name in sorted(open_pages.DEPENDS_ON)),
        {"cookie": "sessionid=1; skatturnier_language=es"},
    ):
        assert sorted(heard(Site(), {}, other)) == [b"1", b"2"], other
    # Cookies that say nothing of the language make no difference.
    assert heard(Site(), {"cookie": "sessionid=1"}, {"cookie": "sessionid=2; csrftoken=3"}) == [b"1", b"1"]
    twice = scope()
    twice.headers = SimpleNamespace(items=lambda: [*HEADERS.items(), ("x-seen", "8-cd")])
    assert key_of(twice) not in {key_of(scope()), key_of(scope(x_seen="8-cd"))}


def test_no_more_is_remembered_than_a_laptop_can_hold(monkeypatch):
    monkeypatch.setattr(open_pages, "MOST", 3)
    pages = OpenPages()

    heard(Site(), *({"query_string": str(number)} for number in range(5)), pages=pages)

    assert len(pages.remembered) == 3
    assert not pages.asked


EVERYWHERE = "http://0.0.0.0:8000"
OWN = ["192.168.1.10", "10.0.0.7"]


@pytest.fixture
def kept(tmp_path):
    """Return a folder of data in which somebody keeps house."""
    with keeper.place(tmp_path).open("w") as lock:
        locks.take(lock.fileno())
        yield tmp_path


@pytest.fixture
def network(monkeypatch):
    """Return a network that is made up: the names others have in it, and the services that are announced."""

    class Network:
        taken: set[str] = set()
        announced: list = []
        fails: Exception | None = None

        def __init__(self, **_how) -> None:
            if isinstance(self.fails, OSError):
                raise self.fails

        def register_service(self, service, *, allow_name_change) -> None:
            if self.fails:
                raise self.fails
            self.announced.append(service)

        def close(self) -> None:
            self.announced.clear()

    def asked(name: str) -> SimpleNamespace:
        return SimpleNamespace(request=lambda *_how: name.removesuffix(".") in Network.taken)

    monkeypatch.setattr(phones, "Zeroconf", Network)
    monkeypatch.setattr(phones, "AddressResolverIPv4", asked)
    monkeypatch.setattr(addresses, "own_addresses", lambda: OWN)
    return Network


@pytest.fixture
def announced(kept, network):
    """Return what says by which name a site is found that listens somewhere."""

    def said(listens=EVERYWHERE) -> str:
        with phones.announced(kept, listens=listens) as name:
            assert phones.announced_as(kept) == name
            return name

    return said


def test_it_is_found_by_its_name_while_it_runs(kept, network):
    with phones.announced(kept, listens=EVERYWHERE) as name:
        (service,) = network.announced
        assert (name, phones.announced_as(kept)) == ("skat.local", "skat.local")
        assert (service.server, service.port) == ("skat.local.", 8000)
        assert [socket.inet_ntoa(one) for one in service.addresses] == OWN

    assert network.announced == []
    assert phones.announced_as(kept) == ""


def test_a_second_hall_in_the_house_takes_another_name_and_none_where_all_are_taken(announced, network):
    for taken, name in (({"skat.local"}, "skat-2.local"), (set(addresses.ANNOUNCED), "")):
        network.taken = taken
        assert announced() == name


def test_nothing_is_announced_that_not_every_network_carries_or_may_reach(announced, network, monkeypatch):
    for listens in ("", "http://127.0.0.1:8000", "http://192.168.1.10:8000"):
        assert announced(listens) == "", listens
    for network.fails in (OSError("no multicast"), NonUniqueNameException()):
        assert announced() == ""
    network.fails = None
    monkeypatch.setattr(addresses, "own_addresses", list)
    assert announced() == ""


def test_the_site_answers_to_its_name_which_counts_only_while_somebody_keeps_house(tmp_path):
    (tmp_path / "announced").write_text("skat.local")
    keeper.place(tmp_path).touch()

    assert phones.announced_as(tmp_path) == ""
    assert set(addresses.ANNOUNCED) <= set(addresses.allowed_hosts("0.0.0.0"))
    assert not set(addresses.ANNOUNCED) & set(addresses.allowed_hosts("127.0.0.1"))
