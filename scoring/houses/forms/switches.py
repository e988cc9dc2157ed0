"""The switches of a way to play, each choice with what it comes to."""

from collections.abc import Iterator

from django import forms
from django.utils.translation import gettext as _

from scoring.houses.wording import samples
from scoring.lists.wording import house_switches as switches
from scoring.lists.wording.house_switches import EVENTS
from scoring.rules.profiles.houses import House, offered_of
from scoring.rules.profiles.switches import Setting, Switch

MOST_CHOICES = 10
"""Settings that are offered one by one; of more a number is typed."""

MOST_NUMBER = 999_999

FOLDED = "pinke"
"""How the switches begin that few tables turn."""


class SwitchForm(forms.Form):
    """What can be chosen; it is asked by address, and what it shows is what the address says."""

    def __init__(self, house: House, *, typed: dict[str, str] | None = None) -> None:
        super().__init__(auto_id="switch_%s")
        for name, switch in offered_of(house.profile.code):
            self.fields[name] = _field(house, name, switch)
            if typed and name in typed:
                self.fields[name].initial = typed[name]

    def open(self) -> Iterator[forms.BoundField]:
        """Yield what stands open."""
        return (field for field in self if not field.name.startswith(FOLDED))

    def folded(self) -> Iterator[forms.BoundField]:
        """Yield what is folded away."""
        return (field for field in self if field.name.startswith(FOLDED))


def _field(house: House, name: str, switch: Switch) -> forms.Field:
    now, label = house.setting(name), switches.label(name)
    if name == EVENTS and isinstance(now, int):
        return forms.MultipleChoiceField(
            label=label,
            choices=[(str(bit), words) for bit, words in switches.EVENT.items()],
            widget=forms.CheckboxSelectMultiple,
            initial=[str(bit) for bit in switches.EVENT if bit & now],
            help_text=samples.bock_sample(house.profile),
            required=False,
        )
    if isinstance(switch.settings, range) and len(switch.settings) > MOST_CHOICES:
        least, most = switch.settings[0], min(switch.settings[-1], MOST_NUMBER)
        return forms.IntegerField(label=label, initial=now, min_value=least, max_value=most, required=False)
    return forms.ChoiceField(
        label=label,
        choices=[(_said(setting), _option(house, name, setting)) for setting in switch.settings],
        initial=_said(now),
        help_text=samples.sample_words(house, name) if switch.counts else _("How it is played; no figure changes."),
        required=False,
    )


def _said(setting: Setting) -> str:
    return str(setting).lower() if isinstance(setting, bool) else str(setting)


def _option(house: House, name: str, setting: Setting) -> str:
    """Return a choice with what it comes to: "everybody their own: −20 / −35 / −65"."""
    words, figures = switches.setting_word(name, setting), samples.sample(house, name, setting)
    return f"{words}: {figures}" if figures else words
