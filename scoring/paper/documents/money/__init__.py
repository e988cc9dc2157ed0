"""Papers about money: lists to sign, receipts, the account with its protocols (SkWO 3.3, 3.4, 7.4.3)."""
