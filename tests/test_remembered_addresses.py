"""What templates remember: addresses, and what depends on the language alone."""

import pytest
from django.template import Context, Template
from django.test.utils import override_script_prefix
from django.urls import NoReverseMatch
from django.utils.translation import override

from skatturnier.templatetags import remembered


def drawn(text: str, **values: object) -> str:
    return Template(text).render(Context(values))


def test_an_address_is_that_of_its_values_and_of_the_site():
    text = "{% url 'tables:seats' slug number %}"
    assert [drawn(text, slug="a", number=number) for number in (1, 2, 1)] == [
        "/t/a/series/1/seats/",
        "/t/a/series/2/seats/",
        "/t/a/series/1/seats/",
    ]
    with override_script_prefix("/skat/"):
        assert drawn(text, slug="a", number=1) == "/skat/t/a/series/1/seats/"


def test_an_address_that_there_is_not_is_refused_or_left_empty():
    with pytest.raises(NoReverseMatch):
        drawn("{% url 'tables:seats' slug %}", slug="a")
    assert drawn("{% url 'tables:seats' slug as place %}[{{ place }}]", slug="a") == "[]"


def test_what_depends_on_values_is_drawn_for_each_of_them_and_in_each_language(monkeypatch):
    monkeypatch.setattr(remembered, "MOST", 3)
    template = Template(
        "{% load i18n %}{% by_language name %}{% translate 'Standings' %} {{ name }}{% endby_language %}"
    )
    for language, word in (("en", "Standings"), ("de", "Rangliste"), ("en", "Standings")):
        with override(language):
            for name, shown in (("<b>", "&lt;b&gt;"), ("Ana", "Ana"), ("<b>", "&lt;b&gt;")):
                assert template.render(Context({"name": name})) == f"{word} {shown}"
