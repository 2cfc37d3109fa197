"""Launches from learning platforms (LTI 1.3): what a platform's message must be, and what is opened for whom.

Nothing here knows HTTP. Messages are believed when all of `_reasons` holds and a known key signed them; why one is not stands in the log alone.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from math import inf
from typing import NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt

from grader.core.data import Plain
from grader.core.numbers import marks_number
from grader.core.text import printable
from grader.core.times import Time
from grader.serve.connection import Connection
from grader.serve.database import Access
from grader.serve.line import Away, Line
from grader.serve.messages import Form, write_message_page
from grader.serve.once import new_secret, put_by, take
from grader.serve.people import Person
from grader.serve.platforms import LtiPlatform, Platforms, origin_of
from grader.serve.quizzes import ServedQuiz, digest_of, in_utc
from grader.serve.scores import Scores
from grader.serve.service import NO_GROUP, NotDone, Service
from grader.serve.signing import ALGORITHM

_LTI, _DEEP = "https://purl.imsglobal.org/spec/lti/claim/", "https://purl.imsglobal.org/spec/lti-dl/claim/"
_SETTINGS = f"{_DEEP}deep_linking_settings"
_LINE_ITEM = ("https://purl.imsglobal.org/spec/lti-ags/claim/endpoint", "lineitem")
_MEMBERS = ("https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice", "context_memberships_url")
_OPENS, _CHOOSES = "LtiResourceLinkRequest", "LtiDeepLinkingRequest"
_VERSION = "1.3.0"
_ROLES = "http://purl.imsglobal.org/vocab/lis/v2/membership"
_STAFF = ("Instructor", "ContentDeveloper", "Administrator")
_MINUTES, _HOURS = timedelta(minutes=10), 12
"""So long a login may take, and so long a link of a launch lives from its last use."""
_SKEW, _OLDEST, _LONGEST = 60, 3600, 255
_DIGITS = 12
_MOST_LOGINS = 20_000
"""So many logins wait at most: anybody can begin them."""

_AGAIN = "Open the quiz again from your course."
_UNTRUSTED = f"The platform's message cannot be trusted, so nothing was opened. {_AGAIN}"
_USED = f"This launch was used before, or took too long. {_AGAIN}"
_NO_ROLE = "The platform does not say that you are a student of this course."
_NO_STAFF = "The platform does not say that you teach this course."
_CHOOSE = "Choose a quiz"


class Untrusted(Exception):
    """A message that is not believed: why, for the log."""


class Redirect(NamedTuple):
    """An address that the browser is to open, and the state of the login that begins there, if one does."""

    address: str
    state: str = ""


class Launch(NamedTuple):
    """A launch that is believed: who comes, from which course, to which quiz (empty: none that is served is named).

    `return_address` is there where a quiz is to be chosen for a link of the course; then `data` goes back with it.
    """

    person: Person
    client_id: str
    deployment: str
    course: str
    is_staff: bool
    quiz: str
    line_item: str
    members: str
    return_address: str
    data: str


def cookie_of(state: str) -> str:
    """Return the name of the cookie that binds a login to its browser; its value is the state."""
    return f"__Host-gametree-{digest_of(state)[:_DIGITS]}"


def add_link(connection: Connection, token: str, of: Access, launch: Launch, now: Time) -> None:
    """Let a link open what a launch is for, and note where the score of a student goes, or where the list of the course is."""
    until, person = in_utc(now + timedelta(hours=_HOURS)), launch.person
    with connection.transaction():
        connection.put("token", (digest_of(token), *of, until, _HOURS, person.issuer, person.context))
        if of.student and launch.line_item:
            score_to = (*of, person.issuer, person.context, launch.client_id, person.sub, launch.line_item)
            connection.delete("line_item", **of._asdict(), context="")  # of no course: it may be this one's of before
            connection.put("line_item", score_to, key="quiz, student, issuer, context")
            Scores(connection).queue(in_utc(now), *of)
        elif not of.student and launch.members:
            listed_at = (of.quiz, person.issuer, person.context, launch.client_id, launch.members, None)
            connection.put("course", listed_at, key="quiz, issuer, context")


class Launches:
    """The logins and launches of all platforms. `url` is the server's address."""

    def __init__(
        self,
        service: Service,
        connection: Connection,
        platforms: Platforms,
        line: Line,
        url: str,
        log: Callable[[str], None],
    ) -> None:
        self._service, self._connection, self.platforms = service, connection, platforms
        self.line, self._url, self._log = line, url, log

    # -- login

    async def login(self, stated: Mapping[str, str]) -> Redirect:
        """Return where a login goes on that a platform begins. Raises NotDone."""
        find, issuer, client_id = self.platforms.find, stated.get("iss", ""), stated.get("client_id", "")
        platform = await self._service.stored(find, issuer, client_id)
        if platform is None:
            raise NotDone(400, "This platform is not registered here.")
        if not stated.get("login_hint"):
            raise NotDone(400, "The platform's message has no login_hint; tell your instructor.")
        if not self._is_ours(stated.get("target_link_uri", "")):
            raise NotDone(
                400, "The platform's message leads to an address that is not of this server; tell your instructor."
            )
        login = (nonce := new_secret(), platform.issuer, platform.client_id)
        state = await self._service.stored(self._begin, login)
        asked = {
            "scope": "openid",
            "response_type": "id_token",
            "response_mode": "form_post",
            "prompt": "none",
            "client_id": platform.client_id,
            "redirect_uri": f"{self._url}/lti/launch",
            "state": state,
            "nonce": nonce,
            **{name: stated[name] for name in ("login_hint", "lti_message_hint") if name in stated},
        }
        return Redirect(f"{platform.authorize}{'&' if '?' in platform.authorize else '?'}{urlencode(asked)}", state)

    def _begin(self, login: Sequence[str]) -> str:
        """Put by a login, and return its state; of those that wait the oldest make room."""
        state = put_by(self._connection, "login", login, self._service.now() + _MINUTES)
        oldest = "select until from login order by until desc limit 1 offset ?"
        self._connection.one(f"delete from login where until <= ({oldest})", _MOST_LOGINS)  # noqa: S608  # words of our own
        return state

    async def _taken(self, table: str, secret: str) -> Sequence[str] | None:
        found = await self._service.stored(take, self._connection, table, secret, self._service.now())
        return None if found is None else [*map(str, found)]

    def _is_ours(self, address: str) -> bool:
        return origin_of(address) == origin_of(self._url)

    # -- launch

    async def launch(self, stated: Mapping[str, str], cookies: Mapping[str, str]) -> Redirect | str:
        """Return what a platform's message opens: an address, or a page on which something is to be pressed. Raises NotDone."""
        state = stated.get("state", "")
        login = await self._taken("login", state)
        if login is None:
            self._log("launch refused: its state is unknown, was used or is too old")
            raise NotDone(403, _USED)
        if error := printable(stated.get("error", ""), _LONGEST):
            self._log(f"launch refused by the platform: {error}")
            raise NotDone(403, f"The platform refused to say who you are ({error}). {_AGAIN}")
        try:
            launch = await self._believed(stated.get("id_token", ""), *login)
        except Untrusted as failure:
            self._log(f"launch refused: {failure}")
            raise NotDone(403, _UNTRUSTED) from None
        except Away as failure:
            self._log(f"the keys of a platform: {failure}")
            raise NotDone(503, "The platform's keys could not be read; try again in a minute.", retry=_SKEW) from None
        if cookies.get(cookie_of(state)) == state:
            return await self._opened(launch)
        person = launch.person
        named = (person.name or person.email or person.sub, launch.course)
        shown = ", ".join(printable(one) for one in named if one)
        forms = [Form(f"{self._url}/lti/confirm", {"code": await self._code(launch)}, "Go on")]
        return write_message_page(f"You are {shown}", ["If this is somebody else, close this page."], forms=forms)

    async def _code(self, launch: Launch) -> str:
        now, content = self._service.now(), (json.dumps(launch),)
        return await self._service.stored(put_by, self._connection, "launch", content, now + _MINUTES)

    async def go_on(self, stated: Mapping[str, str]) -> Redirect | str:
        """Return what a launch opens that waited for somebody to press something, and maybe to choose a quiz. Raises NotDone."""
        found = await self._taken("launch", stated.get("code", ""))
        if found is None:
            raise NotDone(403, _USED)
        person, *others = json.loads(found[0])
        launch = Launch(Person(*person), *others)
        return await self._opened(launch._replace(quiz=launch.quiz or stated.get("quiz", "") * launch.is_staff))

    async def _believed(self, token: str, nonce: str, issuer: str, client_id: str) -> Launch:
        """Return what a token says. Raises Untrusted, Away, and NotDone for who has no role in the course."""
        platform = await self._service.stored(self.platforms.find, issuer, client_id)
        if platform is None:
            raise Untrusted("the platform is not registered any more")
        claims = await self._verified(token, platform)
        now = int(self._service.now().timestamp())
        if reasons := [*_reasons(claims, platform, nonce, now)]:
            raise Untrusted("; ".join(reasons))
        settings_address = _text(claims, _SETTINGS, "deep_link_return_url")
        chooses = claims[f"{_LTI}message_type"] == _CHOOSES
        if chooses and origin_of(settings_address) not in platform.origins:
            raise Untrusted("the answer would go to another site")
        target = _text(claims, f"{_LTI}target_link_uri")
        if target and not self._is_ours(target):
            raise Untrusted("target_link_uri is not of this server")
        is_staff = _is_staff(claims)
        if not is_staff and (chooses or f"{_ROLES}#Learner" not in _roles(claims)):
            raise NotDone(403, _NO_STAFF if chooses else _NO_ROLE)
        within = {name: _text(claims, *path) for name, path in (("line_item", _LINE_ITEM), ("members", _MEMBERS))}
        return Launch(
            _person(claims),
            platform.client_id,
            _text(claims, f"{_LTI}deployment_id"),
            _text(claims, f"{_LTI}context", "title"),
            is_staff,
            self._quiz_of(claims, target),
            **{name: each if origin_of(each) in platform.origins else "" for name, each in within.items()},
            return_address=settings_address if chooses else "",
            data=_text(claims, _SETTINGS, "data"),
        )

    async def _verified(self, token: str, platform: LtiPlatform) -> Mapping[str, object]:
        """Return the claims of a token that a key of the platform signed. Raises Untrusted and Away."""
        try:
            header = jwt.get_unverified_header(token)
            if header.get("alg") != ALGORITHM:
                raise Untrusted(f"alg is {printable(str(header.get('alg')))}")
            key = await self.line.key(platform, str(header.get("kid")))
            signed = jwt.PyJWS().decode(token, key.key, [ALGORITHM])  # of its own kind of key alone
            claims = json.loads(signed)
            stored = json.dumps(claims, ensure_ascii=False).encode()
        except KeyError:
            raise Untrusted("its key is not one of the platform") from None
        except (jwt.PyJWTError, ValueError, TypeError, RecursionError) as failure:
            raise Untrusted(f"{type(failure).__name__}: {printable(str(failure))}") from None
        if b"\\u0000" in stored or not isinstance(claims, dict):
            raise Untrusted("a text in it holds a letter that cannot be stored, or it is no mapping")
        return claims

    def _quiz_of(self, claims: Mapping[str, object], target: str) -> str:
        """Return which quiz a launch is for; nothing where none that is served is named, and several are served."""
        named = _text(claims, f"{_LTI}custom", "quiz") or parse_qs(urlsplit(target).query).get("quiz", [""])[0]
        served = self._service.quizzes
        return named if named in served else next(iter(served)) if not named and len(served) == 1 else ""

    # -- what is opened

    async def _opened(self, launch: Launch) -> Redirect | str:
        if launch.return_address:
            return self._links_to_choose(launch)
        quiz = self._service.quizzes.get(launch.quiz)
        if quiz is None and launch.is_staff:
            code, action = await self._code(launch._replace(quiz="")), f"{self._url}/lti/pick"
            chosen = self._service.quizzes.items()
            forms = [Form(action, {"code": code, "quiz": id_}, _label(one)) for id_, one in chosen]
            return write_message_page(
                _CHOOSE, ["This link of the course names none of those that are here."], forms=forms
            )
        if quiz is None:
            raise NotDone(404, "This link names no quiz; tell your instructor.")
        of = Access(quiz.quiz.id, "" if launch.is_staff else await self._student(quiz, launch.person))
        token, now = secrets.token_hex(16), self._service.now()
        await self._service.stored(add_link, self._connection, token, of, launch, now)
        return Redirect(f"{self._url}/{'i' if launch.is_staff else 's'}/{token}")

    async def _student(self, quiz: ServedQuiz, person: Person) -> str:
        """Return which student of a quiz a person is. Raises NotDone for who gets no sheet."""
        await self._service.check_kept(quiz.quiz.id)
        if not quiz.gives_sheet_to(person.student_id(quiz.roster)):
            raise NotDone(403, NO_GROUP)
        student = await self._service.stored(self._service.people.tie, quiz.quiz.id, person, quiz.roster)
        if student is None:
            raise NotDone(403, "This place on the class list belongs to another account; ask your instructor.")
        return student

    def _links_to_choose(self, launch: Launch) -> str:
        """Return a page that has for each quiz the answer to the platform that makes a link to it."""
        forms = [
            Form(launch.return_address, {"JWT": self._response(launch, one)}, f"Add {_label(one)}")
            for one in self._service.quizzes.values()
        ]
        return write_message_page(_CHOOSE, ["It is added to the course as a link."], forms=forms)

    def _response(self, launch: Launch, one: ServedQuiz) -> str:
        seconds, quiz = int(self._service.now().timestamp()), one.quiz
        item: dict[str, Plain] = {
            "type": "ltiResourceLink",
            "title": quiz.heading,
            "url": f"{self._url}/lti/launch",
            "custom": {"quiz": quiz.id},
            "lineItem": {"scoreMaximum": marks_number(one.points), "label": quiz.heading, "resourceId": quiz.id},
        }
        if one.terms.closes is not None:
            item["submission"] = {"endDateTime": one.terms.closes.isoformat()}
        claims: dict[str, object] = {
            "iss": launch.client_id,
            "aud": launch.person.issuer,
            "iat": seconds,
            "exp": seconds + int(_MINUTES.total_seconds()),
            "nonce": new_secret(),
            f"{_LTI}deployment_id": launch.deployment,
            f"{_LTI}message_type": "LtiDeepLinkingResponse",
            f"{_LTI}version": _VERSION,
            f"{_DEEP}content_items": [item],
        }
        return self.line.signing.sign({**claims, f"{_DEEP}data": launch.data} if launch.data else claims)


def _label(one: ServedQuiz) -> str:
    """Return what a quiz is called where staff choose one: several may have one title."""
    return f"{one.quiz.title} ({one.quiz.id})" if one.quiz.title else one.quiz.id


# -- what a message says


def _text(claims: Mapping[str, object], *path: str) -> str:
    """Return a text of a message; nothing where there is none at that place."""
    found: object = claims
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return found if isinstance(found, str) else ""


def _person(claims: Mapping[str, object]) -> Person:
    name = _text(claims, "name") or f"{_text(claims, 'given_name')} {_text(claims, 'family_name')}"
    return Person(
        _text(claims, "iss"),
        _text(claims, "sub"),
        " ".join(name.split()),
        _text(claims, "email"),
        _text(claims, f"{_LTI}lis", "person_sourcedid"),
        _text(claims, f"{_LTI}context", "id"),
    )


def _roles(claims: Mapping[str, object]) -> list[str]:
    stated = claims.get(f"{_LTI}roles")
    return [one for one in stated if isinstance(one, str)] if isinstance(stated, list) else []


def _is_staff(claims: Mapping[str, object]) -> bool:
    """Return whether somebody teaches the course: by a role in it or a role below one, never by one in the school or the system."""
    return any(
        role == f"{_ROLES}#{name}" or role.startswith(f"{_ROLES}/{name}#") for role in _roles(claims) for name in _STAFF
    )


def _reasons(claims: Mapping[str, object], platform: LtiPlatform, nonce: str, now: int) -> Iterator[str]:
    """Yield why a message that was signed is not believed."""
    audience = claims.get("aud")
    audiences = audience if isinstance(audience, list) else [audience]
    if platform.client_id not in audiences:
        yield "aud is another"
    if claims.get("azp", platform.client_id if len(audiences) == 1 else None) != platform.client_id:
        yield "azp is another"
    expected = {"iss": platform.issuer, "nonce": nonce, f"{_LTI}version": _VERSION}
    yield from (
        f"{name.removeprefix(_LTI)} is another" for name, value in expected.items() if claims.get(name) != value
    )
    any_ = _text(claims, f"{_LTI}deployment_id") or "?"  # who registered itself may not have named one
    allowed = {"deployment_id": platform.deployments or (any_,), "message_type": (_OPENS, _CHOOSES)}
    yield from (f"{name} is another" for name, values in allowed.items() if _text(claims, _LTI + name) not in values)
    if not 0 < len(_text(claims, "sub")) <= _LONGEST or len(_text(claims, f"{_LTI}context", "id")) > _LONGEST:
        yield f"sub or context is no text of at most {_LONGEST} letters"
    begun, ends = (_seconds(claims.get(name)) for name in ("iat", "exp"))
    if not ends > now - _SKEW:
        yield "exp is past, or not there"
    if not begun > now - _OLDEST:
        yield "iat is more than an hour ago, or not there"
    elif not begun <= now + _SKEW:
        yield f"iat is {printable(str(begun - now))} s in the future: is this machine's clock right?"


def _seconds(stated: object) -> float:
    """Return a time in seconds; of what is no number one before all times."""
    return stated if isinstance(stated, int | float) and not isinstance(stated, bool) else -inf
