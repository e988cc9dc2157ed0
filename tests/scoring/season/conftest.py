"""The program, ready to be asked; the browsers of those who look at a season."""

import pytest
from django.test import Client

# The laws are tested on busy machines here too.
import tests.rules.conftest  # noqa: F401
from tests.scoring.season import program
from tests.support import factories


@pytest.fixture
def ask():
    """Ask the program; the answer must be a table."""

    def asked(document):
        answer, code = program.ask(document)
        assert code == 0, answer
        assert set(answer) == {"table"}
        return answer["table"]

    return asked


@pytest.fixture
def refused():
    """Ask the program something it must refuse; return where it says the fault is."""

    def asked(document):
        answer, code = program.ask(document)
        assert code == 2
        assert set(answer) == {"error", "at"}
        assert answer["error"]
        return answer["at"]

    return asked


@pytest.fixture
def keeper():
    """Return the browser of somebody who keeps the book of the club."""
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.user())
    return made


@pytest.fixture
def visitor():
    """Return the browser of anybody."""
    return Client(headers={"accept-language": "en"})
