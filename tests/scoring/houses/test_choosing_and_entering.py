"""The direction says by which rules the lists of a series are kept; an official tournament knows the book alone.

Deals of house rules go into a list by the one road, checked and counted by the rules of its profile.
"""

from uuid import uuid4

import pytest

from scoring.lists.models import DealRow, GameListRow
from scoring.lists.selectors import sheets
from scoring.lists.selectors.history import as_shown, entry_hash, list_hash
from scoring.lists.services import entry
from scoring.lists.services.house_rules import choose_rules
from scoring.lists.services.lists import EntryRefused
from scoring.lists.wording import refusals
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.packed import read_packed
from scoring.rules.profiles.naming import UnknownProfile
from tables.acts.services import KeyReused, Refused
from tables.journal.models import JournalEntry
from tests.scoring.houses.evening import columns, deal, enter, house_list, passed, played, ramsch
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = pytest.mark.django_db


PAGE = "/t/cup/office/settings/?at=rules"


def choose(made, rules, *, by_the_book=False):
    return choose_rules(tournament_id=made.pk, by_the_book=by_the_book, rules=rules, by=factories.user(), now=EVENING)


@pytest.fixture
def office(client):
    """Return a way to open the page as its director, or to take an open one, and to send it but for what is said."""
    client.force_login(factories.user())

    def send(page=None, **said):
        form = (page or client.get(PAGE)).context["form"]
        shown = {name: form[name].value() for name in form.fields if not form.fields[name].disabled}
        shown |= {"seen": form.fields["seen"].prepare_value(form.initial["seen"])}
        sent = {name: value for name, value in {**shown, **said}.items() if value not in (False, None)}
        return client.post(PAGE, sent)

    return send


class TestService:
    def test_lists_opened_later_and_those_that_are_open_take_the_rules_and_said_again_nothing_is_written(self, client):
        made = factories.tournament(entrants=4, series=2)
        row = factories.list_of(factories.running_series(made))
        rules = {1: "kneipe spitze=1", 2: "bierlachs"}
        assert "no official tournament" not in client.get("/t/cup/standings/").content.decode()

        for _twice in range(2):
            choose(made, rules)

        row.refresh_from_db()
        made.refresh_from_db()
        assert (row.profile, made.by_the_book) == ("kneipe spitze=1", False)
        assert dict(made.series.values_list("number", "profile")) == rules
        said = JournalEntry.objects.get(action="rules.chosen")
        assert said.data["rules"] == {str(number): name for number, name in rules.items()}
        # Every page of the event says so from then on.
        assert "no official tournament" in client.get("/t/cup/standings/").content.decode()

    def test_an_official_tournament_other_tables_and_what_is_no_name_are_refused(self):
        made = factories.tournament(entrants=4)
        factories.running_series(made)

        with pytest.raises(Refused, match="official-by-the-book"):
            choose(made, {1: "ramsch"}, by_the_book=True)
        with pytest.raises(Refused, match="rules-need-seats"):
            choose(made, {1: "two-open"})
        with pytest.raises(UnknownProfile):
            choose(made, {1: "skat"})

        assert made.series.get().profile == ""


@pytest.fixture
def dealt():
    """An event of which a deal is written down by house rules."""
    made = factories.tournament(entrants=3, by_the_book=False)
    made.series.update(profile="classic")
    enter(factories.list_of(factories.running_series(made)), deal(1, 1, played(), profile="classic"))
    return made


@pytest.mark.slow
def test_after_the_first_deal_the_rules_stay(dealt, office, client):
    with pytest.raises(Refused, match="rules-are-dealt") as refusal:
        choose(dealt, {1: "ramsch"})
    assert refusal.value.facts == {"series": 1}

    assert "Deals are written down already: these rules stay." in client.get(PAGE).content.decode()
    assert office(rules_1="ramsch").status_code == 302
    assert dealt.series.get().profile == GameListRow.objects.get().profile == "classic"


class TestPage:
    @pytest.mark.slow
    def test_house_rules_are_chosen_by_name_or_by_their_address_and_what_is_no_rules_is_said_and_kept(
        self, office, client
    ):
        made = factories.tournament(series=3)
        opened = client.get(PAGE)
        text = opened.content.decode()
        assert "SkWO 9.4" in text
        assert '<option value="ramsch durchmarsch=true">Club with Ramsch</option>' in text
        assert 'href="/house-rules/"' in text
        assert "two-open" not in text

        sent = office(opened, by_the_book="on", rules_1="ramsch")
        assert sent.status_code == 422
        assert "An official tournament is played by the book alone" in sent.content.decode()
        assert '<option value="ramsch" selected>' in sent.content.decode()
        for address, sentence in (
            ("kneipe", "This is not the address of a page of rules."),
            ("https://skat.example/house-rules/sheet/?profile=tarot", "There are no such rules: “tarot”."),
            ("/house-rules/sheet/?profile=oma-skat", "These rules are not for tables of three and four"),
            ("/house-rules/sheet/?profile=kneipe&spitze=9", "Spitze: it cannot"),
        ):
            page = office(opened, by_the_book=None, address_1=address)
            assert page.status_code == 422, address
            assert sentence in page.content.decode()
            assert page.context["form"]["address_1"].value() == address
        assert office(opened, by_the_book=None, rules_1="skat").status_code == 422
        assert {*made.series.values_list("profile", flat=True)} == {""}

        address = "https://skat.example/house-rules/sheet/?profile=kneipe&bock_events=2&bock_events=8#rule-sheet"
        chosen = {"rules_1": "ramsch durchmarsch=true", "rules_2": "classic", "address_2": address}
        assert office(opened, by_the_book=None, **chosen).status_code == 302
        assert [*made.series.values_list("profile", flat=True)] == [chosen["rules_1"], "kneipe bock_events=10", ""]

        # Who opened the page before somebody else chose is told so.
        assert "Somebody else has changed this" in office(opened, by_the_book=None, rules_1="classic").text
        assert made.series.get(number=1).profile == chosen["rules_1"]


GRAND_HAND = (1, 1, played(Game.GRAND, hand=True))


def said(name, *lines):
    """Return deals by rules of this name: a declarer's game, or what was played as a Ramsch."""
    return [
        ramsch(*line, profile=name, **more) if isinstance(line[1], tuple) else deal(*line, profile=name, **more)
        for line, more in lines
    ]


@pytest.mark.slow
def test_a_correction_in_front_changes_what_follows():
    name = "kneipe bock_events=2"
    row = house_list(name, rounds=2)
    enter(row, *said(name, (GRAND_HAND, {}), ((2, 2, played()), {})))
    assert [line.totals for line in sheets.sheet(row).lines] == [(96, 0, 0), (96, 60, 0)]

    mended = deal(1, 1, played(Game.GRAND), profile=name)
    entry.correct_deal(list_id=row.pk, deal=mended, because="kein Hand", entry_key=uuid4(), by=None, now=EVENING)

    assert columns(row) == [72, 30, 0]


GRANDS = [((number, at, played(Game.GRAND)), {}) for number, at in ((1, 1), (2, 2), (3, 3), (4, 1))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kept_by", "deals", "sentence"),
    [
        (
            "ramsch",
            [Deal(number=1, declarer=1, played=GRAND)],
            "This deal was written down by other rules than this list is kept by. (SkWO 9.4)",
        ),
        ("", said("ramsch", ((1, (20, 35, 65), (2, 3, 5)), {})), "other rules than this list"),
        ("raeuberskat", said("raeuberskat", *GRANDS), "everybody plays a suit, a Grand, a Null and a Ramsch once"),
        ("raeuberskat", [passed(1, profile="raeuberskat")], "somebody always plays"),
        (
            "ramsch",
            said("ramsch", ((1, (20, 35, 64), (2, 3, 5)), {})),
            "The card points do not add up to 120. Only where nobody gets the skat may up to 22 be missing. "
            "(House rules: Ramsch)",
        ),
        ("ramsch", said("ramsch", ((1, 2, played()), {"stakes": 1})), "These rules do not know: Contra, Re."),
        (
            "contra",
            said("contra", ((1, 2, played()), {"stakes": 1, "contra_by": 1})),
            "an opponent who plays this deal",
        ),
        (
            "bierlachs target=50",
            said("bierlachs target=50", ((1, 1, played(won=False)), {}), ((2, 2, played()), {})),
            "somebody has reached the target",
        ),
    ],
)
def test_the_last_deal_is_refused_with_a_sentence_and_the_list_stays_as_it_was(kept_by, deals, sentence):
    """At a table of four the dealer says no Contra."""
    seats = 4 if kept_by == "contra" else 3
    row = house_list(kept_by, seats=seats, rounds=4) if kept_by else factories.running_list(seats=3)
    *before, last = deals
    enter(row, *before)
    entered, lines = row.deals.count(), JournalEntry.objects.count()

    with pytest.raises(EntryRefused) as refusal:
        enter(row, last)

    assert (row.deals.count(), JournalEntry.objects.count()) == (entered, lines)
    (found,) = refusals.findings(refusal.value.findings, with_deal=False)
    assert sentence in found


@pytest.mark.slow
class TestOneRoad:
    def test_a_repeat_is_recognised_other_content_refused_and_the_control_sums_agree(self):
        name = {"profile": "gewinner-ramsch"}
        row, key = house_list("gewinner-ramsch", rounds=2), uuid4()
        first = ramsch(1, (30, 30, 60), **name)
        say = {"list_id": row.pk, "entry_key": key, "by": None, "now": EVENING}

        once = entry.enter_deal(deal=first, **say)
        assert entry.enter_deal(deal=first, **say).pk == once.pk
        with pytest.raises(KeyReused):
            entry.enter_deal(deal=ramsch(1, (31, 29, 60), **name), **say)
        assert row.deals.count() == 1

        enter(row, deal(2, 2, played(won=False), **name), passed(3, **name))
        sums = sheets.sheet(row).sums
        assert (sums.deals, sums.won, sums.lost, sums.passed, sums.ramsch, sums.agree) == (3, 0, 1, 1, 1, True)

    def test_a_code_has_the_list_and_its_rules_and_other_rules_have_another_hash(self):
        profile = "kneipe bock_events=2"
        row = house_list(profile, rounds=2)
        enter(
            row,
            deal(1, 1, played(), stakes=2, contra_by=3, profile=profile),
            ramsch(2, (20, 35, 65), (2, 3, 5), last_trick=3, pushes=1, profile=profile),
            ramsch(3, None, losers=(1, 3), lost_with=50, pushes=2, profile=profile),
            ramsch(4, None, losers=(2,), lost_with=75, virgins=1, profile=profile),
        )

        packed = read_packed(as_shown(row))

        assert packed.profile == profile
        assert packed.deals == sheets.sheet(row).game_list.deals

        row.deals.exclude(number=1).delete()
        before = list_hash(row), entry_hash(row.deals.get())
        DealRow.objects.update(house={"profile": "grand-20"})
        GameListRow.objects.filter(pk=row.pk).update(profile="grand-20")
        row = GameListRow.objects.select_related("table__series").get(pk=row.pk)
        now = list_hash(row), entry_hash(row.deals.get())
        assert all(one != other for one, other in zip(before, now, strict=True))


@pytest.mark.slow
def test_a_list_by_the_book_has_the_hash_it_always_had():
    row = factories.running_list(seats=3)
    factories.enter(row, (1, GRAND), None)

    first = row.deals.get(number=1)
    assert entry_hash(first) == "4f26b0f61647f0c39d87"
    assert list_hash(row) == "29d977852b5fd10f85cb631289b168b870e5049f146e2254e595845d5169ae23"
