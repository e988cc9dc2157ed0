"""Somebody gets his data by command; a direction keeps names longer, and not shorter."""

import json
from datetime import date

import pytest
from django.core.management import CommandError, call_command

from tests import factories
from tests.privacy import world
from tests.seen import post_seen

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PUBLISHING = "/t/cup/office/publishing/"


class TestLonger:
    @pytest.mark.parametrize(
        ("day", "status"), [("2027-01-31", 302), ("2026-11-16", 302), ("2026-11-15", 422), ("x", 422)]
    )
    def test_names_can_be_kept_longer_and_not_shorter(self, director, day, status):
        made = factories.tournament()
        answer = post_seen(director, PUBLISHING, {"names_shown": "full", "kept_until": day})
        assert answer.status_code == status
        made.refresh_from_db()
        assert made.kept_until == (date.fromisoformat(day) if status == 302 else None)
        if status == 302:
            assert "names kept until" in director.get("/t/cup/office/journal/").content.decode()

    def test_it_is_said_what_the_rules_want(self, director):
        factories.tournament()
        answer = post_seen(director, PUBLISHING, {"names_shown": "full", "kept_until": "2026-06-01"})
        assert "only a later day can be given" in answer.content.decode()


class TestCommand:
    def told(self, capsys, *arguments: str) -> dict[str, object]:
        call_command("personal_data", *arguments)
        return json.loads(capsys.readouterr().out)

    def test_tells_of_an_entrant_a_person_and_an_account(self, capsys):
        world.event()
        assert self.told(capsys, "--slug", "cup", "--number", "1")["tables.Entrant"][0]["name"] == "Quaxinda Nr1"
        book = self.told(capsys, "--club", "sc-quaxi", "--name", "Quaxinda Buch")
        assert [one["tables.Entrant"][0]["number"] for one in book["events"]] == [1]
        account = self.told(capsys, "--account", "zweiter")
        assert account["tables.Role"] == [{"event": "cup", "kind": "judge"}]
        assert [one["tables.Entrant"][0]["number"] for one in account["events"]] == [3]
        assert "password" not in account["tables.User"][0]

    def test_writes_a_file_and_says_what_it_cannot_do(self, tmp_path):
        factories.tournament(entrants=3)
        call_command("personal_data", "--slug", "cup", "--number", "2", "--to", str(tmp_path / "his.json"))
        assert json.loads((tmp_path / "his.json").read_text())["event"]["name"] == "Herz-Dame-Cup"
        for arguments, said in (
            (["--slug", "cup", "--number", "9"], "nobody"),
            (["--slug", "cup"], "Of whom"),
            (["--account", "direktor", "--to", str(tmp_path / "no" / "x")], "cannot be written"),
        ):
            with pytest.raises(CommandError, match=said):
                call_command("personal_data", *arguments)
