from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0008_names_clubs_halls'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='forgotten_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='kept_until',
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='wipe_due',
            field=models.BooleanField(default=False),
        ),
    ]
