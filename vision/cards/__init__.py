"""Reads the cards of Stellar from photographs, by what every such card prints: a number, a type's sign, stars."""
