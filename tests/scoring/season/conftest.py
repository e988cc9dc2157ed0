"""The program, ready to be asked; the browsers of those who look at a season."""

import pytest

# The laws are tested on busy machines here too.
import tests.rules.conftest  # noqa: F401
from tests.scoring.season import program


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
def keeper(director):
    """Return the browser of somebody who keeps the book of the club."""
    return director
