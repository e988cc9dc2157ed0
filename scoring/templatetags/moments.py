"""Moments in templates, as ``tables.acts.wording.moments`` reads them off the clock on the wall."""

from django import template

from tables.acts.wording import moments

register = template.Library()

register.filter("moment", moments.moment)
register.filter("stamp", moments.stamp)
register.filter("minutes", moments.minutes)
