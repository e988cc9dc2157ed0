"""The network as a system shows it: addresses of its interfaces, and ports that are taken."""

import contextlib
import socket
import struct
import sys
from typing import Final

ASK_ADDRESS: Final = 0x8915
"""``SIOCGIFADDR`` of Linux: which address an interface has."""

VIRTUAL: Final = ("lo", "docker", "br-", "veth", "virbr", "vmnet", "vboxnet")
"""How interfaces begin that only programs on the machine share."""


def listens_alone(listener: socket.socket) -> None:
    """Let a socket bind only where nobody listens: it is said by the opposite option on Windows."""
    listener.setsockopt(socket.SOL_SOCKET, ALONE, 1)


if sys.platform == "win32":
    ALONE: Final[int] = socket.SO_EXCLUSIVEADDRUSE

    def interface_addresses() -> list[str]:
        """Return the IPv4 addresses of the machine's networks."""
        with contextlib.suppress(OSError):
            return socket.gethostbyname_ex(socket.gethostname())[2]
        return []

else:
    import fcntl

    ALONE: Final[int] = socket.SO_REUSEADDR

    def interface_addresses() -> list[str]:
        """Return the IPv4 addresses of the machine's networks, where the system is one that can be asked."""
        names = [name for _number, name in socket.if_nameindex() if not name.startswith(VIRTUAL)]
        return [address for name in names if (address := _address_of(name))]

    def _address_of(interface: str) -> str | None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, contextlib.suppress(OSError):
            asked = struct.pack("256s", interface.encode()[:15])
            return socket.inet_ntoa(fcntl.ioctl(asking.fileno(), ASK_ADDRESS, asked)[20:24])
        return None
