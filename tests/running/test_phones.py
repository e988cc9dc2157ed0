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


class TestTheReach:
    def found(self, **more) -> Reach:
        return reach(
            **{"listens": EVERYWHERE, "site_url": "", "opened_at": LOOPBACK, "own": [WIFI], "answers": ["*"], **more}
        )

    def test_of_a_site_that_listens_to_the_network_is_its_address(self):
        assert self.found() == Reach(addresses=(f"http://{WIFI}:8000",))
        assert self.found(site_url=f"http://{WIFI}:8000") == Reach(addresses=(f"http://{WIFI}:8000",))

    @pytest.mark.parametrize("listens", [LOOPBACK, "http://[::1]:8000", "http://localhost:8000"])
    def test_of_loopback_is_none_and_says_what_it_could_be(self, listens):
        assert self.found(listens=listens) == Reach(problems=(ReachProblem.LOOPBACK,), then=f"http://{WIFI}:8000")
        assert self.found(listens=listens, own=[]) == Reach(problems=(ReachProblem.LOOPBACK,))

    def test_without_a_network_is_none(self):
        assert self.found(own=[]) == Reach(problems=(ReachProblem.NO_NETWORK,))

    def test_in_two_networks_is_two_addresses(self):
        both = (f"http://{WIFI}:8000", f"http://{CABLE}:8000")

        assert self.found(own=[WIFI, CABLE]) == Reach(addresses=both, problems=(ReachProblem.TWO_NETWORKS,))
        assert self.found(own=[WIFI, CABLE], site_url=both[1]).addresses == both[::-1]

    def test_after_the_machine_moved_is_the_new_address(self):
        moved = self.found(site_url=f"http://{CABLE}:8000")

        assert moved.problems == (ReachProblem.MOVED,)
        assert moved.then == f"http://{WIFI}:8000"

    def test_is_no_address_at_which_the_site_does_not_answer_since_it_came_later(self):
        later = self.found(site_url=f"http://{CABLE}:8000", answers=["localhost", CABLE])
        without_a_network_at_the_start = self.found(site_url=LOOPBACK, answers=["localhost"])

        for found in (later, without_a_network_at_the_start):
            assert found == Reach(problems=(ReachProblem.MOVED,), then=f"http://{WIFI}:8000")

    def test_by_a_name_comes_first(self):
        named = self.found(site_url="https://skat.example.org")

        assert named == Reach(addresses=("https://skat.example.org", f"http://{WIFI}:8000"))

    def test_by_the_address_of_a_router_is_no_move(self):
        assert self.found(site_url="http://93.184.216.34:8000").problems == ()

    @pytest.mark.parametrize("listens", [LOOPBACK, ""])
    def test_behind_a_proxy_is_what_was_stated(self, listens):
        behind = self.found(listens=listens, site_url="https://skat.example.org", own=[WIFI, CABLE])

        assert behind == Reach(addresses=("https://skat.example.org",))

    def test_where_nobody_said_is_the_address_it_was_opened_at(self):
        assert self.found(listens="", opened_at="https://skat.example.org").addresses == ("https://skat.example.org",)
        assert self.found(listens="").problems == (ReachProblem.LOOPBACK,)

    def test_of_one_address_is_that_one(self):
        assert self.found(listens=f"http://{CABLE}:8000").addresses == (f"http://{CABLE}:8000",)


@pytest.mark.django_db
class TestThePage:
    @pytest.fixture(autouse=True)
    def machine(self, settings, tmp_path, monkeypatch):
        settings.ALLOWED_HOSTS = ["testserver", WIFI, CABLE]
        settings.DATA_DIR, settings.LISTENS, settings.SITE_URL = tmp_path, EVERYWHERE, f"http://{WIFI}:8000"
        monkeypatch.setattr("skatturnier.addresses.own_addresses", lambda: [WIFI])
        return settings

    def test_is_for_whoever_has_an_account(self, client):
        assert client.get(PAGE)["Location"] == f"/sign-in/?next={PAGE}"
        client.force_login(factories.user("fremd"))
        assert client.get(PAGE).status_code == 200

    def test_shows_the_address_its_code_and_the_poster(self, director):
        factories.tournament()

        said = director.get(PAGE).content.decode()

        assert f"http://{WIFI}:8000" in said
        assert f'aria-label="QR code of http://{WIFI}:8000"' in said
        assert "/t/cup/plan.pdf" in said
        assert "No other device has been here yet." in said
        assert "alert-warning" not in said

    @pytest.mark.parametrize(
        ("set_to", "own", "sentence"),
        [
            ({"LISTENS": LOOPBACK, "SITE_URL": ""}, [WIFI], "the site listens to this machine alone"),
            ({}, [], "this machine is in no network"),
            ({}, [WIFI, CABLE], "in more than one network"),
            ({"SITE_URL": f"http://{CABLE}:8000"}, [WIFI], "another address than at the start"),
        ],
    )
    def test_says_what_is_wrong(self, director, machine, monkeypatch, set_to, own, sentence):
        monkeypatch.setattr("skatturnier.addresses.own_addresses", lambda: own)
        for name, value in set_to.items():
            setattr(machine, name, value)

        said = director.get(PAGE).content.decode()

        assert said.count("alert-warning") == 1
        assert sentence in said

    def test_of_loopback_says_what_to_type_and_prints_nothing(self, director, machine):
        machine.LISTENS, machine.SITE_URL = LOOPBACK, ""
        factories.tournament()

        said = director.get(PAGE).content.decode()

        assert "<code>HOST=0.0.0.0 make serve</code>" in said
        assert f"http://{WIFI}:8000" in said
        assert "plan.pdf" not in said

    def test_is_found_from_the_office(self, director):
        factories.tournament()

        assert f'href="{PAGE}"' in director.get("/t/cup/office/").content.decode()

    def test_asks_for_nothing_else_when_it_asks_again(self, director, django_assert_max_num_queries):
        with django_assert_max_num_queries(2):
            said = director.get(PAGE, headers={"HX-Request": "true"}).content.decode()

        assert said.strip().startswith('<p id="came"')
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

    def test_is_told_and_shown(self, director):
        told = Client(headers={"accept-language": "de"}).get(HERE, REMOTE_ADDR="192.168.1.77")

        assert (told.status_code, told["Cache-Control"].count("no-store")) == (200, 1)
        assert self.seen(director)

    @pytest.mark.parametrize("address", ["127.0.0.1", WIFI, "127.0.1.1"])
    def test_is_not_this_machine_itself(self, director, client, address):
        assert client.get(HERE, REMOTE_ADDR=address).status_code == 200
        assert not self.seen(director)

    def test_leaves_nothing_but_the_time(self, client, machine):
        client.get(f"{HERE}?name=Erika", REMOTE_ADDR="192.168.1.77", headers={"user-agent": "Erika's"})

        assert [(file.name, file.read_bytes()) for file in machine.iterdir()] == [("phone-came", b"")]

    def test_is_told_so_on_a_full_disk_too(self, client, machine, monkeypatch):
        def full(*_args, **_more):
            raise OSError("no space left on device")

        monkeypatch.setattr("pathlib.Path.touch", full)

        assert client.get(HERE, REMOTE_ADDR="192.168.1.77").status_code == 200

    def test_is_said_by_when_it_came(self, director, client, machine):
        client.get(HERE, REMOTE_ADDR="192.168.1.77")
        before = time.time() - 5 * 60
        os.utime(machine / "phone-came", (before, before))

        assert "the last one 5 minutes ago" in director.get(PAGE).content.decode()

    @pytest.mark.parametrize("method", ["post", "put", "delete"])
    def test_is_only_looked_at(self, client, method):
        assert getattr(client, method)(HERE).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("runs_on", "says"),
    [
        ("win32", "localport=8000,8443 profile=private"),
        ("linux", "sudo ufw allow 8443/tcp"),
        ("darwin", "System Settings, Network, Firewall"),
    ],
)
def test_the_firewall_of_this_machine_is_told_first(director, settings, monkeypatch, runs_on, says):
    settings.ALLOWED_HOSTS, settings.LISTENS = ["testserver", "192.168.1.10"], "http://0.0.0.0:8000"
    settings.HTTPS_LISTENS, settings.HTTPS_URL = "https://0.0.0.0:8443", "https://192.168.1.10:8443"
    monkeypatch.setattr("skatturnier.addresses.own_addresses", lambda: ["192.168.1.10"])
    monkeypatch.setattr("sys.platform", runs_on)

    page = director.get("/phones/").content.decode()

    (opened,) = [one for one in page.split("<details")[1:] if one.partition(">")[0].endswith("open")]
    assert says in opened
