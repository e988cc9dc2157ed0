"""Static files as a site serves them: compressed, named by their content, those that scripts import as well."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_, _IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]


class SiteStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Our own modules import each other by the names with the hash, so that a browser keeps them for good.

    Others are left as they are: some name files that their packages do not bring.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = ("skatturnier/*.js", _IMPORTS)
