"""Why nothing was generated: a request that cannot be met, or that was not met within the stated effort."""

from __future__ import annotations


class RequestError(ValueError):
    """A request that contradicts itself or cannot be met by any values; the message says why and what to change."""


class UnreachableError(RequestError):
    """A request with a count that no values can have; `guarantee` is the one that asks for it."""

    def __init__(self, message: str, guarantee: str) -> None:
        super().__init__(message)
        self.guarantee = guarantee


class NotFoundError(RequestError):
    """A request that no draw met; `guarantee` is the one that stood in the way most often, `nearby` a request that works."""

    def __init__(self, message: str, guarantee: str, nearby: str = "") -> None:
        super().__init__(message)
        self.guarantee, self.nearby = guarantee, nearby
