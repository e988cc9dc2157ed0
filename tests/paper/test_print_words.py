"""What the form of the print desk says, and what the documents understand."""

import pytest

from scoring.paper.documents.catalogue import KINDS
from scoring.paper.documents.print_order import Format, Order, Paper, Sorted, Wanted
from scoring.paper.forms import options, printing
from scoring.paper.sheets.look import Fill, Leaf
from scoring.paper.typesetting.papers import Size

pytestmark = pytest.mark.slow


def test_the_forms_use_the_words_of_the_documents():
    assert set(options.FILLS) == set(Fill)
    assert set(options.LEAVES) == set(Leaf)
    assert set(options.ORDERS) == set(Order)
    assert set(options.PAPERS) == set(Paper)
    assert set(options.SIZES) == set(Size)
    assert set(options.SORTED) == set(Sorted)
    assert set(printing.FORMATS) == set(Format)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_wanted_survives_being_written_down(kind):
    wanted = Wanted(kind=kind, language="es", tables=(1, 2), series=3, places=None, size=Size.A3)

    assert Wanted.from_json(wanted.as_json()) == wanted
