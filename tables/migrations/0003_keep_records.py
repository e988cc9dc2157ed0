from django.db import migrations

from tables import seating
from tables.tournaments.models import new_secret


def keep_the_seats(apps, schema_editor):
    """Give every series a secret of its own, and every draw made so far its place among the draws.

    Protocols of the first version cannot be computed again, and say nothing of swaps: the seats are kept as they are.
    """
    Series = apps.get_model("tables", "Series")
    Draw = apps.get_model("tables", "Draw")
    played = {}
    for series in Series.objects.order_by("tournament", "number"):
        series.secret = new_secret()
        history = played.setdefault(series.tournament_id, [])
        if plan := _seats(apps, series):
            record = seating.sealed(_plan_by_hand(apps, plan, history).record)
            series.draw = Draw.objects.create(
                tournament_id=series.tournament_id,
                number=len(history) + 1,
                record=record,
                drawn_at=series.drawn_at,
            )
            history.append(plan)
        series.save()


def _seats(apps, series):
    """Return the tables of a series as start numbers, from table 1 and seat 1 on."""
    rows = apps.get_model("tables", "Seat").objects.filter(series=series).order_by("table__number", "place")
    tables = {}
    for table, entrant in rows.values_list("table__number", "entrant__number"):
        tables.setdefault(table, []).append(entrant)
    return list(tables.values())


def _plan_by_hand(apps, plan, history):
    entrants = [seating.Entrant(number=number) for table in plan for number in table]
    return seating.plan_by_hand(entrants, series=[plan], history=history)


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_draws")]
    operations = [migrations.RunPython(keep_the_seats, migrations.RunPython.noop)]
