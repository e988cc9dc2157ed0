"""Every zip the site reads is counted before it is unpacked."""

import io
import zipfile
from functools import cache

import pytest

from scoring.archive.packing.contents import CheckRefused, check_archive
from tables import intake
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.lists_read_in_one_go import read_table


class Members(zipfile.ZipInfo):
    """What a library makes of each member it lists."""

    made = 0

    def __init__(self, *given):
        Members.made += 1
        super().__init__(*given)


@cache
def of_members(number, *, content=b"", method=zipfile.ZIP_STORED):
    """Return a zip that passes for an archive of ours, and for a workbook."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as file:
        for name in ("SHA256SUMS", "xl/workbook.xml", *map(str, range(2, number))):
            file.writestr(name, content)
    return packed.getvalue()


def in_one_another(number):
    """Return such a zip of which each member is told to have all bytes of the file."""
    packed = of_members(number, content=bytes(300_000))
    begins = packed.index(b"PK\x01\x02")
    _none, *entries = packed[begins:].split(b"PK\x01\x02")
    size = (250_000 * number).to_bytes(4, "little")
    return packed[:begins] + b"".join(b"PK\x01\x02" + one[:16] + size * 2 + one[24:] for one in entries)


class TestCounted:
    """Every zip the site reads is counted first, by its directory and not by what anybody says of it."""

    READERS = {
        "archive": (lambda data: check_archive(io.BytesIO(data)), CheckRefused),
        "workbook": (
            lambda data: read_table(data, "list.xlsx", limit=1_000, classes=BEGUN_WITH),
            intake.IntakeRefused,
        ),
    }

    @pytest.mark.parametrize("reader", READERS)
    def test_of_a_long_directory_no_member_is_listed(self, reader, monkeypatch):
        read, refusal = self.READERS[reader]
        many = of_members(40_000)
        monkeypatch.setattr(zipfile, "ZipInfo", Members)
        Members.made = 0

        with pytest.raises(refusal):
            read(many)

        assert Members.made == 0

    @pytest.mark.parametrize("reader", READERS)
    @pytest.mark.parametrize(
        "packed",
        [
            pytest.param(lambda: of_members(5_000), id="too many members"),
            pytest.param(lambda: of_members(3, content=bytes(11_000_000), method=zipfile.ZIP_DEFLATED), id="steep"),
            pytest.param(lambda: of_members(2, content=bytes(900_000), method=zipfile.ZIP_LZMA), id="not in pieces"),
            pytest.param(lambda: of_members(2, content=bytes(900_000), method=zipfile.ZIP_BZIP2), id="nor these"),
            pytest.param(lambda: in_one_another(3), id="in one another"),
        ],
    )
    def test_nothing_is_unpacked_of_what_is_too_much(self, reader, packed, monkeypatch):
        read, refusal = self.READERS[reader]
        content = packed()
        monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_given, **_more: pytest.fail("unpacked"))

        with pytest.raises(refusal):
            read(content)
