"""Events in templates: what everybody reads of one that ended early, who may take part, where a table stands."""

from django import template

from tables.hall.views import post_for
from tables.hall.wording import where_it_stands
from tables.tournaments import wording

register = template.Library()

register.filter("early_end", wording.early_end)
register.inclusion_tag("tables/hall/_mail.html", name="mail_button")(post_for)
register.filter("where_it_stands", where_it_stands)
register.filter("who_may_enter", wording.who_may_enter)
