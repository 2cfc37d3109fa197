"""One of several names, where a near miss is told what was probably meant."""

from __future__ import annotations

import click

from grader.errors import suggest


class Choice(click.Choice[str]):
    """A name among those that there are."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name. Raises BadParameter, with the nearest one if one is near."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as failure:
            said = failure.message.rstrip(".") + (suggest(str(value), self.choices) or ".")
            raise click.BadParameter(said, ctx, param) from None
