"""A site without accounts leads to the page that makes the first; whose session ended signs in and comes back.

User names cannot be found out by the forms in which somebody names others, wherever they stand.
"""

import re
import stat
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from scoring.disputes.services import appeals
from scoring.money.services import booking
from scoring.season.models import SeasonHelper
from scoring.season.services import seasons
from tables.accounts.models import Guess, User
from tables.accounts.services import accounts, floods
from tables.acts.services import Refused
from tables.clubs.services import clubs
from tables.tournaments.models import Role
from tables.tournaments.services import officials
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


PAGE, NEW = "/first/", "/new/"
GOOD = "windschiefe-garage-9"


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def word(own_folder):
    return accounts.await_first_account()


def typed(word: str, **more: str) -> dict[str, str]:
    return {"word": word, "username": "karl", "password1": GOOD, "password2": GOOD, **more}


class TestTheWord:
    def test_is_another_one_at_each_start_and_readable_by_its_owner_alone_and_forgotten_where_there_is_an_account(
        self, own_folder, word
    ):
        first, second = accounts.await_first_account(), accounts.await_first_account()

        assert first != second
        assert accounts.word_file().read_text() == second
        assert stat.S_IMODE(accounts.word_file().stat().st_mode) == 0o600

        factories.user()

        assert accounts.await_first_account() == ""
        assert not accounts.word_file().exists()


class TestWhileThereIsNone:
    def test_every_page_leads_to_the_first_but_what_machines_ask_and_languages(self, word, client):
        for path in ("/", "/clubs/", NEW, "/sign-in/", "/phones/", "/nowhere/", "/api/v1/", "/l/key/"):
            assert client.get(path)["Location"] == PAGE, path
            assert client.post(path)["Location"] == PAGE

        for path in ("/health/", "/language/de/", "/here/"):
            assert client.get(path).headers.get("Location") != PAGE, path

    def test_it_speaks_the_language_of_the_browser(self, word):
        for language, said in (("de", "Benutzername"), ("en", "User name"), ("es", "Nombre de usuario")):
            answer = Client(headers={"accept-language": language}).get(PAGE)

            assert answer.status_code == 200, language
            assert f'<html lang="{language}"' in answer.content.decode()
            assert said in answer.content.decode()

    def test_nothing_of_it_is_there_unless_a_start_made_a_word(self, client):
        assert client.get("/").status_code == 200
        assert client.get(PAGE)["Location"] == "/sign-in/"
        assert client.post(PAGE, typed(""))["Location"] == "/sign-in/"
        assert not User.objects.exists()


class TestMakingIt:
    def test_signs_in_leads_to_the_first_event_and_ends_the_page(self, word, client):
        """The word may be typed with capitals and spaces."""
        answer = client.post(PAGE, typed(f" {word.upper().replace('-', ' ')} "), follow=True)

        assert answer.redirect_chain == [(NEW, 302)]
        assert answer.status_code == 200
        user = User.objects.get()
        assert (user.username, user.is_superuser, user.check_password(GOOD)) == ("karl", True, True)
        assert answer.context["user"] == user
        assert not accounts.word_file().exists()

        somebody = Client()
        assert somebody.get(PAGE)["Location"] == "/sign-in/"
        assert somebody.post(PAGE, typed(word, username="eve"))["Location"] == "/sign-in/"
        assert somebody.get("/").status_code == 200
        assert User.objects.count() == 1

    def test_by_hand_ends_it_too(self, word, client):
        call_command("createsuperuser", interactive=False, username="direktor", email="")

        assert client.get("/").status_code == 200
        assert client.post(PAGE, typed(word))["Location"] == "/sign-in/"
        assert User.objects.count() == 1

    @pytest.mark.slow
    def test_is_refused_with_a_sentence_beside_what_is_wrong(self, word, client):
        for field, value in (
            *(("word", ""), ("word", "x" * 5000), ("word", "aaaaa-aaaaa"), ("word", "ключ 鍵 \u202e")),
            *(("username", ""), ("username", "Karl Meier"), ("username", "<b>"), ("username", "k" * 151)),
            *(("password1", "kurz"), ("password2", "anders"), ("password1", ""), ("password2", "")),
        ):
            answer = client.post(PAGE, typed(word) | {field: value})

            assert answer.status_code == 422, field
            assert answer.context["form"].errors.keys() <= {field, "password1", "password2"}
            assert "<b>" not in answer.content.decode()
            assert GOOD not in answer.content.decode()
        for guessed in ("karl", "password1234", "skatturnier2026", "123456789012"):
            answer = client.post(PAGE, typed(word, password1=guessed, password2=guessed))
            assert answer.status_code == 422, guessed
            assert "password1" in answer.context["form"].errors
        # It wants the token of the form.
        assert Client(enforce_csrf_checks=True).post(PAGE, typed(word)).status_code == 403
        assert not User.objects.exists()

    @pytest.mark.slow
    def test_after_ten_wrong_words_the_right_one_has_to_wait_there_and_nowhere_else(self, word, client):
        answers = [client.post(PAGE, typed(f"wrong-{n}")) for n in range(10)]
        assert {answer.status_code for answer in answers} == {422}
        assert Guess.objects.count() == 10

        late = client.post(PAGE, typed(word))

        assert late.status_code == 422
        assert "Too many wrong attempts." in late.content.decode()
        assert not User.objects.exists()
        assert client.post(PAGE, typed(word), REMOTE_ADDR="10.0.0.8")["Location"] == NEW


DESK = "/t/cup/office/entrants/"
CHECK_IN = f"{DESK}check-in/"
HERE = {"referer": f"http://testserver{DESK}?checking=1"}


@pytest.fixture
def cup():
    return factories.tournament(entrants=3)


def test_an_act_leads_to_signing_in_and_back_to_the_page_it_was_made_on_or_to_the_start(cup, client):
    response = client.post(CHECK_IN, {"who": "2"}, headers=HERE)

    assert response["Location"] == "/sign-in/?next=/t/cup/office/entrants/%3Fchecking%3D1"

    for referer in ("", "http://elsewhere.example/t/cup/", "nonsense"):
        sent = client.post(CHECK_IN, {"who": "2"}, headers={"referer": referer})
        assert sent["Location"] == "/sign-in/?next=/", referer

    words = "You are no longer signed in, and nothing was done."
    client.post(CHECK_IN, {"who": "2"}, headers=HERE | {"accept-language": "en"})

    assert words in client.get("/sign-in/", headers={"accept-language": "en"}).content.decode()
    assert words not in client.get("/sign-in/", headers={"accept-language": "en"}).content.decode()


def test_an_act_of_a_part_of_a_page_leaves_the_page_to_sign_in_one_that_asks_by_itself_has_it_say_so(cup, client):
    at = f"http://testserver{DESK}?q=Anna"
    response = client.post(CHECK_IN, {"who": "2"}, headers={"hx-request": "true", "hx-current-url": at})

    assert response.status_code == 403
    assert response["HX-Redirect"] == "/sign-in/?next=/t/cup/office/entrants/%3Fq%3DAnna"
    assert response.content == b""

    response = client.get("/t/cup/office/waiting/", headers={"hx-request": "true"})

    assert (response.status_code, response.content) == (403, b"")
    assert response["HX-Trigger"] == "signed-out"
    assert "HX-Redirect" not in response


SITE = [Path(app) for app in ("tables", "scoring", "skatturnier")]

ASKS_FOR_A_NAME = re.compile(r"username(?:__\w+)?=username|username__i?\w+=")

NO_FORM = {
    "tables/accounts/services/accounts.py",
    "tables/management/commands/sign_out.py",
    "skatturnier/backups/one_event.py",
    "skatturnier/welcome.py",
    "scoring/privacy/services.py",
    "scoring/venues/selectors.py",
}
"""What looks an account up by its name: the one place, signing in, and what only the site's owner does."""


def told(by):
    return {"by": by, "now": by.at_this_time}


def appoint(event, season, name, by):
    officials.appoint(tournament_id=event.pk, username=name, kind=Role.Kind.JUDGE, plays_as=None, **told(by))


def engage(event, season, name, by):
    """Turned round: a name that is free opens, one that is taken is a miss."""
    names = {"nobody": "anna", "anna": f"neu-{uuid4().hex[:8]}"}
    facts = {"password": "herz-dame-7", "kind": Role.Kind.JUDGE, "plays_as": None, **told(by)}
    officials.engage(tournament_id=event.pk, username=names[name], **facts)


def keep_a_book(event, season, name, by):
    clubs.add_keeper(club_id=season.club_id, username=name, **told(by))


def help_in_a_season(event, season, name, by):
    seasons.add_helper(season_id=season.pk, username=name, may=SeasonHelper.May.ENTER, **told(by))


def sit_in_the_tribunal(event, season, name, by):
    appeals.name_member(tournament_id=event.pk, username=name, entry_key=uuid4(), **told(by))


def take_a_box(event, season, name, by):
    counted = booking.Count(box=booking.FIRST_BOX, pieces={}, to=name)
    booking.count_box(tournament_id=event.pk, count=counted, entry_key=uuid4(), **told(by))


FORMS = [appoint, engage, keep_a_book, help_in_a_season, sit_in_the_tribunal, take_a_box]


@pytest.mark.slow
def test_misses_in_all_forms_are_counted_together_and_right_names_are_not():
    event, season = factories.tournament(), club_years.season()
    by, other, _anna = (factories.user(name) for name in ("direktor", "andere", "anna"))
    by.at_this_time = other.at_this_time = EVENING
    for _again in range(floods.MOST_WRONG):
        appoint(event, season, "anna", by)
    for form in (FORMS * floods.MOST_WRONG)[: floods.MOST_WRONG]:
        with pytest.raises(Refused, match=r"no-such-user|user-exists"):
            form(event, season, "nobody", by)

    # A right name is answered as a wrong one then, whoever else names others is not kept out, and it ends.
    for form in FORMS:
        for name in ("nobody", "anna"):
            with pytest.raises(Refused, match="too-many-names"):
                form(event, season, name, by)
    appoint(event, season, "anna", other)
    by.at_this_time += floods.WITHIN + timedelta(minutes=1)
    for form in FORMS:
        form(event, season, "anna", by)


def test_no_other_place_looks_an_account_up_by_the_name_somebody_typed():
    asking = {
        path.as_posix()
        for app in SITE
        for path in app.rglob("*.py")
        if any(
            ASKS_FOR_A_NAME.search(line) and re.search(r"\bobjects\b|filter\(|\.get\(", line)
            for line in path.read_text(encoding="utf-8").splitlines()
        )
    }

    assert asking - NO_FORM == set()
    assert "tables/accounts/services/accounts.py" in asking
