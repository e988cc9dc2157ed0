from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0009_phones_of_their_own'),
    ]

    operations = [
        migrations.AlterField(
            model_name='ranking',
            name='kind',
            field=models.CharField(max_length=40, verbose_name='Who is ranked'),
        ),
    ]
