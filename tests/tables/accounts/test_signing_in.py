"""Signing in: passwords cannot be guessed, and whoever guesses does not lock the director out."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client

from tables.accounts.models import Guess, User
from tables.accounts.services.accounts import user_by_password
from tables.acts.services import Refused
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database, pytest.mark.usefixtures("clock")]
PAGE = "/sign-in/"
HERE, ELSEWHERE = "10.0.0.7", "10.0.0.8"


@pytest.fixture(autouse=True)
def direktor():
    return factories.user()


def browser() -> Client:
    return Client(headers={"accept-language": "en"})


def try_in(client: Client, password: str, *, username: str = "direktor", address: str = HERE):
    return client.post(PAGE, {"username": username, "password": password}, REMOTE_ADDR=address)


def guess(times: int, *, username: str = "direktor", address: str = ELSEWHERE) -> list[int]:
    return [try_in(browser(), f"wrong {n}", username=username, address=address).status_code for n in range(times)]


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_a_wrong_password_is_said_beside_what_was_typed_and_the_right_one_signs_in_and_leads_on(client):
    response = try_in(client, "wrong")
    assert response.status_code == 422
    assert b"This name and this password do not go together." in response.content
    assert b'value="direktor"' in response.content
    assert b'value="wrong"' not in response.content

    response = client.post(f"{PAGE}?next=/account/", {"username": "direktor", "password": "direktordirektor"})
    assert (response.status_code, response["Location"]) == (302, "/account/")
    assert is_in(client)
    cookie = client.cookies["known_browser"]
    assert "direktor" not in cookie.value
    assert (cookie["path"], bool(cookie["httponly"]), cookie["samesite"]) == (PAGE, True, "Lax")


def test_after_ten_wrong_ones_even_the_right_one_has_to_wait_and_is_told_until_when(clock):
    # An account that does not exist is refused in the same words.
    for username in ("direktor", "niemand"):
        assert guess(10, username=username, address=HERE) == [422] * 10

    refused, nobody = (try_in(browser(), name * 2, username=name, address=HERE) for name in ("direktor", "niemand"))

    assert refused.status_code == nobody.status_code == 422
    assert "You can sign in again at 19:15" in refused.content.decode()
    assert "You can sign in again at 19:15" in nobody.content.decode()
    clock.shift(timedelta(minutes=15))
    assert try_in(browser(), "direktordirektor", address=HERE).status_code == 302


@pytest.mark.thorough
@pytest.mark.proof("keys")
def test_a_thousand_guesses_from_as_many_places_are_looked_at_sixty_times(monkeypatch, prove):
    looked_at = []
    monkeypatch.setattr("tables.accounts.services.accounts.authenticate", lambda **typed: looked_at.append(typed))

    for n in range(1000):
        place = {"address": f"10.1.{n // 250}.{n % 250}", "browser": "", "now": EVENING + timedelta(seconds=n)}
        with pytest.raises(Refused):
            user_by_password(username="direktor", password=f"wrong {n}", **place)

    assert len(looked_at) == 60
    prove("1,000 guessed passwords of one account from 1,000 addresses in 1,000 s: 60 looked at")


def test_a_browser_that_is_known_has_ten_tries_too():
    own = browser()
    try_in(own, "direktordirektor")
    own.post("/sign-out/")

    assert [try_in(own, f"wrong {n}").status_code for n in range(10)] == [422] * 10
    refused = try_in(own, "direktordirektor")

    assert "Too many wrong attempts." in refused.content.decode()
    assert not is_in(own)
    assert try_in(browser(), "direktordirektor").status_code == 302


def test_a_browser_is_known_for_the_accounts_alone_that_signed_in_there_and_nobody_makes_that_up():
    factories.user("fremd")
    own, other = browser(), browser()
    try_in(own, "fremdfremd", username="fremd")
    try_in(other, "direktordirektor")
    known = other.cookies["known_browser"].value
    for client in (own, other):
        client.post("/sign-out/")
    guess(10, address=HERE)

    assert try_in(own, "direktordirektor").status_code == 422
    assert try_in(own, "fremdfremd", username="fremd").status_code == 302
    for forged in (known[:-1], known.replace(known[:4], "0000"), "", " ", f"{known}x"):
        stranger = browser()
        stranger.cookies["known_browser"] = forged
        assert try_in(stranger, "direktordirektor").status_code == 422, forged
    # Where the director signed in before, he still can while others guess.
    assert try_in(other, "direktordirektor").status_code == 302


@pytest.fixture
def quick(monkeypatch):
    """Passwords that are looked at without a million rounds: who may try is what is asked here."""

    def looked_at(*, username, password):
        found = User.objects.filter(username=username).first()
        return found if found and password == username * 2 else None

    monkeypatch.setattr("tables.accounts.services.accounts.authenticate", looked_at)


def sign_in(username="direktor", password=None, *, address=HERE, browser=""):
    """Return why somebody is refused, "" if not."""
    typed = username * 2 if password is None else password
    try:
        user_by_password(username=username, password=typed, address=address, browser=browser, now=EVENING)
    except Refused as refused:
        return refused.code
    return ""


def test_what_others_in_the_hall_type_wrong_keeps_no_official_out(quick):
    """Four times as many wrong ones from the hall's own address as lock one account."""
    factories.user("richter")
    for n in range(120):
        assert sign_in(f"account {n}", "wrong") == "wrong-password"
    for n in range(11):
        sign_in("richter", f"wrong {n}")

    assert sign_in("direktor") == ""
    assert sign_in("richter") == "too-many-passwords"
    assert sign_in("richter", address=ELSEWHERE) == ""
    assert sign_in("richter", browser="where the judge signed in before") == ""


@pytest.mark.thorough
def test_an_account_attacked_from_everywhere_stays_closed_but_where_it_is_known_and_one_address_tries_so_many(quick):
    looked_at = [sign_in(password=f"wrong {n}", address=f"10.2.0.{n}") for n in range(100)]
    assert looked_at.count("wrong-password") == 30
    assert sign_in() == "too-many-passwords"
    assert sign_in(browser="where the director signed in before") == ""

    tried = [sign_in(f"account {n}", "wrong", address=ELSEWHERE) for n in range(1000)]
    assert tried.count("wrong-password") == 300
    factories.user("richter")
    assert sign_in("richter", address=ELSEWHERE) == "too-many-passwords"
    assert sign_in("richter") == ""


def test_a_command_lets_everybody_try_again(quick, capsys):
    for n in range(11):
        sign_in(password=f"wrong {n}")
    assert sign_in() == "too-many-passwords"

    call_command("clear_wrong_tries")

    assert sign_in() == ""
    assert "30 wrong tries forgotten." in capsys.readouterr().out


def test_the_right_password_leaves_no_count_and_no_name_or_address_is_kept():
    for _ in range(11):
        assert try_in(browser(), "direktordirektor").status_code == 302
    assert not Guess.objects.exists()

    guess(1)

    kept = str(list(Guess.objects.values()))
    assert "direktor" not in kept
    assert ELSEWHERE not in kept


def test_words_of_tables_and_passwords_are_counted_apart(client):
    row = factories.running_list()
    for _ in range(10):
        client.post("/code/", {"words": "apfel apfel apfel apfel"}, REMOTE_ADDR=HERE)

    assert client.post("/code/", {"words": row.table.words}, REMOTE_ADDR=HERE).status_code == 422
    assert try_in(browser(), "direktordirektor").status_code == 302
