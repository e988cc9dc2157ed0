"""Settings: one laptop by default, everything else by ``SKATTURNIER_…`` (``docs/settings.md`` lists them)."""

import os
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from skatturnier import fonts
from skatturnier.backups.file_names import wanted as wanted_backups
from skatturnier.databases import database
from skatturnier.machine import files, places, typesetter
from skatturnier.secret import secret_key
from skatturnier.watching import logs

# Before the first file of the site is made.
files.keep_from_others()

BASE_DIR = places.CODE

env = environ.Env()

DATA_DIR = places.data()
"""Where everything that changes lives: the database, the secret key, the collected static files."""

PRINT_DIR = Path(env.str("SKATTURNIER_PRINT", default="") or DATA_DIR / "print")
"""Where documents from the print desk lie; the machines of a site share it."""

# Documents are set in fonts of our own, never in what the machine prefers. Whatever loads Fontconfig comes later.
typesetter.find()
os.environ["FONTCONFIG_FILE"] = str(fonts.configured(DATA_DIR))

PAPER_FONTS = {is_bold: fonts.in_order(is_bold=is_bold) for is_bold in (False, True)}
"""Where each letter on paper comes from, and how wide it is: the first of these files that has it."""

MORE_PAPER_FONTS = fonts.more(DATA_DIR)
"""Files in which letters are looked for that none of these has."""

DEBUG = env.bool("SKATTURNIER_DEBUG", default=False)
SECRET_KEY = env.str("SKATTURNIER_SECRET_KEY", default="") or secret_key(DATA_DIR / "secret-key")
ALLOWED_HOSTS = env.list("SKATTURNIER_HOSTS", default=["*"] if DEBUG else ["localhost", "127.0.0.1", "[::1]"])

SITE_URL = env.str("SKATTURNIER_SITE_URL", default="").rstrip("/")
"""The address phones reach this site at, for links in QR codes; empty: the address the director uses."""

HTTPS_LISTENS = env.str("SKATTURNIER_HTTPS_LISTENS", default="")
"""Where ``serve`` listens for https besides: ``https://0.0.0.0:8443``; empty where it does not."""

HTTPS_URL = env.str("SKATTURNIER_HTTPS_URL", default="")
"""The address at which phones reach that, as ``serve`` found it."""

HTTPS_AUTHORITY = env.str("SKATTURNIER_HTTPS_AUTHORITY", default="")
"""The file of the authority by which this machine vouches for itself there; empty where phones know who does."""

LISTS_URL = HTTPS_URL if HTTPS_URL and env.str("SKATTURNIER_HTTPS", default="on") != "beside" else SITE_URL
"""Where the codes at the tables lead to: https where it is served, so that a list can be kept by a phone."""

DEMO = env.bool("SKATTURNIER_DEMO", default=False)
"""Whether every page says that this is the demo; ``serve`` looks into the database and says so."""

PUBLIC_DEMO = env.bool("SKATTURNIER_PUBLIC_DEMO", default=False)
"""Whether strangers try the demo together: what would lock others out, and every file, is refused."""

LISTENS = env.str("SKATTURNIER_LISTENS", default="")
"""The address ``serve`` listens at, as it was told: ``http://0.0.0.0:8000``; empty where something else serves."""

KEEPS_HOUSE = env.bool("SKATTURNIER_KEEPS_HOUSE", default=False)
"""Whether ``serve`` started somebody beside the site who makes its backups."""

LAPTOP = env.int("SKATTURNIER_LAPTOP", default=0)
"""The process of the program around the site, which ends with it (``skatturnier.laptop``); 0: there is none."""

SIGNING_CERTIFICATE = Path(env.str("SKATTURNIER_CERTIFICATE", default=str(DATA_DIR / "signing.p12")))
"""The certificate results are signed with (PKCS #12); none needs to be there."""

SIGNING_PASSWORD = env.str("SKATTURNIER_CERTIFICATE_PASSWORD", default="")

TIMESTAMP_SERVICE = env.str("SKATTURNIER_TIMESTAMPS", default="")
"""Address of a service that gives signed files a time stamp (RFC 3161); empty for none."""

CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []

MAIL = "" if DEMO or PUBLIC_DEMO else env.str("SKATTURNIER_MAIL", default="")
"""The server that sends mail, ``smtp+tls://user:password@mail.example.org:587``; empty: none is sent, nobody asked."""

if MAIL:
    vars().update(env.email_url_config(MAIL))
DEFAULT_FROM_EMAIL = env.str("SKATTURNIER_MAIL_FROM", default="") or "skatturnier@localhost"
EMAIL_TIMEOUT = 20

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
    "skatturnier.middleware.access_log.note",
    "skatturnier.middleware.headers.strengthen",
    "skatturnier.middleware.unchanged.tell_the_same",
    "skatturnier.middleware.requests.read_as_unreadable",
    "skatturnier.middleware.requests.keep_apart",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Wi-Fi in halls is slow. Random bytes in every answer keep its length from telling secrets.
    "django.middleware.gzip.GZipMiddleware",
    "skatturnier.middleware.live_pages.answer_at_once",
    "csp.middleware.CSPMiddleware",
    "skatturnier.middleware.headers.keep_out",
    "skatturnier.watching.health.answer_first",
    "skatturnier.middleware.first_start.lead_to_it",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "skatturnier.middleware.headers.go_along",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "skatturnier.middleware.requests.refuse_too_much",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "skatturnier.demo.KeepNothing",
    "skatturnier.middleware.gone.SayItIsGone",
]

ROOT_URLCONF = "skatturnier.urls"
WSGI_APPLICATION = "skatturnier.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [places.BESIDE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["skatturnier.templatetags.remembered"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "skatturnier.demo.is_demo",
            ],
        },
    }
]

DATABASES = {"default": database(env.str("DATABASE_URL", default=""), file=DATA_DIR / "skatturnier.sqlite3")}

BACKUPS = wanted_backups(env, data=DATA_DIR)

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "tables.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "skatturnier.passwords.NotOfTheGame"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "tables:home"
LOGOUT_REDIRECT_URL = "tables:home"

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("German")), ("en", _("English")), ("es", _("Spanish"))]
FIXTURE_DIRS = [places.BESIDE / "fixtures"]
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

LIVE_PAUSE = 0.5
"""Seconds an open page may be shown what was drawn last though more was entered since; together with the pause between
two questions it stays within two seconds."""

DJANGO_TABLES2_TEMPLATE = "components/listing.html"

# Django would make collected files readable by everybody; the site itself serves them.
FILE_UPLOAD_PERMISSIONS = 0o600

# A list of 3,000 entrants is some 200 kB; anything far above is no list of entrants.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_500

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "object-src": [NONE],
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
SESSION_ENGINE = "skatturnier.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True

# Behind TLS (SKATTURNIER_TLS=on) cookies and redirects are strict; a laptop in a hall has plain http only.
TLS = env.bool("SKATTURNIER_TLS", default=False)
# What came over https gets cookies of its own anyway (``skatturnier.middleware.requests``).
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = TLS
MESSAGES_COOKIE_NAME = "messages"
MESSAGE_STORAGE = "skatturnier.notices.Notices"
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if TLS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TLS else None

# Where the domain has other machines that still speak plain http, a browser must not be told to refuse them.
SECURE_HSTS_INCLUDE_SUBDOMAINS = TLS and env.bool("SKATTURNIER_HSTS_SUBDOMAINS", default=True)
# Programs on the machine itself ask these.
SECURE_REDIRECT_EXEMPT = ["^(health|ready|metrics)/$"]
# Whether a whole domain goes on the browsers' own list is its owner's decision, and cannot be taken back.
SILENCED_SYSTEM_CHECKS = ["security.W021"]

METRICS_TOKEN = env.str("SKATTURNIER_METRICS_TOKEN", default="")
"""Whoever shows it may read ``/metrics/``; without one there is no such page."""

# What goes wrong is written where the person who started the site looks: on the terminal, or in the service's log.
LOG = env.str("SKATTURNIER_LOG", default=logs.PLAIN)
LOGGING = logs.settings(LOG)
