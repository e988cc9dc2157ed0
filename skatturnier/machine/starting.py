"""What is typed to start the site, where it was installed as a package and where it is a repository."""

from typing import Final

from skatturnier.machine import places

IS_INSTALLED: Final = places.BESIDE is places.PACKED

SITE: Final = "skatturnier" if IS_INSTALLED else "make serve"
DEMO: Final = "skatturnier demo" if IS_INSTALLED else "make run"

SITE_FOR_PHONES: Final = "skatturnier" if IS_INSTALLED else "HOST=0.0.0.0 make serve"
"""The same, so that phones in the network may connect; what is installed lets them in by itself."""

DEMO_FOR_PHONES: Final = "skatturnier demo" if IS_INSTALLED else "HOST=0.0.0.0 make run"
