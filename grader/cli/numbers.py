"""Numbers as values of options: written as in documents, anything else is wrong usage."""

from collections.abc import Callable

import click

from grader.exact import Number, read_number


def read_with(
    read: Callable[[str], Number],
) -> Callable[[click.Context, click.Parameter, str | None], Number | None]:
    """Return the reader of an option's number, written as numbers are in documents; anything else is wrong usage."""

    def number(context: click.Context, parameter: click.Parameter, text: str | None) -> Number | None:
        try:
            return None if text is None else read(text)
        except ValueError as failure:
            raise click.BadParameter(f"{text!r}: {failure}") from None

    return number


def read_percent(text: str) -> Number:
    """Return a percentage, 0 to 100. Raises ValueError."""
    number = read_number(text.strip().removesuffix("%"))
    if not 0 <= number <= 100:
        raise ValueError("expected a number from 0 to 100")
    return number
