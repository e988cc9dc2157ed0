"""A decision before it is made: what a judge or the tribunal says, and what that orders (SkWO 7.3.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.rules.game_list.deals import Deal


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongDealer:
    """That deals out of turn are void and dealt again (ISkO 3.2.11 to 3.2.13)."""

    mistake: int | None
    """The deal with which the order went wrong, or None if nobody can show it any more."""

    found: int
    """The last deal that had begun when it was noticed."""

    version: int
    """That of the list that was looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A decision before it is made."""

    sentence: str
    """What is decided, in one sentence."""

    reasons: str
    clauses: Sequence[str]
    """The clauses it rests on, as they were typed or picked."""

    facts: str = ""
    deal: int | None = None
    """The deal it is about; None where it is about none, or where the correction says it."""

    correction: Deal | None = None
    """The deal as it is to stand in the list; None where the list stays as it is."""

    seen: UUID | None = None
    """The key of the entry that it replaces, as ``selectors.preview_ruling`` gave it; None where there was none."""

    wrong_dealer: WrongDealer | None = None
    """That deals are void instead; the list is an open one then."""

    overruling: str = ""
    """Why the correction is to stand though the rules refuse it."""

    @property
    def number(self) -> int | None:
        """The number of the deal it is about."""
        if self.correction:
            return self.correction.number
        return self.wrong_dealer.mistake if self.wrong_dealer and self.deal is None else self.deal

    @property
    def is_about_play(self) -> bool:
        """Whether it rules on a deal, which it does by clauses; else it orders something in the hall."""
        return self.number is not None or self.wrong_dealer is not None
