"""All that differs between systems: locks, processes, files, the network. Nothing else asks which system it runs on.

What must never be false: whatever a system cannot do, the site does without it or says so; it never fails to start.
Each function says what it promises everywhere, and what a system makes of it. It asks nothing of the rest of the site.
"""
