"""Platforms that register themselves (Dynamic Registration 1.0), by a code that opens once."""

from __future__ import annotations

import json
from datetime import timedelta
from urllib.parse import urlsplit

from grader.core.data import Plain
from grader.core.times import Time
from grader.serve.connection import Connection
from grader.serve.line import MEMBERS, SCORE, Away, Line
from grader.serve.once import put_by
from grader.serve.platforms import LtiPlatform, origin_of

_LINE_ITEM = "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem.readonly"
_TOOL = "https://purl.imsglobal.org/spec/lti-tool-configuration"
_NEEDED = ("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "registration_endpoint")


def new_code(connection: Connection, now: Time) -> str:
    """Return a new code, with which one platform can register within an hour."""
    return put_by(connection, "registration", (), now + timedelta(hours=1))


async def register(line: Line, url: str, configuration: str, token: str) -> LtiPlatform:
    """Register with the platform that this address describes, and return it. Raises Away with what is wrong.

    `url` is where browsers see this server, `token` what the platform gave for this. A platform that names no deployment may have any.
    """
    _check_safe(configuration, url)
    there = LtiPlatform(configuration, "", (), "", configuration, "")
    stated = (await line.request(there, "GET", configuration)).mapping()
    addresses = [stated.get(name) for name in _NEEDED]
    for name, address in zip(_NEEDED, addresses, strict=True):
        if not isinstance(address, str):
            raise Away(f"the platform's configuration has no {name}")
        _check_safe(address, url)
    issuer, authorize, gives_tokens, keys, endpoint = map(str, addresses)
    if not _is_above(_host(issuer), _host(configuration)):
        raise Away(f"the configuration at {_host(configuration)} is that of {_host(issuer)}, which is another")
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    at_issuer = there._replace(issuer=issuer)
    registered = (await line.request(at_issuer, "POST", endpoint, headers, json.dumps(_wishes(url)).encode())).mapping()
    client_id, tool = registered.get("client_id"), registered.get(_TOOL)
    if not isinstance(client_id, str) or not client_id:
        raise Away("the platform gave no client_id")
    deployment = tool.get("deployment_id") if isinstance(tool, dict) else None
    deployments = (str(deployment),) if isinstance(deployment, str | int) and deployment != "" else ()
    return LtiPlatform(issuer, client_id, deployments, authorize, gives_tokens, keys)


def _check_safe(address: str, url: str) -> None:
    """Refuse what is not https; a server that only this machine sees may speak http. Raises Away."""
    if not origin_of(address).startswith("https:" if url.startswith("https:") else ("https:", "http:")):
        raise Away("addresses of a platform are https")


def _host(address: str) -> str:
    return urlsplit(address).hostname or ""


def _is_above(parent: str, host: str) -> bool:
    """Return whether it is the same host or a domain around it.

    >>> [_is_above(each, "canvas.example.edu") for each in ("canvas.example.edu", "example.edu", "edu", "s.example.edu", "")]
    [True, True, False, False, False]
    """
    return bool(parent) and (host == parent or ("." in parent and host.endswith(f".{parent}")))


def _wishes(url: str) -> dict[str, Plain]:
    """Return what a platform is to know of this server."""
    launch = f"{url}/lti/launch"
    of_lti: dict[str, Plain] = {
        "domain": urlsplit(url).netloc,
        "description": "Exercises on game trees: sheets that save, hand in and show feedback",
        "target_link_uri": launch,
        "custom_parameters": {"quiz": ""},
        "claims": ["iss", "sub", "name", "email"],
        "messages": [
            {"type": "LtiResourceLinkRequest", "target_link_uri": launch},
            {"type": "LtiDeepLinkingRequest", "target_link_uri": launch, "label": "A quiz on game trees"},
        ],
    }
    return {
        "application_type": "web",
        "response_types": ["id_token"],
        "grant_types": ["implicit", "client_credentials"],
        "initiate_login_uri": f"{url}/lti/login",
        "redirect_uris": [launch],
        "client_name": "gametree-grader",
        "jwks_uri": f"{url}/jwks",
        "token_endpoint_auth_method": "private_key_jwt",
        "scope": f"{SCORE} {_LINE_ITEM} {MEMBERS}",
        _TOOL: of_lti,
    }
