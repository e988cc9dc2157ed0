"""Left to ``make test-windows``: it takes minutes, and Wine."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.windows import ZIP, wine
from tests.windows.unpacked import Unpacked


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Look at nothing here unless it is asked for."""
    return None if config.option.windows or collection_path.suffix != ".py" else True


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    """The zip is what ``make windows`` built last."""
    assert wine.is_here(), wine.MISSING
    assert ZIP.exists(), "make windows"


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Unpacked]:
    """The program in a folder whose path has spaces and umlauts."""
    where = tmp_path_factory.mktemp("Skat für Müller")
    found = Unpacked(where)
    found.unpack()
    found.prefer_port()
    yield found
    for number in found.processes():
        Path(f"/proc/{number}").exists() and found.kill()
