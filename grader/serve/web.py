"""The web front: addresses, what a request may be, and the headers of every answer."""

from __future__ import annotations

import asyncio
import gzip
import html
import json
import re
import shutil
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from grader.core.data import Data
from grader.core.text import printable
from grader.serve.database import Access
from grader.serve.launch import Launches, Redirect, cookie_of
from grader.serve.line import Away
from grader.serve.live_page import write_live_page
from grader.serve.messages import with_sentences_above, write_message_page
from grader.serve.once import take
from grader.serve.platforms import origin_of
from grader.serve.posting import Posting
from grader.serve.registration import register
from grader.serve.service import NOT_FOUND, NotDone, Service

_OPENS = r"(?i)((?:^/+(?:[si]|lti/+register)/+|(?=[^/]{16}))[^/]{4})[^/]*"
"""What opens something, in a path: what follows the words that lead there, and whatever is as long."""
_MOST_BYTES, _DEEPEST = 64 * 1024, 50
_LEAST_DISK = 100 * 1024**2
_MINUTE, _HOUR, _LONGEST = 60, 3600, 100
_LOGINS = 1200
"""How many logins an address can begin a minute: a whole school may have one."""
_SAVES, _HAND_INS, _ASKED, _UNKNOWN = 30, 6, 300, 60
"""How many saves, hand-ins and requests of any sort a link has a minute, and how many unknown links and looks at /healthz an address."""
_PATIENCE = 30
"""Seconds in which the body of a request has to come: who sends it slower holds a connection and nothing else."""
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
_GAMETREE = (sys.executable, "-c", "from grader.cli import start_gametree; start_gametree()")
_EXPORTED = (0, 3, 5)
"""Exit codes of an export that is whole; 3 tells of hand-ins that could not be marked, 5 of marks that differ, which stands in it too."""
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_POLICY_HEADER = "Content-Security-Policy"
_NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'"


_WRONG = {
    404: "There is nothing here.",
    405: "This is not done here.",
    500: "the program failed on this, which is a bug of the program",
}
_ACTIONS = {"extend": ("student", "until", "why"), "accept": ("student",), "again": ("student",)}
"""What an instructor does on the live page, and what it takes."""
_MOST_KNOWN = 10_000


class Limits:
    """How often something is done within a minute, by whom it is done: of so many as are known, who asked last."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most, self._clock = most, clock
        self._times = OrderedDict[str, deque[float]]()

    def check(self, who: str) -> None:
        """Count one more. Raises NotDone where it is one too many."""
        now, times = self._clock(), self._times.setdefault(who, deque())
        self._times.move_to_end(who)
        if len(self._times) > _MOST_KNOWN:
            self._times.popitem(last=False)
        while times and now - times[0] >= _MINUTE:
            times.popleft()
        if len(times) >= self._most:
            seconds = int(_MINUTE - (now - times[0])) + 1
            raise NotDone(429, f"too many requests; try again in {seconds} s", retry=seconds)
        times.append(now)


class Front:
    """The application that answers requests.

    It has the service, the folder of serve.yaml, and the address that browsers see; what takes launches and what asks platforms, where these can be known; what is called when it begins.
    """

    def __init__(
        self,
        service: Service,
        folder: Path,
        url: str,
        log: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        launches: Launches | None = None,
        posting: Posting | None = None,
        began: Callable[[], object] = lambda: None,
        *,
        draws_ahead: bool = True,
    ) -> None:
        self.service, self._folder, self._url, self._log, self._clock = service, folder, url, log, clock
        self._launches, self._posting, self._began, self._draws_ahead = launches, posting, began, draws_ahead
        rates = {"save": _SAVES, "hand in": _HAND_INS, "any": _ASKED, "link": _UNKNOWN}
        self._limits = {name: Limits(most, clock) for name, most in rates.items()}
        routes = [
            Route("/", self.root),
            Route("/healthz", self.health),
            Route("/s/{token}", self.sheet),
            Route("/s/{token}/answers", self.answers, methods=["GET", "PUT"]),
            Route("/s/{token}/hand-in", self.hand_in, methods=["POST"]),
            Route("/s/{token}/feedback", self.feedback),
            Route("/i/{token}", self.live_page),
            Route("/i/{token}/live", self.live),
            Route("/i/{token}/export.zip", self.export),
            *(Route(f"/i/{{token}}/{name}", self.act, methods=["POST"]) for name in _ACTIONS),
            Route("/lti/register/{code}", self.register),
            *(_LaunchViews(launches, Limits(_LOGINS, clock)).routes() if launches is not None else ()),
        ]
        handlers = dict.fromkeys((NotDone, HTTPException, Exception), _wrong)
        self._app = Starlette(routes=routes, exception_handlers=handlers, lifespan=self._lifespan)
        self._app.router.redirect_slashes = False  # it would lead to the address that `Host` says

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request: headers stand on every answer, and a line of the log for each, in which no link can be read."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = self._clock(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._complete(MutableHeaders(scope=message))
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except ClientDisconnect:
            return
        finally:
            shown = re.sub(_OPENS, r"\1…", printable(scope["path"], _LONGEST))
            self._log(f"{scope['method']} {shown} {status} {round((self._clock() - began) * 1000)} ms")

    def _complete(self, headers: MutableHeaders) -> None:
        policy = headers.get(_POLICY_HEADER, _NOTHING)
        if "frame-ancestors" not in policy:
            frames = " ".join(self._launches.platforms.origins if self._launches else ()) or "'none'"
            policy = f"{policy}; frame-ancestors {frames}"
        headers.update({**_HEADERS, _POLICY_HEADER: policy})
        if self._url.startswith("https:"):
            headers["Strict-Transport-Security"] = "max-age=31536000"

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        service, posting = self.service, self._posting
        each = [(1, service.note_alive), (1, service.close_and_mark), (_HOUR, service.forget_old)]
        each += [(_MINUTE, do) for do in (service.count_saved, service.forget_expired, service.take_decisions)]
        if posting is not None:
            each += [(_MINUTE, posting.queue_new), (1, posting.begin_due)]
        for seconds, do in each:
            service.begin(self._each(seconds, do))
        if self._draws_ahead:
            service.begin(service.draw_ahead())
        self._began()
        yield
        await service.end()
        if posting is not None:
            await posting.line.end()

    async def _each(self, seconds: int, do: Callable[[], Awaitable[None]]) -> None:
        """Do something now and again after so many seconds, for as long as the server runs."""
        while True:
            try:
                await do()
            except Exception as failure:  # noqa: BLE001  # whatever it is, the sheets of others close and are marked
                self._log(f"not done yet: {type(failure).__name__}: {failure}")
            await asyncio.sleep(seconds)

    # -- what is answered under each address

    async def root(self, request: Request) -> Response:
        """Say what this is."""
        here, link = (
            "Exercises on game trees are answered here.",
            "Open your sheet by the link that your course gives you.",
        )
        return _page(write_message_page("gametree-grader", [here, link]))

    async def health(self, request: Request) -> Response:
        """Say whether all works."""
        self._limits["link"].check(_address(request))
        wrong = []
        if shutil.disk_usage(self._folder).free < _LEAST_DISK:
            wrong.append("less than 100 MB of disk are free")
        if not await self.service.is_writable():
            wrong.append("the database cannot be written")
        if not await self.service.can_mark():
            wrong.append("no marker lives")
        return JSONResponse({"status": "failing", "wrong": wrong} if wrong else {"status": "ok"}, 503 if wrong else 200)

    async def sheet(self, request: Request) -> Response:
        """Show the sheet; where nothing can be handed in any more the feedback."""
        of = await self._access(request)
        try:
            opened = await self.service.opened(of, is_begun=False)
        except NotDone as failure:
            if failure.status != 425:
                raise
            return _page(write_message_page("Not open yet", [failure.why], int(str(failure.more["seconds"]))))
        if self.service.is_done(opened):
            return await self._feedback(of, request)
        if opened.sheet.opened is None and opened.is_closed(
            self.service.now()
        ):  # else its page may have kept something
            over = f"Nothing was handed in on this sheet: {opened.closed}."
            return _page(write_message_page(opened.quiz.quiz.heading, [over]))
        minutes = opened.quiz.terms.minutes
        if minutes is not None and opened.sheet.opened is None:
            if "begin" not in request.query_params:
                said = opened.times_of_sheet(minutes, self.service.now())
                return _page(write_message_page(opened.quiz.quiz.heading, said, link=("?begin", "Begin")))
            await self.service.opened(of)
        return _packed(request, opened.sheet.page)

    async def answers(self, request: Request) -> Response:
        """Return what is saved, or save."""
        of = await self._access(request)
        if request.method != "PUT":
            return JSONResponse(await self.service.answers(of))
        self._limits["save"].check(request.path_params["token"])
        of, stated = await self._stated(request, {"base": int, "keep": object, "submission": (dict, type(None))})
        return JSONResponse(await self.service.save(of, stated["base"], stated["keep"], stated["submission"]))

    async def hand_in(self, request: Request) -> Response:
        """Take a hand-in."""
        await self._access(request)
        token = request.path_params["token"]
        self._limits["hand in"].check(token)
        of, stated = await self._stated(request, {"once": str, "submission": dict})
        if not 0 < len(stated["once"]) <= 100:
            raise NotDone(400, "expected once as a text of 1 to 100 letters")
        status, said = await self.service.hand_in(of, stated["once"], stated["submission"])
        return JSONResponse({**said, "feedback": f"/s/{token}/feedback"} if status == 200 else said, status)

    async def feedback(self, request: Request) -> Response:
        """Show the feedback."""
        return await self._feedback(await self._access(request), request)

    async def _feedback(self, of: Access, request: Request) -> Response:
        page, sentences, is_left = await self.service.feedback(of)
        back = f"/s/{request.path_params['token']}" if is_left else ""
        return _page(with_sentences_above(gzip.decompress(page).decode(), sentences, back))

    async def live(self, request: Request) -> Response:
        """Say how the class stands."""
        of = await self._access(request, is_staff=True)
        return JSONResponse(await self.service.live(of.quiz, request.path_params["token"]))

    async def live_page(self, request: Request) -> Response:
        """Show how the class stands."""
        of = await self._access(request, is_staff=True)
        live = await self.service.live(of.quiz, request.path_params["token"])
        quiz = self.service.quizzes[of.quiz]
        has_minutes = quiz.terms.minutes is not None
        return _page(write_live_page(quiz.quiz.heading, live, request.url.path, has_minutes=has_minutes))

    async def export(self, request: Request) -> Response:
        """Return what `gametree serve export` writes, as a zip; of a large class that takes minutes."""
        quiz = (await self._access(request, is_staff=True)).quiz
        students = await self.service.exported_to(quiz, request.path_params["token"])
        made = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="gametree-export-"))
        only = [f"--student={student}" for student in students]
        words = ("serve", "export", str(self._folder), quiz, "--out", str(made / quiz), *only, "--jobs", "1")
        process = await asyncio.create_subprocess_exec(*_GAMETREE, *words, stdout=DEVNULL, stderr=PIPE)
        _, said = await process.communicate()
        if process.returncode not in _EXPORTED:
            await asyncio.to_thread(shutil.rmtree, made, ignore_errors=True)
            self._log(f"not exported: {said.decode(errors='replace')}")
            raise NotDone(500, "this could not be exported: the log says why")
        file = await asyncio.to_thread(shutil.make_archive, str(made / "export"), "zip", made, quiz)
        gone = BackgroundTask(shutil.rmtree, made, ignore_errors=True)
        return FileResponse(file, filename=f"{quiz}.zip", background=gone)

    async def act(self, request: Request) -> Response:
        """Do what an instructor wants for a student."""
        await self._access(request, is_staff=True)
        name = request.url.path.rpartition("/")[2]
        of, stated = await self._stated(request, dict.fromkeys(_ACTIONS[name], str), is_staff=True)
        student = await self.service.student_of(of.quiz, request.path_params["token"], stated["student"])
        if name == "extend":
            return JSONResponse(await self.service.extend(student, stated["until"], stated["why"]))
        return JSONResponse(await (self.service.accept if name == "accept" else self.service.post_again)(student))

    async def register(self, request: Request) -> Response:
        """Register with the platform that opens this address of ours in a window, and close the window; once for each code."""
        configuration, posting = request.query_params.get("openid_configuration"), self._posting
        if configuration is None or posting is None or request.method == "HEAD":  # who only looks uses up no code
            raise NotDone(404, NOT_FOUND)
        code = request.path_params["code"]
        if await self.service.stored(take, posting.connection, "registration", code, self.service.now()) is None:
            self._limits["link"].check(_address(request))
            raise NotDone(404, NOT_FOUND)
        token, frame = request.query_params.get("registration_token", ""), origin_of(configuration)
        try:
            found = await register(posting.line, self._url, configuration, token)
        except Away as failure:
            said = [f"{failure}.", "The address is used up: gametree serve register gives another."]
            return _page(write_message_page("Not registered", said), 502, frame)
        await self.service.stored(posting.platforms.add, found)
        self._log(f"{printable(found.issuer)} is registered")
        said = [f"{found.issuer} may launch sheets now.", "This window can be closed."]
        return _page(write_message_page("Registered", said, scripts=["registered.js"]), frame=frame)

    async def _stated(
        self, request: Request, fields: Mapping[str, object], *, is_staff: bool = False
    ) -> tuple[Access, dict[str, Data]]:
        """Return what the link of the address opens now, and what the body says: while that comes the link may have died. Raises NotDone."""
        stated = await _stated(request, fields)
        return await self.service.access(str(request.path_params["token"]), is_staff=is_staff), stated

    async def _access(self, request: Request, *, is_staff: bool = False) -> Access:
        """Return what the link of the address opens; those who try many are slowed down. Raises NotDone."""
        token = str(request.path_params["token"])
        try:
            found = await self.service.access(token, is_staff=is_staff)
        except NotDone:
            self._limits["link"].check(_address(request))
            raise
        self._limits["any"].check(token)
        return found


class _LaunchViews:
    """What is answered to platforms, and to browsers that come from them."""

    def __init__(self, launches: Launches, logins: Limits) -> None:
        self._launches, self._logins = launches, logins

    def routes(self) -> list[Route]:
        """Return where each is answered."""
        return [
            Route("/jwks", self.key_set),
            Route("/lti/login", self.login, methods=["GET", "POST"]),
            Route("/lti/launch", self.launch, methods=["POST"]),
            Route("/lti/confirm", self.go_on, methods=["POST"]),
            Route("/lti/pick", self.go_on, methods=["POST"]),
        ]

    async def key_set(self, request: Request) -> Response:
        """Show our public key."""
        return JSONResponse(self._launches.line.signing.key_set())

    async def login(self, request: Request) -> Response:
        """Send the browser on to the platform, and let it remember from where it was sent."""
        self._logins.check(_address(request))
        found = await self._launches.login(request.query_params if request.method == "GET" else await _form(request))
        response = RedirectResponse(found.address, 302)
        cookie = f"{cookie_of(found.state)}={found.state}; Max-Age=600; Path=/; Secure; HttpOnly; SameSite=None"
        response.headers["Set-Cookie"] = f"{cookie}; Partitioned"
        return response

    async def launch(self, request: Request) -> Response:
        """Open what a platform's message says."""
        return _opened(await self._launches.launch(await _form(request), request.cookies))

    async def go_on(self, request: Request) -> Response:
        """Open what was asked about on a page of ours."""
        _check_site(request)
        return _opened(await self._launches.go_on(await _form(request)))


def _opened(found: Redirect | str) -> Response:
    return _page(found) if isinstance(found, str) else RedirectResponse(found.address, 303)


async def _form(request: Request) -> dict[str, str]:
    """Return the fields of a form. Raises NotDone for what is none."""
    body = await _body(request, "application/x-www-form-urlencoded")
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_DEEPEST))
    except ValueError:
        raise NotDone(400, "expected a form") from None


def _check_site(request: Request) -> None:
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise NotDone(403, "this comes from another site")


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


async def _stated(request: Request, fields: Mapping[str, object]) -> dict[str, Data]:
    """Return what the body of a request states. Raises NotDone where it is too large, no JSON, or comes from another site."""
    _check_site(request)
    body = await _body(request, "application/json")
    try:
        stated = json.loads(body, parse_constant=_no_number)
        json.dumps(stated, ensure_ascii=False, allow_nan=False).encode()  # half a letter is none, and 1e999 no number
    except (ValueError, RecursionError):
        raise NotDone(400, "expected JSON") from None
    if (
        not isinstance(stated, dict)
        or _is_deep(stated)
        or any(
            name not in stated or not isinstance(stated[name], of) or isinstance(stated[name], bool)  # type: ignore[arg-type]
            for name, of in fields.items()
        )
    ):
        raise NotDone(400, f"expected a mapping of {', '.join(fields)}")
    return stated


async def _body(request: Request, sort: str) -> bytes:
    """Return the body of a request. Raises NotDone where it is of another sort or too large, or comes too slowly."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != sort:
        raise NotDone(415, f"expected {sort}")
    try:
        return await asyncio.wait_for(_read(request), _PATIENCE)
    except TimeoutError:
        raise NotDone(408, f"expected all of it within {_PATIENCE} s") from None


async def _read(request: Request) -> bytes:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _MOST_BYTES:
            raise NotDone(413, f"expected at most {_MOST_BYTES // 1024} KiB")
    return body


def _is_deep(data: object) -> bool:
    """Return whether data nests deeper than any page writes: what reads it again must not run out of stack."""
    level = [data]
    for _ in range(_DEEPEST):
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one if isinstance(one, list) else ())
        ]
    return bool(level)


def _no_number(text: str) -> None:
    raise ValueError(text)


def _page(text: str, status: int = 200, frame: str = "") -> Response:
    """Return a page; its policy, which names the hashes of its scripts and styles, is a header too. `frame` is an origin that may show it in a frame."""
    found = _POLICY.search(text)
    policy = (html.unescape(found[1]) if found else _NOTHING) + (f"; frame-ancestors {frame}" if frame else "")
    return Response(text, status, {_POLICY_HEADER: policy}, "text/html; charset=utf-8")


def _packed(request: Request, page: bytes) -> Response:
    """Return a stored page as it lies there, where the browser unpacks it."""
    text = gzip.decompress(page).decode()
    response = _page(text)
    if "gzip" in request.headers.get("accept-encoding", ""):
        response.body = page
        response.headers.update({"Content-Encoding": "gzip", "Content-Length": str(len(page))})
    return response


async def _wrong(request: Request, failure: Exception) -> Response:
    """Return what is wrong: a page for who looks at one, JSON for a script."""
    if not isinstance(failure, NotDone):
        status = failure.status_code if isinstance(failure, HTTPException) else 500
        failure = NotDone(status, _WRONG.get(status, "no"))
    more = dict(failure.more)
    headers = {"Retry-After": str(more.pop("retry"))} if "retry" in more else {}
    if "text/html" in request.headers.get("accept", ""):
        response = _page(write_message_page(failure.why.partition(".")[0], [failure.why]), failure.status)
    else:
        response = JSONResponse({"error": failure.why, **more}, failure.status)
    response.headers.update(headers)
    return response
