"""The line a page shows once after an act: carried in a cookie as strict as the others."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class InOwnCookie(CookieStorage):
    """A cookie that no other host can set or read."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class Notices(FallbackStorage):
    """The cookie first, the session for what does not fit."""

    storage_classes = (InOwnCookie, SessionStorage)
