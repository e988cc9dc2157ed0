"""A ranking as a picture to be shared: who stands on the podium, then the first ten."""

import io
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

from scoring.public.open_data.embedded import EmbeddedLine

SIZE: Final = (1200, 630)
"""What those expect who show the picture of a link."""

MARGIN: Final = 60
GREEN, PALE, WHITE = "#0b5d4b", "#bfe0d6", "#ffffff"

FONTS: Final = Path(settings.BASE_DIR, "skatturnier", "static", "skatturnier", "fonts")
OTHERS: Final = Path(settings.BASE_DIR, "skatturnier", "fonts", "wenquanyi", "wqy-microhei.ttf")
"""What has the letters that the others have not."""

PODIUM: Final = 3
MOST: Final = 10


@cache
def _font(letters: str, size: int) -> ImageFont.FreeTypeFont:
    path = OTHERS if letters == "other" else FONTS / f"fira-sans-{letters}-600.woff2"
    return ImageFont.truetype(path, size)


def _runs(text: str, size: int) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """Yield the parts of a text, each with the font that has its letters."""
    run, before = "", ""
    for letter in text:
        code = ord(letter)
        letters = "latin" if code < 0x100 or 0x2000 <= code < 0x2070 else "latin-ext" if code < 0x250 else "other"
        if run and letters != before:
            yield run, _font(before, size)
            run = ""
        run, before = run + letter, letters
    if run:
        yield run, _font(before, size)


def _width(text: str, size: int) -> float:
    return sum(font.getlength(run) for run, font in _runs(text, size))


def _fitting(text: str, size: int, room: float) -> tuple[str, int]:
    """Return a text that has room: smaller where it is long, cut where it is longer still."""
    while size > 20 and _width(text, size) > room:
        size -= 2
    while len(text) > 1 and _width(text, size) > room:
        text = f"{text.removesuffix('…')[:-1].rstrip()}…"
    return text, size


def ranking_picture(title: str, under: str, lines: Sequence[EmbeddedLine]) -> bytes:
    """Return the first of a ranking as a PNG: three of them large, the next ones beside them."""
    image = Image.new("RGB", SIZE, GREEN)
    draw = ImageDraw.Draw(image)

    def write(
        x: float, y: float, text: str, size: int, room: float, *, colour: str = WHITE, right: bool = False
    ) -> None:
        text, size = _fitting(text, size, room)
        at = x + room - _width(text, size) if right else x
        for run, font in _runs(text, size):
            draw.text((at, y), run, font=font, fill=colour, anchor="ls")
            at += font.getlength(run)

    whole = SIZE[0] - 2 * MARGIN
    write(MARGIN, 105, title, 60, whole)
    write(MARGIN, 160, under, 32, whole, colour=PALE)
    half = whole / 2 - 30 if len(lines) > PODIUM else whole
    for at, line in enumerate(lines[:PODIUM]):
        y = 275 + at * 125
        write(MARGIN, y, f"{line.rank.removesuffix('=')}.", 64, 90, colour=PALE)
        write(MARGIN + 95, y - 14, line.name, 44, half - 95)
        write(MARGIN + 95, y + 30, line.points, 36, half - 95, colour=PALE)
    for at, line in enumerate(lines[PODIUM:MOST]):
        x, y = MARGIN + half + 60, 250 + at * 52
        write(x, y, f"{line.rank.removesuffix('=')}.", 28, 50, colour=PALE)
        write(x + 55, y, line.name, 30, half - 175)
        write(x + half - 110, y, line.points, 30, 110, colour=PALE, right=True)
    held = io.BytesIO()
    image.save(held, "PNG", optimize=False)
    return held.getvalue()
