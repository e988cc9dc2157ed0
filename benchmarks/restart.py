"""Measure how soon a site that was killed answers again: ``python -m benchmarks.restart``.

Seconds by the clock on the wall, so it wants a quiet machine; beside it what the framework alone takes to start.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from statistics import median

from django.conf import settings

KILLS = 10
GOAL = 5.0
"""Seconds from the start of the process to its first answer."""


def main() -> None:
    """Kill and start a site again and again, and print how long it was away."""
    with tempfile.TemporaryDirectory() as data:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("SKATTURNIER_", "DJANGO_"))}
        env = {**kept, "SKATTURNIER_DATA": data, "DJANGO_SETTINGS_MODULE": "skatturnier.settings"}
        _serving(env)
        away = [_serving(env) for _ in range(KILLS)]
        bare = [_checking(env) for _ in range(KILLS)]
    verdict = "ok" if max(away) <= GOAL else "SHORT"
    print(f"answers after {median(away):.2f} s, at worst {max(away):.2f} s, goal {GOAL:.0f} s: {verdict}")
    print(f"manage.py check alone takes {median(bare):.2f} s")


def _serving(env: dict[str, str]) -> float:
    """Start the site, wait for its first answer, kill it; return the seconds it took."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    begun = time.monotonic()
    site = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        cwd=settings.BASE_DIR,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5):
                    return time.monotonic() - begun
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.02)
    finally:
        os.killpg(site.pid, signal.SIGKILL)
        site.wait()


def _checking(env: dict[str, str]) -> float:
    begun = time.monotonic()
    subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=settings.BASE_DIR, env=env, check=True, capture_output=True
    )
    return time.monotonic() - begun


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatturnier.settings")
    main()
