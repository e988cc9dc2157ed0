"""A PostgreSQL of its own, made when it is asked for and thrown away afterwards.

``python -m tests.support.postgresql_cluster COMMAND...`` runs a command with ``DATABASE_URL`` leading to one.
"""

import atexit
import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

OWNERS = ("postgres", "nobody")
"""Who runs the server where root asks for it: PostgreSQL refuses root."""


class NoPostgreSQL(Exception):
    """There are no binaries of PostgreSQL's server here."""


def binaries() -> Path:
    """Return the folder of the newest server on this machine.

    :raises NoPostgreSQL: if there is none.
    """
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: float(place.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    for place in [*places, *([Path(on_path).resolve().parent] if on_path else [])]:
        if all((place / name).exists() for name in ("initdb", "pg_ctl", "postgres")):
            return place
    raise NoPostgreSQL("no initdb, pg_ctl and postgres in /usr/lib/postgresql/*/bin or on the PATH")


class Cluster:
    """A server on a free port of this machine, its files in a folder of its own."""

    def __init__(self) -> None:
        self.bin = binaries()
        self.folder = Path(tempfile.mkdtemp(prefix="skatturnier-postgresql-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.password = secrets.token_hex(16)
        self.user = next((name for name in OWNERS if os.geteuid() == 0 and _exists(name)), None)

    def url(self, name: str = "skatturnier") -> str:
        """Return the address of a database in it."""
        return f"postgres://skat:{self.password}@127.0.0.1:{self.port}/{name}"

    def make(self) -> None:
        """Make it: the settings that decide what a commit means stay PostgreSQL's own."""
        (self.folder / "password").write_text(self.password, encoding="ascii")
        if self.user:
            for path in (self.folder, self.folder / "password"):
                shutil.chown(path, self.user)
        told = ("--auth=scram-sha-256", "--username=skat", f"--pwfile={self.folder}/password", "--encoding=UTF8",
                "--locale=C.UTF-8", "--no-sync", f"--pgdata={self.folder}/data")  # fmt: skip
        try:
            # Sorted as in Germany, where most will set theirs up: nothing may go by that.
            self._run("initdb", "--locale-provider=icu", "--icu-locale=de", *told)
        except subprocess.CalledProcessError:
            self._run("initdb", *told)

    def start(self, *settings: str) -> None:
        """Start it and wait until it answers."""
        place = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        log, told = f"--log={self.folder}/log", f"--options={place} {' '.join(settings)}"
        self._run("pg_ctl", "--wait", f"--pgdata={self.folder}/data", log, told, "start")

    def stop(self, *, mode: str = "fast") -> None:
        """Stop it; ``immediate`` is what a power cut does to its processes."""
        self._run("pg_ctl", "--wait", f"--pgdata={self.folder}/data", f"--mode={mode}", "stop")

    def kill(self) -> None:
        """Kill every process of it at once, as a system does that has no memory left."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        # Stopped before its children are counted, so that it makes no new ones.
        os.kill(first, signal.SIGSTOP)
        processes = [*_children(first), first]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        deadline = time.monotonic() + 30
        while any(map(_is_alive, processes)):
            if time.monotonic() > deadline:
                raise TimeoutError("PostgreSQL survives kill -9")
            time.sleep(0.01)
        # In a container nobody may collect the dead, and the next server would think that this one lives.
        for lock in (self.folder / "data" / "postmaster.pid", self.folder / f".s.PGSQL.{self.port}.lock"):
            lock.unlink(missing_ok=True)

    def throw_away(self) -> None:
        """Stop it if it runs, and leave nothing of it."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.stop(mode="immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def create(self, name: str) -> None:
        """Create an empty database."""
        self._run("createdb", "--host=127.0.0.1", f"--port={self.port}", "--username=skat", name)

    def _run(self, program: str, *arguments: str) -> None:
        # Output goes nowhere: the server would keep a pipe open for as long as it lives.
        subprocess.run(
            [self.bin / program, *arguments],
            user=self.user,
            cwd=self.folder,
            env={**os.environ, "PGPASSWORD": self.password},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )


def _children(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            # After the name, which may hold anything: the state, then the parent.
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


def _is_alive(process: int) -> bool:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def _exists(name: str) -> bool:
    with contextlib.suppress(KeyError):
        return bool(pwd.getpwnam(name))
    return False


@contextlib.contextmanager
def running() -> Iterator[Cluster]:
    """Give a server with one empty database, and throw it away in the end.

    :raises NoPostgreSQL: if there are no binaries.
    """
    made = Cluster()
    try:
        made.make()
        made.start()
        made.create("skatturnier")
        yield made
    finally:
        made.throw_away()


def for_this_run() -> str:
    """Return the address of a server that lives until this process ends; those it starts find it too."""
    if "DATABASE_URL" not in os.environ:
        stack = contextlib.ExitStack()
        os.environ["DATABASE_URL"] = stack.enter_context(running()).url()
        owner = os.getpid()
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            # Told to end, the run still throws its server away.
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        atexit.register(lambda: stack.close() if os.getpid() == owner else None)
    return os.environ["DATABASE_URL"]


if __name__ == "__main__":
    with running() as found:
        sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": found.url()}).returncode)
