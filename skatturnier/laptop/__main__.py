"""What a double click starts: ``python -m skatturnier.laptop``, with ``demo`` behind it the demo."""

import sys

from skatturnier.laptop import folder, keeping
from skatturnier.laptop.said import _, refuse, say
from skatturnier.machine import files, places, screen

DEMO = "demo"


def main() -> int:
    """Keep the site of this folder, or open the one that is kept already; return what the program ends with."""
    files.keep_from_others()
    is_demo = sys.argv[1:] == [DEMO]
    # A database of its own: what is tried never mixes with real events.
    data = places.data() / DEMO if is_demo else places.data()
    if why := folder.trouble(data):
        return refuse(why)
    try:
        return keeping.keep(data, is_demo=is_demo)
    except keeping.RunsAlready:
        if address := keeping.address_of_running(data):
            say(_("The site runs already: %s") % address)
            screen.open_browser(address)
            return 0
        return refuse(_("The program was started already, but does not answer. Please restart the machine."))


if __name__ == "__main__":
    sys.exit(main())
