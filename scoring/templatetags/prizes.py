"""Prizes, what they wait for, and what is missing in the account, in words."""

from django import template

from scoring.money.wording import prizes, refusals

register = template.Library()

register.filter("prize", prizes.won)
register.filter("all_won", prizes.all_won)
register.filter("why_not", refusals.waits_for)
register.filter("lack", refusals.lack)
