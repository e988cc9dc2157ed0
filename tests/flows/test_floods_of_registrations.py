"""Registrations that flood an event are refused in words before they do; a full hall never meets that."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from tables.accounts.models import Guess
from tables.accounts.services import floods
from tables.acts.services.refusals import TooMany
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import EVENING
from tests.flows.pages import Visitor

pytestmark = pytest.mark.django_db

HALL = "192.0.2.7"
SECOND = timedelta(seconds=1)


def phone() -> Client:
    return Client(headers={"accept-language": "en"})


REGISTER = "/t/cup/register/"


def register(made: Tournament, number: int, *, at: Any = EVENING, address: str = HALL) -> Entrant:
    return registration.register(
        tournament_id=made.pk,
        registration=Registration(name=f"Erna {number}"),
        source=Entrant.Source.SELF,
        entry_key=uuid4(),
        by=None,
        now=at,
        address=address,
    )


def sent(moments: Iterable[datetime], *, address: str = HALL) -> int:
    """Return how many of those sent at these moments are taken."""
    taken = 0
    for at in moments:
        with suppress(TooMany), transaction.atomic():
            floods.must_not_flood("registrations", address=address, now=at, most=floods.REGISTRATIONS)
            taken += 1
    return taken


class TestRegistrations:
    @pytest.fixture
    def made(self) -> Tournament:
        return factories.tournament(registration_open=True)

    def test_a_club_registers_forty_from_one_computer(self, made):
        computer = phone()

        for n in range(40):
            sent = {"name": f"Erna {n}", "entry_key": str(uuid4())}
            assert computer.post(REGISTER, sent).status_code == 302

        assert made.entrants.count() == 40

    def test_three_hundred_phones_of_a_hall_share_one_address(self, made):
        assert sent(EVENING + n * 2 * SECOND for n in range(300)) == 300

    def test_a_flood_is_refused_and_others_still_come_in(self, made):
        assert 40 <= sent(EVENING + n * SECOND * 26 / 150 for n in range(150)) < 100
        assert sent([EVENING + 27 * SECOND], address="192.0.2.8") == 1
        assert sent([EVENING + timedelta(minutes=2)]) == 1

    def test_a_slow_flood_is_refused_as_well(self, made):
        assert sent(EVENING + n * 1.5 * SECOND for n in range(599)) <= 400

    def test_it_is_counted_for_whoever_registers(self, made, monkeypatch):
        monkeypatch.setattr(floods, "REGISTRATIONS", (2, 400))
        for n in range(2):
            register(made, n)

        with pytest.raises(TooMany, match="too-many-from-here"):
            register(made, 2)
        assert made.entrants.count() == 2

    def test_the_refusal_is_a_sentence_and_keeps_what_was_typed(self, made, monkeypatch):
        monkeypatch.setattr(floods, "REGISTRATIONS", (1, 400))
        phone().post(REGISTER, {"name": "Erna Schulz", "entry_key": str(uuid4())})

        answer = phone().post(REGISTER, {"name": "Otto Kurz", "club": "SC Herz", "entry_key": str(uuid4())})

        body = answer.content.decode()
        assert answer.status_code == 429
        assert "Nothing of what you typed is lost" in body
        assert 'value="Otto Kurz"' in body
        assert 'value="SC Herz"' in body
        assert made.entrants.count() == 1

    def test_the_same_form_sent_again_counts_once(self, made, monkeypatch):
        monkeypatch.setattr(floods, "REGISTRATIONS", (1, 400))
        sent = {"name": "Erna Schulz", "entry_key": str(uuid4())}

        assert [phone().post(REGISTER, sent).status_code for _ in range(3)] == [302] * 3

    def test_the_desk_is_never_held_up(self, made, monkeypatch):
        monkeypatch.setattr(floods, "REGISTRATIONS", (0, 0))
        desk = phone()
        desk.force_login(factories.user())

        answer = desk.post("/t/cup/office/entrants/", {"name": "Erna", "entry_key": str(uuid4())})

        assert answer.status_code == 302

    def test_what_is_counted_does_not_say_from_where(self, made):
        register(made, 1)

        assert HALL not in str(list(Guess.objects.values()))

    def test_one_act_withdraws_them_with_the_list_before_it(self, made):
        for n in range(30):
            register(made, n, address="")
        made.entrants.filter(number=7).update(paid=True)
        director = Visitor()
        director.client.force_login(factories.user())

        page = director.get("/t/cup/office/entrants/withdraw/", first="5", last="30")
        form = page.form("number")
        assert "Erna 29" in page.text
        assert sorted(map(int, form.holds()["number"])) == [n for n in range(5, 31) if n != 7]
        form.send()

        left = made.entrants.filter(withdrawn_at=None).values_list("number", flat=True)
        assert sorted(left) == [1, 2, 3, 4, 7]

    def test_who_sits_somewhere_is_not_withdrawn_with_the_others(self):
        made = factories.tournament(entrants=4)
        made.entrants.update(source="self")
        factories.running_series(made)
        director = phone()
        director.force_login(factories.user())

        answer = director.post("/t/cup/office/entrants/withdraw/", {"number": ["1", "2"]})

        assert answer.status_code == 422
        assert not made.entrants.exclude(withdrawn_at=None).exists()

    def test_nothing_ticked_withdraws_nobody(self, made):
        register(made, 1)
        director = phone()
        director.force_login(factories.user())

        assert director.post("/t/cup/office/entrants/withdraw/", {}).status_code == 422
