"""Under a list with a stake stands who pays whom, to the cent what the rules say (ISkO 5.5.4, 5.5.5)."""

from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest
from django.utils.translation import override

from scoring.history.selectors.verification import verified
from scoring.lists.selectors.history import list_hash
from scoring.lists.selectors.sheets import kitty_of, settlement_of, sheet
from scoring.lists.services.entry import correct_deal, enter_deal
from scoring.lists.services.house_rules import choose_rules
from scoring.paper.sheets.entries import notes
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.profiles.lines import Beside
from scoring.rules.results.settlement import settle
from tests.scoring.answers import says
from tests.scoring.pub.evening import HALF, NOW, holder_of, opened, page, play, row_of
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST

RULES = "/t/cup/office/settings/?at=rules"
NBSP = "\N{NO-BREAK SPACE}"

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def read(client, table, name="settlement") -> str:
    return client.get(page(table, name)).content.decode().replace(NBSP, " ")


class TestThePage:
    def test_who_pays_whom(self):
        table = opened(stake=Fraction(1))
        client = holder_of(table)
        assert "Nothing to pay yet" in read(client, table)
        assert page(table, "settlement") in read(client, table, "list")
        row = play(table, [(1, GRAND), (2, GRAND_LOST), (None, None)])
        # 72, -144, 0: three times one's own points less the sum of -72.
        assert settle([72, -144, 0], stake=1) == (288, -360, 72)
        words = ("+2.88 €", "−3.60 €", "+0.72 €", "Bernd Bube pays Anna Abend 2.88 €", "variant 2", "Variant 3")
        says(read(client, table), *words)
        assert "So it is paid" in read(client, table, "sign")
        with override("en"):
            (note,) = notes(sheet(row))
        assert note.short.replace(NBSP, " ").endswith("+2.88 €, Bernd −3.60 €, Clara +0.72 €")
        assert "Bernd Bube pays Anna Abend 2.88 €" in note.full.replace(NBSP, " ")

        # The stake is signed with the list, which says it too.
        before = list_hash(row)
        row.stake = "2"
        assert list_hash(row) != before
        factories.confirm_and_sign(row_of(table))
        assert page(table, "settlement") in read(client, table, "list")
        assert "+2.88 €" in read(client, table)

    def test_without_a_stake_there_is_no_such_page_and_nothing_is_said(self):
        table = opened()
        row = play(table, [(1, GRAND)])
        assert settlement_of(sheet(row)) is None
        assert not notes(sheet(row))
        client = holder_of(table)
        assert client.get(page(table, "settlement")).status_code == 404
        assert page(table, "settlement") not in read(client, table, "list")


class TestInCash:
    """Every game is paid at once: rounded up first, then doubled where it is lost (ISkO 5.5.4)."""

    def test_it_stands_beside_the_settlement_of_a_list_by_the_book(self):
        table = opened(stake=Fraction(1, 5))
        row = play(table, [(1, GRAND), (2, GRAND_LOST)])
        # 72 at 1/5: 14.4, so 15 from each of two; lost 30 to each.
        assert settlement_of(sheet(row)).in_cash == (30 + 30, -15 - 60, -15 + 30)
        says(read(holder_of(table), table), "Every game paid at once (ISkO 5.5.4)", "+0.60 €", "−0.75 €", "+0.15 €")

        # At four the dealer pays too.
        row = play(opened(4, stake=HALF), [(2, GRAND)])
        assert settlement_of(sheet(row)).in_cash == (-36, 108, -36, -36)

    def test_house_rules_settle_in_the_end(self):
        table = opened(stake=HALF, profile="classic")
        enter_house(table, (1, GRAND))
        assert settlement_of(sheet(row_of(table))).in_cash == ()
        assert "paid at once" not in holder_of(table).get(page(table, "settlement")).content.decode()


def enter_house(table, *games):
    row = row_of(table)
    for number, (declarer, played) in enumerate(games, start=1):
        deal = Deal(number=number, declarer=declarer, played=played, house=Beside(profile=row.profile))
        enter_deal(list_id=row.pk, deal=deal, entry_key=uuid4(), by=None, now=NOW)
    return row_of(table)


GRAND_HAND = replace(GRAND, contract=Contract(game=Game.GRAND, hand=True))
PINKE = "classic pinke=grand-hand-takes"


class TestTheKitty:
    """Pinke: lost games pay into it, the next Grand Hand won takes all of it, or it is kept."""

    def test_two_lose_and_who_wins_a_grand_hand_takes_both(self):
        table = opened(profile=PINKE)
        pot = kitty_of(sheet(enter_house(table, (1, GRAND_LOST), (2, GRAND_LOST), (3, GRAND_HAND))))
        assert (pot.balances, pot.left) == ((-50, -50, 100), 0)
        client = holder_of(table)
        for name in ("settlement", "sign", "pub-stop"):
            says(read(client, table, name), "Pinke", "−0.50 €", "+1.00 €", "Deal 3: Clara Card takes 1.00 €")
        for name in ("list", "pub-others"):
            says(read(client, table, name), page(table, "settlement"))

    def test_five_lost_of_one_player_where_the_fourth_costs_more(self):
        table = opened(profile="classic pinke=kept pinke_further_cents=100", rounds=2)
        pot = kitty_of(sheet(enter_house(table, *[(1, GRAND_LOST)] * 5)))
        assert (pot.balances, pot.left) == ((-350, 0, 0), 350)
        says(read(holder_of(table), table), "−3.50 €", "In the kitty")

    def test_it_stands_on_paper_too_beside_the_stake_and_a_corrected_deal_pays_what_it_is_now(self):
        table = opened(profile=PINKE, stake=Fraction(1))
        row = enter_house(table, (1, GRAND_LOST), (2, GRAND))
        with override("en"):
            _stake, note = notes(sheet(row))
        assert note.short.replace(NBSP, " ") == "Pinke: Anna −0.50 €, Bernd 0.00 €, Clara 0.00 €; in the kitty: 0.50 €"
        assert note.full.replace(NBSP, " ").endswith("Deal 1: Anna Abend pays 0.50 €")
        says(read(holder_of(table), table), "−3.60 €", "−0.50 €")

        right = Deal(number=1, declarer=1, played=GRAND, house=Beside(profile=PINKE))
        correct_deal(list_id=row.pk, deal=right, because="misheard", entry_key=uuid4(), by=None, now=NOW)
        assert kitty_of(sheet(row_of(table))).payments == ()


def stakes(row) -> tuple[str, str]:
    """Return the stake of a list, and that of the plan of its event."""
    now = type(row).objects.get(pk=row.pk)
    return now.stake, now.table.series.tournament.point_stake


class TestAnEvent:
    """Its plan agreed on a stake, and every list that is opened then has it."""

    def test_lists_have_the_stake_of_the_plan_and_a_series_that_has_begun_keeps_it(self):
        made = factories.tournament(entrants=4, series=2, point_stake="1/2")
        row = factories.list_of(factories.running_series(made))
        assert row.stake == "1/2"
        factories.enter(row, (2, GRAND))
        assert settlement_of(sheet(row)).balances == (-36, 108, -36, -36)

        said = {"by_the_book": True, "rules": {}, "stake": Fraction(2)}
        choose_rules(tournament_id=made.pk, by=factories.user(), now=factories.EVENING, **said)
        assert stakes(row) == ("1/2", "2")

    def test_the_direction_says_it_on_the_page_of_the_rules(self, client):
        made = factories.tournament(entrants=4)
        row = factories.list_of(factories.running_series(made))
        client.force_login(factories.user())
        form = client.get(RULES).context["form"]
        seen = form.fields["seen"].prepare_value(form.initial["seen"])
        sent = {"by_the_book": "on", "seen": seen}
        answers = [client.post(RULES, {**sent, "stake": stake}).status_code for stake in ("6", "viel", "0,5")]
        assert answers == [422, 422, 302]
        assert stakes(row) == ("1/2", "1/2")
        assert not verified(made).discrepancies

    def test_results_typed_from_paper_are_settled_too(self):
        made = factories.tournament(entrants=4, point_stake="1", rounds=12)
        row = factories.list_of(factories.running_series(made))
        factories.type_totals(row, (196, 3, 0), (33, 1, 0), (-12, 1, 1), (85, 2, 0))
        row.refresh_from_db()
        settled = settlement_of(sheet(row))
        assert settled.balances == settle([196, 33, -12, 85], stake=1)
        # Fewer pay than sit there, and then everybody has what they get.
        paid = [0] * 4
        for one in settled.payments:
            paid[one.payer - 1] -= one.amount
            paid[one.payee - 1] += one.amount
        assert (tuple(paid), len(settled.payments) < 4) == (settled.balances, True)
