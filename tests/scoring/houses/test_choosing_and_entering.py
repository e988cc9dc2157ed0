"""The direction says by which rules the lists of a series are kept; an official tournament knows the book alone.

Deals of house rules go into a list by the one road, checked and counted by the rules of its profile.
"""

from uuid import uuid4

import pytest

from scoring.lists.models import DealRow, GameListRow
from scoring.lists.selectors import sheets
from scoring.lists.selectors.freezing import as_shown, entry_hash, list_hash
from scoring.lists.services import entry
from scoring.lists.services.house_rules import choose_rules
from scoring.lists.services.lists import EntryRefused, KeyReused
from scoring.lists.wording import problems
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.packed import read_packed
from scoring.rules.profiles.naming import UnknownProfile
from tables.acts.services.refusals import Refused
from tables.journal.models import JournalEntry
from tests.scoring.houses.evening import columns, deal, enter, house_list, passed, played, ramsch
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = pytest.mark.django_db


PAGE = "/t/cup/office/list-rules/"


def choose(made, rules, *, by_the_book=False):
    return choose_rules(tournament_id=made.pk, by_the_book=by_the_book, rules=rules, by=factories.user(), now=EVENING)


@pytest.fixture
def office(client):
    """Return a way to open the page as its director and to send it as it is, but for what is said."""
    client.force_login(factories.user())

    def send(**said):
        form = client.get(PAGE).context["form"]
        shown = {name: form[name].value() for name in form.fields if not form.fields[name].disabled}
        shown |= {"seen": form.fields["seen"].prepare_value(form.initial["seen"])}
        sent = {name: value for name, value in {**shown, **said}.items() if value not in (False, None)}
        return client.post(PAGE, sent)

    return send


class TestService:
    def test_lists_that_are_opened_later_and_those_that_are_open_take_the_rules(self):
        made = factories.tournament(entrants=4, series=2)
        row = factories.list_of(factories.running_series(made))

        choose(made, {1: "kneipe spitze=1", 2: "bierlachs"})

        row.refresh_from_db()
        made.refresh_from_db()
        assert (row.profile, made.by_the_book) == ("kneipe spitze=1", False)
        assert list(made.series.values_list("profile", flat=True)) == ["kneipe spitze=1", "bierlachs"]
        said = JournalEntry.objects.order_by("number").last()
        assert (said.action, said.data["rules"]) == ("rules.chosen", {"1": "kneipe spitze=1", "2": "bierlachs"})

    def test_an_official_tournament_is_refused_house_rules(self):
        made = factories.tournament()

        with pytest.raises(Refused) as refusal:
            choose(made, {1: "ramsch"}, by_the_book=True)

        assert refusal.value.code == "official-by-the-book"
        assert made.series.get().profile == ""

    def test_after_the_first_deal_the_rules_stay(self):
        made = factories.tournament(entrants=3, by_the_book=False)
        made.series.update(profile="classic")
        row = factories.list_of(factories.running_series(made))
        enter(row, deal(1, 1, played(), profile="classic"))

        with pytest.raises(Refused) as refusal:
            choose(made, {1: "ramsch"})

        assert (refusal.value.code, refusal.value.facts) == ("rules-are-dealt", {"series": 1})
        assert GameListRow.objects.get().profile == "classic"

    def test_said_again_nothing_is_written(self):
        made = factories.tournament()
        choose(made, {1: "classic"})
        lines = JournalEntry.objects.count()

        choose(made, {1: "classic"})

        assert JournalEntry.objects.count() == lines

    def test_rules_for_other_tables_are_refused(self):
        made = factories.tournament(entrants=4)
        factories.running_series(made)

        with pytest.raises(Refused) as refusal:
            choose(made, {1: "two-open"})

        assert refusal.value.code == "rules-need-seats"

    def test_what_is_no_name_is_no_rules(self):
        with pytest.raises(UnknownProfile):
            choose(factories.tournament(), {1: "skat"})


class TestPage:
    def test_an_official_tournament_says_why(self, client):
        factories.tournament()
        client.force_login(factories.user())

        page = client.get(PAGE).content.decode()

        assert "SkWO 9.4" in page
        assert '<option value="kneipe">Kneipe</option>' in page
        assert "two-open" not in page

    def test_house_rules_are_chosen_by_name(self, office):
        made = factories.tournament(series=2)

        assert office(by_the_book=None, rules_2="gewinner-ramsch").status_code == 302

        assert list(made.series.values_list("profile", flat=True)) == ["", "gewinner-ramsch"]

    def test_an_official_one_is_refused_with_the_clause_and_keeps_what_was_chosen(self, office):
        factories.tournament()

        sent = office(by_the_book="on", rules_1="ramsch")

        assert sent.status_code == 422
        assert "An official tournament is played by the book alone" in sent.content.decode()
        assert '<option value="ramsch" selected>' in sent.content.decode()

    def test_what_tables_mostly_choose_is_offered_by_its_name(self, office, client):
        made = factories.tournament()

        page = client.get(PAGE).content.decode()
        assert '<option value="ramsch durchmarsch=true">Club with Ramsch</option>' in page
        assert 'href="/house-rules/"' in page
        assert office(by_the_book=None, rules_1="ramsch durchmarsch=true").status_code == 302

        assert made.series.get().profile == "ramsch durchmarsch=true"

    def test_rules_with_switches_of_ones_own_are_named_by_their_address(self, office):
        made = factories.tournament()
        address = "https://skat.example/house-rules/sheet/?profile=kneipe&bock_events=2&bock_events=8#rule-sheet"

        assert office(by_the_book=None, rules_1="classic", address_1=address).status_code == 302

        assert made.series.get().profile == "kneipe bock_events=10"

    @pytest.mark.parametrize(
        ("address", "sentence"),
        [
            ("kneipe", "This is not the address of a page of rules."),
            ("https://skat.example/house-rules/sheet/?profile=tarot", "There are no such rules: “tarot”."),
            ("/house-rules/sheet/?profile=oma-skat", "These rules are not for tables of three and four"),
            ("/house-rules/sheet/?profile=kneipe&spitze=9", "Spitze: the lowest trump makes the last trick: it cannot"),
        ],
    )
    def test_what_is_no_address_of_rules_is_said_and_kept(self, office, address, sentence):
        made = factories.tournament()

        page = office(by_the_book=None, address_1=address)

        assert page.status_code == 422
        assert sentence in page.content.decode()
        assert page.context["form"]["address_1"].value() == address
        assert made.series.get().profile == ""

    def test_nonsense_is_refused(self, office):
        made = factories.tournament()

        assert office(by_the_book=None, rules_1="skat").status_code == 422
        assert made.series.get().profile == ""

    def test_a_series_with_deals_cannot_be_chosen_for(self, office, client):
        made = factories.tournament(entrants=3, by_the_book=False)
        made.series.update(profile="classic")
        enter(factories.list_of(factories.running_series(made)), deal(1, 1, played(), profile="classic"))

        assert "Deals are written down already: these rules stay." in client.get(PAGE).content.decode()
        assert office(rules_1="ramsch").status_code == 302
        assert made.series.get().profile == "classic"

    def test_somebody_else_was_faster(self, office, client):
        made = factories.tournament()
        client.force_login(factories.user())
        form = client.get(PAGE).context["form"]
        seen = form.fields["seen"].prepare_value(form.initial["seen"])
        choose(made, {1: "bierlachs"})

        sent = client.post(PAGE, {"seen": seen, "rules_1": "classic"})

        assert "Somebody else has changed this" in sent.content.decode()
        assert made.series.get().profile == "bierlachs"


def test_every_page_of_the_event_says_that_it_is_no_official_tournament(client):
    made = factories.tournament(by_the_book=False)
    assert "no official tournament" in client.get("/t/cup/standings/").content.decode()

    type(made).objects.update(by_the_book=True)
    assert "no official tournament" not in client.get("/t/cup/standings/").content.decode()


def refused(row, *deals):
    """Return the sentences with which the last deal is refused; the list stays as it was."""
    *before, last = deals
    enter(row, *before)
    entered, lines = row.deals.count(), JournalEntry.objects.count()
    with pytest.raises(EntryRefused) as refusal:
        enter(row, last)
    assert (row.deals.count(), JournalEntry.objects.count()) == (entered, lines)
    return problems.findings(refusal.value.findings, with_deal=False)


@pytest.mark.slow
class TestColumns:
    def test_a_ramsch_takes_the_loser_the_card_points(self):
        row = house_list("ramsch")

        enter(row, ramsch(1, (20, 35, 65), (2, 3, 5), profile="ramsch"))

        assert columns(row) == columns(row, "performance") == [0, 0, -65]

    def test_a_virgin_doubles_and_each_push_doubles_again(self):
        row = house_list("schieberamsch")

        enter(row, ramsch(1, (40, 0, 80), (4, 0, 6), pushes=2, profile="schieberamsch"))

        assert columns(row) == [0, 0, -640]

    def test_a_gewinner_ramsch_rewards_two_and_gives_each_a_game_won(self):
        row = house_list("gewinner-ramsch")

        enter(row, ramsch(1, (30, 30, 60), profile="gewinner-ramsch"))

        assert (columns(row), columns(row, "won"), columns(row, "performance")) == ([23, 23, 0], [1, 1, 0], [73, 73, 0])

    def test_every_player_can_have_their_own(self):
        row = house_list("ramsch ramsch_writes=everybody")

        enter(row, ramsch(1, (20, 35, 65), (2, 3, 5), profile="ramsch ramsch_writes=everybody"))

        assert columns(row) == [-20, -35, -65]

    def test_a_bierlachs_writes_minus_for_everybody_else(self):
        row = house_list("bierlachs", seats=4, rounds=12)

        enter(row, deal(1, 2, played(), profile="bierlachs"), deal(2, 3, played(won=False), profile="bierlachs"))

        assert columns(row) == [-30, 0, -30 - 60, -30]

    def test_contra_and_re_double_and_leave_the_rating_alone(self):
        row = house_list("contra")

        enter(row, deal(1, 1, played(), stakes=2, contra_by=2, profile="contra"))

        assert (columns(row), columns(row, "performance")) == ([120, 0, 0], [170, 0, 0])
        assert row.deals.get().points == 120

    def test_the_deals_after_a_grand_hand_count_double(self):
        profile = "kneipe bock_events=2"
        row = house_list(profile, rounds=2)
        grand_hand, hearts = played(Game.GRAND, hand=True), played()

        enter(row, deal(1, 1, grand_hand, profile=profile), deal(2, 2, hearts, profile=profile))

        assert columns(row) == [96, 60, 0]
        assert [line.totals for line in sheets.sheet(row).lines] == [(96, 0, 0), (96, 60, 0)]

    def test_a_correction_in_front_changes_what_follows(self):
        profile = "kneipe bock_events=2"
        row = house_list(profile, rounds=2)
        enter(row, deal(1, 1, played(Game.GRAND, hand=True), profile=profile), deal(2, 2, played(), profile=profile))

        mended = deal(1, 1, played(Game.GRAND), profile=profile)
        entry.correct_deal(list_id=row.pk, deal=mended, because="kein Hand", entry_key=uuid4(), by=None, now=EVENING)

        assert columns(row) == [72, 30, 0]

    def test_the_old_league_takes_nothing_for_a_lost_game(self):
        row = house_list("league-encyclopedia")

        enter(row, deal(1, 2, played(won=False), profile="league-encyclopedia"))

        assert columns(row, "performance") == [40, -60, 40]


@pytest.mark.slow
class TestRefused:
    def test_a_deal_by_the_book(self):
        row = house_list("ramsch")

        (said,) = refused(row, Deal(number=1, declarer=1, played=GRAND))

        assert said == "This deal was written down by other rules than this list is kept by. (SkWO 9.4)"

    def test_a_deal_of_a_house_in_a_list_by_the_book(self):
        row = factories.running_list(seats=3)

        (said,) = refused(row, ramsch(1, (20, 35, 65), (2, 3, 5), profile="ramsch"))

        assert "other rules than this list" in said

    def test_a_second_grand_in_raeuberskat(self):
        row = house_list("raeuberskat", rounds=4)
        name = {"profile": "raeuberskat"}
        grands = (deal(number, at, played(Game.GRAND), **name) for number, at in ((1, 1), (2, 2), (3, 3), (4, 1)))

        (said,) = refused(row, *grands)

        assert "everybody plays a suit, a Grand, a Null and a Ramsch once" in said

    def test_card_points_that_do_not_sum(self):
        (said,) = refused(house_list("ramsch"), ramsch(1, (20, 35, 64), (2, 3, 5), profile="ramsch"))

        assert said == (
            "The card points do not add up to 120. Only where nobody gets the skat may up to 22 be missing. "
            "(house rules: Ramsch)"
        )

    def test_contra_by_who_may_not(self):
        row = house_list("contra", seats=4)

        (said,) = refused(row, deal(1, 2, played(), stakes=1, contra_by=1, profile="contra"))

        assert "an opponent who plays this deal" in said

    def test_contra_where_nobody_says_it(self):
        (said,) = refused(house_list("ramsch"), deal(1, 2, played(), stakes=1, profile="ramsch"))

        assert "neither Contra nor Re" in said

    def test_a_deal_after_the_target(self):
        name = {"profile": "bierlachs target=50"}
        row = house_list("bierlachs target=50")

        (said,) = refused(row, deal(1, 1, played(won=False), **name), deal(2, 2, played(), **name))

        assert "somebody has reached the target" in said
        assert sheets.sheet(row).missing == ()

    def test_nothing_is_passed_in_where_somebody_has_to_play(self):
        (said,) = refused(house_list("raeuberskat"), passed(1, profile="raeuberskat"))

        assert "somebody always plays" in said


@pytest.mark.slow
class TestOneRoad:
    def test_a_repeat_is_recognised_and_other_content_refused(self):
        row, key = house_list("ramsch"), uuid4()
        first = ramsch(1, (20, 35, 65), (2, 3, 5), profile="ramsch")
        say = {"list_id": row.pk, "entry_key": key, "by": None, "now": EVENING}

        once = entry.enter_deal(deal=first, **say)
        assert entry.enter_deal(deal=first, **say).pk == once.pk
        with pytest.raises(KeyReused):
            entry.enter_deal(deal=ramsch(1, (21, 34, 65), (2, 3, 5), profile="ramsch"), **say)

        assert row.deals.count() == 1

    def test_the_control_sums_agree_and_count_the_ramsch(self):
        row = house_list("gewinner-ramsch", rounds=2)
        name = {"profile": "gewinner-ramsch"}

        enter(row, ramsch(1, (30, 30, 60), **name), deal(2, 2, played(won=False), **name), passed(3, **name))

        sums = sheets.sheet(row).sums
        assert (sums.deals, sums.won, sums.lost, sums.passed, sums.ramsch, sums.agree) == (3, 0, 1, 1, 1, True)

    def test_a_code_has_the_list_and_its_rules(self):
        profile = "kneipe bock_events=2"
        row = house_list(profile, rounds=2)
        enter(
            row,
            deal(1, 1, played(), stakes=2, contra_by=3, profile=profile),
            ramsch(2, (20, 35, 65), (2, 3, 5), last_trick=3, pushes=1, profile=profile),
        )

        packed = read_packed(as_shown(row))

        assert packed.profile == profile
        assert packed.deals == sheets.sheet(row).game_list.deals


@pytest.mark.slow
class TestHashes:
    def test_a_list_by_the_book_has_the_hash_it_always_had(self):
        row = factories.running_list(seats=3)
        factories.enter(row, (1, GRAND), None)

        first = row.deals.get(number=1)
        assert entry_hash(first) == "4f26b0f61647f0c39d87"
        assert list_hash(row) == "29d977852b5fd10f85cb631289b168b870e5049f146e2254e595845d5169ae23"

    def test_the_same_deals_by_other_rules_have_another_hash(self):
        row = house_list("classic")
        enter(row, passed(1, profile="classic"))
        before = list_hash(row), entry_hash(row.deals.get())

        DealRow.objects.update(house={"profile": "grand-20"})
        GameListRow.objects.filter(pk=row.pk).update(profile="grand-20")

        row = GameListRow.objects.select_related("table__series").get(pk=row.pk)
        now = list_hash(row), entry_hash(row.deals.get())
        assert all(one != other for one, other in zip(before, now, strict=True))
