"""What is printed of the form of a score sheet: its lines and its fixed words."""

from scoring.paper.sheets.form import Form
from scoring.paper.sheets.sheet_lines import heavy_lines, thin_lines
from scoring.paper.sheets.sheet_words import words
from scoring.paper.typesetting.drawing import Drawing, path


def draw(form: Form) -> Drawing:
    """Return the lines and words of a form."""
    return Drawing(
        width=form.width,
        height=form.measures.height,
        thin=path(thin_lines(form), across=form.width),
        heavy=path(heavy_lines(form), across=form.width),
        labels=tuple(words(form)),
    )
