"""A site whose pages and documents are answered but not drawn, or whose documents are drawn but not typeset."""

import pytest
from django.template.backends.django import Template

from scoring import documents
from scoring.documents import pdf
from scoring.views.api import site


@pytest.fixture
def undrawn(monkeypatch, settings):
    """Let pages and documents be answered without being drawn: who gets one is the question, not what is on it."""
    monkeypatch.setattr(Template, "render", lambda self, context=None, request=None: "")
    monkeypatch.setattr(documents, "typeset", lambda document, **_more: b"%PDF-")
    monkeypatch.setattr(site.api, "get_openapi_schema", lambda **_more: {})
    monkeypatch.setattr(site, "interface", lambda _schema: {})
    monkeypatch.setattr(documents, "can_sign", lambda: True)
    monkeypatch.setattr(documents, "signed", lambda content, **_more: content)
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    sessions = memory | {"LOCATION": "sessions", "OPTIONS": {"MAX_ENTRIES": 10_000}}
    settings.CACHES = {"default": memory, "sessions": sessions}
    settings.SESSION_ENGINE, settings.SESSION_CACHE_ALIAS = "django.contrib.sessions.backends.cache", "sessions"


@pytest.fixture
def untypeset(monkeypatch):
    """Let documents be drawn but not typeset: whether a page answers is the question."""
    monkeypatch.setattr(pdf, "_written", lambda _weasyprint, document: b"%PDF-" + document.typeset().encode())
