"""The web's armour: headers, cookies, sessions, uploads, and the standard it is measured by."""
