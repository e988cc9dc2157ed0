"""``skat.local``: a site says in the network by which name it is found, and says no name that somebody else has."""

import pytest
from zeroconf import AddressResolverIPv4, Zeroconf

from skatturnier import addresses, keeper
from skatturnier.machine import locks
from skatturnier.phones import announcing

EVERYWHERE = "http://0.0.0.0:8000"


@pytest.fixture
def kept(tmp_path):
    """Return a folder of data in which somebody keeps house."""
    with keeper.place(tmp_path).open("w") as lock:
        locks.take(lock.fileno())
        yield tmp_path


def test_a_second_hall_in_the_house_takes_another_name(kept, tmp_path_factory):
    with announcing.announced(kept, listens=EVERYWHERE) as name:
        if not name:
            pytest.skip("This machine has no network that carries announcements.")
        assert announcing.name(kept) == name
        with announcing.announced(tmp_path_factory.mktemp("second"), listens=EVERYWHERE) as second:
            assert {name, second} <= set(addresses.ANNOUNCED)
            assert second != name
            asked, asking = AddressResolverIPv4(f"{second}."), Zeroconf()
            assert asked.request(asking, announcing.ASKED)
            asking.close()
            assert set(asked.parsed_addresses()) == set(addresses.own_addresses())

    assert announcing.name(kept) == ""


@pytest.mark.parametrize("listens", ["", "http://127.0.0.1:8000", "http://192.168.1.10:8000"])
def test_what_not_every_network_may_reach_is_not_announced(kept, listens):
    with announcing.announced(kept, listens=listens) as name:
        assert name == ""
        assert announcing.name(kept) == ""


def test_without_a_network_there_is_none(kept, monkeypatch):
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
