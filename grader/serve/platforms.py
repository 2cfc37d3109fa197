"""Learning platforms that may launch sheets and take scores, as serve.yaml names them or as they registered themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from grader.serve.connection import Connection

ADDRESSES = ("issuer", "authorize", "token", "keys")
PRODUCTS: Mapping[str, Sequence[str]] = {
    "moodle": ("{}", "{}/mod/lti/auth.php", "{}/mod/lti/token.php", "{}/mod/lti/certs.php"),
    "canvas": (
        "https://canvas.instructure.com",
        "https://sso.canvaslms.com/api/lti/authorize_redirect",
        "{}/login/oauth2/token",
        "https://sso.canvaslms.com/api/lti/security/jwks",
    ),
}
"""The addresses of platforms of a product, in the order above, by the address of its site."""


class LtiPlatform(NamedTuple):
    """A platform that launches by LTI: who it says it is, what it calls us, its deployments of us, and the addresses where it authorizes, gives access tokens and shows its keys."""

    issuer: str
    client_id: str
    deployments: Sequence[str]
    authorize: str
    token: str
    keys: str

    @property
    def origins(self) -> frozenset[str]:
        """Return where requests of ours may go beside its token and keys: to line items and class lists of the same origin."""
        return frozenset(origin_of(each) for each in (self.issuer, self.token))


def origin_of(url: str) -> str:
    """Return the origin of an address; nothing for what is none, or has a name in it or a host that no policy of a page could hold.

    >>> [origin_of(each) for each in ("https://Moodle.example.edu/mod/lti", "http://127.0.0.1:8000/a", "nonsense", "https://[", "https://a;b", "https://me@a")]
    ['https://moodle.example.edu', 'http://127.0.0.1:8000', '', '', '', '']
    """
    try:
        parts = urlsplit(url)
        port = (
            f":{parts.port}" if parts.port and (parts.scheme, parts.port) not in (("https", 443), ("http", 80)) else ""
        )
    except ValueError:
        return ""
    host = parts.hostname or ""
    is_plain = parts.scheme in ("http", "https") and "@" not in parts.netloc and re.fullmatch(r"[a-z0-9._-]+", host)
    return f"{parts.scheme}://{host}{port}" if is_plain else ""


class Platforms:
    """The platforms that are known: those that serve.yaml names, and those that registered themselves, of which the store knows."""

    def __init__(self, connection: Connection, stated: Sequence[LtiPlatform] = ()) -> None:
        self._connection, self._stated = connection, stated
        self.known = self.read()

    def read(self) -> list[LtiPlatform]:
        """Return all, with those that have registered themselves since."""
        statement = "select issuer, client_id, deployments, authorize, token, keys from platform order by 1, 2"
        rows = [[*map(str, row)] for row in self._connection.rows(statement)]
        self.known = [*self._stated, *(LtiPlatform(row[0], row[1], json.loads(row[2]), *row[3:]) for row in rows)]
        return self.known

    def find(self, issuer: str, client_id: str = "") -> LtiPlatform | None:
        """Return the one platform with an issuer, of several that which calls us so; what serve.yaml says goes before."""
        found = [one for one in self.read() if one.issuer == issuer and client_id in ("", one.client_id)]
        return found[0] if len({one.client_id for one in found}) == 1 else None

    def add(self, one: LtiPlatform) -> None:
        """Put by a platform that has registered itself; one of the same issuer and client is written over."""
        row = (one.issuer, one.client_id, json.dumps([*one.deployments]), one.authorize, one.token, one.keys)
        self._connection.put("platform", row, key="issuer, client_id")

    @property
    def origins(self) -> list[str]:
        """Return where they are: in their pages a sheet may stand."""
        return sorted({origin for one in self.known for origin in one.origins})
