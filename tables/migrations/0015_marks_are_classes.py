from django.db import migrations


class Migration(migrations.Migration):
    """Apart from the copying: no database changes the columns of rows in the transaction that has just written them."""

    dependencies = [
        ('tables', '0014_classes_of_players'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='entrant', name='junior_or_senior'),
        migrations.RemoveConstraint(model_name='person', name='person_junior_or_senior'),
        *(
            migrations.RemoveField(model_name=model, name=mark)
            for model in ('entrant', 'person')
            for mark in ('lady', 'junior', 'senior')
        ),
    ]
