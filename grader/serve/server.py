"""Starting the server: quizzes, store, processes and the web front together, until it is ended."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import uvicorn

from grader.core.errors import Refusal
from grader.core.text import printable
from grader.core.times import Time
from grader.serve.config import Config
from grader.serve.database import Database
from grader.serve.launch import Launches
from grader.serve.line import Line
from grader.serve.platforms import Platforms
from grader.serve.posting import Posting
from grader.serve.quizzes import ServedQuiz, check_unchanged, close_anew, note_roster, personal_links, take_decisions
from grader.serve.service import Service
from grader.serve.signing import KEY_FILE, read_key
from grader.serve.web import Front
from grader.serve.work import Processes


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """Give what listens there; whoever connects meanwhile waits. Raises Refusal for a port that is taken, before anything begins."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, port))
            found.listen()
        except OSError as failure:
            message = f"cannot listen on {printable(host)}:{port}: {failure.strerror}; choose another with --port"
            raise Refusal(message) from None
        yield found


def now() -> Time:
    """Return what time it is."""
    return datetime.now(UTC)


def serve(
    config: Config,
    quizzes: Mapping[str, ServedQuiz],
    folder: Path,
    at: socket.socket,
    jobs: int | None,
    log: Callable[[str], None],
    began: Callable[[], object],
) -> None:
    """Serve until this process is told to end; `began` is called when requests are answered. Raises Refusal, ProblemError and OSError.

    The folder is that of serve.yaml, `config` what it says, with the address that browsers see; `log` is told what happens.
    """
    database = Database(config.database, is_server=True)
    check_unchanged(quizzes, database)
    for quiz in quizzes.values():
        personal_links(quiz, database)
        note_roster(quiz, database)
        take_decisions(quiz, database)
        close_anew(quiz, database)
    platforms, key_file = Platforms(database.connection, config.platforms), folder / KEY_FILE
    key = read_key(key_file) if key_file.exists() or platforms.known else None
    service = Service(quizzes, database, Processes(jobs or os.cpu_count() or 1), now, log, config.keep_days)
    launches = posting = None
    if key is not None:
        line = Line(key, now)
        launches = Launches(service, database.connection, platforms, line, config.url, log)
        posting = Posting(service, database, platforms, line, log)
    of_uvicorn = uvicorn.Config(
        Front(service, folder, config.url, log, launches=launches, posting=posting, began=began),
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=True,
        forwarded_allow_ips="127.0.0.1",
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(of_uvicorn).run([at])
