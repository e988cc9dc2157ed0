"""What the rules of a house refuse or ask about, in words, each with where it stands."""

from scoring.lists.wording import house_problems, problems
from scoring.rules.profiles.codes import HouseProblem
from scoring.rules.profiles.games import AnyProblem


def sentence(found: AnyProblem) -> str:
    """Return a problem's sentence alone."""
    return house_problems.sentence(found) if isinstance(found, HouseProblem) else problems.sentence(found)


def clause(found: AnyProblem) -> str:
    """Return where the rule behind a problem stands."""
    return house_problems.section(found) if isinstance(found, HouseProblem) else found.clause
