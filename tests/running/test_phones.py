"""Can phones reach the site? What an official is told, and how a phone shows that it came."""

import os
import time

import pytest
from django.test import Client

from skatturnier.phones import Reach, ReachProblem, reach
from tests.support import factories

PAGE, HERE = "/phones/", "/here/"
EVERYWHERE, LOOPBACK = "http://0.0.0.0:8000", "http://127.0.0.1:8000"
WIFI, CABLE = "192.168.1.10", "10.0.0.7"

BY_NAME = "https://skat.example.org"
BOTH = (f"http://{WIFI}:8000", f"http://{CABLE}:8000")
LISTENS_TO_LOOPBACK = Reach(problems=(ReachProblem.LOOPBACK,), then=BOTH[0])
MOVED = Reach(problems=(ReachProblem.MOVED,), then=BOTH[0])

REACHED = {
    "a site that listens to the network": ({}, Reach(addresses=BOTH[:1])),
    "so it was stated": ({"site_url": BOTH[0]}, Reach(addresses=BOTH[:1])),
    "loopback says what it could be": ({"listens": LOOPBACK}, LISTENS_TO_LOOPBACK),
    "loopback of six": ({"listens": "http://[::1]:8000"}, LISTENS_TO_LOOPBACK),
    "loopback by name": ({"listens": "http://localhost:8000"}, LISTENS_TO_LOOPBACK),
    "loopback without a network": ({"listens": LOOPBACK, "own": []}, Reach(problems=(ReachProblem.LOOPBACK,))),
    "without a network": ({"own": []}, Reach(problems=(ReachProblem.NO_NETWORK,))),
    "two networks": ({"own": [WIFI, CABLE]}, Reach(addresses=BOTH, problems=(ReachProblem.TWO_NETWORKS,))),
    "the stated one of two first": (
        {"own": [WIFI, CABLE], "site_url": BOTH[1]},
        Reach(addresses=BOTH[::-1], problems=(ReachProblem.TWO_NETWORKS,)),
    ),
    "not answered at since it came later": ({"site_url": BOTH[1], "answers": ["localhost", CABLE]}, MOVED),
    "there was no network at the start": ({"site_url": LOOPBACK, "answers": ["localhost"]}, MOVED),
    "a name comes first": ({"site_url": BY_NAME}, Reach(addresses=(BY_NAME, BOTH[0]))),
    "behind a proxy on this machine": (
        {"listens": LOOPBACK, "site_url": BY_NAME, "own": [WIFI, CABLE]},
        Reach(addresses=(BY_NAME,)),
    ),
    "behind a proxy": ({"listens": "", "site_url": BY_NAME, "own": [WIFI, CABLE]}, Reach(addresses=(BY_NAME,))),
    "where nobody said, as it was opened": ({"listens": "", "opened_at": BY_NAME}, Reach(addresses=(BY_NAME,))),
    "one address": ({"listens": BOTH[1]}, Reach(addresses=BOTH[1:])),
}


def found(**more) -> Reach:
    return reach(
        **{"listens": EVERYWHERE, "site_url": "", "opened_at": LOOPBACK, "own": [WIFI], "answers": ["*"], **more}
    )


def test_the_reach_is_where_phones_get_to():
    assert {what: found(**told) for what, (told, _reach) in REACHED.items()} == {
        what: wanted for what, (_told, wanted) in REACHED.items()
    }


def test_the_reach_after_the_machine_moved_is_the_new_address_and_a_router_is_no_move():
    moved = found(site_url=BOTH[1])
    assert (moved.problems, moved.then) == ((ReachProblem.MOVED,), BOTH[0])
    assert found(site_url="http://93.184.216.34:8000").problems == ()
    assert found(listens="").problems == (ReachProblem.LOOPBACK,)


@pytest.mark.django_db
class TestThePage:
    @pytest.fixture(autouse=True)
    def machine(self, settings, tmp_path, monkeypatch):
        settings.ALLOWED_HOSTS = ["testserver", WIFI, CABLE]
        settings.DATA_DIR, settings.LISTENS, settings.SITE_URL = tmp_path, EVERYWHERE, f"http://{WIFI}:8000"
        monkeypatch.setattr("skatturnier.addresses.own_addresses", lambda: [WIFI])
        return settings

    def test_shows_whoever_has_an_account_the_address_its_code_and_the_poster(self, client, director):
        factories.tournament()
        assert client.get(PAGE)["Location"] == f"/sign-in/?next={PAGE}"
        assert f'href="{PAGE}"' in director.get("/t/cup/office/").content.decode()

        said = director.get(PAGE).content.decode()

        assert f"http://{WIFI}:8000" in said
        assert f'aria-label="QR code of http://{WIFI}:8000"' in said
        assert "/t/cup/plan.pdf" in said
        assert "No other device has been here yet." in said
        assert "alert-warning" not in said
        client.force_login(factories.user("fremd"))
        assert client.get(PAGE).status_code == 200

    def test_says_what_is_wrong(self, director, machine, monkeypatch):
        for set_to, own, sentence in (
            ({}, [], "this machine is in no network"),
            ({}, [WIFI, CABLE], "in more than one network"),
            ({"SITE_URL": f"http://{CABLE}:8000"}, [WIFI], "another address than at the start"),
        ):
            monkeypatch.setattr("skatturnier.addresses.own_addresses", lambda own=own: own)
            for name, value in set_to.items():
                setattr(machine, name, value)

            said = director.get(PAGE).content.decode()

            assert said.count("alert-warning") == 1
            assert sentence in said

    def test_of_loopback_says_what_to_type_and_prints_nothing(self, director, machine):
        machine.LISTENS, machine.SITE_URL = LOOPBACK, ""
        factories.tournament()

        said = director.get(PAGE).content.decode()

        assert said.count("alert-warning") == 1
        assert "the site listens to this machine alone" in said
        assert "<code>HOST=0.0.0.0 make serve</code>" in said
        assert f"http://{WIFI}:8000" in said
        assert "plan.pdf" not in said

    def test_asks_for_nothing_else_when_it_asks_again(self, director, django_assert_max_num_queries):
        with django_assert_max_num_queries(2):
            said = director.get(PAGE, headers={"HX-Request": "true"}).content.decode()

        assert said.strip().startswith('<p id="came"')
        assert 'hx-trigger="every 3s"' in said
        assert "<html" not in said


@pytest.mark.django_db
class TestAPhoneThatCame:
    @pytest.fixture(autouse=True)
    def machine(self, settings, tmp_path, monkeypatch):
        settings.DATA_DIR = tmp_path
        monkeypatch.setattr("skatturnier.addresses.own_addresses", lambda: [WIFI])
        return tmp_path

    def seen(self, director) -> bool:
        return "Yes: another device got here" in director.get(PAGE).content.decode()

    def test_is_told_and_shown_with_when_it_came_and_leaves_nothing_but_the_time(self, director, machine):
        phone = Client(headers={"accept-language": "de", "user-agent": "Erika's"})

        told = phone.get(f"{HERE}?name=Erika", REMOTE_ADDR="192.168.1.77")

        assert (told.status_code, told["Cache-Control"].count("no-store")) == (200, 1)
        assert [(file.name, file.read_bytes()) for file in machine.iterdir()] == [("phone-came", b"")]
        assert self.seen(director)
        before = time.time() - 5 * 60
        os.utime(machine / "phone-came", (before, before))
        assert "the last one 5 minutes ago" in director.get(PAGE).content.decode()

    def test_is_not_this_machine_itself_and_only_looked_at(self, director, client):
        for address in ("127.0.0.1", WIFI, "127.0.1.1"):
            assert client.get(HERE, REMOTE_ADDR=address).status_code == 200
        assert not self.seen(director)
        assert [getattr(client, method)(HERE).status_code for method in ("post", "put", "delete")] == [405] * 3

    def test_is_told_so_on_a_full_disk_too(self, client, machine, monkeypatch):
        def full(*_args, **_more):
            raise OSError("no space left on device")

        monkeypatch.setattr("pathlib.Path.touch", full)

        assert client.get(HERE, REMOTE_ADDR="192.168.1.77").status_code == 200


@pytest.mark.django_db
def test_the_firewall_of_this_machine_is_told_first(director, settings, monkeypatch):
    settings.ALLOWED_HOSTS, settings.LISTENS = ["testserver", "192.168.1.10"], "http://0.0.0.0:8000"
    settings.HTTPS_LISTENS, settings.HTTPS_URL = "https://0.0.0.0:8443", "https://192.168.1.10:8443"
    monkeypatch.setattr("skatturnier.addresses.own_addresses", lambda: ["192.168.1.10"])
    for runs_on, says in (
        ("win32", "localport=8000,8443 profile=private"),
        ("linux", "sudo ufw allow 8443/tcp"),
        ("darwin", "System Settings, Network, Firewall"),
    ):
        with monkeypatch.context() as there:
            there.setattr("sys.platform", runs_on)
            page = director.get("/phones/").content.decode()

        (opened,) = [one for one in page.split("<details")[1:] if one.partition(">")[0].endswith("open")]
        assert says in opened
