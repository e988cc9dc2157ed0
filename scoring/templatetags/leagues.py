"""Whether a season has a league."""

from django import template

from scoring.league.selectors import matches

register = template.Library()

register.filter("has_league", matches.has_league)
