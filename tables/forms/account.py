"""One's own account."""

from typing import Any

from django.contrib.auth.forms import PasswordChangeForm


class OwnPasswordForm(PasswordChangeForm):
    """Changing one's own password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].widget.attrs.update(autofocus=True)
