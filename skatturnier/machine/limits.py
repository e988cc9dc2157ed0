"""How much a process may have open."""

import sys

if sys.platform == "win32":

    def allow_files(wanted: int) -> None:
        """Let each process have so many connections and files open; Windows sets no limit to either."""

else:
    import resource

    def allow_files(wanted: int) -> None:
        """Let each process have so many connections and files open, as far as this machine allows."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
