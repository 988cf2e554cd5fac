"""The screens of Stellar."""
