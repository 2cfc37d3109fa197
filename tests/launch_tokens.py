"""What a learning platform signs, for tests: its keys, and the tokens with which it launches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from grader.serve.platforms import LtiPlatform

MOODLE = "https://moodle.example.edu"
PLATFORM = LtiPlatform(
    MOODLE,
    "aB3x",
    ("1",),
    f"{MOODLE}/mod/lti/auth.php",
    f"{MOODLE}/mod/lti/token.php",
    f"{MOODLE}/mod/lti/certs.php",
)
LTI = "https://purl.imsglobal.org/spec/lti/claim/"
DEEP_LINKING = "https://purl.imsglobal.org/spec/lti-dl/claim/"
ENDPOINT = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
LIST = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
ROLES = "http://purl.imsglobal.org/vocab/lis/v2/membership"
LEARNER, INSTRUCTOR = f"{ROLES}#Learner", f"{ROLES}#Instructor"


@cache
def key(name: str = "1") -> rsa.RSAPrivateKey:
    """Return a private key of a platform; each name is a key of its own, for as long as the tests run."""
    return rsa.generate_private_key(65537, 2048)


def jwk(name: str = "1") -> dict[str, Any]:
    """Return the public half of a key as platforms show it; the name is its `kid`."""
    public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key(name).public_key()))
    return {**public, "kid": name, "use": "sig", "alg": "RS256"}


def launch_claims(nonce: str, now: datetime, url: str, sub: str = "5", **more: Any) -> dict[str, Any]:
    """Return the claims of a student's launch from Moodle; `more` are others in place of them, None for one that is left out.

    Claims of LTI are named without what all of their names begin with: roles=[...], custom={...}.
    """
    of_lti: dict[str, Any] = {
        "message_type": "LtiResourceLinkRequest",
        "version": "1.3.0",
        "deployment_id": PLATFORM.deployments[0],
        "target_link_uri": f"{url}/lti/launch",
        "resource_link": {"id": "7", "title": "Week 5"},
        "roles": [LEARNER],
        "context": {"id": "2", "title": "Introduction to AI"},
        "custom": {"quiz": "week5"},
    }
    seconds = int(now.timestamp())
    of_jwt = {"iss": MOODLE, "aud": PLATFORM.client_id, "sub": sub, "iat": seconds, "exp": seconds + 60, "nonce": nonce}
    names = {name: f"{LTI}{name}" for name in (*of_lti, "lis")}
    claims = {**of_jwt, "name": f"Student {sub}", **{names[name]: of_lti[name] for name in of_lti}}
    claims |= {names.get(name, name): value for name, value in more.items()}
    return {name: value for name, value in claims.items() if value is not None}


def signed(claims: Mapping[str, Any], name: str = "1", *, algorithm: str = "RS256", kid: str | None = None) -> str:
    """Return the claims as a token that the key of this name signed."""
    return jwt.encode(dict(claims), key(name), algorithm, {"kid": name if kid is None else kid})
