"""Whoever asks whether an answer still holds is told the same about it as whoever gets it: browsers go by that."""

import pytest

from tests.security.walking import Walk

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OF_THE_BODY = {"Content-Length", "Content-Encoding", "X-Request-Id"}
"""What describes the bytes that are sent, of which there are none."""


@pytest.mark.parametrize("packed", ["", "gzip"])
@pytest.mark.parametrize("who", ["visitor", "director"])
def test_an_unchanged_answer_has_the_headers_of_the_whole_one(who, packed):
    walk = Walk()
    client = walk.visitors[who]
    asked, wrong = 0, []
    for name, address in walk.addresses():
        for more in ({}, {"HX-Request": "true"}):
            headers = {"accept-encoding": packed, **more}
            whole = client.get(address, headers=headers)
            if whole.status_code != 200 or "ETag" not in whole.headers:
                continue
            asked += 1
            again = client.get(address, headers={**headers, "If-None-Match": whole.headers["ETag"]})
            told = {key: value for key, value in again.headers.items() if key not in OF_THE_BODY}
            expected = {key: value for key, value in whole.headers.items() if key not in OF_THE_BODY}
            if again.status_code != 304 or told != expected:
                differing = {key for key in told.keys() | expected if told.get(key) != expected.get(key)}
                wrong.append((name, address, again.status_code, sorted(differing)))
    assert asked > 20
    assert not wrong, "\n".join(map(str, wrong))
