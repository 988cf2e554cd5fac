"""The database: its tables, transactions, what has changed, the way back, and copies to keep."""
