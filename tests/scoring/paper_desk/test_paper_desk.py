"""Results typed from paper at the desk, slips mended, and lists by house rules from paper (SkWO 7.2.3, 7.2.5)."""

import json
import re
from hashlib import sha256
from uuid import uuid4

import pytest

from scoring.disputes.services.queries import Mended
from scoring.history.selectors.verification import verified
from scoring.lists.selectors import boards, history
from scoring.lists.services import entry, presence
from scoring.office.services.end import release_unopposed
from scoring.paper_desk.services import mend_deal, take_results
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tables.acts.services import Refused
from tables.tournaments.models import Tournament
from tests.scoring.money import desk
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.forms_as_shown import post_seen, seen_at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


DESK, LIST = "/t/cup/office/series/1/paper/", "/t/cup/series/1/table/1/"
TABLE = "/t/cup/office/series/1/table/1/"
TOTALS, TYPE = f"{TABLE}totals/", f"{TABLE}type/"
ROUND = ((48, 1, 0), (0, 0, 0), (-96, 0, 1))
ONE = {"passed": 1}
"""Of three deals one was passed in: more than one in ten, so that it has to be said."""


def totals(*lines: tuple[int, int, int], passed: int | str = "") -> dict[str, int | str]:
    return {"passed": passed} | {
        f"s{place}-{name}": value
        for place, line in enumerate(lines, start=1)
        for name, value in zip(("game_points", "won", "lost"), line, strict=True)
    }


def test_the_example_of_skwo_5_2_from_a_paper_list(director):
    row = factories.running_list(seats=4, rounds=12)

    response = post_seen(director, TOTALS, totals((937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4)), follow=True)

    assert "Table 1 is closed as signed on paper." in response.content.decode()
    assert [result.performance for result in row.results.order_by("seat__place")] == [2107, 300, 166, 342]


def test_absurd_counts_get_a_sentence_and_points_with_a_fraction_are_never_read_as_others(director):
    row = factories.running_list(seats=3, rounds=12)
    nothing = totals((0, 0, 0), (0, 0, 0), (0, 0, 0))
    nothing |= seen_at(director, TOTALS, nothing)
    for absurd in ("", "-1", "9" * 30):
        response = director.post(TOTALS, nothing | {"s2-won": absurd})
        assert response.status_code == 422, absurd
        assert "marked fields" in response.content.decode(), absurd
    fractions = ({"s1-won": "5", "s1-game_points": typed} for typed in ("1.0", "1,5", "1.1000", "96."))
    for typed in (*({"passed": absurd} for absurd in ("-1", "999")), *fractions):
        response = director.post(TOTALS, nothing | typed)
        assert response.status_code == 422, typed
        assert f'value="{[*typed.values()][-1]}"' in response.content.decode(), typed
    impossible = totals((937, 40, 3), (0, 0, 0), (5, 0, 0))
    page = director.post(TOTALS, nothing | impossible).content.decode()
    assert re.findall(r'id="t1-s(\d)-troubles" data-troubles><li>', page) == ["1", "3"]
    assert 'value="937"' in page
    assert not row.totals.exists()


def test_points_are_read_with_the_marks_that_people_set_between_thousands(director):
    row = factories.running_list(seats=3, rounds=12)
    lines = totals((0, 20, 0), (0, 0, 0), (0, 0, 0), passed=16)
    for typed, performance in (("1.107", 2107), ("1 109", 2109), ("1'110", 2110), ("+1111", 2111)):
        (first, *_others) = director.get(f"{TOTALS}reckon/", lines | {"s1-game_points": typed}).json()["seats"]
        assert first["total"] == str(performance), typed
    post_seen(director, TOTALS, lines | {"s1-game_points": "\u202f1\u202f112 "})
    assert [result.game_points for result in row.results.order_by("seat__place")] == [1112, 0, 0]


def test_a_slip_is_mended_in_place_and_costs_nobody_points_and_the_second_typist_sees_the_first(director):
    row = factories.running_list(seats=3)
    made = row.table.series.tournament
    desk.charge(made, desk.LOSS)
    mended = totals((84, 1, 0), (-96, 0, 1), (0, 0, 0), **ONE)
    early = seen_at(director, TOTALS, mended)
    post_seen(director, TOTALS, totals(*ROUND, **ONE))
    answer = director.post(TOTALS, early | mended)
    assert answer.status_code == 409
    assert "Somebody else has changed this" in answer.content.decode()
    assert points(row) == [48 + 50 + 40, 40, -96 - 50]
    assert desk.owed(made) == {3: 50}

    post_seen(director, TOTALS, mended)

    assert points(row) == [84 + 50 + 40, -96 - 50, 40]
    assert desk.owed(made) == {2: 50}  # money follows it
    row.refresh_from_db()
    assert row.signed_at is not None
    assert not row.corrections.exists()
    lines = [line.action for line in made.journal.order_by("number") if line.action.startswith("list.")]
    assert lines[-5:] == [
        *("list.totals-entered", "list.signed"),
        *("list.totals-entered", "list.frozen-anew", "list.slip-mended"),
    ]
    count = made.journal.count()
    assert post_seen(director, TOTALS, mended).status_code == 302
    assert made.journal.count() == count


def mend(row, **fields):
    said = {"deal": Deal(number=1, declarer=3, played=GRAND), "because": "vertippt", "entry_key": uuid4()}
    mend_deal(list_id=row.pk, by=factories.user(), now=EVENING, **said | fields)


def points(row) -> list[int]:
    return [result.performance for result in row.results.order_by("seat__place")]


def take(row, *lines, **said):
    totals = factories.totals(*lines)
    return take_results(list_id=row.pk, totals=totals, **{"seen": None} | said, by=factories.user(), now=EVENING)


MENDED = ((84, 1, 0), *ROUND[1:])


def released(row):
    factories.close_series(row.table.series)
    tournament = release_unopposed(tournament_id=row.table.series.tournament_id, by=factories.user(), now=EVENING)
    assert tournament.released_at
    return tournament


def test_a_slip_is_mended_after_the_release_and_the_public_reads_it(director, client):
    row = factories.running_list(seats=3)
    post_seen(director, TOTALS, totals(*ROUND, **ONE))
    released(row)
    correction = director.get("/t/cup/office/series/1/table/1/correct/").content.decode()
    assert 'name="s1-won"' not in correction  # nothing can be corrected now
    assert f'href="{TOTALS}"' in correction
    page = director.get(TOTALS).content.decode()
    assert "Slip of typing: the paper says" in page
    assert 'name="saw"' not in page

    assert post_seen(director, TOTALS, totals(*MENDED, **ONE)).status_code == 302

    tournament = Tournament.objects.get()
    assert points(row) == [84 + 50 + 40, 40, -96 - 50]
    assert (tournament.released_at, tournament.ended_at, tournament.series.get().status) == (None, None, "closed")
    assert tournament.under_review_since is not None
    assert "Slip of typing put right: series 1, table 1." in client.get("/t/cup/standings/").content.decode()
    assert verified(tournament).discrepancies == ()
    assert "a slip of typing put right, as the paper says" in director.get("/t/cup/office/journal/").content.decode()


@pytest.mark.thorough
def test_measures_and_corrections_of_the_signed_list_stay_on_top_of_a_mended_slip():
    row = factories.running_list(seats=3)
    take(row, *ROUND, passed=1)
    # Seat 2 is said to have won a game, and not everybody testifies: each keeps the lower score (SkWO 7.2.5).
    directing.corrected(row, Mended(totals=factories.totals(ROUND[0], (48, 1, 0), ROUND[2]), reason="Ein Spiel fehlte"))
    assert [(one.performance, one.counts) for one in row.results.order_by("seat__place")] == [
        *((138, ""), (40, "lower")),
        (-146, ""),
    ]

    take(row, (84, 1, 0), (48, 1, 0), ROUND[2], passed=0, because="Tippfehler")

    assert [(one.performance, one.counts) for one in row.results.order_by("seat__place")] == [
        *((174, ""), (40, "lower")),
        (-146, ""),
    ]
    (correction,) = row.corrections.all()
    assert correction.lapsed_at is None
    assert verified(row.table.series.tournament).discrepancies == ()
    first = row.table.seats.get(place=1).entrant.number
    ordered = directing.order(directing.Kind.ZEROED, series=1, entrant=first)
    directing.ordered(row.table.series.tournament, ordered)
    take(row, (48, 1, 0), (48, 1, 0), ROUND[2], passed=0, because="Tippfehler")
    assert points(row) == [0, 40, -146]


def test_who_plays_at_the_table_names_a_second_person_who_saw_the_paper(director):
    row = factories.running_list(seats=3)
    take(row, *ROUND, passed=1)
    made = row.table.series.tournament
    made.roles.filter(user=factories.user()).update(plays_as=made.entrants.get(number=1))
    assert "Who else saw the paper?" in director.get(TOTALS).content.decode()

    alone = post_seen(director, TOTALS, totals(*MENDED, **ONE))
    assert alone.status_code == 422
    assert "Name a second person who saw the paper, or leave it to another official." in alone.content.decode()
    too_long = post_seen(director, TOTALS, totals(*MENDED, **ONE) | {"saw": "x" * 81})
    assert too_long.status_code == 422
    assert "x" * 81 in too_long.content.decode()
    assert post_seen(director, TOTALS, totals(*MENDED, **ONE) | {"saw": "Frau Wirt"}).status_code == 302

    line = made.journal.get(action="list.slip-mended")
    assert line.data["because"] == "A slip in typing from the paper, also seen by Frau Wirt"


SLIP = ((400, 4, 1), (300, 9, 2), (200, 9, 1), (100, 8, 2))
"""Of 48 deals 36: the first player won 14, of which one digit is missing."""

RIGHT = ((400, 14, 1), *SLIP[1:])


def board_line(row):
    (line,) = boards.board(row.table.series)
    return line.entered, line.length


def test_up_to_one_in_ten_is_filled_with_the_rest_and_more_is_asked_and_stored_as_it_was_said(director):
    row = factories.running_list(seats=4, rounds=12)
    nothing = post_seen(director, TOTALS, totals(*[(0, 0, 0)] * 4))
    assert "0 of 48 deals were played" in nothing.content.decode()
    page = post_seen(director, TOTALS, totals(*SLIP)).content.decode()
    assert "36 of 48 deals were played. How many of the other 12 were passed in?" in page
    assert "accept the list with fewer deals, with a reason, or declare it void" in page
    assert 'value="400"' in page
    wrong = post_seen(director, TOTALS, totals(*SLIP, passed=11))
    assert "36 deals played and 11 passed in are not the 48 of the list." in wrong.content.decode()
    assert not row.totals.exists()

    assert take(row, *RIGHT).is_closed
    row.refresh_from_db()
    assert (row.passed, board_line(row)) == (2, (48, 48))
    with pytest.raises(Refused, match="passed-unsaid"):
        take(row, *SLIP, because="vertippt")
    assert take(row, *SLIP, passed=12, because="so steht es da").is_closed
    row.refresh_from_db()
    assert row.passed == 12
    assert row.table.series.tournament.journal.filter(action="list.totals-entered").last().data["passed"] == 12
    # What was said stands in the field again; what follows from the games is not typed.
    assert re.search(r'name="passed" value="12"', director.get(TOTALS).content.decode())
    assert not take(row, *RIGHT, because="doch 14").left
    assert not re.search(r'name="passed" value', director.get(TOTALS).content.decode())


def test_of_a_list_accepted_short_some_deals_are_neither_and_it_is_never_shown_as_whole(director):
    row = factories.running_list(seats=4, rounds=12)
    signing.accept_short(list_id=row.pk, because="Feueralarm", by=factories.user(), now=EVENING)

    assert post_seen(director, TOTALS, totals(*SLIP, passed=13)).status_code == 422
    assert post_seen(director, TOTALS, totals(*SLIP)).status_code == 302

    row.refresh_from_db()
    assert (row.passed, row.signed_at is not None) == (0, True)
    assert board_line(row) == (36, 48)
    assert take(row, *SLIP, passed=4, because="vier eingepasst").is_closed
    assert board_line(row) == (40, 48)


def test_totals_of_before_say_nothing_of_it_and_stay_as_they_were(director):
    row = factories.running_list(seats=4, rounds=12)
    entry.enter_totals(list_id=row.pk, totals=factories.totals(*SLIP), by=factories.user(), now=EVENING)

    row.refresh_from_db()
    assert row.passed is None
    assert board_line(row) == (48, 48)
    assert "passed" not in row.table.series.tournament.journal.get(action="list.totals-entered").data
    assert history.list_hash(row) == lists_hash_without_it(row)


def lists_hash_without_it(row):
    state = {
        "players": [1, 2, 3, 4],
        "rounds": 12,
        "deals": [],
        "results": [list(line) for line in SLIP],
        "struck_after": None,
        "short": False,
        "sums": [
            [one.game_points, one.won, one.lost, one.opponents_lost, one.performance]
            for one in row.results.order_by("seat__place")
        ],
    }
    return sha256(json.dumps(state, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def test_what_the_numbers_come_to_and_how_many_deals_there_are_is_told_while_they_are_typed(director):
    row = factories.running_list(seats=4, rounds=12)
    typed = totals((937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4))

    whole, half, too_many = (
        director.get(f"{TOTALS}reckon/", sent).json()
        for sent in (typed, totals((937, 40, 3)), totals((1200, 25, 0), (1200, 25, 0), (0, 0, 0), (0, 0, 0)))
    )

    assert [seat["total"] for seat in whole["seats"]] == ["2107", "300", "166", "342"]
    assert (whole["sums"], whole["whole"], whole["troubles"]) == (["685", "31", "17", "2915"], True, [])
    assert [seat["total"] for seat in half["seats"]] == ["2787", "", "", ""]
    assert half["seats"][0]["troubles"] != []
    assert half["whole"] is False
    assert too_many["troubles"] == ["The players have more games together than the list has deals. (SkWO 6.2)"]

    def said(**sent):
        answer = director.get(f"{TOTALS}reckon/", sent).json()
        return answer["deals"], answer["passed"], answer["asks"]

    assert said(**totals((400, 14, 1))) == ("15 of 48 played", "", False)
    assert said(**totals(*RIGHT)) == ("46 played, 2 passed in = 48", "2", False)
    assert said(**totals(*SLIP)) == ("36 played, 12 missing of 48: passed in?", "", True)
    assert said(**totals(*SLIP, passed=4)) == ("36 played, 4 passed in = 40 of 48", "4", False)
    signing.accept_short(list_id=row.pk, because="Feueralarm", by=factories.user(), now=EVENING)
    assert said(**totals(*SLIP)) == ("36 played, 0 passed in = 36 of 48", "0", False)


def test_an_open_desk_asks_for_news_and_gets_none_while_nothing_happens(director, time_machine):
    time_machine.move_to(EVENING, tick=False)
    row = factories.running_list(seats=3)
    seen = re.search(r'"X-Seen": "(\w+)"', director.get(DESK).content.decode())[1]

    assert director.get(DESK, headers={"X-Seen": seen, "HX-Request": "true"}).status_code == 204
    news = director.get(DESK, headers={"X-Seen": "before", "HX-Request": "true"}).content.decode()
    assert 'id="table-1"' in news
    assert "<html" not in news

    # A table that keeps its list on a phone is told so.
    factories.enter(row, None)
    page = director.get(DESK).content.decode()
    assert "kept deal by deal: 1 of 3" in page
    assert 'name="s1-won"' not in page
    # What it comes to so far stands there, to be read only.
    factories.enter(row, (1, GRAND))
    page = director.get(DESK).content.decode()
    figures = re.findall(r'<td class="num">(?:<strong class="figures">)?([^<]+)', page)
    assert figures[:4] == ["72", "1", "0", "122"]
    assert "paper-grid" in page
    assert 'name="s1-won"' not in page


def test_where_somebody_left_the_results_alone_are_not_taken_and_the_way_is_shown(director):
    row = factories.running_list(seats=4, rounds=12)
    assert "Change of players" in director.get(DESK).content.decode()
    presence.leave(list_id=row.pk, place=3, from_round=5, by=factories.user(), now=EVENING)

    page = director.get(DESK).content.decode()
    assert "From round 5 on without Spieler 3. The bonus follows from the deals" in page
    assert f'href="{TYPE}"' in page
    assert 'name="s1-won"' not in page
    with pytest.raises(Refused, match="players-changed"):
        entry.enter_totals(list_id=row.pk, totals=factories.totals(*[(0, 0, 0)] * 4), by=factories.user(), now=EVENING)
    # Its deals are typed line by line in the order of those who stayed: four rounds of four, eight of three.
    page = director.get(TYPE).content.decode()
    assert ('name="d40"' in page, 'name="d41"' in page) == (True, False)
