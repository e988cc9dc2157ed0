"""A whole list typed from paper, checked before it goes in; one closed from paper, and what is still mended in it."""

from uuid import UUID, uuid4

import pytest

from scoring.disputes.models import Objection
from scoring.history.selectors.verification import verified
from scoring.lists.models import DealRow
from scoring.lists.services import entry, lists
from scoring.lists.services.lists import ListSigned
from scoring.paper_desk.services import take_deals
from scoring.rules.game_list.deals import Deal
from scoring.signing.forms import ListActForm
from tables.acts.services import Refused
from tests.scoring.houses.evening import columns, house_list
from tests.scoring.paper_desk.test_paper_desk import DESK, LIST, TYPE, mend, points, released, take
from tests.scoring.paper_desk.test_paper_desk import totals as sums
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.forms_as_shown import post_seen
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def typed(*lines: str, first: int = 1, prefix: str = "") -> dict[str, str]:
    return {f"{prefix}d{number}": line for number, line in enumerate(lines, start=first)}


def sent(check: str, *parts: dict[str, object], key: UUID | None = None, since: int = 1) -> dict[str, object]:
    data: dict[str, object] = {"check": check, "entry_key": key or uuid4(), "since": since}
    for part in parts:
        data |= part
    return data


ROUND = typed("2h1", "-", "1nho-")
ROUND_SUMS = sums((-118, 0, 1), (20, 1, 0), (0, 0, 0))


def test_other_sums_are_named_beside_the_sum_and_nothing_goes_in(director):
    factories.running_list(seats=3)

    response = director.post(TYPE, sent("sums", ROUND, ROUND_SUMS, {"s2-game_points": 30, "s1-lost": 2}))
    page = response.content.decode()

    assert response.status_code == 422
    assert "The deals as typed give 20." in page
    assert "The deals as typed give 1." in page
    assert 'value="2h1"' in page
    for absurd in ("", "-1"):
        assert director.post(TYPE, sent("sums", ROUND, ROUND_SUMS, {"s1-won": absurd})).status_code == 422, absurd
    assert not DealRow.objects.exists()


def test_a_list_typed_twice_goes_in_when_both_are_the_same(director):
    row = factories.running_list(seats=3)
    key = uuid4()

    again = director.post(TYPE, sent("again", ROUND, key=key))
    page = again.content.decode()

    assert again.status_code == 200
    assert "Now the same list again" in page
    assert 'type="hidden" name="first-d1" value="2h1"' in page
    assert f'name="entry_key" value="{key}"' in page
    assert "Anna" not in page
    assert not row.deals.exists()
    first = {f"first-{name}": line for name, line in ROUND.items()}
    # Said in other letters, it is the same deal.
    director.post(TYPE, sent("twice", first, typed("2 H +1", "p", "1noh-"), key=key))
    assert row.deals.count() == 3


def test_where_both_differ_the_cells_are_named_and_both_stay_to_be_mended(director):
    row = factories.running_list(seats=3)
    first = {f"first-{name}": line for name, line in ROUND.items()}

    response = director.post(TYPE, sent("twice", first, typed("2h1", "3g2", "1nh")))
    page = response.content.decode()

    assert response.status_code == 422
    assert "The first time it was: passed in. Different: Declarer, Game, Matadors, Result." in page
    assert "Different: Announced, Result." in page
    assert 'type="text" name="first-d3" value="1nho-"' in page
    assert 'type="hidden" name="first-d1"' in page
    once = director.post(TYPE, sent("twice", first, typed("2h1", "-"))).content.decode()
    assert once.count("This deal was typed only once.") == 1
    tampered = director.post(TYPE, sent("twice", {"first-d1": "2h99"}, typed("2h1")))
    assert tampered.status_code == 422
    assert "At the first time:" in tampered.content.decode()
    assert not row.deals.exists()


def test_a_list_goes_in_once_when_its_sums_are_those_of_the_sheet(director):
    row = factories.running_list(seats=3)
    data = sent("sums", ROUND, ROUND_SUMS)

    for _twice in range(2):
        response = director.post(TYPE, data)

        assert response["Location"] == "/t/cup/office/series/1/paper/?at="
        assert [deal.points for deal in row.deals.order_by("number")] == [20, 0, -118]
    row.refresh_from_db()
    assert row.signed_by == factories.user()


def test_what_a_phone_entered_in_the_meantime_stays_and_the_list_goes_on_where_the_table_stopped(director):
    row = factories.running_list(seats=3)
    factories.enter(row, (1, GRAND))

    response = director.post(TYPE, sent("sums", ROUND, ROUND_SUMS))
    page = response.content.decode()

    assert response.status_code == 422
    assert "Deal 1 has been entered already." in page
    assert 'value="1nho-"' in page
    assert row.deals.get().points == 72
    page = director.get(TYPE).content.decode()
    assert ('name="d1"' in page, 'name="d2"' in page) == (False, True)
    director.post(TYPE, sent("sums", {"d2": "-"}, sums((72, 1, 0), (0, 0, 0), (0, 0, 0)), since=2))
    assert row.deals.count() == 2


def test_an_empty_list_a_line_left_out_and_wrong_lines_get_a_sentence_and_keep_what_was_typed(director):
    row = factories.running_list(seats=3)

    empty = director.post(TYPE, sent("again"))
    assert empty.status_code == 422
    assert "No deal was filled in." in empty.content.decode()
    page = director.post(TYPE, sent("again", {"d3": "1g2"})).content.decode()
    assert page.count("This deal was left out.") == 2
    for line in ("9" * 100, "\u0000", "<script>"):
        response = director.post(TYPE, sent("again", typed(line)))
        assert response.status_code == 422, line
        assert "<script>2" not in response.content.decode(), line
    page = director.post(TYPE, sent("again", typed("2g7", "3nsa", "x"))).content.decode()
    assert "That many matadors do not exist" in page
    assert "The line begins with the declarer" in page
    assert all(f'value="{line}"' in page for line in ("2g7", "3nsa", "x"))
    # A Null below its bid says as which game it is lost (3.4.4).
    page = director.post(TYPE, sent("again", typed("2nb24", "3n-4b24", "1n0b24"))).content.decode()
    assert page.count("With or without how many?") == 2
    assert "Diamonds without 4: −90" in page
    # A rare line is asked about until it carries its sign.
    points = sums((0, 0, 0), (84, 1, 0), (0, 0, 0))
    asked = director.post(TYPE, sent("sums", typed("2c6"), points))
    assert asked.status_code == 422
    assert "Is this right?" in asked.content.decode()
    assert not row.deals.exists()
    director.post(TYPE, sent("sums", typed("2c6!"), points))
    assert row.deals.get().points == 84


def test_struck_deals_are_not_typed_and_a_list_that_lacks_deals_stays_open(director):
    row = factories.running_list(seats=3, rounds=2)
    response = director.post(TYPE, sent("sums", ROUND, ROUND_SUMS) | {"since": "x"}, follow=True)
    assert "Table 1 is entered, but not closed yet." in response.content.decode()
    row.refresh_from_db()
    assert (response.redirect_chain[-1][0], row.signed_at, row.deals.count()) == (LIST, None, 3)
    row.struck_after = 4
    row.save()

    page = director.get(TYPE).content.decode()

    assert ('name="d4"' in page, 'name="d5"' in page) == (True, False)


def test_each_line_is_read_with_its_words_and_the_totals_after_it(director, django_assert_max_num_queries):
    factories.running_list(seats=3)
    factories.running_series(factories.tournament(slug="long", entrants=3, rounds=12))

    def read(lines, slug="cup"):
        with django_assert_max_num_queries(14):
            return director.get(f"{TYPE}read/".replace("cup", slug), lines).json()["lines"]

    lines = read(ROUND)
    assert [line["words"] for line in lines] == [
        "Spieler 2 wins Hearts with 1: 20",
        "passed in",
        "Spieler 1 loses Null Hand ouvert: −118",
    ]
    assert [line["totals"] for line in lines] == [["0", "20", "0"], ["0", "20", "0"], ["−118", "20", "0"]]
    assert not any(line["troubles"] for line in lines)

    # After a wrong line no totals are claimed.
    lines = read(typed("2h1", "2", "1g2"))
    assert [bool(line["totals"]) for line in lines] == [True, False, False]
    assert [len(line["troubles"]) for line in lines] == [0, 1, 0]

    # A question is told from a mistake.
    assert [line["asks"] for line in read(typed("2c6", "3g7"))] == [True, False, False]
    assert len(read(typed(*["1g2"] * 36), "long")) == 36
    assert not DealRow.objects.exists()


@pytest.fixture
@remembered_step
def closed():
    """A list of three deals typed from paper, and closed with that."""
    closed = factories.running_list(seats=3)
    # A part of a list is taken and leaves it open.
    for deals, is_closed in (
        ([Deal(number=1, declarer=2, played=GRAND), Deal(number=2)], False),
        ([Deal(number=3)], True),
    ):
        taken = take_deals(list_id=closed.pk, deals=deals, entry_key=uuid4(), by=factories.user(), now=EVENING)
        assert (taken.is_closed, taken.left) == (is_closed, None)
    closed.refresh_from_db()
    return closed


def test_its_page_offers_the_direction_to_mend_it_without_asking_the_players(closed, director, client):
    page = director.get(f"{LIST}deal/1/").content.decode()
    assert "Mend a slip of typing" in page

    sent = {"agreed": "on", "declarer": "3", "game": "grand", "matadors": "2", "outcome": "won", "number": "1"}
    answer = post_seen(director, f"{LIST}deal/1/", sent | {"entry_key": str(uuid4())})

    assert answer.status_code == 302, answer.content.decode()
    closed.refresh_from_db()
    assert closed.signed_at is not None
    assert closed.deals.get(voided_at=None, number=1).declarer == 3
    assert closed.deals.get(number=1, declarer=2).voided_because == "A slip in typing from the paper"
    assert "Mend a slip of typing" not in client.get(f"{LIST}deal/1/").content.decode()


def test_what_somebody_disputes_is_not_mended_in_passing_and_what_the_players_closed_themselves_not_at_all(closed):
    series = closed.table.series
    about = {"tournament": series.tournament, "number": 1, "series": series, "game_list": closed}
    disputed = Objection.objects.create(**about, text="War anders.", entry_key=uuid4(), raised_at=EVENING)
    with pytest.raises(ListSigned):
        mend(closed)
    with pytest.raises(ListSigned):
        take(closed, (0, 0, 0), (0, 0, 0), (0, 0, 0))

    disputed.delete()
    closed.signed_by = None
    closed.save()
    with pytest.raises(ListSigned):
        mend(closed)


def test_whoever_plays_at_the_table_enters_it_but_does_not_close_it_alone():
    made = factories.tournament(entrants=3, rounds=1)
    made.roles.filter(user=factories.user()).update(plays_as=made.entrants.get(number=1))
    row = factories.list_of(factories.running_series(made))

    taken = take(row, (48, 1, 0), (0, 0, 0), (0, 0, 0), passed=2)

    assert (taken.is_closed, taken.left.code) == (False, "own-list")
    row.refresh_from_db()
    assert row.signed_at is None
    assert points(row)[0] == 98


@pytest.fixture
def house_row():
    return house_list("kneipe")


@pytest.fixture
def office(house_row, director):
    found = Visitor()
    found.client = director
    return found


def test_the_desk_leads_to_the_page_that_knows_the_rules_as_do_short_lines(office):
    page = office.get(DESK)

    assert "Kept by house rules: Kneipe" in page.text
    html = page.response.content.decode()
    assert f'href="{LIST}"' in html
    assert "paper-grid" not in html
    assert TYPE not in html
    assert office.client.get(TYPE)["Location"] == LIST
    assert "typed deal by deal" in office.get(LIST).text


def test_the_direction_types_it_deal_by_deal_and_closes_it_as_signed_on_paper(office, house_row):
    office.get(LIST)
    won = {"game": "hearts", "matadors": 2, "stakes": 1, "outcome": "won"}
    for number, seat in enumerate((1, 2, 3), start=1):
        office.client.post(LIST, won | {"entry_key": str(uuid4()), "number": number, "declarer": seat})
    house_row.refresh_from_db()
    seen = ListActForm(seen=lists.as_seen(house_row))["seen"].value()

    office.client.post("/t/cup/office/series/1/table/1/", {"action": "sign-for-paper", "seen": seen})

    house_row.refresh_from_db()
    assert columns(house_row) == [60, 60, 60]
    assert house_row.signed_at is not None


def test_a_list_of_which_only_the_results_were_typed_waits_for_no_first_deal(director):
    row = factories.running_list(seats=4)
    assert "Ready for the first deal</p>" in director.get(LIST).text
    lines = factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0), (0, 0, 0))
    entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=factories.EVENING)

    page = director.get(LIST).text

    assert "Ready for the first deal</p>" not in page
    assert "Only the results were typed from paper." in page


def test_a_deal_is_mended_after_the_release_but_not_one_that_a_correction_put_so(closed):
    before, first = points(closed), closed.signed_hash
    tournament = released(closed)

    mend(closed)

    closed.refresh_from_db()
    assert points(closed) == [before[0], before[2], before[1]]
    assert closed.signed_at is not None
    assert closed.signed_hash != first
    assert not closed.corrections.exists()
    assert verified(tournament).discrepancies == ()
    directing.corrected(closed, directing.mend(1, 2, GRAND))

    with pytest.raises(Refused, match="deal-decided"):
        mend(closed, deal=Deal(number=1, declarer=1, played=GRAND))
