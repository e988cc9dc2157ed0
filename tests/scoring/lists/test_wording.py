"""Every code has words that say what the rule book says; in what two entries differ; what a deal is worth on a page."""

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest
from pytest_django.asserts import assertContains

from scoring.lists.wording import comparison, games
from scoring.lists.wording.comparison import CELL
from scoring.lists.wording.games import GAME, LEVEL
from scoring.lists.wording.refusals import PROBLEM
from scoring.paper_desk import services
from scoring.paper_desk.services import SLIP
from scoring.rules.codes import Code
from scoring.rules.comparison import Cell, difference
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.judging import different_games
from scoring.rules.notation.shorthand import Illegible, Slip
from scoring.rules.valuation import Played, StepKind, book
from scoring.rules.values import BIDS
from tables.acts.services import Refused
from tables.acts.wording import refusals
from tables.acts.wording.refusals import REFUSED
from tests.support import factories
from tests.tables.acts.test_hall_wording import FACTS

LISTS = Path(__file__).parents[3] / "scoring"
SERVICES = [*LISTS.glob("*/services.py"), *LISTS.glob("*/services/*.py")]


ANNOUNCED = ("hand", "schneider_announced", "schwarz_announced", "ouvert")


def played(game: Game, matadors: int | None, *, won: bool = True, **fields: bool | int) -> Played:
    contract = Contract(game=game, **{name: fields.pop(name) for name in ANNOUNCED if name in fields})
    return Played(contract=contract, matadors=matadors, won=won, **fields)


def test_every_problem_every_game_and_every_step_has_words():
    assert set(PROBLEM) == set(Code)
    assert set(GAME) == set(Game)
    rest = {StepKind.WITH, StepKind.WITHOUT, StepKind.PRODUCT, StepKind.FIXED, StepKind.OVERBID, StepKind.DOUBLED}
    assert set(LEVEL) | rest == set(StepKind)
    assert set(CELL) == set(Cell)
    assert set(SLIP) == set(Slip)
    for slip in Slip:
        sentence = services.slip(Illegible(slip, "x"))
        assert sentence.endswith(".")
        assert "%(" not in sentence


def test_every_refusal_of_the_services_has_words():
    codes = {code for file in SERVICES for code in re.findall(r'Refused\(\s*"([a-z-]+)"', file.read_text())}
    generic = refusals.refusal(Refused("no-such-code"))

    assert codes
    assert not [code for code in codes if refusals.refusal(Refused(code, **facts_for(code))) == generic]


def facts_for(code: str) -> dict[str, object]:
    names = re.findall(r"%\((\w+)\)s", str(REFUSED.get(code, "")))
    return {**FACTS, "places": [1], "open": "appeal 1", **dict.fromkeys(names or ["number", "series"], 1)}


def test_a_line_is_read_out_as_at_the_table():
    grand = played(Game.GRAND, 4, hand=True, schneider_announced=True, schneider=True)
    for line, words in (
        (played(Game.CLUBS, 2), "Clubs with 2"),
        (played(Game.SPADES, -1, hand=True, schneider=True), "Spades Hand without 1, Schneider"),
        (grand, "Grand Hand, Schneider announced with 4"),
        (played(Game.NULL, None, hand=True, ouvert=True), "Null Hand ouvert"),
    ):
        assert games.deal_entry(Deal(number=1, declarer=1, played=line), ["Bernd"]) == f"Bernd: {words}"


def test_what_it_comes_to_reads_step_by_step():
    doubled = played(Game.CLUBS, 2, won=False, hand=True, schneider=True)
    overbid = played(Game.HEARTS, 1, won=False, bid=50, overbid=True)

    assert games.computation(book(doubled)) == "with 2, game 3, Hand 4, Schneider 5; 5 × 12 = 60; lost, doubled: −120"
    assert games.computation_lines(book(overbid))[-2:] == ("overbid, bid 50: 5 × 10 = 50", "lost, doubled: −100")
    # The example of SkWO 5.2.
    assert games.sum_line(game_points=937, own_games=750, bonus=420, performance=2107) == "937 + 750 + 420 = 2107"


@pytest.mark.django_db
def test_no_two_of_a_table_share_a_name_anywhere_it_is_short():
    made = factories.tournament(entrants=4)
    for number, name in enumerate(("Hans Müller", "Hans Meier", "Hans Müller", "Hans Maier"), start=1):
        made.entrants.filter(number=number).update(name=name)
    row = factories.list_of(factories.running_series(made))
    seats = list(row.table.seats.select_related("entrant").order_by("place"))

    by_number = {seat.entrant.number: name for seat, name in zip(seats, games.short_names_at(seats), strict=True)}

    assert by_number == {1: "Hans Müller (1)", 2: "Hans Me.", 3: "Hans Müller (3)", 4: "Hans Ma."}


NAMES = ["Anna", "Bernd", "Clara"]
OUVERT = Contract(game=Game.GRAND, hand=True, schneider_announced=True, schwarz_announced=True, ouvert=True)
GRAND = Played(contract=Contract(game=Game.GRAND), matadors=-2, won=True)


def compared(first: Played | None, second: Played | None):
    """Return two versions of a deal of seat 2, and in what they differ."""
    deals = [Deal(number=1, declarer=2 if line else None, played=line) for line in (first, second)]
    return deals, difference(*deals)


def rows(first: Played | None, second: Played | None) -> list[tuple[str, str, str, bool]]:
    found = comparison.cell_rows(compared(first, second)[1], names=NAMES)
    return [(row.label, row.first, row.second, row.differs) for row in found]


def test_what_is_the_same_is_shown_too_and_what_is_empty_in_both_is_not():
    shown = rows(GRAND, replace(GRAND, won=False, schneider=True))
    alike = [("Declarer", "Bernd", "Bernd"), ("Game", "Grand", "Grand"), ("Matadors", "−2", "−2")]
    assert [row[:3] for row in shown if not row[3]] == alike
    differing = [("Level", "–", "Schneider"), ("Result", "won", "lost"), ("Points", "72", "−192")]
    assert [row[:3] for row in shown if row[3]] == differing


def test_a_cell_is_read_as_on_paper():
    for line, cell, read in (
        (replace(GRAND, contract=OUVERT, schneider=True, schwarz=True, matadors=4), "Announced", "Hand, ouvert"),
        (replace(GRAND, schneider=True, schwarz=True, matadors=4), "Level", "Schwarz"),
        (replace(GRAND, won=False, bid=120, overbid=True), "Bid", "120"),
        (replace(GRAND, won=False, bid=120, overbid=True), "Result", "overbid"),
        (Played(contract=Contract(game=Game.NULL), matadors=None, won=True), "Matadors", "–"),
        (None, "Result", "passed in"),
        (None, "Declarer", "–"),
    ):
        assert {label: second for label, _first, second, _differs in rows(GRAND, line)}[cell] == read, (line, cell)


def test_points_are_named_only_where_nothing_else_differs_and_who_has_no_seat_by_his_number():
    deal = Deal(number=1, declarer=1, played=GRAND)
    found = difference(deal, replace(deal, declarer=2, played=replace(GRAND, matadors=3)))
    assert comparison.cells(found) == "Declarer, Matadors"

    assert comparison.cell_rows(difference(deal, replace(deal, declarer=9)), names=NAMES)[0].second == "9"


def test_the_difference_is_said_with_both_values():
    for other, said in (
        (replace(GRAND, won=False), "Result: won / lost; Points: 72 / −144"),
        (replace(GRAND, won=False, bid=120, overbid=True), "Bid: – / 120; Result: won / overbid; Points: 72 / −240"),
    ):
        assert comparison.in_words(compared(GRAND, other)[1], names=NAMES) == said


HAND = replace(GRAND, contract=Contract(game=Game.GRAND, hand=True))
SCHNEIDER = replace(GRAND, schneider=True)
OVERBID = Played(contract=Contract(game=Game.SPADES), matadors=1, won=False, bid=24, overbid=True)


def lines(first: Played | None, second: Played | None) -> list[list[str]]:
    """Return what two versions say, what differs in capital letters."""
    deals, found = compared(first, second)
    return [
        [
            ", ".join(part.words.upper() if part.differs else part.words for part in line)
            for line in comparison.read(deal, names=NAMES, differing=found.cells)
        ]
        for deal in deals
    ]


def test_each_side_says_who_played_what_and_what_it_comes_to():
    start = "Bernd; Grand, without 2"
    for first, second, said in (
        (GRAND, replace(GRAND, won=False), [f"{start}; WON, 72", f"{start}; LOST, −144"]),
        (GRAND, None, ["BERND; GRAND, WITHOUT 2; WON, 72", "PASSED IN"]),
        (GRAND, HAND, [f"{start}, NOTHING ANNOUNCED; won, 72", f"{start}, HAND; won, 96"]),
        (GRAND, SCHNEIDER, [f"{start}, NEITHER SCHNEIDER NOR SCHWARZ; won, 72", f"{start}, SCHNEIDER; won, 96"]),
        (OVERBID, replace(OVERBID, bid=27), [f"Bernd; Spades, with 1, BID {bid}; overbid, −66" for bid in (24, 27)]),
    ):
        assert ["; ".join(side) for side in lines(first, second)] == said


PAGE, DATA = "/worth/", "/worth.json"


def ticked(played):
    """Return the address for a line."""
    contract, outcome = played.contract, "won" if played.won else "lost"
    fields = {"game": contract.game, "matadors": played.matadors or "", "bid": played.bid or "", "outcome": outcome}
    announced = [name for name in ANNOUNCED if getattr(contract, name)]
    made = [name for name in ("schneider", "schwarz") if getattr(played, name)]
    return "?" + urlencode(fields | dict.fromkeys([*announced, *made], "on"))


def asked(client, language="en", **fields):
    return client.get(DATA, fields, headers={"Accept-Language": language})


@pytest.mark.slow
@pytest.mark.django_db
class TestThePage:
    def test_opens_without_a_question_costs_no_query_and_is_read_only(self, client, django_assert_num_queries):
        page = client.get(PAGE)

        assertContains(page, "as soon as a game is ticked")
        text = page.content.decode()
        # Counts with the jacks stand behind “with”, and those without behind “without”.
        leads = [text.index(f'tiles-lead">{word}<') for word in ("with", "without")]
        assert leads[0] < text.index('name="matadors" value="1"') < leads[1] < text.index('name="matadors" value="-1"')
        with django_assert_num_queries(0):
            client.get(PAGE, {"game": "clubs", "matadors": "1"})
        assert [client.post(address).status_code for address in (PAGE, DATA)] == [405, 405]

    def test_keeps_what_was_ticked_and_with_htmx_only_the_answer_comes_back(self, client):
        form = client.get(PAGE, {"game": "grand", "matadors": "4", "ouvert": "on", "bid": "18"}).context["form"]
        assert (form["game"].value(), form["matadors"].value(), form["ouvert"].value()) == ("grand", "4", True)

        page = client.get(PAGE, {"game": "null"}, headers={"HX-Request": "true"})
        assert page.templates[0].name == "scoring/lists/worth/_answer.html"
        assert "23" in page.content.decode()

    def test_shows_value_steps_and_clauses_and_speaks_german(self, client):
        page = client.get(PAGE, {"game": "clubs", "matadors": "2", "hand": "on", "schneider": "on", "outcome": "lost"})

        text = page.content.decode()
        assert "−120" in text
        for step, clause in [("with 2", "2.4.2"), ("Hand 4", "5.2.1"), ("Schneider 5", "5.2.3"), ("= 60", "5.3.1")]:
            assert not [said for said in (step, f"ISkO {clause}") if said not in text]
        page = client.get(PAGE, {"game": "hearts", "matadors": "1", "bid": "50"}, headers={"Accept-Language": "de"})
        assert "überreizt" in page.content.decode()
        assert "Spielwert" in page.content.decode()

    def test_names_every_contradiction_and_asks_a_null_below_its_bid_for_its_matadors_3_4_4(self, client):
        several = {"game": "clubs", "matadors": "1", "ouvert": "on", "schwarz_announced": "on", "bid": "19"}
        text = client.get(PAGE, several).content.decode()
        assert not [said for said in ("5.2.1", "Nobody can bid this value") if said not in text]
        assert client.get(PAGE, {"game": "clubs", "matadors": "20", "ouvert": "on"}).status_code == 422

        assertContains(client.get(PAGE, {"game": "null", "bid": "24", "outcome": "lost"}), "With or without how many?")

    def test_offers_every_reading_of_a_game_without_a_value_3_4_4_and_4_1_1(self, client):
        for fields, cheapest, points in (
            ({"game": "null", "bid": "24", "matadors": "1"}, "Clubs with 1", -48),
            ({"game": "null", "bid": "24", "matadors": "-4"}, "Diamonds without 4", -90),
            ({"game": "null", "bid": "24", "matadors": "-4", "in_diamonds": "6"}, "Hearts without 4", -100),
            ({"game": "null", "hand": "on", "bid": "50", "matadors": "1"}, "Hearts with 1", -100),
            ({"bid": "18", "matadors": "2", "outcome": "lost"}, "Diamonds with 2", -54),
        ):
            page = client.get(PAGE, fields).content.decode()
            assert page.count('name="instead"') == 5, fields
            assert page.index(f"{cheapest}: \N{MINUS SIGN}{-points}") < page.rindex('<span class="face">Grand with')
            asked_for = {**fields, "instead": cheapest.split()[0].lower()}
            assert client.get(DATA, asked_for).json()["points"] == points, fields

    def test_answers_nonsense_with_a_sentence(self, client):
        of_clubs = (f"game=clubs&{said}" for said in ("matadors=x", "bid=99999", "bid=-1"))
        for query in ("game=", "game=tarot", "matadors=1", "game=%00", *of_clubs):
            page = client.get(f"{PAGE}?{query}")
            assert (page.status_code, "worth-problem" in page.content.decode()) == (422, True), query
        no_hand = client.get(PAGE, {"game": "null", "bid": "24", "matadors": "4", "in_clubs": "11", "in_hearts": "11"})
        assertContains(no_hand, "Nobody can have so many matadors", status_code=422)


@pytest.mark.slow
class TestTheData:
    def test_every_different_game_is_worth_what_the_rules_say(self, client, is_thorough):
        values, games = set(), different_games()
        # Otherwise one of each value.
        for played in games if is_thorough else {abs(book(one).points): one for one in games}.values():
            data = client.get(DATA + ticked(played)).json()
            assert data["points"] == book(played).points
            assert data["steps"][-1]["result"] == data["value"]
            values.add(data["value"])
        assert tuple(sorted(values)) == BIDS

    def test_an_overbid_game_comes_back_lost_and_a_refused_one_without_a_value_and_with_its_reason(self, client):
        data = asked(client, game="hearts", matadors=1, bid=50).json()
        assert (data["points"], data["line"]["overbid"], data["line"]["won"]) == (-100, True, False)
        assert data["computation"] == "with 1, game 2; 2 × 10 = 20; overbid, bid 50: 5 × 10 = 50; lost, doubled: −100"
        assert data["steps"][-2]["clause"] == "ISkO 5.4.1"

        data = asked(client, game="clubs", matadors=-2, schwarz="on", schneider="on").json()
        assert (data["points"], data["steps"]) == (None, [])
        problems = [(one["code"], one["severity"], one["clause"]) for one in data["problems"]]
        assert problems == [("won-schwarz-without-club-jack", "error", "ISkO 5.2.4")]

        answer = asked(client, game="tarot", bid="many")
        assert (answer.status_code, set(answer.json()["errors"])) == (400, {"game", "bid"})
        # The sentences follow the language, and any page may ask.
        for language, name in (("de", "Kreuz mit 1"), ("en", "Clubs with 1")):
            answer = asked(client, language, game="clubs", matadors=1)
            assert (answer.json()["name"], answer.json()["value"]) == (name, 24)
        assert (answer["Access-Control-Allow-Origin"], answer["Content-Type"]) == ("*", "application/json")
