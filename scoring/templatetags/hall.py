"""Where a table stands, in templates."""

from django import template

from tables.hall.wording import where_it_stands

register = template.Library()

register.filter("where_it_stands", where_it_stands)
