"""The interface for other programs: everything public as JSON, to be read only, described by OpenAPI."""

from scoring.public.api.site import urlpatterns
