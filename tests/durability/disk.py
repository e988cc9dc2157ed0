"""A disk whose power can be cut: what was written but not synced is kept apart, and what is left of it is chance.

It is a file system for SQLite (apsw). A new file and a deleted one count as such only when their folder was synced, as
SQLite does it on Linux: with the first sync of a journal it made, and with a deletion only where it asks for that.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import apsw

SECTOR = 512
NEVER = -1
JOURNALS = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL


class PowerCut(Exception):
    """Nothing more reaches the disk, and nothing is answered."""


@dataclass
class Stored:
    """A file: as programs see it, as it is surely on the disk, and what lies between, in order."""

    seen: bytearray = field(default_factory=bytearray)
    sure: bytearray = field(default_factory=bytearray)
    unsynced: list[tuple[int, bytes | None]] = field(default_factory=list)

    def change(self, offset: int, data: bytes | None) -> None:
        """Write, or with None cut the file off there."""
        apply(self.seen, offset, data)
        self.unsynced.append((offset, data))

    def sync(self) -> None:
        for offset, data in self.unsynced:
            apply(self.sure, offset, data)
        self.unsynced.clear()


def apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


class Disk(apsw.VFS):
    """Files in a folder of its own; ``cut_in`` operations from now the power goes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.files: dict[str, Stored] = {}
        self.sure: dict[str, Stored] = {}
        self.cut_in = NEVER
        self.is_off = False
        self.done = 0
        super().__init__(name, "")

    def put(self, path: str, content: bytes) -> None:
        """Lay a file on the disk, synced."""
        self.files = {path: Stored(bytearray(content), bytearray(content))}
        self.sure = dict(self.files)

    def step(self) -> None:
        """Count an operation; the power may go instead of it."""
        if self.is_off or self.done == self.cut_in:
            self.is_off = True
            raise PowerCut
        self.done += 1

    def power_on(self, survive: Callable[[Stored], bytearray], chance: random.Random | None) -> None:
        """Leave what is sure, and of the rest what survives; without chance no name that is not sure does."""
        names = {**self.sure, **self.files}
        kept = {}
        for name in names:
            was, would_be = self.sure.get(name), self.files.get(name)
            left = was if was is would_be or chance is None or chance.random() < 0.5 else would_be
            if left is not None:
                kept[name] = left
        for file in kept.values():
            content = survive(file)
            file.seen, file.sure, file.unsynced = content, bytearray(content), []
        self.files, self.sure = kept, dict(kept)
        self.is_off, self.cut_in, self.done = False, NEVER, 0

    def sync_folder(self) -> None:
        self.sure = dict(self.files)

    # What SQLite asks of a file system.

    def xOpen(self, name, flags):  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if self.is_off:
            raise PowerCut
        is_new = path not in self.files
        if is_new:
            self.step()
            self.files[path] = Stored()
        flags[1] = flags[0]
        return Open(self, self.files[path], syncs_folder=is_new and bool(flags[0] & JOURNALS))

    def xDelete(self, path, is_synced):  # noqa: N802
        self.step()
        del self.files[path]
        if is_synced:
            self.sync_folder()

    def xAccess(self, path, flags):  # noqa: N802
        return path in self.files

    def xFullPathname(self, path):  # noqa: N802
        return path


class Open:
    """A file that SQLite has open."""

    def __init__(self, disk: Disk, file: Stored, *, syncs_folder: bool) -> None:
        self.disk, self.file, self.syncs_folder = disk, file, syncs_folder
        self.level = apsw.SQLITE_LOCK_NONE

    def xRead(self, amount, offset):  # noqa: N802
        if self.disk.is_off:
            raise PowerCut
        return bytes(self.file.seen[offset : offset + amount])

    def xWrite(self, data, offset):  # noqa: N802
        self.disk.step()
        self.file.change(offset, bytes(data))

    def xTruncate(self, size):  # noqa: N802
        self.disk.step()
        self.file.change(size, None)

    def xSync(self, flags):  # noqa: N802
        self.disk.step()
        self.file.sync()
        if self.syncs_folder:
            self.disk.sync_folder()
            self.syncs_folder = False

    def xFileSize(self):  # noqa: N802
        return len(self.file.seen)

    def xLock(self, level):  # noqa: N802
        self.level = level

    def xUnlock(self, level):  # noqa: N802
        self.level = level

    def xCheckReservedLock(self):  # noqa: N802
        # Nobody else is there: a process that had it is gone with the power.
        return False

    def xFileControl(self, op, pointer):  # noqa: N802
        return False

    def xSectorSize(self):  # noqa: N802
        return 4096

    def xDeviceCharacteristics(self):  # noqa: N802
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE

    def xClose(self):  # noqa: N802
        pass


def clean(file: Stored) -> bytearray:
    """Leave nothing of what was not synced."""
    return bytearray(file.sure)


def torn(chance: random.Random) -> Callable[[Stored], bytearray]:
    """Leave any part of what was not synced: whole writes, some sectors of them, half a sector, rubbish."""

    def survive(file: Stored) -> bytearray:
        content = bytearray(file.sure)
        for offset, data in file.unsynced:
            fate = chance.random()
            if fate < 0.4:
                apply(content, offset, data)
            elif fate < 0.7 and data is not None:
                _in_pieces(content, offset, data, chance)
        return content

    return survive


def _in_pieces(content: bytearray, offset: int, data: bytes, chance: random.Random) -> None:
    for start in range(0, len(data), SECTOR):
        piece = data[start : start + SECTOR]
        fate = chance.random()
        if fate < 0.4:
            apply(content, offset + start, piece)
        elif fate < 0.6:
            apply(content, offset + start, piece[: chance.randrange(len(piece))])
        elif fate < 0.7:
            apply(content, offset + start, chance.randbytes(len(piece)))
