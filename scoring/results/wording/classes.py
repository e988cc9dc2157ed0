"""The classes that have rankings of their own."""

from django.utils.translation import gettext_lazy

from scoring.results.selectors.classes import Class

CLASS = {
    Class.LADIES: gettext_lazy("ladies"),
    Class.JUNIORS: gettext_lazy("juniors"),
    Class.SENIORS: gettext_lazy("seniors"),
}


def class_name(of: Class) -> str:
    """Return a class as it stands over its ranking."""
    return str(CLASS[of])
