"""How deals and lists are written: typed from paper, sent by a phone, packed into a code, looked up (ISkO 5.5.1)."""
