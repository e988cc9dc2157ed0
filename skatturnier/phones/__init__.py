"""Whether phones reach this machine: by which address, what is in the way, and whether one has come.

A firewall cannot be seen from inside. A phone that opens ``/here/`` shows that there is none in its way.
"""
