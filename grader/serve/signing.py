"""The key with which this server signs what it sends to learning platforms: RSA of 2048 bits, in a file of its own."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from grader.core.errors import Refusal
from grader.core.text import printable

ALGORITHM, KEY_FILE = "RS256", "serve.key"
_BITS, _EXPONENT, _DIGITS = 2048, 65537, 16


class Key(NamedTuple):
    """A private key of ours."""

    private: rsa.RSAPrivateKey

    @property
    def id(self) -> str:
        """Return what tells it from others (`kid`): the first digits of SHA-256 of its modulus, which is as JWK has it."""
        return hashlib.sha256(self._public()["n"].encode()).hexdigest()[:_DIGITS]

    def _public(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.private.public_key()))
        return {name: found[name] for name in ("kty", "n", "e")}

    def key_set(self) -> dict[str, list[dict[str, str]]]:
        """Return the public key as platforms read it (JWKS)."""
        return {"keys": [{**self._public(), "kid": self.id, "use": "sig", "alg": ALGORITHM}]}

    def sign(self, claims: Mapping[str, object]) -> str:
        """Return the claims as a token (JWT)."""
        return jwt.encode(dict(claims), self.private, ALGORITHM, {"kid": self.id})


def write_key(file: Path) -> None:
    """Write a new key into a file that only its owner reads. Raises OSError, also where the file is there."""
    key = rsa.generate_private_key(_EXPONENT, _BITS)
    text = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with open(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as made:
        made.write(text)


def read_key(file: Path) -> Key:
    """Return the key of a file. Raises Refusal where there is none, and OSError."""
    if not file.exists():
        shown = printable(str(file.parent))
        raise Refusal(
            f"{printable(str(file))} is missing, with which messages to platforms are signed; `gametree serve init {shown}` makes another"
        )
    try:
        key = serialization.load_pem_private_key(file.read_bytes(), None)
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, rsa.RSAPrivateKey) or key.key_size < _BITS:
        raise Refusal(
            f"{printable(str(file))}: expected an RSA key of at least {_BITS} bits, as `gametree serve init` makes one"
        )
    return Key(key)
