"""Two phones that brought one deal with other words: what is shown of both, wherever somebody has to choose.

The pages on which two versions are settled: both lists of a table, and deals that wait for the direction.
"""

from dataclasses import replace

import pytest
from django.test import Client

from scoring.lists.models import DealRow, GameListRow, Proposal
from scoring.lists.selectors import book as books
from scoring.lists.services import phones, proposals
from scoring.lists.services.clock import end_clock
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.packed import PackedList, packed_text
from scoring.table import selectors
from tables.journal.models import JournalEntry
from tests.scoring.table.phones_seen import GRAND, LOST, PASSED, Phone, sides
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.thorough
@pytest.mark.parametrize("won", [True, False])
def test_two_versions_that_differ_in_won_or_lost_alone_look_different_everywhere(director, won):
    """On the phone, where the direction settles it, on the phone that keeps the list, and read from a code."""
    made = factories.tournament(entrants=8, rounds=2)
    row = factories.list_of(factories.running_series(made))
    keeper, other = Phone(row), Phone(row, device="b" * 32)
    keeper.send(keeper.deal(1))
    factories.enter(row, (3, factories.GRAND if won else factories.GRAND_LOST))
    other.send(other.deal(2, GRAND | {"declarer": 3, "won": not won}))
    ours, theirs = ("won", "lost") if won else ("lost", "won")
    points = ("72", "−144") if won else ("−144", "72")
    said = [
        f"Result (different): {result}, Points (different): {value}"
        for result, value in zip((ours, theirs), points, strict=True)
    ]

    (receipt,) = keeper.send(keeper.deal(2, GRAND | {"declarer": 3, "won": not won}))["receipts"]
    assert receipt["state"] == "conflict"
    assert [side["lines"][-1] for side in receipt["sides"]] == [
        [["Result", ours, True], ["Points", points[0], True]],
        [["Result", theirs, True], ["Points", points[1], True]],
    ]
    shown = sides(director.get("/t/cup/office/series/1/table/1/proposals/").content.decode())
    assert len(shown) == 4
    assert all(words in side for words, side in zip(said * 2, shown, strict=True))

    code = PackedList(
        series=1,
        table=1,
        sits=(1, 2, 3, 4),
        deals=(
            Deal(number=1, declarer=2, played=factories.GRAND),
            Deal(number=2, declarer=3, played=factories.GRAND_LOST if won else factories.GRAND),
        ),
    )
    read = director.get("/t/cup/handover/", {"packed": packed_text(code)}).content.decode()
    assert f"Different (list / phone): Result: {ours} / {theirs}; Points: {points[0]} / {points[1]}" in read
    client = Client(headers={"accept-language": "en"})
    client.get(f"/l/{row.table.key}/")
    phones.hand_over(list_id=row.pk, device=factories.device_of(client), copy="first", by=factories.user(), now=EVENING)
    shown = sides(client.get("/t/cup/series/1/table/1/").content.decode())
    assert len(shown) == 4
    assert all(words in side for words, side in zip(said * 2, shown, strict=True))


PAGE = "/t/cup/office/series/1/table/1/proposals/"


@pytest.fixture
def keeper() -> Phone:
    """The phone that keeps a list with one deal, which others may bring otherwise."""
    made = factories.tournament(entrants=8, rounds=2, strikes_at_limit=True)
    phone = Phone(factories.list_of(factories.running_series(made)))
    phone.send(phone.deal(1))
    return phone


@pytest.fixture
def row(keeper) -> GameListRow:
    return keeper.row


@pytest.fixture
def other(row) -> Phone:
    return Phone(row, device="b" * 32)


def page(client: Client) -> str:
    response = client.get(PAGE)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def act(client: Client, action: str, number: int = 2, **fields: object):
    found = Proposal.objects.get(number=number)
    return client.post(PAGE, {"proposal": found.pk, "action": action, **fields}, follow=True)


def actions(row: GameListRow) -> list[str]:
    told = JournalEntry.objects.filter(tournament=row.table.series.tournament).order_by("number")
    return list(told.values_list("action", flat=True))


def stands(row: GameListRow, number: int = 1) -> DealRow:
    return row.deals.get(number=number, voided_at=None)


def test_shows_each_with_its_value_and_why_it_waits(director, other):
    other.send(other.deal(1, LOST | {"declarer": 3}), other.deal(2, PASSED))

    text = page(director)

    listed, brought, passed = sides(text)
    assert listed.startswith("In the list from the phone that keeps the list, ")
    assert "Declarer (different): Spieler 2 Game (different): Grand, Matadors (different): with 2," in listed
    assert "Result (different): won, Points (different): 72" in listed
    assert brought.startswith("Not in the list from another phone, ")
    assert "Spieler 3" in brought
    assert "Points (different): −72" in brought
    assert passed.endswith("Result: passed in")
    assert "Another phone keeps this list." in text
    assert "Correct deal 1" in text


def test_the_one_that_was_brought_takes_the_place_of_the_other_with_the_consent_of_the_players(director, row, other):
    before = stands(row)
    other.send(other.deal(1, GRAND | {"won": False}))

    text = act(director, "accept", 1, seen=before.entry_key, agreed="on").content.decode()

    assert "Saved." in text
    assert stands(row).points == -144
    before.refresh_from_db()
    assert (before.voided_at is not None, before.voided_by) == (True, factories.user())
    assert actions(row)[-2:] == ["list.deal-corrected", "proposal.accepted"]
    again = act(director, "accept", 1, seen=before.entry_key, agreed="on")
    assert again.status_code == 200
    assert row.deals.count() == 2


def test_the_one_in_the_list_stays_without_asking_anybody(director, row, other):
    other.send(other.deal(1, GRAND | {"won": False}))

    assert "Saved." in act(director, "dismiss", 1).content.decode()
    assert (stands(row).points, actions(row)[-1]) == (72, "proposal.dismissed")


def test_without_the_consent_of_the_players_the_list_stays_as_it_is(director, row, other):
    other.send(other.deal(1, GRAND | {"won": False}))

    response = act(director, "accept", 1, seen=stands(row).entry_key)

    assert response.status_code == 422
    assert "needs the consent of all players" in response.content.decode()
    assert stands(row).points == 72
    assert Proposal.objects.get().settled_at is None


def test_the_one_in_the_list_is_not_replaced_where_it_was_corrected_meanwhile(director, row, other):
    other.send(other.deal(1, GRAND | {"won": False}))
    looked_at = stands(row).entry_key
    corrected = Deal(number=1, declarer=2, played=replace(factories.GRAND, matadors=3))
    factories.correct(row, corrected, by=factories.user())

    response = act(director, "accept", 1, seen=looked_at, agreed="on")

    assert response.status_code == 422
    assert "Somebody else has changed this in the meantime." in response.content.decode()
    assert stands(row).points == 96


@pytest.mark.parametrize("seen", ["x", "", "9" * 60])
def test_what_stands_there_is_not_replaced_by_whoever_does_not_say_what_they_saw(director, row, other, seen):
    other.send(other.deal(1, GRAND | {"won": False}))

    response = act(director, "accept", 1, seen=seen, agreed="on")

    assert response.status_code == 422
    assert "Deal 1 has been entered already." in response.content.decode()
    assert stands(row).points == 72


def test_who_is_second_to_say_which_one_is_right_hears_that_it_is_settled(director, row, other):
    other.send(other.deal(1, GRAND | {"won": False}))
    looked_at = stands(row).entry_key
    act(director, "dismiss", 1)

    response = act(director, "accept", 1, seen=looked_at, agreed="on")

    assert response.status_code == 422
    assert "Somebody else has changed this in the meantime. Please look at it again." in response.content.decode()
    assert stands(row).points == 72


def test_accepted_it_is_in_the_list(director, row, other):
    other.send(other.deal(2, GRAND | {"declarer": 3}))

    text = act(director, "accept").content.decode()

    assert "Saved." in text
    assert "Nothing is open." in text
    assert DealRow.objects.get(number=2).entered_by == factories.user()


def test_dismissed_it_stays_on_record_only(director, row, other):
    other.send(other.deal(2))

    assert "Saved." in act(director, "dismiss").content.decode()
    assert DealRow.objects.count() == 1
    assert Proposal.objects.get().settled_by == factories.user()


def test_what_does_not_fit_says_why_and_goes_on_waiting(director, other):
    other.send(other.deal(3, GRAND | {"declarer": 2}))

    response = act(director, "accept", 3)

    assert response.status_code == 422
    assert Proposal.objects.get().settled_at is None


def test_a_struck_deal_counts_when_the_direction_knows_that_it_had_begun(director, keeper, row):
    end_clock(series_id=row.table.series_id, by=factories.user(), now=EVENING)
    keeper.send(keeper.deal(2, PASSED), keeper.deal(3, PASSED))
    text = page(director)
    assert "Deal 3 had begun in time" in text
    assert "from the phone that keeps the list" in text
    assert "Accept it" not in text

    act(director, "allow", 3)

    assert "Saved." in act(director, "accept", 3).content.decode()
    assert row.deals.filter(voided_at=None).count() == 3


def test_one_that_cannot_be_read_is_dismissed(director, row):
    factories.proposed(row, 2, line={"game": "tarot"}, because="malformed", device="c" * 32)

    assert "This deal cannot be read." in page(director)
    assert act(director, "dismiss").status_code == 200


def test_settled_by_somebody_else_it_is_not_there_any_more(director, row, other):
    other.send(other.deal(2))
    found = Proposal.objects.get()
    proposals.dismiss(proposal_id=found.pk, by=factories.user(), now=EVENING)

    response = act(director, "accept")

    assert response.status_code == 422
    assert DealRow.objects.count() == 1


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("fields", [{}, {"proposal": "x"}, {"proposal": 1, "action": "burn"}, {"proposal": 2**40}])
def test_what_is_no_answer_is_refused(director, row, fields):
    assert director.post(PAGE, fields).status_code == 422


def test_names_stay_text(director, row, other):
    row.table.seats.get(place=2).entrant.__class__.objects.filter(number=2).update(name='<img src=x onerror="x()">')
    other.send(other.deal(2))

    assert "<img" not in page(director)


class TestAccess:
    def test_the_public_is_asked_to_sign_in(self, client, row):
        assert client.get(PAGE)["Location"].startswith("/sign-in/")

    def test_neither_a_judge_nor_a_stranger_gets_in(self, client, row):
        factories.tournament(slug="other", director="fremd")
        for user in (factories.judge(row.table.series.tournament), factories.user("fremd")):
            client.force_login(user)
            assert client.get(PAGE).status_code == client.post(PAGE, {}).status_code == 403

    def test_another_table_has_its_own(self, director, row, other):
        other.send(other.deal(2))
        found = Proposal.objects.get()

        response = director.post(PAGE.replace("table/1", "table/2"), {"proposal": found.pk, "action": "accept"})

        assert response.status_code == 404
        assert Proposal.objects.get().settled_at is None

    def test_no_such_table(self, director, row):
        assert director.get(PAGE.replace("table/1", "table/9")).status_code == 404

    def test_without_a_token_nothing_is_done(self, row):
        guarded = Client(enforce_csrf_checks=True)
        guarded.force_login(factories.user())

        assert guarded.post(PAGE, {}).status_code == 403


def test_after_a_take_over_the_old_phones_deals_wait_here(director, keeper, row):
    phones.hand_over(list_id=row.pk, device="b" * 32, copy="first", by=factories.user(), now=EVENING)
    keeper.send(keeper.deal(2, PASSED), keeper.deal(3, PASSED))

    assert page(director).count("Accept it") == 2


DIFFERENCES = "/t/cup/series/1/table/1/differences/"
GIVE_UP = "/t/cup/office/series/1/table/1/second/"


@pytest.fixture
def row_of_one_round() -> GameListRow:
    return factories.running_list(rounds=1)


def at_list(row: GameListRow, *, copy: str = "") -> Visitor:
    """Return a phone that scanned the table's code, and keeps a copy if it is said which."""
    visitor = Visitor()
    visitor.get(f"/l/{row.table.key}/")
    if copy:
        phone = Phone(row, copy=copy, device=factories.device_of(visitor.client))
        other = PASSED if copy == "first" else GRAND | {"declarer": 3}
        assert phone.states(phone.deal(1), phone.deal(2, other)) == ["saved"] * 2
    return visitor


@pytest.fixture
def keepers(row_of_one_round) -> tuple[Visitor, Visitor]:
    """The phones that keep both lists, which differ in deal 2."""
    return at_list(row_of_one_round, copy="first"), at_list(row_of_one_round, copy="second")


def test_where_no_second_list_is_kept_the_page_says_so(row_of_one_round):
    assert "No second list is kept at this table." in at_list(row_of_one_round).get(DIFFERENCES).text


@pytest.mark.thorough
def test_both_entries_are_shown_beside_each_other(keepers):
    page = keepers[0].get(DIFFERENCES)

    first, second = sides(page.response.content.decode())
    assert first.startswith("In the first list from this phone, ")
    assert "Result (different): passed in" in first
    assert "Grand" not in first
    assert second.startswith("In the second list from the phone that keeps the list, ")
    assert "Declarer (different): Spieler 3 Game (different): Grand, Matadors (different): with 2" in second
    assert "Result (different): won, Points (different): 72" in second
    assert [one.text for one in page.root.all("button", name="right")] == [
        "This one is right (In the first list)",
        "This one is right (In the second list)",
    ]
    assert "One deal differs." in page.text
    assert page.text.count("Deal 2") >= 1
    assert "Deal 1" not in page.text


@pytest.mark.thorough
@pytest.mark.parametrize(("keeper", "right"), [(0, "first"), (1, "second"), (0, "second"), (1, "first")])
def test_a_phone_that_keeps_one_of_them_settles_with_the_consent_of_the_players(
    keepers, row_of_one_round, keeper, right
):
    form = keepers[keeper].get(DIFFERENCES).form("agreed", f"right={right}")

    page = form.send(f"right={right}", agreed=True, because="verhört")

    assert page.status == 200
    assert "Saved." in page.text
    assert "Both lists say the same." in page.text
    assert row_of_one_round.deals.get(number=2, voided_at=None).points == (0 if right == "first" else 72)


def test_without_the_consent_of_the_players_nothing_is_settled(keepers, row_of_one_round):
    page = keepers[0].get(DIFFERENCES).form("agreed").send("right=first")

    assert page.status == 422
    assert "needs the consent of all players" in page.text
    assert row_of_one_round.second_deals.count() == 2


def test_a_phone_that_watches_sees_both_and_settles_nothing(keepers, row_of_one_round):
    watching = at_list(row_of_one_round)
    page = watching.get(DIFFERENCES)
    held = keepers[0].get(DIFFERENCES).form("agreed").holds()

    assert "Deal 2" in page.text
    assert not page.offers("agreed")
    forged = {name: value[0] for name, value in held.items() if name != "csrfmiddlewaretoken"}
    answer = watching.forge(DIFFERENCES, **forged, agreed="on", right="first")
    assert answer.status == 422
    assert "Another phone keeps this list." in answer.text


@pytest.mark.thorough
def test_what_was_settled_meanwhile_is_shown_as_it_is_now(keepers, row_of_one_round):
    stale = keepers[1].get(DIFFERENCES).form("agreed")
    keepers[0].get(DIFFERENCES).form("agreed").send("right=first", agreed=True)

    page = stale.send("right=second", agreed=True)

    assert page.status == 422
    assert "Somebody else has changed this in the meantime." in page.text
    assert row_of_one_round.deals.get(number=2).points == 0


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("field", ["number", "seen_first", "seen_second", "entry_key", "right"])
@pytest.mark.parametrize("absurd", ["", "x", "9" * 40, "\u0000"])
def test_absurd_answers_are_refused(keepers, row_of_one_round, field, absurd):
    form = keepers[0].get(DIFFERENCES).form("agreed")

    page = form.send(values={"agreed": True, **({} if field == "right" else {field: absurd})}, press="right=first")
    if field == "right":
        held = {name: value[0] for name, value in form.holds().items() if name != "csrfmiddlewaretoken"}
        page = keepers[0].forge(DIFFERENCES, **held, agreed="on", right=absurd)

    assert page.status == 422 or field == "right"
    assert row_of_one_round.deals.count() + row_of_one_round.second_deals.count() in {4, 5}


@pytest.mark.thorough
def test_the_direction_settles_and_gives_up(keepers, row_of_one_round, director):
    factories.user("direktor")
    office = Visitor().sign_in("direktor")

    page = office.get(DIFFERENCES).form("agreed").send("right=first", agreed=True)
    assert "Both lists say the same." in page.text
    page = page.form("because").send(because="Handy leer")

    assert "does not count any more" in page.text
    assert selectors.both_lists(books.book(row_of_one_round)) is None


def test_giving_up_needs_a_reason(keepers, row_of_one_round, director):
    page = director.post(GIVE_UP, {"because": ""}, follow=True).content.decode()

    assert "the reason is kept in the journal" in page or "reason" in page
    assert row_of_one_round.second_deals.filter(voided_at=None).count() == 2


class TestWhoMay:
    def test_the_public_sees_nothing(self, row_of_one_round):
        assert Client().get(DIFFERENCES).status_code == 403

    def test_a_judge_sees_and_settles_nothing(self, keepers, row_of_one_round):
        judge = factories.judge(row_of_one_round.table.series.tournament)
        visitor = Visitor().sign_in(judge.username)

        page = visitor.get(DIFFERENCES)

        assert (page.status, page.offers("agreed")) == (200, False)
        assert visitor.forge(DIFFERENCES, right="first").status == 403

    @pytest.mark.thorough(after=2)
    @pytest.mark.parametrize("who", ["judge", "table", "nobody", "stranger"])
    def test_only_the_direction_gives_up(self, keepers, row_of_one_round, who):
        client = Client()
        if who == "table":
            client = keepers[0].client
            client.handler.enforce_csrf_checks = False
        elif who == "judge":
            client.force_login(factories.judge(row_of_one_round.table.series.tournament))
        elif who == "stranger":
            client.force_login(factories.user("fremd"))

        response = client.post(GIVE_UP, {"because": "x"})

        assert response.status_code in {302, 403}
        assert row_of_one_round.second_deals.filter(voided_at=None).count() == 2

    def test_nothing_is_given_up_by_looking(self, director, row_of_one_round):
        assert director.get(GIVE_UP).status_code == 405
        assert director.post(GIVE_UP.replace("table/1", "table/9"), {"because": "x"}).status_code == 404
