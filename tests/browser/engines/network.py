"""The network between phones and a site, on this machine only: it can be pulled, and comes back at the same address."""

import contextlib
import socket
import socketserver
import threading
from collections.abc import Iterator

HOST = "127.0.0.1"
NO_LOOPBACK = "[::ffff:127.0.0.1]"
"""The same sockets by an address that no browser takes for its own machine: so there is no worker, as on plain http."""


class Network:
    """Carries everything that comes to its port over to another one, until it is pulled."""

    def __init__(self, to: int) -> None:
        self.to, self.port = to, 0
        self.come_back()

    def secure(self) -> str:
        """Return the address by which browsers take the site for safe, and keep a worker for it."""
        return f"http://{HOST}:{self.port}"

    def plain(self) -> str:
        return f"http://{NO_LOOPBACK}:{self.port}"

    def come_back(self) -> None:
        self.carrier = _Carrier((HOST, self.port), self.to)
        self.port = self.carrier.server_address[1]
        threading.Thread(target=self.carrier.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def pull(self) -> None:
        """Let nobody come through any more, nor go on with what was begun."""
        self.carrier.shutdown()
        self.carrier.server_close()
        self.carrier.cut()


class _Carrier(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True
    block_on_close = False

    def __init__(self, address: tuple[str, int], to: int) -> None:
        self.to = to
        self.open: set[socket.socket] = set()
        super().__init__(address, _Line)

    @contextlib.contextmanager
    def kept(self, *ends: socket.socket) -> Iterator[None]:
        self.open.update(ends)
        yield
        self.open.difference_update(ends)

    def cut(self) -> None:
        for end in tuple(self.open):
            _hang_up(end)


class _Line(socketserver.BaseRequestHandler):
    server: _Carrier

    def handle(self) -> None:
        with socket.create_connection((HOST, self.server.to)) as site, self.server.kept(self.request, site):
            back = threading.Thread(target=_carry, args=(site, self.request), daemon=True)
            back.start()
            _carry(self.request, site)
            back.join()


def _carry(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
    for end in (source, target):
        _hang_up(end)


def _hang_up(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
