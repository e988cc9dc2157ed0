"""The rule sheet on paper: to be laid on the table before the first deal."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.houses.wording.sheet import rule_sheet
from scoring.paper.forms import Leaf
from scoring.paper.typesetting.document import Document
from scoring.rules.profiles.houses import House


def house_paper(house: House, *, leaf: Leaf) -> Document:
    """Return the rule sheet of a way to play, on A4 or A5."""
    sheet = rule_sheet(house)
    return Document(
        template="scoring/houses/paper.html",
        title=sheet.title,
        author=_("Skatturnier"),
        filename=f"{pgettext('file name', 'rules')}-{house.profile.code}",
        context={"sheet": sheet, "is_small": leaf is Leaf.A5},
    )
