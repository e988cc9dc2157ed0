"""A site whose pages and documents are answered but not drawn, or whose documents are drawn but not typeset."""

import pytest
from django.template.backends.django import Template

from scoring.paper.runs import signing
from scoring.paper.typesetting import pdf
from scoring.paper.typesetting import pdf as paper_pdf
from scoring.public.api import site


@pytest.fixture
def undrawn(monkeypatch, settings):
    """Let pages and documents be answered without being drawn: who gets one is the question, not what is on it."""
    monkeypatch.setattr(Template, "render", lambda self, context=None, request=None: "")
    monkeypatch.setattr(paper_pdf, "typeset", lambda document, **_more: b"%PDF-")
    monkeypatch.setattr(site.api, "get_openapi_schema", lambda **_more: {})
    monkeypatch.setattr(site, "interface", lambda _schema: {})
    monkeypatch.setattr(signing, "can_sign", lambda: True)
    monkeypatch.setattr(signing, "sealed", lambda _document, **_more: signing.Sealed(content=b"%PDF-"))
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    sessions = memory | {"LOCATION": "sessions", "OPTIONS": {"MAX_ENTRIES": 10_000}}
    settings.CACHES = {"default": memory, "sessions": sessions}
    settings.SESSION_ENGINE, settings.SESSION_CACHE_ALIAS = "django.contrib.sessions.backends.cache", "sessions"


@pytest.fixture
def untypeset(monkeypatch):
    """Let documents be drawn but not typeset: whether a page answers is the question."""
    monkeypatch.setattr(pdf, "_tagged", lambda *told: b"%PDF-" + told[-2].encode())
