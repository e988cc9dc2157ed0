"""What templates need to work out once only: addresses, and what stands on every page in each language."""

from functools import lru_cache
from typing import Any, Final

from django.conf import settings
from django.template import Context, Library, Node, NodeList, defaulttags
from django.template.base import FilterExpression, Parser, Token
from django.template.defaulttags import URLNode
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register: Final = Library()

MOST: Final = 1_000
"""How many renderings a place in a template remembers before it begins anew."""


class ByLanguage(Node):
    """Nodes that are rendered once a language and for each of the values named, on which alone they depend."""

    def __init__(self, nodelist: NodeList, values: list[FilterExpression]) -> None:
        self.nodelist = nodelist
        self.values = values
        self.rendered: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """Return what was rendered in this language of these values, for a site at this address."""
        site = get_language(), get_script_prefix(), get_urlconf() or settings.ROOT_URLCONF
        key = *site, *[value.resolve(context) for value in self.values]
        text = self.rendered.get(key)
        if text is None:
            if len(self.rendered) >= MOST:
                self.rendered.clear()
            text = self.rendered[key] = self.nodelist.render(context)
        return text


@register.tag
def by_language(parser: Parser, token: Token) -> ByLanguage:
    """Render a block once a language and named value; nothing else of event, visitor or request may be in it."""
    values = [parser.compile_filter(value) for value in token.split_contents()[1:]]
    nodelist = parser.parse(("endby_language",))
    parser.delete_first_token()
    return ByLanguage(nodelist, values)


class Address(URLNode):
    """Django's ``url`` with a memory: a page has thirty addresses, and each costs as much as five rows of a list."""

    def render(self, context: Context) -> str:
        """Return the address, or nothing where it goes into a variable. Raise NoReverseMatch if there is none."""
        values = [value.resolve(context) for value in self.args]
        named = {name: value.resolve(context) for name, value in self.kwargs.items()}
        root = get_urlconf() or settings.ROOT_URLCONF
        try:
            address = _address(self.view_name.resolve(context), root, get_script_prefix(), *values, **named)
        except NoReverseMatch:
            if not self.asvar:
                raise
            address = ""
        if not self.asvar:
            return conditional_escape(address) if context.autoescape else address
        context[self.asvar] = address
        return ""


@lru_cache(maxsize=4096, typed=True)
def _address(view: str, urlconf: str, _prefix: str, /, *values: Any, **named: Any) -> str:
    return reverse(view, urlconf=urlconf, args=values, kwargs=named)


@register.tag
def url(parser: Parser, token: Token) -> Address:
    """Look an address up once, by its name and the values in it."""
    node = defaulttags.url(parser, token)
    return Address(node.view_name, node.args, node.kwargs, node.asvar)
