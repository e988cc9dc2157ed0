"""What the clauses of the rules say, in the language of the page."""

from django.utils.translation import gettext as _

from scoring.rules.clauses import Citation, Edition
from scoring.rules.register.citing import clauses_about
from scoring.rules.register.clause import Clause


def clause_text(clause: Clause) -> str:
    """Return what a clause says."""
    # `manage.py makemessages` finds these texts in the register.
    return _(clause.says)


def clauses_found(words: str, *, edition: Edition) -> tuple[tuple[Citation, Clause], ...]:
    """Return the clauses in which all the words occur, in their number or in what they say in this language."""
    return clauses_about(words, edition=edition, said=clause_text)
