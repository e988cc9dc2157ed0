"""A PostgreSQL that can be killed, and sites on either database."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.durability.site import Site
from tests.support import postgresql_cluster as cluster


@pytest.fixture
def server() -> Iterator[cluster.Cluster]:
    try:
        with cluster.running() as found:
            yield found
    except cluster.NoPostgreSQL as why:
        pytest.skip(f"PostgreSQL is not tested: {why}")


@pytest.fixture
def site_on(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Return a function that makes a site; whatever runs in the end is killed."""
    made: list[Site] = []

    def make(*, database: str = "") -> Site:
        made.append(Site(tmp_path, database=database))
        made[-1].migrate()
        return made[-1]

    yield make
    for site in made:
        if site.is_running:
            site.kill()
