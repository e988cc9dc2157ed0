from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tables", "0003_keep_records")]
    operations = [migrations.DeleteModel(name="DrawRecord")]
