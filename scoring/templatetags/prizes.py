"""Prizes, what they wait for, and what is missing in the account, in words."""

from django import template

from scoring.money.wording import acts, plan

register = template.Library()

register.filter("prize", plan.won)
register.filter("all_won", plan.all_won)
register.filter("why_not", acts.waits_for)
register.filter("lack", acts.lack)
