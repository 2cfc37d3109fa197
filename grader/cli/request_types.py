"""What the values of a request's options are, as types of click."""

from __future__ import annotations

import click

from generators.readings import Reading
from grader.data import Data
from grader.printable import printable


class Typed(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases of click only
    """A type by its reading; `name` is what help shows."""

    def __init__(self, reading: Reading) -> None:
        self.name, self._read = reading

    def convert(self, value: Data, param: click.Parameter | None, ctx: click.Context | None) -> Data:
        """Return what the text says; a value that was read already stays."""
        if not isinstance(value, str):
            return value
        try:
            return self._read(value)
        except ValueError as failure:
            self.fail(f'"{printable(value)}": {failure}', param, ctx)
