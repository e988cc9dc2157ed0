"""The direction says by which rules the lists of a series are kept; an official tournament knows the book alone."""

import pytest

from scoring.lists.models import GameListRow
from scoring.lists.services.house_rules import choose_rules
from scoring.rules.profiles.naming import UnknownProfile
from tables.acts.services.refusals import Refused
from tables.journal.models import JournalEntry
from tests import factories
from tests.factories import EVENING
from tests.scoring.houses.evening import deal, enter, played

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
