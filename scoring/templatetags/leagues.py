"""Whether a season has a league."""

from django import template

from scoring.league.selectors import has_league

register = template.Library()

register.filter("has_league", has_league)
