"""What floods judges or the desk is refused in words first; a full hall never meets that; one act undoes it."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.disputes.models import Appeal, Objection
from scoring.disputes.services import appeals, objections, queries
from scoring.disputes.services.appeals import clear
from scoring.lists.services import phones
from scoring.table.services import batches as table_calls
from tables.accounts.models import Guess
from tables.accounts.services import floods
from tables.acts.services import Refused, TooMany
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services import registration
from tables.tournaments.models import Tournament
from tests.scoring.table.phones_seen import PASSED, Sayer
from tests.support import factories
from tests.support.acts_and_their_lines import facts_of
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HALL = "192.0.2.7"

SECOND = timedelta(seconds=1)


def phone() -> Client:
    return Client(headers={"accept-language": "en"})


def said(row: Any, *, at: Any, address: str, by: Any) -> dict[str, Any]:
    """Return what every act says: where, from where, by whom, when, and how it is told from others."""
    return {"series_id": row.table.series_id, "address": address, "entry_key": uuid4(), "by": by, "now": at}


def objection(row: Any, *, at: Any = EVENING, address: str = HALL, by: Any = None) -> Objection:
    told = said(row, at=at, address=address, by=by)
    return objections.raise_objection(list_id=row.pk, kind="revoke", text="x" * 1_900, device="d" * 32, **told)


def appeal(row: Any, *, at: Any = EVENING, address: str = HALL, by: Any = None) -> Appeal:
    told = said(row, at=at, address=address, by=by)
    return appeals.file_appeal(appellant=1, list_id=row.pk, deal=None, text="x" * 1_900, **told)


def call(row: Any, *, at: Any = EVENING, address: str = HALL, by: Any = None) -> Any:
    return table_calls.call(
        list_id=row.pk, kind="help", place=None, text="x", device="d" * 32, address=address, entry_key=uuid4(), now=at
    )


KEYED = {"objection": objection, "appeal": appeal, "call": call}


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("kind", KEYED)
def test_with_one_key_nobody_keeps_all_judges_busy_and_what_an_official_takes_down_is_never_too_much(kind):
    row = factories.running_list()
    taken = 0

    for n in range(20):
        with suppress(TooMany):
            KEYED[kind](row, at=EVENING + n * timedelta(minutes=5), address="")
            taken += 1

    assert 4 <= taken <= floods.MOST_OPEN_AT_TABLE
    if kind != "call":
        assert KEYED[kind](row, at=EVENING + timedelta(minutes=101), by=factories.user())


def test_a_player_does_not_query_without_end():
    row = factories.running_list()
    factories.close_series(row.table.series)
    told = {"tournament_id": row.table.series.tournament_id, "series": None, "entrant": 1, "text": "x", "address": ""}

    for n in range(floods.MOST_OPEN_OF_PLAYER):
        queries.raise_query(**told, entry_key=uuid4(), by=None, now=EVENING + n * timedelta(minutes=5))

    with pytest.raises(TooMany, match="too-many-waiting"):
        queries.raise_query(**told, entry_key=uuid4(), by=None, now=EVENING)


def test_from_one_address_not_all_tables_are_flooded(monkeypatch):
    monkeypatch.setattr(floods, "RAISED", (3, 100))
    row = factories.running_list()
    for act in (objection, appeal, call):
        act(row)

    for act in (objection, appeal, call):
        with pytest.raises(TooMany):
            act(row)
    assert objection(row, address="192.0.2.8")


def test_seventy_five_tables_call_from_one_address():
    for n in range(75):
        floods.must_not_flood("raised", address=HALL, now=EVENING + n * 2 * SECOND, most=floods.RAISED)


def test_a_table_is_told_in_words_and_keeps_what_it_typed(monkeypatch):
    monkeypatch.setattr(floods, "RAISED", (1, 1))
    row = factories.running_list()
    at_table = phone()
    at_table.get(f"/l/{row.table.key}/")
    floods.must_not_flood("raised", address="127.0.0.1", now=timezone.now(), most=floods.RAISED)

    for place, sent in (
        ("objection/", {"kind": "revoke"}),
        ("appeal/", {"appellant": "1"}),
        ("calls/", {"action": "call", "place": ""}),
    ):
        typed = {**sent, "text": "Farbe nicht bedient", "entry_key": str(uuid4())}
        answer = at_table.post(f"/t/cup/series/1/table/1/{place}", typed)

        assert answer.status_code == 429, place
        assert "Farbe nicht bedient" in answer.content.decode()
        assert "Nothing of what you typed is lost" in answer.content.decode()
    assert not Objection.objects.exists()
    assert not Appeal.objects.exists()


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("who", ["richterin", "direktor"])
def test_one_act_ends_them_with_the_list_before_it(who):
    row = factories.running_list()
    made = row.table.series.tournament
    factories.judge(made)
    for n in range(3):
        at = EVENING + n * timedelta(minutes=1)
        objection(row, at=at)
        appeal(row, at=at)
    official = Visitor()
    official.client.force_login(factories.user(who))

    page = official.get("/t/cup/office/bench/", table="1")
    form = page.form("because")
    assert (len(form.holds()["objections"]), len(form.holds()["appeals"])) == (3, 3)
    assert form.send().status == 422
    assert form.send(because="Unfug vom Tisch", objections=["2", "3"]).status == 200

    assert list(made.objections.filter(outcome="").values_list("number", flat=True)) == [1]
    assert not made.appeals.filter(verdict="").exists()
    assert made.appeals.first().reasons == "Unfug vom Tisch"
    told = facts_of(made.journal.get(action="disputes.cleared"))
    assert told == {"because": "Unfug vom Tisch", "objections": [2, 3], "appeals": [1, 2, 3]}


def test_sent_twice_they_end_once_and_nothing_ticked_ends_nothing():
    row = factories.running_list()
    judge = factories.judge(row.table.series.tournament)
    objection(row)
    official = phone()
    official.force_login(factories.user("richterin"))
    sent = {"entry_key": str(uuid4()), "objections": ["1"], "because": "Unfug"}

    answers = [official.post("/t/cup/office/bench/many/", sent).status_code for _ in range(2)]

    assert answers == [302, 422]
    assert Objection.objects.get().outcome == "withdrawn"
    none = {"objections": [], "appeals": [], "because": "Unfug", "entry_key": uuid4(), "by": judge, "now": EVENING}
    with pytest.raises(Refused, match="nobody-ticked"):
        clear(tournament_id=row.table.series.tournament_id, **none)


@pytest.mark.thorough
def test_two_phones_that_were_offline_for_hours_meet_no_bound():
    """Both bring a whole list, again and again; everything is corrected, the table calls, quarrels and signs."""
    row = factories.running_list(rounds=12)
    phone, other = Sayer(row), Sayer(row)
    plays = ({"game": "grand", "matadors": 2}, {"game": "clubs", "matadors": 1})
    deals, strangers = (
        [one.deal(n, {"declarer": n % 4 + 1, "won": True, **played}) for n in range(1, 49)]
        for one, played in zip((phone, other), plays, strict=True)
    )
    called = [phone.act("call", kind="help", text=str(n)) for n in range(10)]
    refused = set()

    def brings(one: Sayer, *acts: Any) -> None:
        refused.update({told["code"] for told in one.send(*acts)["receipts"] if told["state"] == "refused"})

    for _again in range(5):
        brings(phone, *deals)
        brings(phone, *called)
        brings(other, *strangers)
    brings(phone, *(phone.corrects(deal, deal["line"] | {"won": False}) for deal in deals))
    for deal in strangers:
        brings(phone, phone.act("dismiss", number=deal["number"], of=deal["key"]))
    for call in row.calls.all():
        table_calls.settle_call(call_id=call.pk, granted=True, by=factories.user(), now=EVENING)
    brings(phone, *(phone.signs(place) for place in (1, 2, 3, 4)))
    brings(phone, phone.closes())

    row.refresh_from_db()
    assert refused == set()
    assert (row.deals.count(), bool(row.signed_at)) == (96, True)


def test_deals_are_not_refused_for_what_only_follows_from_them(monkeypatch):
    """The phone that brings them takes a list that became free, which settles what it had asked for."""
    row = factories.running_list()
    keeper, asking = Sayer(row), Sayer(row)
    assert keeper.states(keeper.deal(1)) == ["saved"]
    assert asking.states(asking.act("call", kind="take-over")) == ["saved"]
    phones.hand_over(list_id=row.pk, device=keeper.device, copy="second", by=factories.user(), now=EVENING)
    monkeypatch.setattr(floods, "OF_TABLE", (1, 1))

    assert asking.states(asking.act("call", kind="help"), asking.deal(2, PASSED)) == ["refused", "saved"]
    assert not row.calls.filter(settled_at=None).exists()


def test_however_many_phones_come_a_list_knows_only_so_many(monkeypatch):
    monkeypatch.setattr(floods, "MOST_PHONES", 3)
    row = factories.running_list()
    yesterday = (EVENING - timedelta(days=1)).isoformat()

    for _time in range(5):
        assert Sayer(row, device=uuid4().hex).send(unsent=1, clock=yesterday)["receipts"] == []
        Sayer(row, device=uuid4().hex).ask(unsent=1)

    assert row.phones.count() == 3
    assert row.table.series.tournament.journal.filter(action="phone.clock-off").count() == 3


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

    @pytest.mark.thorough
    def test_three_hundred_phones_of_a_hall_share_one_address_but_a_slow_flood_is_refused(self, made):
        assert sent(EVENING + n * 2 * SECOND for n in range(300)) == 300
        assert sent((EVENING + n * 1.5 * SECOND for n in range(599)), address="192.0.2.8") <= 400

    def test_a_flood_is_refused_and_others_still_come_in(self, made):
        assert 40 <= sent(EVENING + n * SECOND * 26 / 150 for n in range(150)) < 100
        assert sent([EVENING + 27 * SECOND], address="192.0.2.8") == 1
        assert sent([EVENING + timedelta(minutes=2)]) == 1

    def test_it_is_counted_for_whoever_registers_and_not_said_from_where(self, made, monkeypatch):
        monkeypatch.setattr(floods, "REGISTRATIONS", (2, 400))
        for n in range(2):
            register(made, n)

        with pytest.raises(TooMany, match="too-many-from-here"):
            register(made, 2)
        assert made.entrants.count() == 2
        assert HALL not in str(list(Guess.objects.values()))

    def test_the_refusal_is_a_sentence_and_keeps_what_was_typed_the_same_form_again_is_none(self, made, monkeypatch):
        monkeypatch.setattr(floods, "REGISTRATIONS", (1, 400))
        first = {"name": "Erna Schulz", "entry_key": str(uuid4())}
        assert [phone().post(REGISTER, first).status_code for _ in range(3)] == [302] * 3

        answer = phone().post(REGISTER, {"name": "Otto Kurz", "club": "SC Herz", "entry_key": str(uuid4())})

        body = answer.content.decode()
        assert answer.status_code == 429
        for said in ("Nothing of what you typed is lost", 'value="Otto Kurz"', 'value="SC Herz"'):
            assert said in body
        assert made.entrants.count() == 1

    def test_the_desk_is_never_held_up_and_nothing_ticked_there_withdraws_nobody(self, made, monkeypatch):
        monkeypatch.setattr(floods, "REGISTRATIONS", (0, 0))
        desk = phone()
        desk.force_login(factories.user())

        answer = desk.post("/t/cup/office/entrants/", {"name": "Erna", "entry_key": str(uuid4())})

        assert answer.status_code == 302
        assert desk.post("/t/cup/office/entrants/", {"act": "withdraw"}).status_code == 422

    def test_one_act_withdraws_them_with_the_list_before_it(self, made):
        for n in range(10):
            register(made, n, address="")
        made.entrants.filter(number=7).update(paid=True)
        director = Visitor()
        director.client.force_login(factories.user())

        page = director.get("/t/cup/office/entrants/", only="alone", first="5", last="10")
        form = page.form("number")
        assert "Erna 9" in page.text
        assert sorted(map(int, form.holds()["number"])) == [n for n in range(5, 11) if n != 7]
        form.send("act=withdraw")

        left = made.entrants.filter(withdrawn_at=None).values_list("number", flat=True)
        assert sorted(left) == [1, 2, 3, 4, 7]

    def test_who_sits_somewhere_is_not_withdrawn_with_the_others(self):
        made = factories.tournament(entrants=4)
        made.entrants.update(source="self")
        factories.running_series(made)
        director = phone()
        director.force_login(factories.user())

        answer = director.post("/t/cup/office/entrants/", {"act": "withdraw", "number": ["1", "2"]})

        assert answer.status_code == 422
        assert not made.entrants.exclude(withdrawn_at=None).exists()
