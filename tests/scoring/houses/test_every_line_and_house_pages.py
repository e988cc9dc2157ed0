"""Every line of every profile survives its row, its way through a code, a report and the archive.

The pages of house rules: to choose from, with their switches, on paper.
"""

import io
import json
from dataclasses import replace

import pypdfium2
import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.archive.packing.record import record
from scoring.lists.mapping import to_deal, to_row
from scoring.lists.models import DealRow
from scoring.lists.selectors import sheets
from scoring.lists.wording.games import deal_entry
from scoring.rules.contract import Contract, Game, IllegalContract
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import read_line, written
from scoring.rules.notation.packed import PackedList, packed_text, read_packed
from scoring.rules.profiles.games import judged
from scoring.rules.profiles.lines import Beside, ContractKind, RamschLine
from scoring.rules.profiles.naming import BY_THE_BOOK, NAMED, name_of, named, switches_of
from scoring.rules.profiles.presets import PROFILES
from scoring.rules.profiles.profile import Declaring
from scoring.rules.valuation import Played
from tests.scoring.houses.evening import deal, enter, house_list, ramsch
from tests.scoring.report.reports import SCHEMA, allows
from tests.support.factories import EVENING
from tests.support.thorough import thorough

HOUSES = [code for code in PROFILES if name_of(code) != BY_THE_BOOK]


WIDE = ("klopfen", "schenken", "spitze", "bock_events", "tricks_win")


"""Switches that let a deal say more."""


def widest(code):
    """Return the name of a profile with everything on that a deal can say something of."""
    return name_of(code, {name: switch.settings[-1] for name, switch in switches_of(code) if name in WIDE})


def seats_of(profile):
    return st.sampled_from(profile.seats)


@st.composite
def games(draw, name):
    """Draw a declarer's game that its profile counts, or refuses, with everything it can say."""
    profile = named(name)
    seats = draw(seats_of(profile))
    levels = {level: draw(st.booleans()) for level in ("hand", "schneider_announced", "schwarz_announced", "ouvert")}
    game = draw(st.sampled_from(Game))
    try:
        contract = Contract(game=game, **levels)
    except IllegalContract:
        contract = Contract(game=game)
    most = profile.values.most.get(game, 0)
    played = Played(
        contract=contract,
        matadors=draw(st.integers(1, most)) * draw(st.sampled_from([1, -1])) if most else None,
        bid=draw(st.none() | st.sampled_from(sorted(profile.values.bids))),
        **{tick: draw(st.booleans()) for tick in ("won", "schneider", "schwarz", "overbid")},
    )
    beside = Beside(
        profile=name,
        stakes=draw(st.integers(0, profile.stakes)),
        contra_by=draw(st.none() | st.integers(1, seats)),
        schenken=draw(st.integers(0, 3)) if profile.schenken else 0,
        has_sixty=draw(st.booleans()),
        spitze=draw(st.booleans()) and profile.spitze is not None,
        revolution=draw(st.booleans()) and profile.revolution is not None,
        kind=draw(st.sampled_from(ContractKind)) if profile.declaring is Declaring.BY_KIND else None,
        announced=draw(st.integers(0, 2)),
        opened=draw(st.booleans()),
    )
    return Deal(number=1, declarer=draw(st.integers(1, seats)), played=played, house=beside)


@st.composite
def ramsches(draw, name):
    """Draw a Ramsch of a profile, with everything it can say."""
    profile = named(name)
    seats = draw(seats_of(profile))
    if draw(st.booleans()):
        return Deal(number=1, house=Beside(profile=name, ramsch=draw(short_ramsches(profile, seats))))
    columns = [
        draw(st.none() | st.lists(st.none() | st.integers(0, most), min_size=seats, max_size=seats).map(tuple))
        for most in (120, 10)
    ]
    card_points, tricks = (None if column and set(column) == {None} else column for column in columns)
    line = RamschLine(
        card_points=card_points,
        tricks=tricks,
        last_trick=draw(st.none() | st.integers(1, seats)),
        pushes=draw(st.integers(0, 3)),
        knocks=draw(st.integers(0, 3)),
        kind=ContractKind.RAMSCH if profile.declaring is Declaring.BY_KIND else None,
    )
    return Deal(number=1, house=Beside(profile=name, ramsch=line))


def short_ramsches(profile, seats):
    return st.builds(
        RamschLine,
        losers=st.lists(st.integers(1, seats), min_size=1, unique=True).map(sorted).map(tuple),
        lost_with=st.none() | st.integers(0, 120),
        virgins=st.integers(0, 2),
        pushes=st.integers(0, 3),
        knocks=st.integers(0, 3),
        kind=st.just(ContractKind.RAMSCH if profile.declaring is Declaring.BY_KIND else None),
    )


def deals(name):
    passed = st.just(Deal(number=1, house=Beside(profile=name)))
    return passed | games(name) | (ramsches(name) if named(name).ramsch else passed)


@pytest.mark.thorough
@pytest.mark.parametrize("code", HOUSES)
@given(data=st.data())
def test_a_line_comes_back_from_everywhere(code, data):
    name = widest(code)
    entered = data.draw(deals(name))

    assert through_code(entered, name) == entered
    assert read_line(1, json.loads(json.dumps(written(entered)))) == entered
    # The archive keeps the columns of the row as they are.
    if entered.played is None or judged(entered.line, named(name)).booking:
        row = to_row(entered, DealRow)
        row.house = json.loads(json.dumps(row.house))
        assert to_deal(row) == entered
    for language in ("en", "de", "es"):
        with translation.override(language):
            assert "%(" not in deal_entry(entered, [])


def through_code(entered, name):
    """Return what a phone that reads the code of a list of one deal gets."""
    (found,) = read_packed(packed_text(PackedList(series=1, table=1, deals=(entered,), profile=name))).deals
    return found


EXTREMES = {
    "sechserskat": [deal(1, 1, Played(contract=Contract(game=Game.HEARTS), matadors=12, won=True), profile="")],
    "kneipe": [
        deal(
            1,
            1,
            Played(contract=Contract(game=Game.HEARTS), matadors=-2, won=True, schneider=True),
            profile="",
            schenken=2,
            stakes=1,
        ),
        deal(2, 2, Played(contract=Contract(game=Game.HEARTS), matadors=2, won=False), profile="", has_sixty=True),
    ],
    "schieberamsch": [ramsch(1, (20, 35, 65), (2, 3, 5), profile="", pushes=1, knocks=2, last_trick=3)],
    "ramsch": [ramsch(1, None, profile="", losers=(1, 2), lost_with=50, virgins=0)],
    "tournee": [ramsch(1, None, profile="", losers=(3,), virgins=2, kind=ContractKind.RAMSCH)],
}


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.parametrize("code", EXTREMES)
def test_what_says_most_is_entered_and_in_the_archive(code):
    name = widest(code)
    row = house_list(name, rounds=2)
    said = [replace(one, house=replace(one.house, profile=name)) for one in EXTREMES[code]]

    enter(row, *said)

    assert list(sheets.sheet(row).game_list.deals) == said
    (series,) = json.loads(json.dumps(record(row.table.series.tournament, made_at=EVENING), default=str))["series"]
    kept = series["tables"][0]["list"]["deals"]
    assert [one["house"] for one in kept] == [written(one)["house"] for one in said]
    assert all(allows(SCHEMA["$defs"]["house"], one["house"], SCHEMA) for one in kept)
    assert [through_code(one, name) for one in said] == [replace(one, number=1) for one in said]


ALL, ONE, PAPER = "/house-rules/", "/house-rules/sheet/", "/house-rules/sheet.pdf"


def shown(client, address, query="", language="en", **more):
    return client.get(f"{address}?{query}" if query else address, headers={"Accept-Language": language, **more})


class TestChoosing:
    @pytest.mark.thorough
    def test_shows_what_tables_choose_and_which_of_it_is_official(self, client):
        page = shown(client, ALL)

        text = page.content.decode()
        assert [one.title for one in page.context["chosen"]] == [
            "Tournament (ISkO)",
            "Kneipe as usual",
            "Club with Ramsch",
            "Bierlachs to 501",
            "Räuberskat",
            "For two",
            "Tournee",
            "Kneipe with Bock",
        ]
        assert [one.is_official for one in page.context["chosen"]] == [True, *[False] * 7]
        assert "SkWO 9.4" in text
        assert 'href="/house-rules/oldest/"' in text

    def test_leads_to_every_one_of_them(self, client):
        offered = shown(client, ALL).context
        groups = [one for _title, ones in offered["groups"] for one in ones]

        for one in groups:
            assert shown(client, ONE, one.query).context["sheet"].about == one.about
        for one in offered["chosen"]:
            assert shown(client, ONE, one.query).status_code == 200

    def test_is_found_from_the_start_and_from_what_is_it_worth(self, client, db):
        for address in ("/", "/worth/"):
            assert 'href="/house-rules/"' in shown(client, address).content.decode()

    def test_tells_about_the_oldest_skat_without_numbers_and_what_is_written_of_it(self, client):
        for language, words in (
            ("de", ("Der älteste Skat",)),
            ("es", ("El Skat más antiguo",)),
            (
                "en",
                (
                    "three, two, three and two at a time",
                    "laid on the table: the skat",
                    "61 card points",
                    "from 90 card",
                ),
            ),
        ):
            text = " ".join(shown(client, "/house-rules/oldest/", language=language).content.decode().split())
            assert all(said in text for said in words), language

    def test_piloten_skat_has_both_its_forms(self, client):
        text = shown(client, "/house-rules/sheet/?profile=piloten-skat").content.decode()

        assert "opened and played by the opponent" in text
        assert "lies unused" in text

    @pytest.mark.django_db
    def test_costs_no_query(self, client, django_assert_num_queries):
        with django_assert_num_queries(0):
            shown(client, ALL)
            shown(client, ONE, "profile=kneipe")


@pytest.mark.django_db
class TestOneOfThem:
    def test_shows_the_rules_beside_the_switches_those_of_the_book_if_none_is_named(self, client):
        text = shown(client, ONE, "profile=ramsch&ramsch_writes=everybody").content.decode()
        assert "Everybody writes their own card points as minus." in text
        assert '<option value="everybody" selected>' in text
        assert "our reading" in text

        page = shown(client, ONE)
        assert page.context["house"] == NAMED["tournament"]

    def test_its_address_leads_to_paper_and_to_what_a_deal_is_worth(self, client):
        text = shown(client, ONE, "spitze=2&profile=kneipe&contra_at_most=4").content.decode()

        assert 'href="/house-rules/sheet.pdf?profile=kneipe&amp;spitze=2"' in text
        assert 'href="/house-rules/sheet.pdf?profile=kneipe&amp;spitze=2&amp;leaf=a5"' in text
        assert 'href="/worth/?profile=kneipe&amp;spitze=2"' in text

    def test_with_htmx_only_what_changes_comes_back(self, client):
        page = shown(client, ONE, "profile=kneipe", **{"HX-Request": "true"})

        assert page.templates[0].name == "scoring/houses/_house.html"

    def test_what_cannot_be_is_said_and_stays_typed_or_others_are_to_choose(self, client):
        page, unknown = (shown(client, ONE, f"profile={said}") for said in ("bierlachs&target=0&foo=1", "%3Cscript%3E"))

        text = page.content.decode()
        assert page.status_code == unknown.status_code == 422
        assert "Minus that ends the list: it cannot be set so." in text
        assert "These rules have no “foo” to choose." in text
        assert 'name="target" value="0"' in text
        assert "There are no such rules: “&lt;script&gt;”." in unknown.content.decode()
        assert unknown.context["chosen"]

    def test_is_read_only(self, client):
        assert {client.post(address).status_code for address in (ALL, ONE, PAPER, "/house-rules/oldest/")} == {405}


def printed(client, query):
    """Return a sheet as it is printed, in German."""
    answer = shown(client, PAPER, query, language="de")
    assert answer["Content-Type"] == "application/pdf"
    return pypdfium2.PdfDocument(io.BytesIO(answer.content))


class TestOnPaper:
    @pytest.mark.thorough
    @pytest.mark.parametrize(("leaf", "width"), [("a4", 210), ("a5", 148)])
    def test_is_printed_on_either_leaf(self, client, leaf, width):
        paper = printed(client, f"profile=kneipe&klopfen=true&leaf={leaf}")

        text = "".join(page.get_textpage().get_text_range() for page in paper)
        assert round(paper[0].get_width() / 72 * 25.4) == width
        assert "Klopfen" in text
        assert "unsere Lesart" in text

    @pytest.mark.thorough
    @pytest.mark.parametrize("profile", ["isko-2002", "bierlachs", *thorough("classic", "skat-en-deux")])
    def test_a_plain_one_takes_one_page(self, client, profile):
        assert len(printed(client, f"profile={profile}")) == 1

    def test_as_a_page_it_is_printed_by_the_browser_and_what_is_no_way_to_play_not_at_all(self, client):
        page = shown(client, PAPER, "profile=tournee&as=page")

        assert page.status_code == 200
        assert "North American Skat" in page.content.decode()
        assert shown(client, PAPER, "profile=classic&foo=1").status_code == 422
