"""What a double click starts: ``python -m skatturnier.laptop``."""

import sys

from skatturnier.laptop import folder, keeping
from skatturnier.laptop.said import _, refuse, say
from skatturnier.machine import files, places, screen


def main() -> int:
    """Keep the site of this folder, or open the one that is kept already; return what the program ends with."""
    files.keep_from_others()
    data = places.data()
    if why := folder.trouble(data):
        return refuse(why)
    try:
        return keeping.keep(data)
    except keeping.RunsAlready:
        if address := keeping.address_of_running(data):
            say(_("The site runs already: %s") % address)
            screen.open_browser(address)
            return 0
        return refuse(_("The program was started already, but does not answer. Please restart the machine."))


if __name__ == "__main__":
    sys.exit(main())
