"""What a phone says beside its deals, for tests."""

from typing import Any

from scoring.lists.models import GameListRow
from scoring.lists.selectors.freezing import as_shown
from tests.scoring.table.phones_seen import GRAND, Phone

ANNA = "M10 100L60 20L110 100M30 70L90 70"
"""A signature that is long enough."""

OTHERWISE = GRAND | {"won": False}


class Sayer(Phone):
    """A phone that says something beside its deals."""

    def act(self, do: str, **fields: Any) -> dict[str, Any]:
        """Return an act with a key of its own."""
        return {"key": self.key(), "do": do, **fields}

    def corrects(self, deal: dict[str, Any], line: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
        """Return the act that corrects a deal this phone brought."""
        said = {"number": deal["number"], "of": deal["key"], "line": OTHERWISE if line is None else line}
        return self.act("correct", **said, agreed=True, **fields)

    def signs(self, place: int, **fields: Any) -> dict[str, Any]:
        """Return the act with which a player signs the list as it stands at the site."""
        how = {"drawing": ANNA} if not fields.keys() & {"drawing", "heard_by", "code"} else {}
        return self.act("sign", **{"place": place, "shown": self.shown()} | how | fields)

    def closes(self, **fields: Any) -> dict[str, Any]:
        """Return the act that closes the list as it stands at the site."""
        return self.act("close", **{"shown": self.shown()} | fields)

    def shown(self) -> str:
        """Return the list as a page shows it that has all of it."""
        return as_shown(GameListRow.objects.get(pk=self.row.pk))

    def said(self, act: dict[str, Any]) -> tuple[str, str]:
        """Bring one act and return what became of it, and why."""
        (receipt,) = self.send(act)["receipts"]
        return receipt["state"], receipt["code"]
