"""The browsers of those who look at a season."""

import pytest

# The laws are tested on busy machines here too.
import tests.rules.conftest  # noqa: F401


@pytest.fixture
def keeper(director):
    """Return the browser of somebody who keeps the book of the club."""
    return director
