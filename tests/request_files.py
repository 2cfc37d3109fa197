"""Requests as files: what is no option of `gametree generate KIND` stands in one, and is given by `--from`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import yaml

from generators.request import as_stated, fields_of


def with_file(folder: Path, kind: str, options: Sequence[str]) -> list[str]:
    """Return the options, those that are fields of a request alone in a file of the folder."""
    rare = {name for name, field in fields_of(kind).items() if not field.has_option}
    typed: list[str] = []
    stated: dict[str, str] = {}
    places = iter(options)
    for word in places:
        if word.removeprefix("--").replace("-", "_") in rare and word.startswith("--"):
            stated[word.removeprefix("--")] = next(places)
        else:
            typed.append(word)
    if not stated:
        return typed
    file = folder / "request.yaml"
    file.write_text(yaml.safe_dump({"kind": kind} | stated, allow_unicode=True), encoding="utf-8")
    return ["--from", str(file), *typed]


def as_told(message: str, options: Sequence[str]) -> str:
    """Return a message as it comes to somebody who gives these options: what is not typed is named as files have it."""
    return as_stated(message, lambda name: f"--{name}" in options) if "--from" in options else message
