"""Rows that belong to something that is not there: no act leaves any, a hand at the database may."""

from django.apps import apps
from django.db.models import Exists, ForeignKey, OuterRef


def strays() -> list[str]:
    """Return in words which rows belong to nothing, the first of each kind, in a query for each kind."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if not isinstance(field, ForeignKey):
                continue
            owner = field.remote_field.model._base_manager.filter(pk=OuterRef(field.attname))
            rows = model._base_manager.filter(~Exists(owner)).exclude(**{field.attname: None})
            if row := rows.order_by("pk").values_list("pk", field.attname).first():
                found.append(f"row {row[0]} of {model._meta.db_table} has {row[1]} as its {field.name}")
    return found
