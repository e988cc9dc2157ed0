"""A site without accounts: every page leads to the one that makes the first, for whoever knows the start's word."""

import stat

import pytest
from django.core.management import call_command
from django.test import Client

from tables.accounts.models import Guess, User
from tables.accounts.services import first_account
from tests.support import factories

pytestmark = pytest.mark.django_db

PAGE, NEW = "/first/", "/new/"
GOOD = "windschiefe-garage-9"


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def word(own_folder):
    return first_account.await_first_account()


def typed(word: str, **more: str) -> dict[str, str]:
    return {"word": word, "username": "karl", "password1": GOOD, "password2": GOOD, **more}


class TestTheWord:
    def test_is_another_one_at_each_start_and_readable_by_its_owner_alone(self, own_folder):
        first, second = first_account.await_first_account(), first_account.await_first_account()

        assert first != second
        assert first_account.word_file().read_text() == second
        assert stat.S_IMODE(first_account.word_file().stat().st_mode) == 0o600

    def test_is_forgotten_where_there_is_an_account(self, word):
        factories.user()

        assert first_account.await_first_account() == ""
        assert not first_account.word_file().exists()

    def test_may_be_typed_with_capitals_and_spaces(self, word, client):
        assert client.post(PAGE, typed(f" {word.upper().replace('-', ' ')} "))["Location"] == NEW


class TestWhileThereIsNone:
    @pytest.mark.parametrize("path", ["/", "/clubs/", NEW, "/sign-in/", "/phones/", "/nowhere/", "/api/v1/", "/l/key/"])
    def test_every_page_leads_to_the_first(self, word, client, path):
        assert client.get(path)["Location"] == PAGE
        assert client.post(path)["Location"] == PAGE

    @pytest.mark.parametrize("path", ["/health/", "/language/de/", "/here/"])
    def test_what_machines_ask_and_languages_are_there(self, word, client, path):
        assert client.get(path).headers.get("Location") != PAGE

    @pytest.mark.parametrize(
        ("language", "said"), [("de", "Benutzername"), ("en", "User name"), ("es", "Nombre de usuario")]
    )
    def test_it_speaks_the_language_of_the_browser(self, word, language, said):
        answer = Client(headers={"accept-language": language}).get(PAGE)

        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.content.decode()
        assert said in answer.content.decode()

    def test_nothing_of_it_is_there_unless_a_start_made_a_word(self, client):
        assert client.get("/").status_code == 200
        assert client.get(PAGE)["Location"] == "/sign-in/"
        assert client.post(PAGE, typed(""))["Location"] == "/sign-in/"
        assert not User.objects.exists()


class TestMakingIt:
    def test_signs_in_and_leads_to_the_first_event(self, word, client):
        answer = client.post(PAGE, typed(word), follow=True)

        assert answer.redirect_chain == [(NEW, 302)]
        assert answer.status_code == 200
        user = User.objects.get()
        assert (user.username, user.is_superuser, user.check_password(GOOD)) == ("karl", True, True)
        assert answer.context["user"] == user
        assert not first_account.word_file().exists()

    def test_ends_the_page(self, word, client):
        client.post(PAGE, typed(word))
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

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            *(("word", ""), ("word", "x" * 5000), ("word", "aaaaa-aaaaa"), ("word", "ключ 鍵 \u202e")),
            *(("username", ""), ("username", "Karl Meier"), ("username", "<b>"), ("username", "k" * 151)),
            *(("password1", "kurz"), ("password2", "anders"), ("password1", ""), ("password2", "")),
        ],
    )
    def test_is_refused_with_a_sentence_beside_what_is_wrong(self, word, client, field, value):
        answer = client.post(PAGE, typed(word) | {field: value})

        assert answer.status_code == 422
        assert answer.context["form"].errors.keys() <= {field, "password1", "password2"}
        assert "<b>" not in answer.content.decode()
        assert GOOD not in answer.content.decode()
        assert not User.objects.exists()

    @pytest.mark.parametrize("guessed", ["karl", "password1234", "skatturnier2026", "123456789012"])
    def test_takes_no_password_that_is_guessed(self, word, client, guessed):
        answer = client.post(PAGE, typed(word, password1=guessed, password2=guessed, username="karl"))

        assert answer.status_code == 422
        assert "password1" in answer.context["form"].errors

    def test_after_ten_wrong_words_the_right_one_has_to_wait_there_and_nowhere_else(self, word, client):
        answers = [client.post(PAGE, typed(f"wrong-{n}")) for n in range(10)]
        assert {answer.status_code for answer in answers} == {422}
        assert Guess.objects.count() == 10

        late = client.post(PAGE, typed(word))

        assert late.status_code == 422
        assert "Too many wrong words came from here." in late.content.decode()
        assert not User.objects.exists()
        assert client.post(PAGE, typed(word), REMOTE_ADDR="10.0.0.8")["Location"] == NEW

    def test_wants_the_token_of_the_form(self, word):
        strict = Client(enforce_csrf_checks=True)

        assert strict.post(PAGE, typed(word)).status_code == 403
        assert not User.objects.exists()
