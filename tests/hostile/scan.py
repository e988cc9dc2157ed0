"""``python -m tests.hostile.scan [--minutes 3] [--scanner PATH]``: let a scanner of web sites look for holes.

Wapiti goes through a throwaway copy of the demo, served as a hall's laptop serves it: once as a visitor, once as an
owner who is signed in, who may do everything. What it says of plain http is named below with the reason why it stays.
"""

import argparse
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError
from urllib.request import urlopen

MODULES: Final = (
    *("backup", "cookieflags", "crlf", "csp", "csrf", "exec", "file", "htaccess", "http_headers", "ldap", "methods"),
    *("permanentxss", "redirect", "shellshock", "sql", "timesql", "upload", "xss"),
)
"""All for sites like this, but ssrf, xxe and log4shell: those ask servers on the internet for an echo.

``no-requests`` and ``uploads`` are the promises about them.
"""

ACCEPTED: Final = {
    ("Secure Flag cookie", ""): "a laptop in a hall has plain http; with SKATTURNIER_TLS=on it is set (check --deploy)",
    ("HTTP Strict Transport Security (HSTS)", ""): "the same",
    ("Unencrypted Channels", ""): "the same",
    ("HttpOnly Flag cookie", "csrftoken"): "no secret: a script of the site itself may read it, no other can",
    ("HttpOnly Flag cookie", "django_language"): "the language",
}
"""By category, and a word that must stand in the finding: what stays, and why."""

LEAST: Final = 20
"""Pages that each has to come across: a scanner that finds no way in finds no hole."""

ATTEMPTS: Final = 3
"""Where the machine is busy the scanner's own notebook is locked at times, and it stops."""

NOT_ASKED: Final = ("/sign-out/", "/language/")
"""What would end the visit."""

ERROR: Final = re.compile(r"^Traceback|Internal Server Error", re.MULTILINE)


def main() -> int:
    """Scan, and print what was found."""
    arguments = argparse.ArgumentParser(prog="python -m tests.hostile.scan")
    arguments.add_argument("--minutes", type=float, default=3, help="for the visitor, and again for the director")
    arguments.add_argument("--scanner", default=".venv-attack/bin/wapiti")
    asked = arguments.parse_args()
    if not Path(asked.scanner).exists():
        print(f"{asked.scanner} is not there: make attack")
        return 1
    with tempfile.TemporaryDirectory() as folder, site(Path(folder)) as (address, cookie):
        found: list[str] = []
        pages: dict[str, int] = {}
        for who, sent in (("a visitor", ""), ("a director", cookie)):
            report = _scanned(asked.scanner, address, sent, Path(folder) / who, asked.minutes * 60)
            pages[who] = report["infos"].get("crawled_pages_nbr", 0)
            for one, why in findings(report):
                print(f"{who}: {one} {f'(stays: {why})' if why else ''}")
                found += [] if why else [one]
        said = (Path(folder) / "said").read_text(errors="replace")
        beside = [f"the log: {one}" for one in sorted(set(ERROR.findall(said)))]
        whole = subprocess.run([sys.executable, "manage.py", "verify"], env=_env(Path(folder)), capture_output=True)
        beside += [] if whole.returncode == 0 else ["manage.py verify finds something"]
    print("\n".join(beside), end="\n" if beside else "")
    found += beside
    enough = min(pages.values()) >= LEAST
    seen = ", ".join(f"{count} pages of {who}" for who, count in pages.items())
    figure = f"{seen}, {len(MODULES)} kinds of attack: {len(found)} findings"
    print(f"PROOF scanner | {figure}")
    return 0 if enough and not found else 1


def findings(report: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what a report says, each with the reason why it stays, if there is one."""
    for part in ("vulnerabilities", "anomalies"):
        for category, those in report.get(part, {}).items():
            for one in those:
                reasons = [why for (name, word), why in ACCEPTED.items() if category == name and word in one["info"]]
                said = f"{category}: {one['method']} {one['path']} {one.get('parameter') or ''}: {one['info']}"
                yield said, next(iter(reasons), "")


def _scanned(scanner: str, address: str, cookie: str, folder: Path, seconds: float) -> dict[str, Any]:
    folder.mkdir()
    told = [scanner, "-u", f"{address}/", "--scope", "folder", "-m", ",".join(MODULES), "-f", "json"]
    told += ["-o", str(folder / "report.json"), "--store-session", str(folder), "--store-config", str(folder)]
    told += ["--no-bugreport", "-v", "0", "-S", "normal", "--tasks", "1", "-t", "20", "--max-links-per-page", "60"]
    told += ["--max-files-per-dir", "12", "-d", "6", "--max-scan-time", str(seconds / 3)]
    told += ["--max-attack-time", str(max(5, seconds * 2 / 3 / len(MODULES)))]
    told += [part for one in NOT_ASKED for part in ("-x", f"{address}{one}")]
    told += ["-C", cookie] if cookie else []
    for _ in range(ATTEMPTS):
        done = subprocess.run(told, capture_output=True, text=True, errors="replace")
        if done.returncode == 0:
            break
    else:
        raise SystemExit(f"The scanner stopped:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    report: dict[str, Any] = json.loads((folder / "report.json").read_text())
    return report


def _env(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")}
    return {**kept, "SKATTURNIER_DATA": str(folder), "SKATTURNIER_HOUSE": "off"}


OWNER: Final = """
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from tables.accounts.models import User
owner = User.objects.create_superuser("scanner", password="scanned-by-nobody-else")
session = import_module(settings.SESSION_ENGINE).SessionStore()
session.update({SESSION_KEY: str(owner.pk), BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
                HASH_SESSION_KEY: owner.get_session_auth_hash()})
session.create()
print(f"{settings.SESSION_COOKIE_NAME}={session.session_key}")
"""


@contextlib.contextmanager
def site(folder: Path) -> Iterator[tuple[str, str]]:
    """Serve the demo from a folder; give its address, and the cookie of somebody who owns it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with (folder / "said").open("wb") as said:
        told = [sys.executable, "manage.py", "serve", "--demo", "--port", str(port)]
        server = subprocess.Popen(told, env=_env(folder), stdout=said, stderr=said, start_new_session=True)
    try:
        _answers(address, server)
        shell = [sys.executable, "manage.py", "shell", "--no-imports", "-c", OWNER]
        cookie = subprocess.run(shell, env=_env(folder), capture_output=True, text=True, check=True).stdout.split()[-1]
        yield address, cookie
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGTERM)
        server.wait()


def _answers(address: str, server: "subprocess.Popen[bytes]", patience: float = 300) -> None:
    until = time.monotonic() + patience
    while True:
        try:
            with urlopen(f"{address}/sign-in/") as answer:
                if answer.status == 200:
                    return
        except (URLError, OSError):
            if server.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.5)


if __name__ == "__main__":
    sys.exit(main())
