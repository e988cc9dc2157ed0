"""What somebody says of themselves, whatever their offices."""

from django.db import transaction

from tables.accounts.models import User


@transaction.atomic
def call_oneself(*, by: User, name: str) -> None:
    """Say what one is called on papers; an empty name leaves the user name there. Said twice, it counts once."""
    user = User.objects.select_for_update().get(pk=by.pk)
    user.first_name, user.last_name = "", name.strip()
    user.save(update_fields=["first_name", "last_name"])
