"""Whoever plays at a table and directs as well counts nothing of its list without all its players."""

from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from scoring.disputes.models import Measure
from scoring.disputes.services import measures
from scoring.disputes.services.measures import Order
from scoring.lists.models import GameListRow
from scoring.lists.services import entry, lists
from scoring.signing import services as signing
from scoring.signing.forms import ListActForm
from scoring.signing.views import DIRECTIONS_ACTS
from tables.acts.services import Refused
from tables.tournaments.models import Role, Tournament
from tests.access_matrix import addresses
from tests.access_matrix.hall import ACCOUNTS, ROLES, RUNNING, hall
from tests.access_matrix.list_acts import LIST_ACTS, ListAct, the_list
from tests.access_matrix.rows import DIRECTS, JUDGES, ROWS
from tests.access_matrix.test_signed import ELSEWHERE
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support import ruling_pages as querying
from tests.support.direction_measures import CORRECT, MEASURES, mended, seen, wanted
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at
from tests.support.remembered_worlds import _rows as rows
from tests.support.ruling_pages import decide, decision, looked, said

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OBJECTION: Final = "/t/cup/office/objections/3/"
RULE_HERE: Final = "/t/cup/office/series/2/table/1/rule/"

Send = Callable[[Client], HttpResponse]


def post(path: str, sent: Callable[[], dict[str, Any]]) -> Send:
    return lambda client: client.post(path, sent())


def ruling(path: str) -> Send:
    """Look at what a decision does, and decide; whoever does not get to see it decides blindly."""

    def send(client: Client) -> HttpResponse:
        typed = said(deal="1", orders="won")
        shown = client.post(path, typed)
        return client.post(path, looked(client, path, typed) if shown.status_code == 200 else typed | DECIDE)

    return send


def order(path: str, typed: Callable[[], dict[str, Any]]) -> Send:
    """Look at what an order does, and give it."""

    def send(client: Client) -> HttpResponse:
        sent = typed()
        return client.post(path, {**sent, "action": "order", "shown": seen(client.post(path, sent))})

    return send


def lifting() -> dict[str, Any]:
    return {"entry_key": uuid4(), "reason": "Irrtum", "action": "preview"}


DECIDE: Final = {"action": "decide"}
PENALTY: Final = {"series": 2, "entrant": 2, "points": 50, "clause": "SkWO 4.2"}

JUDGED: Final[dict[str, tuple[str, Send]]] = {
    "take on an objection": ("judge", post(OBJECTION, lambda: {"action": "take-on"})),
    "withdraw an objection": ("judge", post(OBJECTION, lambda: {"action": "withdraw"})),
    "end many at once": (
        "judge",
        post("/t/cup/office/bench/many/", lambda: {"entry_key": uuid4(), "objections": ["3"], "because": "Unfug"}),
    ),
    "settle an objection": ("judge", post(OBJECTION, lambda: {"action": "settle"})),
    "write down what is found": (
        "judge",
        post(
            OBJECTION, lambda: {"action": "state", "entry_key": uuid4(), "kind": "revoke", "deal": "1", "facts": "Pik."}
        ),
    ),
    "rule on an objection": ("judge", ruling(OBJECTION)),
    "rule at the table": ("judge", ruling(RULE_HERE)),
    "decide an appeal": ("judge", lambda client: decide(client, decision(verdict="dismissed"))),
    "order a measure": ("director", order(f"{MEASURES}new/?kind=penalty", lambda: wanted(**PENALTY))),
    "lift a measure": ("director", order(f"{MEASURES}1/", lifting)),
    "put a signed list right": (
        "director",
        order(f"{CORRECT}?deal=1", lambda: mended(game="hearts", matadors=1, outcome="won")),
    ),
    "answer a query": ("director", post("/t/cup/office/queries/2/", lambda: querying.answer(verdict="dismissed"))),
}
"""What each official does about the table of no. 1, where two of his colleagues play as that number."""


@pytest.mark.proof("own-table")
def test_whoever_plays_there_is_refused_what_his_colleague_may(prove):
    made = hall()
    disputes.raised(factories.list_of(Tournament.objects.get(pk=made.pk).series.get(number=RUNNING)))
    browsers = {role: (ROLES[f"playing-{role}"](), ROLES[role]()) for role in ("judge", "director")}
    before = rows()

    for what, (role, send) in JUDGED.items():
        plays, colleague = browsers[role]
        refused = send(plays)
        assert (what, refused.status_code) in {(what, 302), (what, 403), (what, 422)}
        assert rows() == before, what
        with transaction.atomic():
            assert (what, send(colleague).status_code) == (what, 302)
            assert rows() != before, what
            transaction.set_rollback(True)
        prove(f"{what}: 0 done")


REFUSED: Final = {
    *("accepted short", "closed from its paper", "a player leaves"),
    *("fewer deals taken back", "two on each other's chairs"),
    "the exchange of two chairs taken back",
}
"""What somebody else has to do, or all players first."""

PRESENCE: Final = {"leave", "come-back", "join"}

OFFICE: Final = "/t/cup/office/series/1/table/1/"
TABLE: Final = "/t/cup/series/1/table/1/"


@pytest.mark.usefixtures("undrawn")
def test_an_act_of_whoever_plays_there_never_closes_the_list():
    hall()
    colleague = ROLES["playing-director"]()
    for act in LIST_ACTS:
        with transaction.atomic():
            _closes_nothing(act, colleague)
            transaction.set_rollback(True)


def _closes_nothing(act: ListAct, colleague: Client) -> None:
    act.before(the_list())
    row = the_list()
    before = (row.short_because, row.signed_at, row.presence)
    is_confirmed = act.label.startswith("the table's signature")

    answer = act.send(colleague, row)

    row.refresh_from_db()
    assert (act.label, bool(row.signed_at)) == (act.label, is_confirmed)
    if act.label in REFUSED:
        assert (act.label, row.short_because, row.signed_at, row.presence) == (act.label, *before)
        assert answer.status_code == 302
    if not row.signed_at:
        with pytest.raises((Refused, lists.EntryRefused)):
            signing.sign_for_paper(list_id=row.pk, by=factories.user(ACCOUNTS["playing-director"]), now=EVENING)


def test_every_act_of_an_office_about_a_table_is_tried_with_an_official_who_plays_there():
    tried = {f"scoring:{act.name}" for act in LIST_ACTS} | {
        *(f"scoring:case {kind}" for kind in ("objection", "decision", "appeal", "query", "measure", "correction")),
        *("scoring:case-new measure", "scoring:table-rule", "scoring:correct-signed", "scoring:clear"),
    }
    takes_down = {f"scoring:case-new {kind}" for kind in ("objection", "appeal", "query")}
    names_others = {"scoring:tribunal"}
    beside = {"scoring:calls", "scoring:seat-plan"} | {name for name in ROWS if name in ELSEWHERE.split()}
    by_key = {"scoring:seated", "scoring:table-calls", "scoring:table-objection", "scoring:table-appeal"}
    acts = {
        name
        for name, row in ROWS.items()
        if row.acts and row.acts & (DIRECTS | JUDGES) and "slug" in addresses.parts(name)
    }

    assert acts - tried - takes_down - names_others - beside - by_key == set()
    assert {"take on an objection", "settle an objection", "withdraw an objection", "lift a measure"} <= JUDGED.keys()
    of_lists = {"accept-short", "take-short-back", "exchange", "take-exchange-back", "reopen", "sign-for-paper"}
    of_lists |= {"drop-totals", "renew-key"}
    assert set(DIRECTIONS_ACTS) == of_lists | PRESENCE


def sole() -> Client:
    """Return the browser of the only director of a small evening, who plays as no. 1."""
    row = factories.running_list(seats=4)
    tournament = row.table.series.tournament
    Role.objects.filter(tournament=tournament).update(plays_as=tournament.entrants.get(number=1))
    client = Client(headers={"accept-language": "en"})
    client.force_login(factories.user())
    return client


def small_list() -> GameListRow:
    return GameListRow.objects.select_related("table__series__tournament").get()


def test_closing_his_own_list_alone_is_refused_says_who_is_missing_and_another_official_does():
    client = sole()
    row = small_list()
    factories.fill(row, seat=1)
    row.refresh_from_db()
    for place in (1, 2, 4):
        factories.confirm(row, place)
    sent = {"action": "sign-for-paper", "seen": ListActForm(seen=lists.as_seen(row))["seen"].value()}

    answer = client.post(OFFICE, sent, follow=True)

    assert "still missing: seats 3;" in answer.content.decode()
    assert small_list().signed_at is None
    assert signing.sign_for_paper(list_id=row.pk, by=factories.user("anna"), now=EVENING).signed_at


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("act", ["accept-short", "reopen"])
def test_what_somebody_else_can_do_he_does_not_do_at_his_own_table(act):
    client = sole()
    row = small_list()
    if act == "reopen":
        factories.fill(row, seat=1)
        factories.confirm_and_sign(row)
    other = Role.objects.create(
        tournament=row.table.series.tournament, user=factories.user("anna"), kind=Role.Kind.DIRECTOR
    )
    before = (small_list().short_because, small_list().signed_at)

    kept_open = seen_at(client, TABLE, {"action": act})
    acts = {"accept-short": signing.accept_short, "reopen": signing.reopen}
    with pytest.raises(Refused, match="own-list-of-others"):
        acts[act](list_id=row.pk, because="Notfall", by=factories.user(), now=EVENING)
    refused = client.post(OFFICE, {"action": act, "because": "Notfall", **kept_open}, follow=True)
    assert "anna" in refused.content.decode()
    assert (small_list().short_because, small_list().signed_at) == before

    other.delete()
    post_seen(client, OFFICE, {"action": act, "because": "Notfall"}, page=TABLE)
    assert (small_list().short_because, small_list().signed_at) != before


def test_typed_from_paper_by_him_it_counts_when_all_have_confirmed():
    sole()
    row = small_list()
    typed = factories.totals((72, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    entry.enter_totals(list_id=row.pk, totals=typed, by=factories.user(), now=EVENING)

    with pytest.raises(Refused, match="own-list"):
        signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
    factories.confirm_and_sign(small_list())
    assert small_list().signed_at


KINDS: Final = {
    "penalty": Order(kind=Measure.Kind.PENALTY, reason="x", clause="SkWO 4.2", series=1, entrant=1, points=50),
    "warning": Order(kind=Measure.Kind.WARNING, reason="x", clause="SkWO 4.2", entrant=1),
    "expulsion": Order(kind=Measure.Kind.EXPULSION, reason="x", clause="SkWO 4.3", entrant=1),
    "exclusion of his table": Order(kind=Measure.Kind.EXCLUSION, reason="x", clause="SkWO 4.3", series=1, table=1),
    "zeroed": Order(kind=Measure.Kind.ZEROED, reason="x", clause="SkWO 4.2", series=1, entrant=1),
    "of another at his table": Order(
        kind=Measure.Kind.PENALTY, reason="x", clause="SkWO 4.2", series=1, entrant=2, points=50
    ),
    "void list": Order(kind=Measure.Kind.VOID, reason="x", clause="SkWO 4.2", series=1, table=1),
}


def test_nobody_lifts_a_measure_against_himself_or_his_table():
    sole()
    tournament = small_list().table.series.tournament
    factories.fill(small_list(), seat=1)
    told, mine = {"by": factories.user("anna"), "now": EVENING}, {"by": factories.user()}
    for kind, order in KINDS.items():
        with transaction.atomic():
            key = entry.uuid5(entry.UUID(int=0), kind)
            made = measures.order_measure(tournament_id=tournament.pk, order=order, entry_key=key, **told)
            lift = {"measure_id": made.pk, "because": "x", "entry_key": key}
            with pytest.raises(Refused, match="own-table"):
                measures.preview_lifting(measure_id=made.pk, **mine)
            with pytest.raises(Refused, match="own-table"):
                measures.lift_measure(**lift, **mine, now=EVENING)
            assert measures.lift_measure(**lift, **told).lifted_at, kind
            transaction.set_rollback(True)


def test_nobody_orders_a_measure_about_himself_or_his_table():
    sole()
    told = {"tournament_id": small_list().table.series.tournament_id, "by": factories.user(), "now": EVENING}

    for kind, order in KINDS.items():
        with pytest.raises(Refused, match="own-table"):
            measures.order_measure(order=order, entry_key=entry.uuid5(entry.UUID(int=0), kind), **told)
