"""The page with the buttons of the laptop: backups, another start, the next version, the end."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from skatturnier import VERSION, keeper
from skatturnier.backups import file_names
from skatturnier.backups.file_names import BackupBusy, BackupFailed
from skatturnier.backups.making import make
from skatturnier.laptop import folder, orders
from skatturnier.laptop.access import at_the_laptop
from skatturnier.laptop.folder import Change, changes
from skatturnier.laptop.orders import Act, Order
from tables.acts.wording.moments import stamp


class RestoreForm(forms.Form):
    """One of the backups of this machine, and that what is there now may be put aside."""

    backup = forms.ChoiceField(label=_("Backup"))
    confirmed = forms.BooleanField(
        label=_("Put aside what is there now"),
        help_text=_(
            "What was entered since that backup is no longer on the site; phones send again what they still have."
        ),
    )

    def __init__(self, *args: Any, backups: Iterable[tuple[datetime, Path]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["backup"].choices = [(file.name, stamp(at)) for at, file in backups]  # type: ignore[attr-defined]


MOST: Final = 60
"""Backups one may choose from: those of the last two hours, the last two days, and of a week before."""


@require_safe
@never_cache
def laptop(request: HttpRequest) -> HttpResponse:
    """Show how this machine and its backups are, and what can be done about it."""
    at_the_laptop(request)
    return _page(request, _restore_form())


@require_POST
def back_up(request: HttpRequest) -> HttpResponse:
    """Make a backup now."""
    at_the_laptop(request)
    _make_backup(request)
    return redirect("laptop")


@require_POST
def restore(request: HttpRequest) -> HttpResponse:
    """Put a backup in the place of what is there: the site ends, and begins with it."""
    at_the_laptop(request)
    form = _restore_form(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    return _ordered(request, Order(act=Act.RESTORE, backup=form.cleaned_data["backup"]))


@require_POST
def restart(request: HttpRequest) -> HttpResponse:
    """Start the site anew."""
    at_the_laptop(request)
    return _ordered(request, Order(act=Act.RESTART))


@require_POST
def go_on(request: HttpRequest) -> HttpResponse:
    """Go on with the later version beside this one, once there is a backup it can be undone with."""
    at_the_laptop(request)
    later = folder.newer()
    if later is None:
        return redirect("laptop")
    files = folder.checked(later)
    if not files:
        sentence = gettext(
            "%(version)s is not as it was released. Please delete its folder, load it again and unpack it."
        )
        messages.error(request, sentence % {"version": later.name})
        return redirect("laptop")
    if not _make_backup(request):
        return redirect("laptop")
    return _ordered(request, Order(act=Act.GO_ON, later=str(later), files=files))


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """End the site and the program around it."""
    at_the_laptop(request)
    return _ordered(request, Order(act=Act.STOP))


def _ordered(request: HttpRequest, order: Order) -> HttpResponse:
    answer = render(request, "laptop/ordered.html", {"act": order.act, "ends": order.act is Act.STOP})
    orders.give(order, data=_data())
    return answer


def _make_backup(request: HttpRequest) -> bool:
    try:
        made = make(wanted=settings.BACKUPS, now=timezone.now())
    except BackupBusy:
        messages.info(request, gettext("A backup is being made at this moment. Please look again in a minute."))
        return False
    except BackupFailed:
        # The page says why, under the last one that went well.
        messages.error(request, gettext("No backup was made."))
        return False
    if made.problems:
        messages.warning(request, gettext("The backup was made, but something is not in order."))
    else:
        messages.success(request, gettext("The backup is made and checked."))
    return made.is_sound


def _page(request: HttpRequest, form: RestoreForm, *, status: int = 200) -> HttpResponse:
    later = folder.newer()
    context: dict[str, Any] = {
        "form": form,
        "has_backups": bool(form.fields["backup"].choices),  # type: ignore[attr-defined]
        "backups_lie_in": settings.BACKUPS.folder,
        "data_lie_in": _data(),
        "is_keeper_missed": settings.KEEPS_HOUSE and keeper.is_missed(_data()),
        "outcome": orders.outcome(_data()),
        "later": later.name if later else "",
        "changes": _changes(later),
    }
    return render(request, "laptop/laptop.html", context, status=status)


def _changes(later: Path | None) -> tuple[Change, ...]:
    """Return what a later version says that it brought; of this one, if there is none."""
    language = get_language() or settings.LANGUAGE_CODE
    return changes(language, after=VERSION, file=folder.said_of(later)) if later else changes(language)[:1]


def _restore_form(typed: Any = None) -> RestoreForm:
    # What is encrypted needs a key that does not lie on this machine.
    pairs = [pair for pair in file_names.all_in(settings.BACKUPS.folder) if pair[1].suffix != file_names.SEALED]
    return RestoreForm(typed, backups=pairs[::-1][:MOST])


def _data() -> Path:
    return Path(settings.DATA_DIR)
