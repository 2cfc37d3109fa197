"""A quiz for a class: what its document says, who is in the class, the problems that each one gets, and the build of it all."""

import os


def example(suffix: str) -> bytes:
    """Return the example that a quiz begins with: "yaml", its document, or "csv", its roster."""
    with open(os.path.join(os.path.dirname(__file__), f"example.{suffix}"), "rb") as file:
        return file.read()
