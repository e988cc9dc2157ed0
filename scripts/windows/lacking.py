"""What Debian's Wine 8 lacks of Windows 10: ``bcryptprimitives.dll``, where what is made in Rust gets its chance.

The library made here has no code: its one name leads on to the same function of another library. It is never shipped.
"""

import struct
from pathlib import Path
from typing import Final

NAME: Final = b"bcryptprimitives.dll"
EXPORTED: Final = b"ProcessPrng"
LEADS_TO: Final = b"advapi32.SystemFunction036"

AT: Final = 0x1000
"""Where its only section lies in memory; its headers take up less."""

IN_FILE: Final = 0x200
"""Where that section begins in the file."""


def put_into(folder: Path) -> None:
    """Write the library into a folder, unless Wine brings one."""
    file = folder / NAME.decode()
    if not file.exists():
        file.write_bytes(_library())


def _library() -> bytes:
    """Return a library of 64 bits that exports one name and leads it on (PE/COFF, 6.3)."""
    exports = _exports()
    section = exports.ljust(-(-len(exports) // IN_FILE) * IN_FILE, b"\0")
    dos = b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", 0x40)
    # AMD64, one section, no symbols; an image, aware of large addresses, a library.
    coff = b"PE\0\0" + struct.pack("<HHIIIHH", 0x8664, 1, 0, 0, 0, 0xF0, 0x2022)
    optional = struct.pack("<HBBIIIII", 0x20B, 14, 0, 0, len(section), 0, 0, AT)
    optional += struct.pack("<QIIHHHHHHIIII", 0x1_8000_0000, AT, IN_FILE, 6, 0, 0, 0, 6, 0, 0, 2 * AT, IN_FILE, 0)
    # The console's, no chance in its place, stacks and heaps as usual, sixteen tables of which only the first is used.
    optional += struct.pack("<HHQQQQII", 3, 0x100, 0x10_0000, 0x1000, 0x10_0000, 0x1000, 0, 16)
    optional += struct.pack("<II", AT, len(exports)).ljust(16 * 8, b"\0")
    rows = struct.pack("<8sIIIIIIHHI", b".edata", len(exports), AT, len(section), IN_FILE, 0, 0, 0, 0, 0x4000_0040)
    return (dos + coff + optional + rows).ljust(IN_FILE, b"\0") + section


def _exports() -> bytes:
    """Return the table of exports: a directory, an address, a name, an ordinal, and the three texts."""
    addresses, names, ordinals, texts = AT + 40, AT + 44, AT + 48, AT + 50
    own, exported = texts, texts + len(NAME) + 1
    leads_to = exported + len(EXPORTED) + 1
    directory = struct.pack("<IIHHIIIIIII", 0, 0, 0, 0, own, 1, 1, 1, addresses, names, ordinals)
    tables = struct.pack("<IIH", leads_to, exported, 0)
    return directory + tables + b"".join(text + b"\0" for text in (NAME, EXPORTED, LEADS_TO))
