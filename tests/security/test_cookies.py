"""Cookies, addresses one is led on to, names the site answers to, passwords."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import global_settings, settings
from django.contrib.auth.hashers import get_hasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client

from tests.support import factories
from tests.support.forms_as_shown import seen_in

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]

SHOWN = """
import django, json
django.setup()
from django.conf import settings
names = [name for name in dir(settings) if "COOKIE" in name or name.startswith("SECURE_")]
print(json.dumps({name: getattr(settings, name) for name in names}, default=str))
"""


def settings_of(**environment):
    """Return the settings of cookies and headers of a site with this environment."""
    shown = subprocess.run(
        [sys.executable, "-c", SHOWN],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "skatturnier.settings", **environment},
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    return json.loads(shown.stdout)


@pytest.mark.slow
@pytest.mark.thorough
def test_behind_tls_every_cookie_is_secure_and_of_this_host_alone():
    """Of this host: ``test_no_other_cookie_is_ever_set`` sees their names."""
    shown = settings_of(SKATTURNIER_TLS="on", SKATTURNIER_SECRET_KEY="x" * 60)
    for kind in ("SESSION", "CSRF", "LANGUAGE"):
        assert shown[f"{kind}_COOKIE_SECURE"] is True
        assert shown[f"{kind}_COOKIE_HTTPONLY"] is True
        assert shown[f"{kind}_COOKIE_SAMESITE"] == "Lax"
        assert shown[f"{kind}_COOKIE_PATH"] == "/"
        assert shown[f"{kind}_COOKIE_DOMAIN"] is None
    assert shown["SECURE_HSTS_SECONDS"] >= 365 * 24 * 60 * 60
    assert shown["SECURE_SSL_REDIRECT"] is True


@pytest.mark.slow
def test_no_other_cookie_is_ever_set(client):
    factories.user()
    table = factories.running_list().table
    seen = {}
    people = "/t/cup/office/settings/?at=people"
    for method, address, data in (
        ("get", "/sign-in/", {}),
        ("get", "/language/de/", {}),
        ("get", f"/l/{table.key}/", {}),
        ("post", "/sign-in/", {"username": "direktor", "password": "direktor" * 2}),
        ("post", people, {"act": "engage", "username": "anna", "kind": "judge"}),
        ("post", people, {"act": "appoint", "username": "anna", "kind": "director"}),
        ("post", "/sign-out/", {}),
    ):
        if data.get("act") == "appoint":
            data |= seen_in(client.get(people, secure=True), data)
        seen |= getattr(client, method)(address, data, secure=True).cookies
    assert set(seen) == {
        "__Host-sessionid",
        "__Host-keys",
        "__Host-csrftoken",
        "__Host-django_language",
        "__Host-messages",
        "__Secure-known_browser",
    }
    for name, cookie in seen.items():
        # A cookie that is taken back needs no flags, but says where it was.
        flags = (bool(cookie["secure"]) or not cookie.value, bool(cookie["httponly"]) or not cookie.value)
        assert flags == (True, True), name
        assert cookie["samesite"] in {"Lax", "Strict"}, name
        assert not cookie["domain"], name
        assert len(name) + len(cookie.value) < 4_096


@pytest.mark.slow
class TestOverBoth:
    """A site that is served over https and plain http: a browser has one jar for both."""

    def signed_in(self, client, **how):
        factories.user()
        client.post("/sign-in/", {"username": "direktor", "password": "direktor" * 2}, **how)
        return client

    def is_in(self, client, **how) -> bool:
        return client.get("/account/", **how).status_code == 200

    def test_who_signs_in_over_one_shows_the_other_nothing(self, client):
        self.signed_in(client, secure=True)
        assert self.is_in(client, secure=True)
        assert not self.is_in(client)
        assert all(cookie["secure"] for cookie in client.cookies.values() if cookie.value)

        plain = self.signed_in(Client())
        assert not self.is_in(plain, secure=True)
        # What https has set since does not disturb it.
        assert self.is_in(plain)

    def test_both_are_signed_in_each_by_itself(self, client):
        self.signed_in(client)
        client.post("/sign-in/", {"username": "direktor", "password": "direktor" * 2}, secure=True)

        client.post("/sign-out/", secure=True)

        assert self.is_in(client)
        assert not self.is_in(client, secure=True)

    def test_what_plain_http_has_set_is_not_read_over_https(self, client):
        """Whoever stands between sets a session of their own, and waits for somebody to work in it."""
        theirs = self.signed_in(Client()).cookies["sessionid"].value
        client.cookies["sessionid"] = theirs

        assert not self.is_in(client, secure=True)
        assert self.is_in(client)

    def test_a_form_of_https_is_taken_from_https_and_from_no_other_origin(self):
        factories.user()
        visitor = Client(enforce_csrf_checks=True)
        page = visitor.get("/sign-in/", secure=True, headers={"host": "127.0.0.1:8443"}).content.decode()
        typed = {"username": "direktor", "password": "direktor" * 2}
        typed["csrfmiddlewaretoken"] = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]

        def sent(origin):
            headers = {"host": "127.0.0.1:8443", "origin": origin}
            return visitor.post("/sign-in/", typed, secure=True, headers=headers).status_code

        assert sent("http://127.0.0.1:8000") == 403
        assert sent("https://127.0.0.1:9443") == 403
        assert sent("https://127.0.0.1:8443") == 302

    def test_plain_http_is_led_nowhere_and_told_nothing_of_https(self, client):
        for how in ({}, {"secure": True}):
            answer = client.get("/", **how)
            assert answer.status_code == 200
            assert "Strict-Transport-Security" not in answer.headers


ELSEWHERE = (
    *("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "https:evil.example"),
    "\thttp://x",
)


@pytest.mark.slow
def test_neither_signing_in_nor_out_nor_choosing_a_language_leads_to_another_site(client, director):
    typed = {"username": "direktor", "password": "direktor" * 2}
    for elsewhere in ELSEWHERE:
        signed_in = Client().post(f"/sign-in/?next={elsewhere.strip()}", {**typed, "next": elsewhere})
        assert signed_in["Location"] == "/", elsewhere
        assert director.post("/sign-out/", {"next": elsewhere})["Location"] == "/", elsewhere
        assert client.get("/language/de/", headers={"referer": elsewhere})["Location"] == "/", elsewhere
        # It leads back to where one was.
        here = f"http://testserver/t/cup/standings/?q={elsewhere}"
        assert client.get("/language/de/", headers={"referer": here})["Location"].startswith("/t/cup/standings/?q=")
    assert client.get("/")["Content-Language"] == "de"


@pytest.mark.slow
def test_the_site_answers_to_its_own_names_only(client, settings):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    for host in ("evil.example", "localhost.evil.example", "localhost@evil.example", "localhost:8000:9", ""):
        answer = client.get("/", headers={"host": host})
        assert answer.status_code == 400, host
        assert "evil" not in answer.content.decode()


@pytest.mark.slow
def test_what_a_proxy_did_not_say_cannot_be_said_by_a_visitor(client, settings):
    settings.SECURE_PROXY_SSL_HEADER = None
    answer = client.get("/", headers={"x-forwarded-host": "evil.example", "x-forwarded-proto": "https"})
    assert "evil" not in answer.content.decode()
    assert not answer.wsgi_request.is_secure()


EASY = (
    *("kreuzbube", "123456789012", "password1234", "skatturnier2026", "Herz-Dame-2026", "GrandOuvert!"),
    *("direktor2026!", "direktordirektor", "schiedsrichter1", "qwertyuiop12", "aaaaaaaaaaaaaa"),
)
HARD = (
    *("windschiefe garage", "abcde-fghjk-mnpqr", "ein sehr langer satz ohne zahlen", "шинель-облако"),
    *("x7$kQ9!wZ2&b", "849170362518", "Wanderdüne 3 Uhr", "👍🏽 daumen hoch im regen", "a1!" * 40 + "windrad"),
)


@pytest.mark.slow
def test_passwords_that_are_easily_guessed_are_refused_any_other_may_be_of_any_signs_and_stored_slowly(settings):
    user = factories.user()
    for password in EASY:
        with pytest.raises(ValidationError):
            validate_password(password, user)
    for password in HARD:
        validate_password(password, user)
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    hasher = get_hasher("default")
    assert hasher.algorithm == "pbkdf2_sha256"
    assert hasher.iterations >= 600_000


def test_a_nul_in_an_address_finds_nothing(client):
    factories.tournament(starts_on=factories.EVENING.date())
    searches = ("/t/cup/?%00=%00", "/clubs/?q=%00", "/?q=a%00b&place=%00", "/events.ics?place=%00")
    for address in ("/l/%00/", "/me/%00/", "/t/%00/", *searches):
        assert client.get(address).status_code in {200, 403, 404}, address
    assert "\x00" not in client.get("/clubs/?q=a%00b").content.decode()


def test_a_session_of_that_name_is_none(client):
    # As a browser would have to write it.
    client.cookies.load(f'{settings.SESSION_COOKIE_NAME}="abcdefgh\\000"')

    assert client.get("/account/").status_code in {302, 403}
