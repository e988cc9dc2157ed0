"""Whoever asks whether an answer still holds is told the same about it as whoever gets it: browsers go by that.

The walk through all addresses asks it of everybody; here, of parts of pages and of what was packed on the way.
"""

from itertools import cycle

import pytest

from tests.access_matrix.checks import told
from tests.access_matrix.hall import hall
from tests.access_matrix.roles import everybody
from tests.access_matrix.walking import all_addresses

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WAYS = ({"accept-encoding": "gzip"}, {"hx-request": "true"}, {"hx-request": "true", "accept-encoding": "gzip"})


@pytest.mark.usefixtures("undrawn")
def test_an_unchanged_part_has_the_headers_of_the_whole_one_whoever_else_asked_meanwhile():
    hall()
    browsers, asked, wrong = everybody(), 0, []
    public = [one for one in all_addresses() if one.path.startswith("/t/") and "office" not in one.path]
    for one, headers in zip(public, cycle(WAYS), strict=False):
        whole = {role: browsers[role].get(one.path, headers=headers) for role in ("visitor", "director")}
        for role, answer in whole.items():
            if answer.status_code != 200 or "ETag" not in answer.headers:
                continue
            asked += 1
            again = browsers[role].get(one.path, headers={**headers, "if-none-match": answer["ETag"]})
            if again.status_code != 304 or told(again) != told(answer):
                wrong.append((one.name, role, headers, again.status_code, told(again), told(answer)))
    assert asked > 50
    assert not wrong, "\n".join(map(str, wrong))
