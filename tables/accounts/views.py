"""Signing in, the first account, the own account, what is said of privacy."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model, login, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordMixin
from django.contrib.auth.password_validation import password_validators_help_texts
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tables.accounts import access as accounts_access
from tables.accounts.access import address_of, know_browser, known_browser
from tables.accounts.selectors import SignedIn, name_of, sessions_of
from tables.accounts.services.accounts import (
    call_oneself,
    is_awaited,
    make_first_account,
    must_know_password,
    sign_out_elsewhere,
    user_by_password,
)
from tables.acts.forms import ActName, TextLine, offer
from tables.acts.views import refusals_at, show

if TYPE_CHECKING:
    from tables.accounts.models import User
from tables.intake.optional import OPTIONAL


class FirstAccountForm(SetPasswordMixin, forms.Form):  # type: ignore[type-arg]  # generic in the stubs alone
    """The word that the start printed, a user name, and a password twice."""

    beside: ClassVar = {"wrong-first-word": "word", "too-many-first-words": "word"}

    word = TextLine(
        label=_("Word of the start"),
        max_length=40,
        help_text=_("It stands in the window in which the site was started."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    username = TextLine(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        validators=[UnicodeUsernameValidator()],
    )
    password1, password2 = SetPasswordMixin.create_password_fields()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first = "username" if self.initial.get("word") and not self.is_bound else "word"
        self.fields[first].widget.attrs.update(autofocus=True)
        self.fields["password1"].help_text = " ".join(password_validators_help_texts()[:1])

    def clean(self) -> dict[str, Any]:
        self.validate_passwords()
        self.validate_password_for_user(get_user_model()(username=self.cleaned_data.get("username", "")), "password1")
        return self.cleaned_data


class OwnPasswordForm(PasswordChangeForm):
    """Changing one's own password."""

    beside: ClassVar = dict.fromkeys(("wrong-own-password", "too-many-passwords-here"), "old_password")

    act = ActName("password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].widget.attrs.update(autofocus=True)

    def clean_old_password(self) -> str:
        return _known(self, self.cleaned_data["old_password"])


class OwnNameForm(forms.Form):
    """Saying what one is called."""

    act = ActName("name")
    name = TextLine(
        label=_("Name"), max_length=80, required=False, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )


class ElsewhereForm(forms.Form):
    """Ending sessions elsewhere, for which one says once more who one is."""

    beside: ClassVar = dict.fromkeys(OwnPasswordForm.beside, "password")

    act = ActName("elsewhere")
    sessions = forms.MultipleChoiceField(
        label=_("Sign out there"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Nothing is ticked, so nothing was changed."),
            "invalid_choice": _("Somebody else has changed this in the meantime. Please look at it again."),
        },
    )
    password = forms.CharField(
        label=_("Your password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, user: "User", *args: Any, choices: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        offer(self.fields["sessions"], choices)

    def clean_password(self) -> str:
        return _known(self, self.cleaned_data["password"])


def _known(form: OwnPasswordForm | ElsewhereForm, typed: str) -> str:
    with refusals_at(form):
        must_know_password(form.user, typed, now=timezone.now())
    return typed


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Let somebody say what they are called, change their own password, and end their sessions elsewhere."""
    user = accounts_access.signed_in(request)
    here = name_of(request.session.session_key)
    signed_ins = [session for session in sessions_of(user, now=timezone.now()) if session.name != here]
    act = request.POST.get("act", "password") if request.method == "POST" else ""
    form = OwnPasswordForm(user, request.POST if act == "password" else None)
    elsewhere = ElsewhereForm(
        user,
        request.POST if act == "elsewhere" else None,
        choices=[(session.name, _said(session)) for session in signed_ins],
        auto_id="there_%s",
    )
    named = OwnNameForm(
        request.POST if act == "name" else None, initial={"name": user.get_full_name()}, auto_id="own_%s"
    )
    if named.is_valid():
        call_oneself(by=user, name=named.cleaned_data["name"])
        messages.success(request, gettext("Saved."))
        return redirect("tables:account")
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, gettext("Saved. Everywhere else you are signed out."))
        return redirect("tables:home")
    if elsewhere.is_valid():
        sign_out_elsewhere(by=user, names=elsewhere.cleaned_data["sessions"], now=timezone.now())
        messages.success(request, gettext("Done."))
        return redirect("tables:account")
    context: dict[str, Any] = {"form": form, "named": named, "elsewhere": elsewhere, "there": signed_ins}
    return render(request, "tables/accounts/password.html", context, status=422 if act else 200)


@require_POST
@never_cache
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out, and let the browser throw away the pages it kept; what a phone has yet to send stays."""
    response = LogoutView.as_view()(request)
    if request.is_secure():
        response["Clear-Site-Data"] = '"cache"'
    return response


def _said(session: SignedIn) -> str:
    since, seen = (date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT") for at in (session.since, session.seen))
    return gettext("since %(since)s, last used about %(seen)s") % {"since": since, "seen": seen}


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def first_account(request: HttpRequest) -> HttpResponse:
    """Make the first account, sign in with it and lead to the first event; later lead to signing in."""
    if not is_awaited():
        return redirect("login")
    # Where the program itself opens this page it knows the word.
    form = FirstAccountForm(
        request.POST if request.method == "POST" else None, initial={"word": request.GET.get("word", "")}
    )
    if form.is_valid():
        typed = form.cleaned_data
        with refusals_at(form):
            user = make_first_account(
                word=typed["word"],
                username=typed["username"],
                password=typed["password1"],
                address=address_of(request),
                now=timezone.now(),
            )
            login(request, user)
            messages.success(request, gettext("Your account is made, and you are signed in. Now your first event."))
            response = redirect("tables:tournament-new")
            know_browser(request, response, username=user.get_username())
            return response
    return show(request, "tables/accounts/first.html", {"form": form})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is stored, for how long, and who sees it."""
    optional = [gettext(optional_field.words) for optional_field in OPTIONAL.values()]
    return render(request, "privacy.html", {"optional": optional})


class SignInForm(AuthenticationForm):
    """A name and a password; ``verify`` tells whose they are, or refuses them."""

    def __init__(self, *args: Any, verify: Callable[[str, str], "User"], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.verify = verify

    def clean(self) -> dict[str, Any]:
        username, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if username and password:
            with refusals_at(self):
                self.user_cache = self.verify(username, password)
        return self.cleaned_data


class SignIn(LoginView):
    """Ask for a name and a password; remember the browser they were right in."""

    form_class = SignInForm
    redirect_authenticated_user = True
    leads_to: Callable[[Any], str] | None = None
    """Gives the page on which somebody begins, where that is not the first of the site."""

    def get_default_redirect_url(self) -> str:
        """Return where somebody begins who was not on the way to another page."""
        own = self.leads_to(self.request.user) if self.leads_to else ""
        return own or super().get_default_redirect_url()

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"verify": self._verified}

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        know_browser(self.request, response, username=form.get_user().get_username())
        return response

    def form_invalid(self, form: Any) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = 422
        return response

    def _verified(self, username: str, password: str) -> Any:
        return user_by_password(
            username=username,
            password=password,
            address=address_of(self.request),
            browser=known_browser(self.request, username=username),
            now=timezone.now(),
        )


urlpatterns = [path("account/", password, name="account")]
