"""A text that is far too long is refused for its length, and not read line by line before."""

import pytest
from django.core.exceptions import ValidationError

from tables.acts.forms.fields import LONGEST_TEXT, Paragraphs


@pytest.mark.parametrize("length", [LONGEST_TEXT + 1, 11 * LONGEST_TEXT])
def test_is_refused(length):
    with pytest.raises(ValidationError, match=str(LONGEST_TEXT)):
        Paragraphs().clean("x" * length)


def test_is_taken_where_only_its_white_space_is_too_much():
    assert Paragraphs().clean("a" + " " * LONGEST_TEXT + "b\n\n\n\nc") == "a b\n\nc"
