"""Every form of every page, spoilt by director, judge, table, player and visitor: a sentence each time, never a 500.

Readers of what comes from outside refuse what they cannot read, quickly, and break at nothing.
"""

import random
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.hostile import pages, world
from tests.hostile.parsers import PARSERS
from tests.hostile.payloads import VALUES
from tests.hostile.reading import Asking
from tests.support.thorough import seconds

pytestmark = [pytest.mark.slow, pytest.mark.proof("fuzzed")]

LEAST = 120
"""Forms that somebody is offered on the busy day, at least."""


@pytest.fixture
def asking():
    """A count of what is asked about the busy day."""
    world.busy()
    return Asking()


@pytest.mark.django_db
@pytest.mark.thorough
def test_no_field_of_any_form_breaks_a_page(asking, prove, is_thorough):
    chance = random.Random(5)
    found = pages.everybody()

    for target in found:
        for _ in range(20 if is_thorough else 1):
            pages.attack(asking, target, chance)
        if is_thorough:
            pages.attack(asking, target, chance, every=True)

    assert len(found) > LEAST
    prove(asking.held(f"spoilt forms of {len(found)}"))


@pytest.mark.django_db
@pytest.mark.thorough
def test_no_batch_of_a_phone_breaks_anything(asking, prove, is_thorough):
    chance, client = random.Random(6), world.client("visitor")

    for _ in range(4_000 if is_thorough else 400):
        pages.deals(asking, client, chance)

    prove(asking.held("batches of a phone"))


EXAMPLES = 120


@st.composite
def damaged(draw: st.DrawFn, seeds: tuple[bytes, ...]) -> bytes:
    """Return something that was meant for a reader, with pieces cut out, put in and turned around."""
    data = bytearray(draw(st.sampled_from(seeds)))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(data)))
        until = min(len(data), at + draw(st.sampled_from([0, 0, 1, 1, 4, 30])))
        data[at:until] = draw(PIECES)
    return bytes(data)


SAID = [value.encode("utf-8", "surrogatepass") for value in VALUES]

PIECES = st.one_of(
    st.sampled_from([value for value in SAID if len(value) < 1_000]),
    st.binary(max_size=8),
    st.text(max_size=8).map(str.encode),
    st.sampled_from([b"\x00", b'"', b"'", b"<", b"{", b"[", b"\\", b"\r\n", b";", b"\t", b":", b"-", b"!", b"\xff"]),
)


@pytest.mark.thorough
@pytest.mark.parametrize("name", PARSERS)
def test_a_reader_reads_or_refuses(name, prove):
    parser = PARSERS[name]

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.one_of(damaged(parser.seeds), damaged(parser.seeds), st.binary(max_size=60)))
    def reads(data: bytes) -> None:
        began = time.process_time()
        parser.take(data)
        assert time.process_time() - began < seconds(1)

    reads()
    prove(f"{name}: {EXAMPLES} damaged inputs, 0 errors")


LONG = [
    piece * (2_000_000 // len(piece))
    for piece in (
        *(b"a", b"\x00", b"[", b'{"a":', b";", b",", b"\n", b"1\n", b"a;b\n", b'"', b" ", b"1 2 3\n", b"\xcc\x81"),
    )
]
"""Two million bytes of one kind: what costs the square of its length would never end."""


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("name", PARSERS)
def test_a_reader_is_done_with_anything_long_in_time(name):
    parser = PARSERS[name]
    slow = []
    for data in (*LONG, *SAID):
        began = time.process_time()
        parser.take(data)
        if (took := time.process_time() - began) > seconds(1):
            slow.append((data[:10], round(took, 2)))
    assert slow == []
