import django.db.models.deletion
from django.db import migrations, models

BY_MARK = {'lady': 'ladies', 'junior': 'juniors', 'senior': 'seniors'}
CLASSES = [
    {
        'code': 'ladies',
        'name': 'Ladies',
        'mark': 'L',
        'words': 'dame, lady',
        'headings': 'damen, ladies, frau, frauen, dama, damas, d',
    },
    {
        'code': 'juniors',
        'name': 'Juniors',
        'mark': 'J',
        'words': 'junior, juniorin, jugendlicher, jugendliche',
        'headings': 'junioren, jun, jugend, jugendlich, juvenil, juniores, youth, j',
        'oldest': 20,
    },
    {
        'code': 'seniors',
        'name': 'Seniors',
        'mark': 'S',
        'words': 'senior, seniorin',
        'headings': 'senioren, seniors, sen, veterano, veterana, veteranos, seniores, s',
    },
]


def give_classes(apps, schema_editor):
    """Give every event the three classes there were, and everybody the codes of those they were marked for."""
    PlayerClass = apps.get_model('tables', 'PlayerClass')
    for tournament in apps.get_model('tables', 'Tournament').objects.all():
        # The seniors' age rose by a year each year from 2023 on, up to 65.
        senior_from = min(65, 60 + max(0, tournament.starts_on.year - 2022))
        for number, stated in enumerate(CLASSES, start=1):
            youngest = senior_from if stated['code'] == 'seniors' else None
            facts = {'number': number, 'position': number, 'youngest': youngest, 'is_translated': True, **stated}
            PlayerClass.objects.create(tournament=tournament, **facts)
    for name in ('Entrant', 'Person'):
        model = apps.get_model('tables', name)
        marked = model.objects.filter(models.Q(lady=True) | models.Q(junior=True) | models.Q(senior=True))
        for row in marked.iterator(chunk_size=500):
            codes = sorted(code for mark, code in BY_MARK.items() if getattr(row, mark))
            model.objects.filter(pk=row.pk).update(classes=codes)


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0013_optional_fields_of_entrants'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayerClass',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('code', models.SlugField(max_length=40)),
                ('name', models.CharField(max_length=40, verbose_name='Name')),
                ('mark', models.CharField(max_length=3, verbose_name='Mark')),
                ('words', models.CharField(blank=True, max_length=400, verbose_name='Called in lists')),
                ('headings', models.CharField(blank=True, max_length=400, verbose_name='Headings and abbreviations')),
                ('youngest', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='From the age of')),
                ('oldest', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Up to the age of')),
                ('position', models.PositiveSmallIntegerField(default=1, verbose_name='Place in the list')),
                ('is_translated', models.BooleanField(default=False)),
                (
                    'tournament',
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name='classes',
                        to='tables.tournament',
                    ),
                ),
            ],
            options={'ordering': ['position', 'number']},
        ),
        migrations.AddConstraint(
            model_name='playerclass',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='class_numbered_once'),
        ),
        migrations.AddConstraint(
            model_name='playerclass',
            constraint=models.UniqueConstraint(fields=('tournament', 'code'), name='class_code_given_once'),
        ),
        migrations.AddConstraint(
            model_name='playerclass',
            constraint=models.UniqueConstraint(
                condition=models.Q(tournament__isnull=True), fields=('code',), name='class_begun_with_once'
            ),
        ),
        migrations.AddConstraint(
            model_name='playerclass',
            constraint=models.CheckConstraint(condition=~models.Q(name=''), name='class_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='playerclass',
            constraint=models.CheckConstraint(
                condition=models.Q(youngest__isnull=True)
                | models.Q(oldest__isnull=True)
                | models.Q(youngest__lte=models.F('oldest')),
                name='class_ages_in_order',
            ),
        ),
        migrations.AddField(
            model_name='entrant',
            name='classes',
            field=models.JSONField(blank=True, default=list, verbose_name='Classes'),
        ),
        migrations.AddField(
            model_name='person',
            name='classes',
            field=models.JSONField(blank=True, default=list, verbose_name='Classes'),
        ),
        migrations.RunPython(give_classes, migrations.RunPython.noop),
    ]
