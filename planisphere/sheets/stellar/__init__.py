"""The print sheets of Stellar."""
