"""Settings: one laptop by default, everything else through the environment.

Every setting that differs between machines has the prefix ``SKATTURNIER_``; ``docs/settings.md`` lists them.
"""

from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from skatturnier.databases import database
from skatturnier.secret import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()

DATA_DIR = Path(env.str("SKATTURNIER_DATA", default=str(BASE_DIR / "var")))
"""Where everything that changes lives: the database, the secret key, the collected static files."""

DEBUG = env.bool("SKATTURNIER_DEBUG", default=False)
SECRET_KEY = env.str("SKATTURNIER_SECRET_KEY", default="") or secret_key(DATA_DIR / "secret-key")
ALLOWED_HOSTS = env.list("SKATTURNIER_HOSTS", default=["*"] if DEBUG else ["localhost", "127.0.0.1", "[::1]"])

SITE_URL = env.str("SKATTURNIER_SITE_URL", default="").rstrip("/")
"""The address phones reach this site at, for links in QR codes; empty: the address the director uses."""

SIGNING_CERTIFICATE = Path(env.str("SKATTURNIER_CERTIFICATE", default=str(DATA_DIR / "signing.p12")))
"""The certificate results are signed with (PKCS #12); none needs to be there."""

SIGNING_PASSWORD = env.str("SKATTURNIER_CERTIFICATE_PASSWORD", default="")

CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []

INSTALLED_APPS = [
    "scoring",
    "tables",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_tables2",
    "django_htmx",
    "csp",
    "skatturnier",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "skatturnier.unchanged.answer_at_once",
    # Wi-Fi in halls is slow. Random bytes in every answer keep its length from telling secrets.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "skatturnier.indexing.keep_out",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "skatturnier.urls"
WSGI_APPLICATION = "skatturnier.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
]

DATABASES = {"default": database(env.str("DATABASE_URL", default=""), file=DATA_DIR / "skatturnier.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "tables.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "tables:home"
LOGOUT_REDIRECT_URL = "tables:home"

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("German")), ("en", _("English")), ("es", _("Spanish"))]
LOCALE_PATHS = [BASE_DIR / "skatturnier" / "locale"]
FORMAT_MODULE_PATH = ["skatturnier.formats"]
TIME_ZONE = env.str("SKATTURNIER_TIME_ZONE", default="Europe/Berlin")
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "skatturnier.storage.SiteStaticFilesStorage"},
}

DJANGO_TABLES2_TEMPLATE = "components/listing.html"

# A list of 3,000 entrants is some 200 kB; anything far above is no list of entrants.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SESSION_COOKIE_SAMESITE = "Lax"

# Behind TLS (SKATTURNIER_TLS=on) cookies and redirects are strict; a laptop in a hall has plain http only.
TLS = env.bool("SKATTURNIER_TLS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = TLS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if TLS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TLS else None

# What goes wrong is written where the person who started the site looks: on the terminal, or in the service's log.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Refused entries and missing pages are everyday answers; the pages say them.
    "loggers": {"django.request": {"level": "ERROR"}},
}
