"""``skat.local``: a site says in the network by which name it is found, and says no name that somebody else has."""

import socket

import pytest
from zeroconf import AddressResolverIPv4, NonUniqueNameException, Zeroconf

from skatturnier import addresses, keeper
from skatturnier.machine import locks
from skatturnier.phones import announcing

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

    class Asked:
        def __init__(self, name: str) -> None:
            self.name = name.removesuffix(".")

        def request(self, _network, _patience) -> bool:
            return self.name in Network.taken

    monkeypatch.setattr(announcing, "Zeroconf", Network)
    monkeypatch.setattr(announcing, "AddressResolverIPv4", Asked)
    monkeypatch.setattr(addresses, "own_addresses", lambda: OWN)
    return Network


def test_it_is_found_by_its_name_while_it_runs(kept, network):
    with announcing.announced(kept, listens=EVERYWHERE) as name:
        (service,) = network.announced
        assert (name, announcing.name(kept)) == ("skat.local", "skat.local")
        assert (service.server, service.port) == ("skat.local.", 8000)
        assert [socket.inet_ntoa(one) for one in service.addresses] == OWN

    assert network.announced == []
    assert announcing.name(kept) == ""


def test_a_second_hall_in_the_house_takes_another_name(kept, network):
    network.taken = {"skat.local"}

    with announcing.announced(kept, listens=EVERYWHERE) as name:
        assert name == "skat-2.local"


def test_where_all_names_are_taken_it_has_none(kept, network):
    network.taken = set(addresses.ANNOUNCED)

    with announcing.announced(kept, listens=EVERYWHERE) as name:
        assert (name, announcing.name(kept)) == ("", "")


@pytest.mark.parametrize("fails", [OSError("no multicast"), NonUniqueNameException()])
def test_a_network_that_carries_no_names_is_none_either(kept, network, fails):
    network.fails = fails

    with announcing.announced(kept, listens=EVERYWHERE) as name:
        assert (name, announcing.name(kept)) == ("", "")


@pytest.mark.parametrize("listens", ["", "http://127.0.0.1:8000", "http://192.168.1.10:8000"])
def test_what_not_every_network_may_reach_is_not_announced(kept, network, listens):
    with announcing.announced(kept, listens=listens) as name:
        assert (name, announcing.name(kept)) == ("", "")


def test_without_a_network_there_is_none(kept, network, monkeypatch):
    monkeypatch.setattr(addresses, "own_addresses", list)

    with announcing.announced(kept, listens=EVERYWHERE) as name:
        assert name == ""


def test_what_was_written_down_counts_only_while_somebody_keeps_house(tmp_path):
    (tmp_path / "announced").write_text("skat.local")
    keeper.place(tmp_path).touch()

    assert announcing.name(tmp_path) == ""


def test_the_site_answers_to_its_name():
    assert set(addresses.ANNOUNCED) <= set(addresses.allowed_hosts("0.0.0.0"))
    assert not set(addresses.ANNOUNCED) & set(addresses.allowed_hosts("127.0.0.1"))


@pytest.mark.thorough
def test_in_the_network_of_this_machine_it_is_found(kept):
    """With the real thing: on a machine that is busy an answer may come too late."""
    with announcing.announced(kept, listens=EVERYWHERE) as name:
        if not name:
            pytest.skip("This machine has no network that carries announcements.")
        asked, asking = AddressResolverIPv4(f"{name}."), Zeroconf()
        assert asked.request(asking, 10_000)
        asking.close()
        assert set(asked.parsed_addresses()) == set(addresses.own_addresses())
