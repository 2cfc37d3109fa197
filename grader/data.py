"""What documents hold, before a field has read it: the one place where values have no type yet."""

from __future__ import annotations

from typing import Any, TypeAlias

Data: TypeAlias = Any
"""Text, lists and mappings of text, null, true and false; numbers too where a program hands data in or out."""
