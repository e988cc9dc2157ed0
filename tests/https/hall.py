"""A laptop in a hall that vouches for itself, as ``serve`` tells its processes of it."""

from pathlib import Path
from typing import Any

from skatturnier.https.authority import Authority, authority
from tests.https.shaking_hands import NOW

PLAIN, SECURE = "http://192.168.178.20:8000", "https://192.168.178.20:8443"


def vouches_for_itself(settings: Any, folder: Path) -> Authority:
    """Let this site be one that is served over both; return its authority."""
    found = authority(folder, now=NOW)
    settings.SITE_URL, settings.LISTENS = PLAIN, "http://0.0.0.0:8000"
    settings.HTTPS_URL = settings.LISTS_URL = SECURE
    settings.HTTPS_LISTENS, settings.HTTPS_AUTHORITY = "https://0.0.0.0:8443", str(found.file)
    return found
