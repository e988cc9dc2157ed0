"""https in the hall: the laptop vouches for itself, or brings a certificate that phones know already.

Words: the *authority* is what phones may be told to trust; made once, it stays. The *signer* works in its name: it can
vouch for names and addresses of private networks alone, and it is all that is left, since the authority's own key is
thrown away as soon as it has vouched for the signer. The *certificate* is what the site shows to whoever connects; it
is made anew whenever the laptop has another address. What is *brought* comes from an authority that everybody knows.

Never false: no key leaves the folder of the data but in a backup; nothing that is trusted because of this site can
vouch for an address of the internet; plain http goes on beside it, so nobody is locked out.

``serve`` asks ``door``; the pages ask the settings, and ``offered`` for what is shown of the authority.
"""


class NotUsable(Exception):
    """The site cannot be served over https as it was wanted; the words say why, and what to do."""
