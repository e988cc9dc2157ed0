"""Keeping a site: it is started, and started anew as long as that is wanted; what is ordered is done in between."""

import json
import os
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from skatturnier import LATER, addresses, keeper
from skatturnier.laptop import folder, orders
from skatturnier.laptop.orders import Act, Order, Outcome
from skatturnier.laptop.said import _, refuse, say
from skatturnier.machine import locks, places, processes, screen

LOCK: Final = "laptop.lock"
RUNNING: Final = "laptop.json"
LOG: Final = "laptop.log"

LONGEST_LOG: Final = 1_000_000
"""Bytes after which it begins anew at a start."""

FIRST_PORT: Final = 8000
PORTS: Final = 20
"""So many are tried: other programs take the first ones too."""

PATIENCE: Final = 300.0
"""Seconds a slow laptop with a virus scanner may take for its first start."""


class RunsAlready(Exception):
    """Another start of the program keeps the site of this folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Where a site is kept."""

    data: Path
    host: str
    port: int
    is_demo: bool = False
    """Whether it begins with an invented event, and leads to its three doors."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def keep(data: Path, *, is_demo: bool = False) -> int:
    """Keep the site of a folder until it is stopped; return its exit code. Raise RunsAlready if it is kept already."""
    with _alone(data):
        port = _port(data)
        if not port:
            return refuse(_("Other programs use all the numbers from %d on that the site could take.") % FIRST_PORT)
        host = os.environ.get("HOST") or "0.0.0.0"  # noqa: S104  (for phones)
        home = Home(data=data, host=host, port=port, is_demo=is_demo)
        orders.taken(data)
        screen.keep_awake()
        while True:
            ended, has_answered = _served(home)
            order = orders.taken(data)
            # One that cannot come up is not started again and again, however long a slow laptop takes to find that out.
            if order is None and ended and has_answered:
                say(_("The site ended by itself, and is started again."))
            elif order is None and ended:
                return refuse(_why(home, ended))
            elif order is None or order.act is Act.STOP:
                return 0
            elif order.act is Act.GO_ON:
                break
            else:
                _carry_out(order, home)
    # Only now nobody keeps this folder any more.
    return go_on(order)


def go_on(order: Order) -> int:
    """Become the version that was ordered, if it is what was checked then; return what the program ends with if not."""
    later = Path(order.later)
    if not order.files or folder.checked(later) != order.files:
        return refuse(_("The later version is not there any more, or was changed. Please start the program again."))
    processes.become("skatturnier.laptop", python=folder.python_in(later))
    return 0


def address_of_running(data: Path) -> str:
    """Return where the site that runs on a folder is found, once it answers; "" if it never does."""
    value = json.loads((data / RUNNING).read_text(encoding="utf-8"))
    address = str(value["address"])
    return address if _answers(address, while_true=lambda: True) else ""


@contextmanager
def _alone(data: Path) -> Iterator[None]:
    with (data / LOCK).open("a", encoding="ascii") as lock:
        try:
            locks.take(lock.fileno())
        except BlockingIOError:
            raise RunsAlready from None
        yield


def _port(data: Path) -> int:
    """Return the port of the last start, which phones and codes know, or the first that is free."""
    number = FIRST_PORT
    file = data / RUNNING
    if file.exists():
        number = int(json.loads(file.read_text(encoding="utf-8"))["port"])
    host = os.environ.get("HOST") or addresses.EVERYWHERE[0]
    tried = dict.fromkeys([number, *range(FIRST_PORT, FIRST_PORT + PORTS)])
    port = next((value for value in tried if addresses.is_free(host, value)), 0)
    if port and port != number:
        say(
            _(
                "Another program uses the address with the number %(known)d. The site takes %(port)d instead: "
                "codes that were printed before lead nowhere, please print them anew."
            )
            % {"known": number, "port": port}
        )
    return port


def _served(home: Home) -> tuple[int, bool]:
    values = {"port": home.port, "address": home.address}
    (home.data / RUNNING).write_text(json.dumps(values), encoding="utf-8")
    say(_("The site starts. That takes a moment."))
    has_answered = threading.Event()
    with _log(home.data) as log:
        site = processes.started(
            "django", "serve", "--host", home.host, "--port", str(home.port), *(["--demo"] if home.is_demo else []),
            folder=places.CODE, output=log, **_environment(home.data),
        )  # fmt: skip
        opening = threading.Thread(target=_open, args=(home, lambda: site.poll() is None, has_answered), daemon=True)
        opening.start()
        try:
            ended = site.wait()
        except KeyboardInterrupt:
            # It was told as well, and answers what it has in hand.
            site.wait()
            ended = 0
        opening.join()
    return ended, has_answered.is_set()


def _open(home: Home, is_running: Callable[[], bool], has_answered: threading.Event) -> None:
    if not _answers(home.address, while_true=is_running):
        return
    has_answered.set()
    say(
        _("The site runs: %s\nLeave this window open; whoever closes it ends the program. Nothing is lost by that.")
        % home.address
    )
    word = home.data / "first-word"
    begins = "/demo/" if home.is_demo else "/"
    first = f"/first/?word={word.read_text(encoding='ascii')}" if word.exists() else begins
    screen.open_browser(home.address + first)


def _answers(address: str, *, while_true: Callable[[], bool]) -> bool:
    """Wait until a site answers; return False if it ends before, or takes too long."""
    until = time.monotonic() + PATIENCE
    while while_true() and time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{address}/health/", timeout=5):  # noqa: S310  (our own address)
                return True
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    return False


def _carry_out(order: Order, home: Home) -> None:
    if order.act is not Act.RESTORE:
        return
    say(_("The backup is being read and checked: %s") % order.backup)
    # A backup that is just being made is finished first: it has the database open.
    until = time.monotonic() + PATIENCE
    while not keeper.is_at_rest(home.data) and time.monotonic() < until:
        time.sleep(0.2)
    with _log(home.data) as log:
        file = os.environ.get("SKATTURNIER_BACKUPS", "") or str(home.data / "backups")
        restoring = processes.started(
            "django", "restore", str(Path(file) / order.backup), "--over",
            folder=places.CODE, output=log, **_environment(home.data),
        )  # fmt: skip
        problem = _last_line(home.data) if restoring.wait() else ""
    orders.note(Outcome(backup=order.backup, problem=problem), data=home.data)


def _why(home: Home, ended: int) -> str:
    if ended == LATER:
        return (
            _("The data were made by a later version of the program. Please start that one; nothing was changed: %s")
            % home.data
        )
    return _("The site cannot start: %(why)s\nMore is in the file %(file)s.") % {
        "why": _last_line(home.data),
        "file": home.data / LOG,
    }


def _environment(data: Path) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "skatturnier.settings",
        "SKATTURNIER_DATA": str(data),
        # One process that prepares the site and answers: another would double the time of the start.
        "SKATTURNIER_WORKERS": "0",
        "SKATTURNIER_LAPTOP": str(os.getpid()),
    }


@contextmanager
def _log(data: Path) -> Iterator[BinaryIO]:
    """Give the file into which the site writes what goes wrong; what ends more slowly than the site may still write."""
    with (data / LOG).open("ab") as log:
        if log.tell() > LONGEST_LOG:
            log.truncate(0)
        yield log


def _last_line(data: Path) -> str:
    lines = (data / LOG).read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1].removeprefix("CommandError: ") if lines else "?"
