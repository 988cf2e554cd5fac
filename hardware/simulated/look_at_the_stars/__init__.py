"""Simulated slates of Look at the Stars: designs, print, pens, photographs."""
