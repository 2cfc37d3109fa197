"""A learning platform for tests: a small HTTP server with RSA keys, access tokens, line items with a gradebook, members and registration.

What the specifications allow and it does not do: it signs with RS256 alone and gives no encrypted tokens; line items are there and can neither
be made, changed nor deleted, nor can results be read; scores bear no `submission`, and extensions in them are kept unread; members have no `message`
section and are never asked for by `role` or `rlid`; pages have a size of its own, and no `differences`; registration needs no login, and what was
registered cannot be read or changed. A score that is older than the one that is there is refused with 409, as AGS asks; one of the same time is taken.
"""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
from launch_tokens import INSTRUCTOR, LEARNER, jwk

from grader.serve.platforms import LtiPlatform

CLIENT = "aB3x"
AGS, NRPS = "https://purl.imsglobal.org/spec/lti-ags/scope/score", "https://purl.imsglobal.org/spec/lti-nrps/scope/"
MEMBERS = f"{NRPS}contextmembership.readonly"


class StandIn:
    """The platform and its switches. `tool_keys` is our key set, `now` what time it is there."""

    def __init__(self, port: int, tool_keys: Mapping[str, Any], now: Callable[[], datetime]) -> None:
        self.url, self.tool_keys, self.now = f"http://127.0.0.1:{port}", tool_keys, now
        self.gradebook: dict[str, dict[str, Any]] = defaultdict(dict)
        self.posted: list[tuple[datetime, str, Any]] = []
        self.asked: list[str] = []
        self.registered: list[Any] = []
        self.tokens: dict[str, str] = {}
        self.used: set[str] = set()
        self.keys = ["1"]
        self.members = [member("3"), member("5"), member("8", status="Inactive"), member("9", roles=[INSTRUCTOR])]
        self.is_down = False
        self.may_answer = threading.Event()  # cleared: answers wait
        self.may_answer.set()
        self.refusals: list[tuple[int, dict[str, str], str]] = []
        """What line items answer next in place of taking a score: status, headers, words."""
        self.wrong: list[str] = []

    @property
    def platform(self) -> LtiPlatform:
        """Return the platform as it is registered."""
        return LtiPlatform(self.url, CLIENT, ("1",), f"{self.url}/auth", f"{self.url}/token", f"{self.url}/keys")

    @property
    def stated(self) -> str:
        """Return the field of serve.yaml that names the platform."""
        one = self.platform
        addresses = f"issuer: {one.issuer}, authorize: {one.authorize}, token: {one.token}, keys: {one.keys}"
        return f'platforms: [{{{addresses}, client-id: {one.client_id}, deployment-id: "1"}}]\n'

    @property
    def line_item(self) -> str:
        """Return the address of the line item of the quiz, which has a query as Moodle's have."""
        return f"{self.url}/items/7/lineitem?type_id=1"

    def held(self, user: str) -> Any:
        """Return the newest score that the gradebook has of somebody."""
        return self.gradebook["/items/7/lineitem?type_id=1"].get(user)

    def answer(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, dict[str, str], Any]:
        """Return the status, headers and what is stated for a request."""
        parts = urlsplit(address)
        self.asked.append(f"{method} {address}")
        if parts.path == "/keys":
            return 200, {}, {"keys": [jwk(name) for name in self.keys]}
        if parts.path == "/token":
            return self._token({name: values[0] for name, values in parse_qs(body.decode()).items()})
        if parts.path == "/openid":
            names = {
                "authorization_endpoint": "auth",
                "token_endpoint": "token",
                "jwks_uri": "keys",
                "registration_endpoint": "register",
            }
            return 200, {}, {"issuer": self.url, **{name: f"{self.url}/{path}" for name, path in names.items()}}
        if parts.path == "/register":
            return self._register(headers, body)
        scope = self.tokens.get(headers.get("Authorization", "").removeprefix("Bearer "))
        if parts.path == "/Members":
            return self._members(parse_qs(parts.query)) if scope == MEMBERS else (401, {}, "no token")
        if parts.path.endswith("/scores") and method == "POST":
            return (
                self._score(parts.path.removesuffix("/scores") + f"?{parts.query}", headers, body)
                if scope == AGS
                else (401, {}, "no token")
            )
        return 404, {}, "there is nothing here"

    def _token(self, form: Mapping[str, str]) -> tuple[int, dict[str, str], Any]:
        """Give an access token for an assertion with which nothing at all is wrong."""
        endpoint, now = f"{self.url}/token", self.now().timestamp()
        try:
            kid = jwt.get_unverified_header(form["client_assertion"])["kid"]
            [key] = [one for one in jwt.PyJWKSet.from_dict(dict(self.tool_keys)).keys if one.key_id == kid]
            options: Any = {
                "verify_exp": False,
                "verify_iat": False,
                "require": ["iss", "sub", "aud", "iat", "exp", "jti"],
            }
            claims = jwt.decode(form["client_assertion"], key, ["RS256"], options, audience=endpoint)
        except (jwt.PyJWTError, KeyError, ValueError) as failure:
            self.wrong.append(f"assertion: {failure!r}")
            return 400, {}, {"error": "invalid_client"}
        wrong = [
            claims["iss"] != CLIENT or claims["sub"] != CLIENT,
            not now - 60 <= claims["iat"] <= now + 1 or not now < claims["exp"] <= now + 300,
            claims["jti"] in self.used,
            form.get("grant_type") != "client_credentials",
            form.get("client_assertion_type") != "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            form.get("scope") not in (AGS, MEMBERS),
        ]
        if any(wrong):
            self.wrong.append(f"assertion: {wrong}")
            return 400, {}, {"error": "invalid_client"}
        self.used.add(claims["jti"])
        token = f"token-{len(self.used)}"
        self.tokens[token] = form["scope"]
        return 200, {}, {"access_token": token, "token_type": "Bearer", "expires_in": 3600, "scope": form["scope"]}

    def _score(self, item: str, headers: Mapping[str, str], body: bytes) -> tuple[int, dict[str, str], Any]:
        score = json.loads(body)
        self.posted.append((self.now(), item, score))
        if self.refusals:
            return self.refusals.pop(0)
        times = [datetime.fromisoformat(score["timestamp"])]
        is_whole = {"userId", "timestamp", "activityProgress", "gradingProgress"} <= {*score} and times[0].tzinfo
        if not is_whole or headers.get("Content-Type") != "application/vnd.ims.lis.v1.score+json":
            self.wrong.append(f"score: {score}")
            return 400, {}, "no score"
        before = self.gradebook[item].get(score["userId"])
        if before is not None and datetime.fromisoformat(before["timestamp"]) > times[0]:
            return 409, {}, "a newer score is there"
        self.gradebook[item][score["userId"]] = score
        return 204, {}, None

    def _members(self, query: Mapping[str, list[str]]) -> tuple[int, dict[str, str], Any]:
        """Return the members, two a page; the address of the next page is one in which the case of letters counts."""
        pages = ["", "AbC", "aBc"]
        place = pages.index(query.get("From", [""])[0])
        more = (
            {"Link": f'<{self.url}/Members?From={pages[place + 1]}>; rel="next"'}
            if place * 2 + 2 < len(self.members)
            else {}
        )
        return 200, more, {"id": self.url, "members": self.members[place * 2 : place * 2 + 2]}

    def _register(self, headers: Mapping[str, str], body: bytes) -> tuple[int, dict[str, str], Any]:
        if headers.get("Authorization") != "Bearer once":
            return 401, {}, "no token"
        stated = json.loads(body)
        self.registered.append(stated)
        tool = "https://purl.imsglobal.org/spec/lti-tool-configuration"
        return 200, {}, {**stated, "client_id": CLIENT, tool: {**stated[tool], "deployment_id": "1"}}


def member(sub: str, **more: Any) -> dict[str, Any]:
    """Return somebody who is in the course."""
    return {
        "status": "Active",
        "user_id": sub,
        "name": f"Person {sub}",
        "email": f"p{sub}@example.edu",
        "roles": [LEARNER],
        **more,
    }


@contextmanager
def stand_in(tool_keys: Mapping[str, Any], now: Callable[[], datetime]) -> Iterator[StandIn]:
    """Run a platform."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if found.is_down:
                self.close_connection = True
                return
            found.may_answer.wait(60)
            length = int(self.headers.get("Content-Length", 0))
            body = self.rfile.read(length)
            if len(body) < length:  # who asked was killed meanwhile
                self.close_connection = True
                return
            status, headers, stated = found.answer(self.command, self.path, {**self.headers}, body)
            content = (
                b"" if stated is None else stated.encode() if isinstance(stated, str) else json.dumps(stated).encode()
            )
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET  # noqa: N815  # as the server asks for it

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found = StandIn(server.server_port, tool_keys, now)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield found
    finally:
        found.may_answer.set()
        server.shutdown()
        thread.join()
        server.server_close()
