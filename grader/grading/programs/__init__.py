"""Exercises that are answered by a program: it plays given trees, and what it asks and returns is marked as an answer on paper is."""
