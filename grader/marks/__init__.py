"""Marks: reports of what an answer earns, how it is marked by its shape, tolerance, rounding, redaction."""
