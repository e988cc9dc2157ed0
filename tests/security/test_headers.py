"""Every address, asked for by everybody: what its answer tells browsers and proxies."""

import pytest

from tests.security.strict import Answer, faults
from tests.security.walking import Walk

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("undrawn")]


@pytest.mark.proof("headers")
def test_every_answer_is_strict_whoever_asks(prove):
    walk = Walk()
    found, answers = [], 0
    for name, address in walk.addresses():
        public = walk.visitors["visitor"].get(address)
        for who, client in walk.visitors.items():
            response = public if who == "visitor" else client.get(address)
            assert response.status_code < 500, (address, who)
            # What the public is refused and others get is theirs alone.
            is_shut = public.status_code in {302, 403} and response.status_code == 200
            found += faults(Answer(name, who, response, is_shut))
            answers += 1
    assert answers > 550
    assert found == []
    prove(f"{answers} answers: 0 without a header")


@pytest.mark.thorough
@pytest.mark.proof("headers")
def test_no_address_takes_another_method(prove):
    walk = Walk()
    director = walk.visitors["director"]
    wrong = []
    for name, address in walk.addresses():
        for method in ("put", "patch", "delete", "trace"):
            status = getattr(director, method)(address).status_code
            if status != 405:
                wrong.append((name, method, status))
        status = director.options(address).status_code
        if status not in ({200, 204} if address.startswith("/api/v1/") else {405}):
            wrong.append((name, "options", status))
    assert wrong == []
    prove("PUT, PATCH, DELETE, TRACE: 405 everywhere")


@pytest.mark.thorough
@pytest.mark.proof("headers")
def test_nothing_is_written_without_the_token_of_the_form(prove):
    walk = Walk()
    strict = {
        "visitor": walk.visitor(enforce_csrf_checks=True),
        "director": walk.visitor(user="direktor", enforce_csrf_checks=True),
        "table": walk.visitor(shows=f"/l/{walk.row.table.key}/", enforce_csrf_checks=True),
        "player": walk.visitor(shows=f"/p/{walk.player.key}/", enforce_csrf_checks=True),
    }
    taken, refused = [], 0
    for name, address in walk.addresses():
        for who, client in strict.items():
            status = client.post(address, {"act": "x"}).status_code
            # Of what is open without a token nothing can be sent at all, or it takes a key in a header.
            if status == 403:
                refused += 1
            elif status != 405:
                taken.append((name, who, status))
    assert taken == []
    assert refused > 500
    prove(f"{refused} posts without a token: all refused")


def test_pages_of_errors_are_as_strict(client):
    for address, headers in (("/nowhere/", {}), ("/", {"host": "evil.example"})):
        response = client.get(address, headers=headers)
        assert "default-src 'none'" in response["Content-Security-Policy"]
        assert response["X-Frame-Options"] == "DENY"
        assert response["X-Content-Type-Options"] == "nosniff"
