"""Mutation testing: would a test fail if the rules' code were a little different?"""
