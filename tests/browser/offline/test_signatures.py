"""What a page takes for a signature without a network is what the site takes for one (SkWO 7.2.3)."""

import random

from scoring.signing.drawings import BENT, HEIGHT, SHORTEST, WIDTH, is_signature
from tests.browser.offline.stub import HOME

DRAWINGS = 400

TAKEN = """async ([home, paths, bounds]) => {
    const { isSignature } = await import(home + "/static/table/pad.js");
    return paths.map((path) => isSignature(path, bounds));
}"""


def some_drawings() -> list[str]:
    """Return strokes from a touch to a name, some of them swipes."""
    chance = random.Random(7)
    return [_drawn(chance) for _ in range(DRAWINGS)]


def _drawn(chance: random.Random) -> str:
    step = chance.choice((3, 12, 40))
    x, y = chance.randint(0, WIDTH), chance.randint(0, HEIGHT)
    strokes = f"M{x} {y}"
    for _ in range(chance.randint(0, 12)):
        x = min(WIDTH, max(0, x + chance.randint(-step, step)))
        y = min(HEIGHT, max(0, y + chance.randint(-step, step)))
        strokes += f"{chance.choice('LLLLM')}{x} {y}"
    return strokes


def test_the_page_takes_for_a_signature_what_the_site_takes_for_one(phone):
    drawings = some_drawings()

    taken = phone.evaluate(TAKEN, [HOME, drawings, {"shortest": SHORTEST, "bent": BENT}])

    assert taken == [is_signature(one) for one in drawings]
    assert 50 < sum(taken) < DRAWINGS - 50
