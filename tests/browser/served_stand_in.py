"""A small server that takes answers as `gametree serve` does: one sheet, no database, and a clock that stands still.

What is not done here: LTI, times that close by themselves, limits of speed and size; a test says what is answered next instead.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

SHEET = "/s/c87b2d8668dcc6bb9f953663d28f9415"
NOW = "2026-11-27T17:17:00+01:00"
CLOSES = "2026-11-27T18:00:00+01:00"
CLOSING = "by the server"


class Said(NamedTuple):
    """An answer that a test wants: none at all where `status` is 0; `is_after`: the request does its work first."""

    status: int
    told: Mapping[str, Any] = {}
    headers: Mapping[str, str] = {}
    is_after: bool = False


class Server:
    """What the stand-in has and has seen. `pages` are texts by their path, `next` are answers to the next requests of a method, before those that it would give."""

    def __init__(self, pages: dict[str, str]) -> None:
        self.pages, self.now, self.closes = pages, NOW, CLOSES
        self.states: list[dict[str, Any]] = []
        self.attempts, self.handed_in = 1, dict[str, dict[str, Any]]()
        self.arrived, self.late = CLOSES, dict[str, str]()
        self.answers: Any = None
        self.is_over = False
        self.next: dict[str, list[Said]] = {"GET": [], "PUT": [], "POST": []}
        self.seen: list[tuple[str, Any, int]] = []
        self.address = ""

    @property
    def sheet(self) -> str:
        """The address of the sheet."""
        return self.address + SHEET

    def statuses(self, method: str) -> list[int]:
        """Return what requests of a method were answered, in order."""
        return [status for how, _, status in self.seen if how == method]

    def state(self) -> dict[str, Any]:
        """Return what `GET answers` tells."""
        newest = self.states[-1] if self.states else {"keep": None, "submission": None, "when": ""}
        left = 0 if self.is_over else self.attempts - len(self.handed_in)
        by = "closing" if CLOSING in self.handed_in else "student"
        return newest | {
            "saved": len(self.states),
            "now": self.now,
            "closes": self.closes,
            "attempts": self.attempts,
            "left": left,
            "late": self.late or None,
            "handed": self.answers,
            "arrived": self.arrived if self.handed_in else None,
            "by": by if self.handed_in else None,
            "over": self.is_over,
        }

    def answer(self, method: str, content: Any) -> tuple[int, dict[str, Any]]:
        """Do what is asked, and return status and words."""
        if method == "GET":
            return 200, self.state()
        if method == "PUT":
            if content["base"] != len(self.states):
                return 409, self.state()
            state = {"keep": content["keep"], "submission": content["submission"], "when": self.now}
            self.states.append(state)
            return 200, {"saved": len(self.states)}
        if content["once"] not in self.handed_in:
            if len(self.handed_in) == self.attempts:
                return 409, {"error": "already handed in"}
            attempt = len(self.handed_in) + 1
            self.answers, self.arrived = content["submission"]["answers"], self.now
            self.handed_in[content["once"]] = {
                "attempt": attempt,
                "arrived": self.now,
                "earned": 2.25,
                "possible": 11,
                "late": False,
                "feedback": f"{SHEET}/feedback",
            }
        return 200, self.handed_in[content["once"]]


class _Handler(BaseHTTPRequestHandler):
    server_of: Server

    def do_GET(self) -> None:
        if self.path == f"{SHEET}/answers":
            self._told("GET")
        elif self.path in self.server_of.pages:
            self._write(200, self.server_of.pages[self.path].encode(), "text/html; charset=utf-8")
        else:
            self._write(404, b"", "text/plain")

    def do_PUT(self) -> None:
        self._told("PUT")

    def do_POST(self) -> None:
        self._told("POST")

    def _told(self, method: str) -> None:
        server = self.server_of
        content = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "null")
        wrong = method != "GET" and self.headers["Content-Type"] != "application/json"
        if wrong or self.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
            return self._write(403, b"{}", "application/json")
        said = server.next[method].pop(0) if server.next[method] else None
        status, told = (0, {}) if said and not said.is_after else server.answer(method, content)
        if said:
            status, told = said.status, dict(said.told)
        server.seen.append((method, content, status))
        if status == 0:
            self.close_connection = True
            return None
        return self._write(status, json.dumps(told).encode(), "application/json", said.headers if said else {})

    def _write(self, status: int, content: bytes, sort: str, more: Mapping[str, str] = {}) -> None:
        self.send_response(status)
        headers = {"Content-Type": sort, "Content-Length": str(len(content)), "Cache-Control": "no-store", **more}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *given: object) -> None:
        """Say nothing."""


@contextmanager
def serving(pages: dict[str, str]) -> Iterator[Server]:
    """Serve the pages, by their paths, while the block runs."""
    served = Server(pages)
    handler = type("Handler", (_Handler,), {"server_of": served})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    served.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
