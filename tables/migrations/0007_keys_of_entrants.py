"""A key of his own for every entrant."""

from django.db import migrations, models

from tables.accounts.models import new_key


def give_keys(apps, _schema):
    """Give every entrant there is a key of his own."""
    entrant_model = apps.get_model("tables", "Entrant")
    rows = list(entrant_model.objects.only("pk"))
    for row in rows:
        row.key = new_key()
    entrant_model.objects.bulk_update(rows, ["key"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ("tables", "0006_judges"),
    ]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="key",
            field=models.CharField(max_length=32, null=True),
        ),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="entrant",
            name="key",
            field=models.CharField(default=new_key, max_length=32, unique=True),
        ),
    ]
