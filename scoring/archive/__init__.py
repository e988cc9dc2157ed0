"""The whole record of an event in one file, for the six months that the direction keeps it (SkWO 7.4.4)."""

from scoring.archive.checking import Checked, CheckRefused, check_archive
from scoring.archive.packing import pack
from scoring.archive.working import work
