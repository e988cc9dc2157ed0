"""Who is named to the tribunal and to a panel, and who is refused."""

from uuid import uuid4

import pytest

from scoring.disputes.models import Appeal
from scoring.disputes.selectors import tribunal as disputes_tribunal
from scoring.disputes.selectors.tribunal import Conflict
from scoring.disputes.services import tribunal
from scoring.disputes.services.appeals import file_appeal
from scoring.disputes.services.tribunal import Biased
from scoring.lists.services.lists import KeyReused
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.journal.wording.acts import journal_line
from tests import factories
from tests.factories import EVENING
from tests.scoring.disputes.tribunal.steps import appeal_against, decide, named, panel

pytestmark = pytest.mark.django_db


class TestMembers:
    def test_are_named_by_number_account_or_name(self, cup):
        by_number = named(cup, plays_as=9)
        by_account = named(cup, username="Richterin") if factories.judge(cup) else None
        by_name = named(cup, name="Kurt Wolf", club="Herz Dame", team="Wölfe")

        assert (by_number.number, by_number.name, by_number.club) == (1, "Spieler 9", "Solo")
        assert (by_account.name, by_account.user.username) == ("richterin", "richterin")
        assert (by_name.number, by_name.club, by_name.team) == (3, "Herz Dame", "Wölfe")
        assert [one.number for one in disputes_tribunal.tribunal_of(cup)] == [1, 2, 3]

    def test_without_their_names_in_the_journal(self, cup):
        named(cup, name="Kurt Wolf")
        named(cup, plays_as=9)

        entries = cup.journal.filter(action="tribunal.named")
        assert "Wolf" not in str([entry.data for entry in entries])
        assert [journal_line(entry) for entry in entries] == [
            "Tribunal: member 1 named",
            "Tribunal: member 2 named, plays as no. 9",
        ]

    def test_are_named_once(self, cup):
        key = uuid4()
        assert named(cup, entry_key=key, plays_as=9) == named(cup, entry_key=key, plays_as=9)

        with pytest.raises(KeyReused):
            named(cup, entry_key=key, plays_as=10)
        with pytest.raises(Refused, match="named-before"):
            named(cup, plays_as=9)

    @pytest.mark.parametrize(
        ("fields", "code"),
        [({}, "member-name-missing"), ({"username": "wer"}, "no-such-user"), ({"plays_as": 99}, "no-such-entrant")],
    )
    def test_are_somebody(self, cup, fields, code):
        with pytest.raises(Refused, match=code):
            named(cup, **fields)

    def test_leave_but_not_while_they_are_to_decide(self, cup, ruling):
        member = named(cup, plays_as=9)
        appeal = appeal_against(ruling)
        panel(appeal, 1)
        with pytest.raises(Refused, match="in-a-panel"):
            tribunal.leave(member_id=member.pk, by=factories.user(), now=EVENING)
        decide(appeal)

        tribunal.leave(member_id=member.pk, by=factories.user(), now=EVENING)
        tribunal.leave(member_id=member.pk, by=factories.user(), now=EVENING)

        assert not disputes_tribunal.tribunal_of(cup).exists()
        assert cup.journal.filter(action="tribunal.left").count() == 1


class TestConflicts:
    @pytest.mark.thorough(after=6)
    @pytest.mark.parametrize(
        ("fields", "conflicts"),
        [
            ({"plays_as": 3}, [Conflict.TABLE]),
            ({"plays_as": 1}, [Conflict.TABLE, Conflict.CLUB]),
            ({"plays_as": 5}, [Conflict.CLUB]),
            ({"plays_as": 6}, [Conflict.TEAM]),
            ({"name": "Kurt", "club": " herz dame "}, [Conflict.CLUB]),
            ({"name": "Kurt", "team": "ASSE"}, [Conflict.TEAM]),
            ({"username": "richterin"}, [Conflict.RULED]),
            ({"plays_as": 9}, []),
            ({"plays_as": 7}, []),
            ({"name": "Kurt"}, []),
        ],
    )
    def test_keep_a_member_from_deciding(self, cup, ruling, fields, conflicts):
        named(cup, **fields)

        (eligible,) = disputes_tribunal.eligible_for(appeal_against(ruling))

        assert list(eligible.conflicts) == conflicts

    def test_are_seen_through_the_account_that_plays(self, cup, ruling):
        factories.judge(cup, "spielerin", plays_as=3)
        named(cup, username="spielerin")

        (eligible,) = disputes_tribunal.eligible_for(appeal_against(ruling))

        assert eligible.conflicts == (Conflict.TABLE,)

    def test_of_an_appeal_about_no_table_are_those_with_the_appellant(self, cup, row, judge):
        about_nothing = file_appeal(
            series_id=row.table.series_id,
            appellant=5,
            list_id=None,
            deal=None,
            text="Zu laut.",
            entry_key=uuid4(),
            by=None,
            now=EVENING,
        )
        for number in (1, 5, 6):
            named(cup, plays_as=number)

        found = [list(one.conflicts) for one in disputes_tribunal.eligible_for(about_nothing)]

        assert found == [[Conflict.CLUB], [Conflict.TABLE, Conflict.CLUB], []]

    def test_are_refused_all_at_once_with_names(self, cup, ruling):
        for number in (3, 5, 9):
            named(cup, plays_as=number)

        with pytest.raises(Biased) as refused:
            panel(appeal_against(ruling), 1, 2, 3)

        assert refusals.refusal(refused.value) == (
            "These may not decide this appeal: Spieler 3 plays at this table; "
            "Spieler 5 is of the same club as somebody at the table."
        )
        assert not Appeal.objects.get().panels.exists()


class TestPanels:
    def test_are_named_and_named_anew(self, cup, ruling):
        for number in (9, 10, 11):
            named(cup, plays_as=number)
        appeal = appeal_against(ruling)

        panel(appeal, 1, 2)
        panel(appeal, 2, 3)

        assert [one.number for one in disputes_tribunal.panel_of(appeal).members.order_by("number")] == [2, 3]
        assert appeal.panels.count() == 2

    def test_sent_twice_are_named_once(self, cup, ruling):
        named(cup, plays_as=9)
        named(cup, plays_as=10)
        appeal, key = appeal_against(ruling), uuid4()

        assert panel(appeal, 1, entry_key=key) == panel(appeal, 1, entry_key=key)
        with pytest.raises(KeyReused):
            panel(appeal, 2, entry_key=key)

    @pytest.mark.parametrize(("members", "code"), [((), "panel-empty"), ((1, 7), "not-in-tribunal")])
    def test_have_members(self, cup, ruling, members, code):
        named(cup, plays_as=9)

        with pytest.raises(Refused, match=code):
            panel(appeal_against(ruling), *members)

    def test_come_before_the_decision(self, cup, ruling):
        named(cup, plays_as=9)
        appeal = appeal_against(ruling)
        with pytest.raises(Refused, match="panel-missing"):
            decide(appeal)
        panel(appeal, 1)
        decide(appeal)

        with pytest.raises(Refused, match="appeal-decided"):
            panel(appeal, 1)
