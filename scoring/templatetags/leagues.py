"""Whether a season has a league."""

from django import template

from scoring.league.selectors import leagues

register = template.Library()

register.filter("has_league", leagues.has_league)
