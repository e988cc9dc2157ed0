"""Whoever asks whether an answer still holds is told the same about it as whoever gets it: browsers go by that."""

import pytest

from tests.security.walking import Walk

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OF_THIS_ANSWER = {"Content-Length", "Content-Encoding", "X-Request-Id"}
"""What describes the bytes that are sent, of which there are none, and the request."""


@pytest.mark.parametrize("packed", ["", "gzip"])
def test_an_unchanged_answer_has_the_headers_of_the_whole_one_whoever_else_asked_meanwhile(packed):
    walk = Walk()
    asked, wrong = 0, []
    for name, address in walk.addresses():
        for more in ({}, {"HX-Request": "true"}):
            headers = {"accept-encoding": packed, **more}
            whole = {who: client.get(address, headers=headers) for who, client in walk.visitors.items()}
            for who, answer in whole.items():
                if answer.status_code != 200 or "ETag" not in answer.headers:
                    continue
                asked += 1
                again = walk.visitors[who].get(address, headers={**headers, "If-None-Match": answer.headers["ETag"]})
                told, expected = _told(again), _told(answer)
                if again.status_code != 304 or told != expected:
                    differing = {key for key in told.keys() | expected if told.get(key) != expected.get(key)}
                    wrong.append((name, who, again.status_code, sorted(differing)))
    assert asked > 200
    assert not wrong, "\n".join(map(str, wrong))


def _told(answer):
    return {key: value for key, value in answer.headers.items() if key not in OF_THIS_ANSWER}
