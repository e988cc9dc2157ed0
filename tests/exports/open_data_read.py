"""What the tests of the open data share."""

from django.urls import reverse

from tests.exports.figures import PERSON
from tests.exports.reading import read
from tests.support.classes_of_every_event import codes_in


def get(client, name: str, *, asked: str = "", **about: int):
    slug = {} if name == "api:tournaments" else {"slug": "cup"}
    response = client.get(reverse(name, kwargs=slug | about) + asked)
    assert response.status_code == 200, response.content
    return read(response)


def stamp(moment) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def shown(number: str) -> dict[str, object]:
    person = PERSON[number]
    return {"number": int(number), "name": person["public_name"], "club": person["public_club"]}


def marked(number: str) -> dict[str, object]:
    return shown(number) | {"classes": codes_in(PERSON[number])}
