"""The version of the program: below all layers, because results, pages and certificates state it."""

__version__ = "0.1.0"
