"""What documents hold: before a field has read it, the one place where values have no type yet, and when it is written."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Data: TypeAlias = Any
"""Text, lists and mappings of text, null, true and false; numbers too where a program hands data in or out."""

Plain: TypeAlias = str | int | float | bool | Sequence["Plain"] | Mapping[str, "Plain"] | None
"""What a document, a schema or a script is given: all that JSON can hold."""
