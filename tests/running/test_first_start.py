"""The site as it is started for the first time: what it prints, and what it leads to."""

import contextlib
import os
import re
import signal
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

import pytest

from tests.durability.site import Site

pytestmark = pytest.mark.slow


@pytest.fixture
def site(tmp_path):
    one = Site(tmp_path / "data")
    one.log.parent.mkdir()
    one.migrate()
    one.start()
    yield one
    with contextlib.suppress(ProcessLookupError):
        os.killpg(one.process.pid, signal.SIGKILL)
    one.process.wait()


@pytest.mark.thorough
def test_the_word_it_prints_makes_the_first_account_in_whichever_process_answers(site):
    word = re.search(r"word of the start +(\S+)", site.log.read_text())[1]
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    browser.addheaders = [("Accept-Language", "de")]

    first = browser.open(f"{site.address}/clubs/")

    assert first.url == f"{site.address}/first/"
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', first.read().decode())[1]
    typed = {"csrfmiddlewaretoken": token, "word": word, "username": "karl"}
    typed |= dict.fromkeys(("password1", "password2"), "windschiefe-garage-9")
    made = browser.open(f"{site.address}/first/", urllib.parse.urlencode(typed).encode())
    assert made.url == f"{site.address}/new/"
    assert not (site.log.parent / "first-word").exists()
    # Both processes know at once that there is an account.
    for _ in range(10):
        assert urllib.request.urlopen(f"{site.address}/").url == f"{site.address}/"
    # The site knows where it listens, and that this is no demo.
    phones = browser.open(f"{site.address}/phones/").read().decode()
    assert "HOST=0.0.0.0 make serve" in phones
    assert 'class="demo' not in phones


@pytest.mark.thorough
def test_started_again_it_prints_no_word_any_more(site):
    site.kill()
    site.run("manage.py", "createsuperuser", "--noinput", "--username", "karl", "--email", "")
    site.log.write_text("")

    site.start()

    assert "word of the start" not in site.log.read_text()
    assert urllib.request.urlopen(f"{site.address}/").url == f"{site.address}/"
