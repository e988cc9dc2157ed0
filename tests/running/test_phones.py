"""Can phones reach the site? What an official is told, how a phone shows that it came, and the poster of a hall."""

import os
import time
from dataclasses import replace

import pytest
import zxingcpp
from django.test import Client

from scoring.paper.typesetting.pdf import CannotTypeset
from skatturnier import addresses, keeper
from skatturnier.machine import locks
from skatturnier.phones import Reach, ReachProblem, reach
from tests.paper.printed import pages, picture
from tests.support import factories

PAGE, HERE = "/phones/", "/here/"
EVERYWHERE, LOOPBACK = "http://0.0.0.0:8000", "http://127.0.0.1:8000"
WIFI, CABLE = "192.168.1.10", "10.0.0.7"
TWO = {"own": [WIFI, CABLE]}

BY_NAME, ROUTER = "https://skat.example.org", "http://93.184.216.34:8000"
BOTH = (f"http://{WIFI}:8000", f"http://{CABLE}:8000")
IN_TWO = (ReachProblem.TWO_NETWORKS,)
LISTENS_TO_LOOPBACK = Reach(problems=(ReachProblem.LOOPBACK,), then=BOTH[0])
MOVED = Reach(problems=(ReachProblem.MOVED,), then=BOTH[0])

REACHED = {
    "a site that listens to the network": ({}, Reach(addresses=BOTH[:1])),
    "so it was stated": ({"site_url": BOTH[0]}, Reach(addresses=BOTH[:1])),
    "loopback says what it could be": ({"listens": LOOPBACK}, LISTENS_TO_LOOPBACK),
    "loopback of six": ({"listens": "http://[::1]:8000"}, LISTENS_TO_LOOPBACK),
    "loopback by name": ({"listens": "http://localhost:8000"}, LISTENS_TO_LOOPBACK),
    "loopback without a network": ({"listens": LOOPBACK, "own": []}, Reach(problems=(ReachProblem.LOOPBACK,))),
    "opened at loopback, and nobody said": ({"listens": ""}, replace(LISTENS_TO_LOOPBACK, then="")),
    "without a network": ({"own": []}, Reach(problems=(ReachProblem.NO_NETWORK,))),
    "two networks": (TWO, Reach(addresses=BOTH, problems=IN_TWO)),
    "the stated one of two first": ({**TWO, "site_url": BOTH[1]}, Reach(addresses=BOTH[::-1], problems=IN_TWO)),
    "moved to another address": ({"site_url": BOTH[1]}, replace(MOVED, addresses=BOTH[:1])),
    "not answered at since it came later": ({"site_url": BOTH[1], "answers": ["localhost", CABLE]}, MOVED),
    "there was no network at the start": ({"site_url": LOOPBACK, "answers": ["localhost"]}, MOVED),
    "a router is no move": ({"site_url": ROUTER}, Reach(addresses=(ROUTER, BOTH[0]))),
    "a name comes first": ({"site_url": BY_NAME}, Reach(addresses=(BY_NAME, BOTH[0]))),
    "behind a proxy here": ({**TWO, "listens": LOOPBACK, "site_url": BY_NAME}, Reach(addresses=(BY_NAME,))),
    "behind a proxy": ({**TWO, "listens": "", "site_url": BY_NAME}, Reach(addresses=(BY_NAME,))),
    "where nobody said, as it was opened": ({"listens": "", "opened_at": BY_NAME}, Reach(addresses=(BY_NAME,))),
    "one address": ({"listens": BOTH[1]}, Reach(addresses=BOTH[1:])),
}


def test_the_reach_is_where_phones_get_to():
    usual = {"listens": EVERYWHERE, "site_url": "", "opened_at": LOOPBACK, "own": [WIFI], "answers": ["*"]}
    found = {what: reach(**usual | told) for what, (told, _reach) in REACHED.items()}

    assert found == {what: wanted for what, (_told, wanted) in REACHED.items()}


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

    def test_says_what_is_wrong_and_of_loopback_what_to_type_and_prints_nothing(self, director, machine, monkeypatch):
        factories.tournament()
        for set_to, own, sentence in (
            ({}, [], "this machine is in no network"),
            ({}, [WIFI, CABLE], "in more than one network"),
            ({"SITE_URL": f"http://{CABLE}:8000"}, [WIFI], "another address than at the start"),
            ({"SITE_URL": "", "LISTENS": LOOPBACK}, [WIFI], "the site listens to this machine alone"),
        ):
            monkeypatch.setattr("skatturnier.addresses.own_addresses", lambda own=own: own)
            for name, value in set_to.items():
                setattr(machine, name, value)

            said = director.get(PAGE).content.decode()

            assert said.count("alert-warning") == 1
            assert sentence in said
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

    def test_is_not_this_machine_itself_and_only_looked_at_and_told_so_on_a_full_disk_too(
        self, director, client, monkeypatch
    ):
        def full(*_args, **_more):
            raise OSError("no space left on device")

        for address in ("127.0.0.1", WIFI, "127.0.1.1"):
            assert client.get(HERE, REMOTE_ADDR=address).status_code == 200
        assert not self.seen(director)
        assert [getattr(client, method)(HERE).status_code for method in ("post", "put", "delete")] == [405] * 3
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


PRINT = "/phones/poster.pdf"
SITE = "http://192.168.1.10:8000"
NETWORK = {"name": "Gasthof; Rose", "password": 'Kreuz:"Bube",11', "ask": "Horst Müller"}


@pytest.fixture
def site(settings, tmp_path):
    settings.ALLOWED_HOSTS, settings.DATA_DIR, settings.SITE_URL = ["testserver"], tmp_path, SITE
    return settings


@pytest.fixture
def event(director):
    return factories.tournament(name="Preisskat im Löwen", direction="Horst Müller")


def codes(response):
    return sorted(code.text for code in zxingcpp.read_barcodes(picture(response, dots=120)))


@pytest.mark.usefixtures("site")
@pytest.mark.django_db
class TestThePoster:
    @pytest.mark.slow
    def test_leads_into_the_wifi_to_the_event_and_to_the_words_of_a_table(self, director, event):
        response = director.post(PRINT, NETWORK)

        wifi = 'WIFI:T:WPA;S:Gasthof\\; Rose;P:Kreuz\\:\\"Bube\\",11;;'
        assert codes(response) == sorted([wifi, f"{SITE}/t/cup/", f"{SITE}/code/"])
        [text] = pages(response)
        for said in ("Preisskat im Löwen", *NETWORK.values(), f"{SITE}/t/cup/", f"{SITE}/code/"):
            assert said in text

    @pytest.mark.slow
    def test_of_a_wifi_without_a_password_says_so_and_by_which_name_newer_phones_know_the_site(
        self, director, event, site, tmp_path, monkeypatch
    ):
        monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.1.10"])
        site.LISTENS, site.ALLOWED_HOSTS = "http://0.0.0.0:8000", ["*"]
        (tmp_path / "announced").write_text("skat.local")
        with keeper.place(tmp_path).open("w") as lock:
            locks.take(lock.fileno())
            response = director.post(PRINT, {"name": "Freies WLAN"})

        assert "WIFI:T:nopass;S:Freies WLAN;;" in codes(response)
        assert "It asks for no password." in pages(response)[0]
        assert "skat.local:8000" in pages(response)[0]

    @pytest.mark.slow
    def test_has_lines_to_write_on_where_nobody_named_a_wifi(self, director, event):
        response = director.post(PRINT, {"ask": ""})

        assert codes(response) == sorted([f"{SITE}/t/cup/", f"{SITE}/code/"])
        [text] = pages(response)
        assert "Password" in text
        assert "Ask:" not in text
        assert "skat.local" not in text

    @pytest.mark.thorough
    def test_of_the_longest_words_is_one_page_with_codes_that_are_read(self, director, site):
        site.SITE_URL = f"https://{'w' * 40}.skatverband.example.org"
        factories.tournament(name="W" * 120)
        for language in ("de", "en", "es"):
            director.defaults["HTTP_ACCEPT_LANGUAGE"] = language

            response = director.post(PRINT, {"name": "W" * 32, "password": "W" * 63, "ask": "W" * 80})

            assert (len(pages(response)), len(codes(response))) == (1, 3), language

    def test_is_kept_nowhere_and_a_page_for_the_browser_where_no_file_can_be_made(
        self, director, event, tmp_path, monkeypatch
    ):
        def cannot(_document):
            raise CannotTypeset

        monkeypatch.setattr("scoring.paper.typesetting.pdf.typeset", cannot)

        said = director.post(PRINT, NETWORK).content.decode()

        assert NETWORK["name"] in said
        assert said.count("<svg") >= 3
        assert NETWORK["password"] not in director.get("/phones/").content.decode()
        assert not [file for file in tmp_path.rglob("*") if file.is_file() and b"Kreuz" in file.read_bytes()]

    def test_has_a_form_that_names_the_direction_keeps_what_was_typed_and_says_what_is_wrong(self, director, event):
        said = director.get("/phones/").content.decode()
        assert f'action="{PRINT}"' in said
        assert 'name="ask" value="Horst Müller"' in said

        for bad, sentence in (
            ({"password": "kurz"}, "Look at the router."),
            ({"name": "x" * 33}, "at most 32"),
            ({"name": "", "password": "kreuzbube"}, "This field is required."),
            ({"password": "x" * 64}, "at most 63"),
        ):
            response = director.post(PRINT, {**NETWORK, **bad})
            said = response.content.decode()
            assert response.status_code == 200
            assert sentence in said
            assert 'value="Horst Müller"' in said

    def test_prints_nothing_without_an_event_an_account_or_an_address_for_phones(self, client, director, site):
        assert client.post(PRINT, NETWORK)["Location"].startswith("/sign-in/")
        assert "New tournament" in director.post(PRINT, NETWORK).content.decode()
        factories.tournament()
        site.SITE_URL = "http://127.0.0.1:8000"

        assert director.post(PRINT, NETWORK)["Content-Type"].startswith("text/html")
