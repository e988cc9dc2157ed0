"""Codes of four words for tables, the series' clock, wrong codes."""

import datetime
import secrets

import tables.draw.models
from django.db import migrations, models

from tables.draw.models import new_table_words


def give_codes(apps, _schema):
    """Give every table there is a code of its own."""
    table_model = apps.get_model("tables", "Table")
    rows = list(table_model.objects.all())
    codes = set()
    while len(codes) < len(rows):
        codes.add(new_table_words())
    for row, code in zip(rows, sorted(codes, key=lambda _: secrets.token_hex(8)), strict=True):
        row.words = code
    table_model.objects.bulk_update(rows, ["words"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0004_drop_draw_records'),
    ]

    operations = [
        migrations.CreateModel(
            name='Guess',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address_hash', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
            ],
            options={
                'verbose_name_plural': 'guesses',
                'ordering': ['at'],
            },
        ),
        migrations.AddField(
            model_name='series',
            name='paused_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='series',
            name='paused_for',
            field=models.DurationField(default=datetime.timedelta),
        ),
        migrations.AddField(
            model_name='series',
            name='time_over_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='words',
            field=models.CharField(max_length=60, null=True),
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='table',
            name='words',
            field=models.CharField(default=tables.draw.models.new_table_words, max_length=60, unique=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='strikes_at_limit',
            field=models.BooleanField(default=False, verbose_name='Deals not begun at the time limit are struck'),
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.CheckConstraint(condition=models.Q(('started_at__isnull', False), models.Q(('paused_at__isnull', True), ('time_over_at__isnull', True)), _connector='OR'), name='clock_runs_after_the_start'),
        ),
        migrations.AddIndex(
            model_name='guess',
            index=models.Index(fields=['address_hash', 'at'], name='guesses_of_an_address'),
        ),
    ]
