"""Sessions: when they end, what ends them, and what lives on.

Text that is taken for markup as it is: every place is named with what makes it harmless, whatever people type.

Everywhere else Django escapes. Whoever adds a place says here why nothing that somebody typed can come through it.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from skatturnier.sessions import LONGEST, LONGEST_PAUSE, NOTED_EVERY
from tables.accounts.held_keys import MOST_KEYS, HeldKeys, KeyKind, keep
from tables.accounts.models import User, new_key
from tables.accounts.selectors import name_of
from tables.draw.models import Table
from tables.people.models import Entrant
from tests.support import factories

ACCOUNT = "/account/"

NEW = "windschiefe-garage-9"


def signed_in(username="direktor"):
    factories.user(username)
    client = Client(headers={"accept-language": "en"})
    answer = client.post("/sign-in/", {"username": username, "password": username * 2})
    assert answer.status_code == 302
    return client


def is_in(client):
    return client.get(ACCOUNT).status_code == 200


@pytest.mark.django_db
@pytest.mark.slow
def test_signing_in_gives_a_new_session(client):
    factories.user()
    session = client.session
    session["company"] = ["Kunigunde"]
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before

    client.post("/sign-in/", {"username": "direktor", "password": "direktor" * 2})

    assert client.cookies["sessionid"].value != before
    assert not Session.objects.filter(session_key=before).exists()


@pytest.mark.django_db
@pytest.mark.slow
def test_signing_out_ends_it_on_the_server_too():
    client = signed_in()
    stolen = Client()
    stolen.cookies["sessionid"] = client.cookies["sessionid"].value
    assert is_in(stolen)

    client.post("/sign-out/")

    assert not is_in(stolen)
    assert not is_in(client)
    assert signed_in().post("/sign-out/", secure=True)["Clear-Site-Data"] == '"cache"'


@pytest.mark.django_db
@pytest.mark.slow
def test_after_a_night_one_signs_in_again():
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client = signed_in()
        clock.shift(timedelta(seconds=LONGEST_PAUSE - 1))
        assert is_in(client)
        clock.shift(timedelta(seconds=LONGEST_PAUSE - NOTED_EVERY))
        assert is_in(client)
        clock.shift(timedelta(seconds=LONGEST_PAUSE))
        client.get("/")
        assert all(SESSION_KEY not in row.get_decoded() for row in Session.objects.all())
        assert not is_in(client)


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.slow
def test_after_a_week_one_signs_in_again_however_busy():
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client = signed_in()
        for _ in range(LONGEST // (LONGEST_PAUSE // 2)):
            assert is_in(client)
            clock.shift(timedelta(seconds=LONGEST_PAUSE // 2))
        assert not is_in(client)


@pytest.mark.django_db
@pytest.mark.slow
def test_the_keys_of_a_phone_outlive_the_account(client):
    table = factories.running_list().table
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client.get(f"/l/{table.key}/")
        client.post("/sign-in/", {"username": "direktor", "password": "direktor" * 2})
        clock.shift(timedelta(seconds=LONGEST_PAUSE))
        assert not is_in(client)
        assert client.get("/t/cup/series/1/table/1/").status_code == 200


class TestKeysOfAPhone:
    """They stand in a cookie of their own: where the site is restored there are no sessions any more."""

    pytestmark = [pytest.mark.django_db, pytest.mark.slow]

    @pytest.fixture
    def doors(self):
        """Return what each kind of key is of, and the page that it opens."""
        row = factories.running_list()
        entrant = row.table.series.tournament.entrants.get(number=1)
        return {f"/l/{row.table.key}/": "/t/cup/series/1/table/1/", f"/p/{entrant.key}/": "/t/cup/seats/1/name/"}

    def test_open_again_without_a_session_and_without_an_account(self, client, doors):
        factories.user()
        client.post("/sign-in/", {"username": "direktor", "password": "direktor" * 2})
        for key, page in doors.items():
            assert client.get(key).status_code == 302
            client.post("/sign-out/")
            Session.objects.all().delete()
            assert client.get(page).status_code == 200, page
        assert not Session.objects.exists()

    def test_of_sessions_of_before_are_moved_over_with_the_name_of_the_phone(self, client, doors):
        (table, entrant) = (Table.objects.get(), Entrant.objects.get(number=1))
        session = client.session
        session["table_keys"], session["own_keys"] = {str(table.pk): table.key}, {str(entrant.pk): entrant.key}
        session["device"] = "ab" * 16
        session.save()
        client.cookies["sessionid"] = session.session_key

        assert client.get("/t/cup/series/1/table/1/").status_code == 200
        Session.objects.all().delete()

        assert {client.get(page).status_code for page in doors.values()} == {200}
        assert factories.device_of(client) == "ab" * 16

    @pytest.mark.thorough
    def test_count_only_as_the_site_gave_them(self, client, doors):
        for key in doors:
            client.get(key)
        whole = client.cookies["keys"].value
        for place in range(0, len(whole), 3):
            client.cookies["keys"] = whole[:place] + ("a" if whole[place] != "a" else "b") + whole[place + 1 :]
            # The last letter of a signature has bits that mean nothing.
            assert place > len(whole) - 3 or {client.get(page).status_code for page in doors.values()} == {403}
        client.cookies["keys"] = whole
        assert {client.get(page).status_code for page in doors.values()} == {200}
        Table.objects.update(key="n" * 22)
        assert client.get("/t/cup/series/1/table/1/").status_code == 403

    def test_fit_into_a_cookie_however_many_were_shown(self):
        held, answer = HeldKeys(), HttpResponse()
        for number in range(3 * MOST_KEYS):
            held.take(list(KeyKind)[number % 4], 10**9 + number, new_key())

        keep(answer, held)

        assert len(answer.cookies["keys"].OutputString()) < 4_096
        assert held.key_of(KeyKind.TABLE, 10**9) == ""
        assert held.key_of(KeyKind.CAPTAIN, 10**9 + 3 * MOST_KEYS - 1) != ""


@pytest.mark.django_db
@pytest.mark.slow
def test_a_session_that_does_not_say_since_when_is_over():
    client = signed_in()
    session = client.session
    del session["signed_in_at"], session["signed_in_seen_at"]
    row = Session.objects.get(session_key=session.session_key)
    row.session_data = session.encode(dict(session.items()))
    row.save()
    assert not is_in(client)


@pytest.mark.django_db
@pytest.mark.slow
def test_a_new_password_signs_out_everywhere_else():
    here, there = signed_in(), signed_in()
    old = here.cookies["sessionid"].value

    here.post(ACCOUNT, {"old_password": "direktor" * 2, "new_password1": NEW, "new_password2": NEW})

    assert here.cookies["sessionid"].value != old
    assert is_in(here)
    assert not is_in(there)


@pytest.mark.django_db
@pytest.mark.slow
def test_an_account_that_is_switched_off_is_out_at_once():
    client = signed_in()
    User.objects.update(is_active=False)
    assert not is_in(client)


@pytest.mark.django_db
@pytest.mark.slow
class TestElsewhere:
    def ended(self, client, *names, password):
        return client.post(ACCOUNT, {"act": "elsewhere", "sessions": names, "password": password}).status_code

    def test_one_sees_where_else_one_is_signed_in_and_ends_it_with_ones_password_alone(self):
        here, there, other = signed_in(), signed_in(), signed_in("jemand")
        page = here.get(ACCOUNT)
        (offered,) = page.context["there"]
        assert offered.key == there.session.session_key
        assert offered.key not in page.content.decode()

        for password in ("", "wrong"):
            assert self.ended(here, offered.name, password=password) == 422
        assert is_in(there)
        # Nobody ends what is another's.
        assert self.ended(here, name_of(other.session.session_key), password="direktor" * 2) == 422
        assert self.ended(here, offered.name, password="direktor" * 2) == 302
        assert (is_in(here), is_in(there), is_in(other)) == (True, False, True)


@pytest.mark.django_db
@pytest.mark.slow
def test_the_owner_signs_somebody_or_everybody_out_and_has_to_say_whom():
    mine, others = signed_in(), signed_in("jemand")
    for said in ([], ["direktor", "--everybody"], ["niemand"]):
        with pytest.raises(CommandError):
            call_command("sign_out", *said)
    assert (is_in(mine), is_in(others)) == (True, True)
    out = StringIO()
    call_command("sign_out", "direktor", stdout=out)
    assert out.getvalue() == "1 sessions ended.\n"
    assert (is_in(mine), is_in(others)) == (False, True)
    call_command("sign_out", "--everybody", stdout=StringIO())
    assert not is_in(others)


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.parametrize("act", ["password", "elsewhere"])
def test_who_sits_down_at_a_laptop_left_open_cannot_try_all_passwords(act):
    here = signed_in()
    signed_in()

    def tries(word):
        typed = {"old_password": word, "password": word, "new_password1": NEW, "new_password2": NEW}
        return here.post(ACCOUNT, {"act": act, **typed})

    assert all("This is not your password." in tries("guess").content.decode() for _ in range(10))

    answer = tries("direktor" * 2)

    assert answer.status_code == 422
    assert "Too many wrong attempts." in answer.content.decode()
    assert Client().login(username="direktor", password="direktor" * 2)


ROOT = Path(settings.BASE_DIR)

TRUSTING = frozenset({"mark_safe", "SafeString", "SafeText", "html_safe"})

FORMATTING = {"format_html": 1, "format_html_join": 2}
"""What escapes all it is given but so many arguments at first, which are markup."""

IN_PYTHON = {
    "listings.moment": "an empty text",
    "qr_codes.QrCode.svg": "the library's drawing of a code: paths and figures",
    "listings._key_card": "the squares of a code, drawn by the library",
    "standings.ranking": "a page that was drawn by a template before",
    "states.answer": "a page that was drawn by a template before",
    "rankings._safe": "the cells that its callers escaped, joined (test_marked_lines.py)",
    "rankings.ranking_listing": "rows whose cells the writer escapes",
    "standings.StandingsListing.head": "headings: the columns' words, escaped",
    "standings.StandingsListing.body": "rows whose cells the writer escapes",
    "listings.YearListing.body": "rows whose cells are escaped one by one",
    "listings.shown_cells": "figures that were formatted, and a dash",
    "paper.legible": "markup that a template made, with letters of our fonts marked",
    "wording.page_data": "JSON in which <, > and & are written as numbers",
}

IN_TEMPLATES = {"field.help_text": "texts of our own catalogue, some with a link"}

IN_SCRIPTS = {
    "hall.js parseFromString": "the fragment of this very page, as the site drew it",
    "live.js parseFromString": "the fragment of this very page, as the site drew it",
    "house_list.js parseFromString": "the form of this very page, as the site drew it",
}

SCRIPTED = re.compile(
    r"\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|parseFromString|setHTMLUnsafe|srcdoc)\b|"
    r"document\.(write)\b|\b(eval)\(|new (Function)\("
)


def calls(path: Path) -> Iterator[tuple[str, str, ast.Call]]:
    """Yield where a call stands, what it calls, and the call; nothing of a file that trusts and formats nothing."""

    def within(node: ast.AST, names: tuple[str, ...]) -> Iterator[tuple[str, str, ast.Call]]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = (*names, node.name)
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield ".".join((path.stem, *names)), name, node
        for child in ast.iter_child_nodes(node):
            yield from within(child, names)

    text = path.read_text(encoding="utf-8")
    # To parse the whole product takes seconds.
    return within(ast.parse(text), ()) if any(name in text for name in (*TRUSTING, *FORMATTING)) else iter(())


def ours(*suffixes: str) -> list[Path]:
    """Return the files of the product with these endings."""
    places = [ROOT / name for name in ("tables", "scoring", "skatturnier", "simulation", "templates")]
    found = [path for place in places for path in sorted(place.rglob("*.*")) if path.suffix in suffixes]
    return [path for path in found if not {"vendor", "migrations", "locale"} & set(path.parts)]


@pytest.mark.slow
def test_python_trusts_no_text_but_where_it_says_why_and_what_is_formatted_is_written_out():
    """``format_html`` escapes its arguments; the text itself must be one that nobody typed."""
    found, wrong = [], []
    for path in ours(".py"):
        for place, name, call in calls(path):
            found += [place] if name in TRUSTING else []
            wrong += [
                f"{place}: {ast.unparse(call)[:80]}"
                for text in call.args[: FORMATTING.get(name, 0)]
                if not (isinstance(text, ast.Constant) and isinstance(text.value, str))
            ]
        if re.search(r"def __html__|__html__ =", path.read_text(encoding="utf-8")):
            wrong.append(f"{path.name} says of itself that it is markup")

    assert sorted(Counter(found)) == sorted(IN_PYTHON)
    assert wrong == []


def test_templates_trust_no_text_but_where_it_says_why():
    texts = {path: path.read_text(encoding="utf-8") for path in ours(".html", ".svg", ".txt", ".xml")}
    assert len(texts) > 200
    found = {
        match[1]
        for text in texts.values()
        for match in re.finditer(r"\{\{\s*([^}|]+?)\s*\|[^}]*\bsafe(?:seq)?\b", text)
    }
    filtered = [
        path.name for path, text in texts.items() if re.search(r"\{% (?:autoescape off|filter [^%]*safe)", text)
    ]

    assert found == IN_TEMPLATES.keys()
    assert filtered == []


def test_scripts_make_no_markup_of_text_but_where_it_says_why():
    found = {
        f"{path.name} {next(filter(None, match.groups()))}"
        for path in ours(".js")
        for match in SCRIPTED.finditer(
            re.sub(r"^\s*(?://|\*|/\*).*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        )
    }

    assert found == IN_SCRIPTS.keys()
