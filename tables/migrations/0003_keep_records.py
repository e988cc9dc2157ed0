from django.db import migrations

from tables.models.series import new_secret


def keep_the_records(apps, schema_editor):
    """Give every series a secret of its own, and every draw made so far its place among the draws."""
    Series = apps.get_model("tables", "Series")
    Draw = apps.get_model("tables", "Draw")
    DrawRecord = apps.get_model("tables", "DrawRecord")
    numbers = {}
    for series in Series.objects.order_by("tournament", "number"):
        series.secret = new_secret()
        held = DrawRecord.objects.filter(series=series).first()
        if held is not None:
            number = numbers[series.tournament_id] = numbers.get(series.tournament_id, 0) + 1
            series.draw = Draw.objects.create(
                tournament_id=series.tournament_id, number=number, record=held.record, drawn_at=series.drawn_at
            )
        series.save()


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_draws")]
    operations = [migrations.RunPython(keep_the_records, migrations.RunPython.noop)]
