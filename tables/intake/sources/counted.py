"""A zip that is counted before anything of it is unpacked: first the length of its directory, then what that says."""

import io
import zipfile
from typing import IO, Any, Final, cast

MOST_OF_DIRECTORY: Final = 1 << 20
"""Bytes of the directory: 2,000 members with long names. A library makes an object of each member it lists."""

UNPACKED_IN_PIECES: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What programs write. The other methods unpack a whole bomb at once."""


class TooMuch(ValueError):
    """There is more in it than in anything that is meant."""


def open_counted(file: IO[bytes], *, members: int, unpacked: int) -> zipfile.ZipFile:
    """Return a zip that has no more members than that, and no more bytes unpacked.

    :raises TooMuch: if it has, or if members lie in one another.
    :raises zipfile.BadZipFile: and whatever else the library raises, if it is damaged.
    """
    directory = _Directory(file)
    archive = zipfile.ZipFile(cast("IO[bytes]", directory))
    directory.is_read = True
    listed = archive.infolist()
    if len(listed) > members or sum(member.file_size for member in listed) > unpacked:
        raise TooMuch("unpacked")
    if sum(member.compress_size for member in listed) > file.seek(0, io.SEEK_END):
        raise TooMuch("in one another")
    return archive


class _Directory:
    """A file of which the library reads no more than a directory may have, until that ``is_read``."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.is_read = False

    def read(self, size: int = -1) -> bytes:
        """Return what comes next.

        :raises TooMuch: if the directory is longer than any.
        """
        if self.is_read:
            return self.file.read(size)
        if size > MOST_OF_DIRECTORY:
            raise TooMuch("directory")
        data = self.file.read(MOST_OF_DIRECTORY + 1 if size < 0 else size)
        if len(data) > MOST_OF_DIRECTORY:
            raise TooMuch("directory")
        return data

    def __getattr__(self, name: str) -> Any:
        """Return everything else that the file can do."""
        return getattr(self.file, name)
