"""What stands on every page and depends on nothing but the language."""

from typing import Final

from django.template import Context, Library, Node, NodeList
from django.template.base import Parser, Token
from django.urls import get_script_prefix, get_urlconf
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register: Final = Library()


class ByLanguage(Node):
    """Nodes that are rendered once a language: nothing of the event, the visitor or the request may be in them."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist
        self.rendered: dict[tuple[str | None, str, str | None], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """Return what was rendered in this language, for a site at this address."""
        key = get_language(), get_script_prefix(), get_urlconf()
        if key not in self.rendered:
            self.rendered[key] = self.nodelist.render(context)
        return self.rendered[key]


@register.tag
def by_language(parser: Parser, _token: Token) -> ByLanguage:
    """Render what stands until ``endby_language`` once a language: links of the head, icons, words of the footer."""
    nodelist = parser.parse(("endby_language",))
    parser.delete_first_token()
    return ByLanguage(nodelist)
