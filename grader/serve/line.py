"""Requests of ours to learning platforms: for their keys, access tokens and class lists, and with scores. No other module asks anybody anything."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import urlencode, urljoin

import httpx
import jwt

from grader.core.text import printable
from grader.core.times import Time
from grader.serve.platforms import LtiPlatform, origin_of
from grader.serve.signing import Key

SCORE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
MEMBERS = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
SECONDS = 10
"""So long an answer may take, from the first letter asked to the last one read."""
_MOST_BYTES = 1024**2
_MOST_PAGES, _MOST_LISTED = 1_000, 32 * _MOST_BYTES
_MOST_SAID, _REFUSED = 200, 401
_HOUR, _MINUTE, _DAY = timedelta(hours=1), timedelta(minutes=1), timedelta(days=1)
_LONGEST = 3600
"""So many seconds an access token is kept at most, and where nobody says how long it lasts."""
_ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_SCORE_TYPE = "application/vnd.ims.lis.v1.score+json"
_MEMBERS_TYPE = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"


class Away(Exception):
    """A platform that did not do what it was asked: its words, the status of its answer (0: there was none), and for how long it is not to be asked again."""

    def __init__(self, said: str, status: int = 0, wait: timedelta = timedelta(0)) -> None:
        super().__init__(said)
        self.status, self.wait = status, wait


class Reply(NamedTuple):
    """What a platform answered with success: the bytes, and the address of the page after this one ("": there is none)."""

    content: bytes
    next_page: str

    def mapping(self) -> Mapping[str, object]:
        """Return the mapping that it states as JSON. Raises Away."""
        try:
            stated = json.loads(self.content)
        except (ValueError, RecursionError):
            stated = None
        if not isinstance(stated, dict):
            raise Away("the platform answered what is no mapping of JSON")
        return stated


class _KeySet(NamedTuple):
    """The keys of a platform: when they were read and last asked for, and what was said where they could not be read then."""

    keys: Mapping[str, jwt.PyJWK]
    read: Time
    asked: Time
    said: str = ""


class Line:
    """What platforms are asked with. `now` is asked for the time; all methods are called from one event loop."""

    def __init__(self, key: Key, now: Callable[[], Time], transport: httpx.AsyncBaseTransport | None = None) -> None:
        self.signing, self._now = key, now
        self._client = httpx.AsyncClient(
            transport=transport,
            verify=httpx.create_ssl_context(),
            timeout=SECONDS,
            trust_env=False,
            headers={"Accept-Encoding": "identity"},  # what is packed may be a thousand times as large
        )
        self._key_sets: dict[str, _KeySet] = {}
        self._tokens: dict[tuple[str, ...], tuple[str, Time]] = {}
        self._locks: defaultdict[tuple[str, ...], asyncio.Lock] = defaultdict(asyncio.Lock)

    async def end(self) -> None:
        """Let go of all connections."""
        await self._client.aclose()

    async def request(
        self,
        platform: LtiPlatform,
        method: str,
        url: str,
        headers: Mapping[str, str] = {},
        content: bytes | None = None,
    ) -> Reply:
        """Return what an address of a platform answers. Raises Away, also for an address that is not the platform's."""
        try:
            url = str(httpx.URL(url))  # as it will be read there, whatever it looks like
            named = (str(httpx.URL(each)) for each in (platform.token, platform.keys))
            if url not in named and origin_of(url) not in platform.origins:
                raise Away(f"{printable(url, _MOST_SAID)} is not an address of this platform")
            return await asyncio.wait_for(
                self._answer(self._client.stream(method, url, headers=headers, content=content)), SECONDS
            )
        except TimeoutError:
            raise Away(f"no answer within {SECONDS} s") from None
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as failure:
            words = printable(str(failure) or type(failure).__name__, _MOST_SAID)
            raise Away(f"no answer: {words}") from failure

    async def _answer(self, asked: AbstractAsyncContextManager[httpx.Response]) -> Reply:
        content = bytearray()
        async with asked as answer:
            async for piece in answer.aiter_raw():
                content += piece
                if len(content) > _MOST_BYTES:
                    raise Away("the platform answered with more than 1 MiB", answer.status_code)
        if answer.is_success:
            return Reply(bytes(content), answer.links.get("next", {}).get("url", ""))
        words = printable(content.decode(errors="replace").strip(), _MOST_SAID)
        said = f"{answer.status_code} {answer.reason_phrase}".strip() + (f": {words}" if words else "")
        raise Away(said, answer.status_code, self._wait(answer.headers.get("Retry-After", "")))

    def _wait(self, stated: str) -> timedelta:
        """Return how long a platform wants not to be asked; of what nobody understands nothing, and never longer than a day."""
        try:
            wait = (
                timedelta(seconds=int(stated[:9]))
                if stated.isdecimal()
                else parsedate_to_datetime(stated) - self._now()
            )
        except (ValueError, TypeError, OverflowError):
            return timedelta(0)
        return min(max(wait, timedelta(0)), _DAY)

    # -- keys

    async def key(self, platform: LtiPlatform, kid: str) -> jwt.PyJWK:
        """Return a key of a platform. Raises Away where its keys cannot be read, and KeyError where none is called so.

        Keys are kept for an hour. For a name that is not among them they are read anew, but no sooner than a minute after the last time.
        """
        async with self._locks[platform.keys,]:
            now, held = self._now(), self._key_sets.get(platform.keys)
            held = held or _KeySet({}, now - _HOUR, now - _HOUR)
            if not (is_known := kid in held.keys and now - held.read < _HOUR) and now - held.asked >= _MINUTE:
                try:
                    held = _KeySet(await self._read_keys(platform), now, now)
                except Away as failure:
                    held = held._replace(asked=now, said=str(failure))
                self._key_sets[platform.keys] = held
        if held.said and not is_known:
            raise Away(held.said)
        return held.keys[kid]

    async def _read_keys(self, platform: LtiPlatform) -> Mapping[str, jwt.PyJWK]:
        stated = (await self.request(platform, "GET", platform.keys)).mapping()
        try:
            found = jwt.PyJWKSet.from_dict({**stated}).keys
        except (jwt.PyJWTError, ValueError, TypeError, AttributeError, KeyError) as failure:
            raise Away("the platform's keys are none") from failure
        return {str(one.key_id): one for one in found if one.key_type == "RSA" and one.key_id}

    # -- what needs an access token

    async def allowed(
        self,
        platform: LtiPlatform,
        scope: str,
        method: str,
        url: str,
        headers: Mapping[str, str],
        content: bytes | None = None,
    ) -> Reply:
        """Return what an address answers to who has an access token; one that is refused is renewed once. Raises Away."""
        refused = ""
        while True:
            token = await self._token(platform, scope, refused)
            try:
                bearing = {**headers, "Authorization": f"Bearer {token}"}
                return await self.request(platform, method, url, bearing, content)
            except Away as failure:
                if failure.status != _REFUSED or refused:
                    raise
            refused = token

    async def _token(self, platform: LtiPlatform, scope: str, refused: str) -> str:
        """Return an access token, which is kept until it expires or is `refused`. Raises Away."""
        name = (platform.issuer, platform.client_id, scope)
        async with self._locks[name]:
            now = self._now()
            token, until = self._tokens.get(name, ("", now))
            if token != refused and now < until:
                return token
            claim = urlencode(self._claim(platform, scope)).encode()
            stated = (await self.request(platform, "POST", platform.token, _FORM, claim)).mapping()
            given, seconds = stated.get("access_token"), stated.get("expires_in")
            if not isinstance(given, str) or not given:
                raise Away("the platform gave no access token")
            is_stated = isinstance(seconds, int | float) and 0 < seconds <= _LONGEST
            lasting = timedelta(seconds=float(str(seconds)) if is_stated else _LONGEST)
            self._tokens[name] = given, now + lasting - timedelta(seconds=SECONDS)
            return given

    def _claim(self, platform: LtiPlatform, scope: str) -> dict[str, str]:
        """Return what asks for an access token: that it is we, signed."""
        now = int(self._now().timestamp())
        who = {"iss": platform.client_id, "sub": platform.client_id, "aud": platform.token}
        signed = self.signing.sign({**who, "iat": now, "exp": now + 60, "jti": secrets.token_hex(16)})
        return {
            "grant_type": "client_credentials",
            "client_assertion_type": _ASSERTION,
            "client_assertion": signed,
            "scope": scope,
        }

    async def post_score(self, platform: LtiPlatform, line_item: str, score: str) -> None:
        """Post a score, which is JSON, to a line item. Raises Away."""
        path, mark, query = line_item.partition("?")
        url = f"{path.rstrip('/')}/scores{mark}{query}"
        content = score.encode()
        await self.allowed(platform, SCORE, "POST", url, {"Content-Type": _SCORE_TYPE}, content)

    async def members(self, platform: LtiPlatform, url: str) -> list[Mapping[str, object]]:
        """Return who is in a course, by the address of its list and those of the pages after. Raises Away."""
        found, seen, size = list[Mapping[str, object]](), set[str](), 0
        while url and url not in seen and len(seen) < _MOST_PAGES:
            seen.add(url)
            answer = await self.allowed(platform, MEMBERS, "GET", url, {"Accept": _MEMBERS_TYPE})
            size += len(answer.content)
            if size > _MOST_LISTED:
                raise Away(f"the list is longer than {_MOST_LISTED // 1024} KiB")
            members = answer.mapping().get("members")
            found += [one for one in members if isinstance(one, dict)] if isinstance(members, list) else []
            try:
                url = answer.next_page and urljoin(url, answer.next_page)
            except ValueError:
                raise Away("the next page of the list has no address") from None
        return found
