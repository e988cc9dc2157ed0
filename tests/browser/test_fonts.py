"""What the browser tests measure is set in the fonts of the program, whatever the machine has and prefers."""

import pytest

from skatturnier.fonts import OWN

SIZE = 40
TEXT = "Spieler 1 Grand 72"

WIDTH = """([family, size, text]) => {
    const span = document.createElement("span");
    span.style.font = `${size}px ${family}`;
    span.textContent = text;
    document.body.append(span);
    return span.getBoundingClientRect().width;
}"""


@pytest.mark.parametrize(
    ("families", "file"),
    [
        ('"Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif', "DejaVuSans.ttf"),
        ("system-ui", "DejaVuSans.ttf"),
        ('ui-monospace, "Cascadia Mono", "Liberation Mono", monospace', "DejaVuSansMono.ttf"),
    ],
)
def test_letters_are_as_wide_as_those_of_the_program(browser, families, file):
    font = pytest.importorskip("fontTools.ttLib").TTFont(OWN / file)
    glyphs, metrics, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    page = browser.new_page()
    try:
        found = page.evaluate(WIDTH, [families, SIZE, TEXT])
    finally:
        page.close()

    assert found == pytest.approx(sum(metrics[glyphs[ord(one)]][0] for one in TEXT) / em * SIZE, abs=0.5)
