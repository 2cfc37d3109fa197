"""Answers: the forms that they have, and everything that depends on the form of an answer alone."""
