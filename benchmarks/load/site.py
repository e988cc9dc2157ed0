"""The site under load: one ``serve`` on SQLite, or two behind nginx on one PostgreSQL."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
NGINX = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream site {{
        {servers}
        keepalive 64;
        keepalive_timeout 15s;
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://site;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_next_upstream error timeout;
            proxy_connect_timeout 2s;
        }}
    }}
}}
"""


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """``manage.py serve`` in a group of its own, so that all its processes can be killed at once."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment, self.port = environment, free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it listens."""
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
        wait_for(self.port)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End every process of it."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait()

    def memory(self) -> float:
        """Return what its processes hold for themselves, in MB."""
        if not self.process or self.process.poll() is not None:
            return 0.0
        return sum(_private(pid) for pid in _group(self.process.pid)) / 1000

    def computed(self) -> float:
        """Return for how many seconds its processes have computed since they started."""
        if not self.process or self.process.poll() is not None:
            return 0.0
        return sum(_computed(pid) for pid in _group(self.process.pid))


class Nginx:
    """nginx before several servers."""

    def __init__(self, servers: list[Server], folder: Path) -> None:
        self.port, self.folder = free_port(), folder
        lines = "\n        ".join(f"server 127.0.0.1:{one.port} max_fails=1 fail_timeout=2s;" for one in servers)
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=self.port, servers=lines), encoding="ascii")
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        if not Path(program).exists():
            raise SystemExit("nginx is not there: apt-get install nginx-light")
        self.process = subprocess.Popen([program, "-p", str(folder), "-c", str(folder / "nginx.conf")])
        wait_for(self.port)

    def end(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


class Memory(threading.Thread):
    """Looks every few seconds at what the servers hold."""

    EVERY = 5.0

    def __init__(self, servers: list[Server]) -> None:
        super().__init__(daemon=True)
        self.servers, self.over = servers, threading.Event()
        self.begun = time.monotonic()
        self.seen: list[tuple[float, float]] = []

    def run(self) -> None:
        """Look until it is over."""
        while not self.over.wait(self.EVERY):
            self.seen.append((time.monotonic() - self.begun, sum(one.memory() for one in self.servers)))


def end_those_of(folder: Path) -> None:
    """End what a site started beside itself, and what is still at work for it: print runs, looks at backups."""
    mark = f"SKATTURNIER_DATA={folder}".encode()
    for environment in Path("/proc").glob("[0-9]*/environ"):
        try:
            is_of_it = mark in environment.read_bytes().split(b"\0")
        except OSError:
            continue
        if is_of_it:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(environment.parent.name), signal.SIGKILL)


def wait_for(port: int) -> None:
    """Wait until somebody listens.

    :raises SystemExit: after three minutes.
    """
    for _ in range(1800):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("the site did not start")


def _group(leader: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == leader:
            found.append(int(status.parent.name))
    return found


def _computed(pid: int) -> float:
    """Return the seconds a process has computed, in user's and in kernel's time."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _private(pid: int) -> float:
    """Return what a process shares with nobody, in kB."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(float(line.split()[1]) for line in lines if line.startswith("Private_"))
