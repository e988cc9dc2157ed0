"""What is typed to start the site: of a repository, of an installed package; of what was unpacked nothing is."""

from typing import Final

from skatturnier.machine import places

IS_INSTALLED: Final = places.BESIDE is places.PACKED

IS_CLICKED: Final = places.unpacked() is not None
"""Whether a double click starts it: there nothing is typed."""

SITE: Final = "skatturnier" if IS_INSTALLED else "make serve"
DEMO: Final = "skatturnier demo" if IS_INSTALLED else "make run"

SITE_FOR_PHONES: Final = SITE if IS_INSTALLED else f"HOST=0.0.0.0 {SITE}"
"""The same, so that phones in the network may connect; what is installed lets them in by itself."""

DEMO_FOR_PHONES: Final = DEMO if IS_INSTALLED else f"HOST=0.0.0.0 {DEMO}"
