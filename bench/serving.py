"""Serve a quiz to many students at once, and print how long they wait: seconds on this machine, with both sides on its cores.

python bench/serving.py [--students 400] [--within 60] [--drawn] [--postgres]

Each student opens the sheet, saves twice, hands in and reads feedback, at a moment of the time `--within`; with `--drawn` all sheets are
drawn before the first one comes. Then others, whose sheets are drawn, hand in at the same moment. The quiz is that of four exercises that
tests use. With `--postgres` one server and two servers on a PostgreSQL of this run follow, to be compared with the one on SQLite.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parent.parent), str(Path(__file__).resolve().parent.parent / "tests")]

import httpx  # noqa: E402
from postgres import Cluster  # noqa: E402
from quizzes import build_quiz, perfect  # noqa: E402

from grader.course.quiz.built import open_build  # noqa: E402
from grader.serve.connection import Connection  # noqa: E402

_START = "from grader.cli import start_gametree; start_gametree()"
_NAMES = ("one server", "two servers")
RUSH = 100
"""So many hand in at the same moment."""
Waited = defaultdict[str, list[float]]


class Setup(NamedTuple):
    """What is measured: how many servers, and on which database."""

    name: str
    servers: int
    database: str


def main() -> None:
    parser = argparse.ArgumentParser(description="How long students of a quiz that is served wait.")
    parser.add_argument("--students", type=int, default=400)
    parser.add_argument("--within", type=float, default=60.0, help="seconds in which all of them come")
    parser.add_argument("--drawn", action="store_true", help="sheets are drawn before")
    parser.add_argument("--postgres", action="store_true", help="also one server and two servers on PostgreSQL")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made, ExitStack() as ends:
        setups = [Setup("one server on SQLite", 1, str(Path(made) / "serve.sqlite"))]
        if options.postgres:
            Path(made).chmod(0o755)
            cluster = Cluster(Path(made) / "pg")
            ends.callback(cluster.end)
            setups += [Setup(f"{name} on PostgreSQL", number, cluster.new()) for number, name in enumerate(_NAMES, 1)]
        build_quiz(Path(made), students=options.students + RUSH)
        (Path(made) / "serve.yaml").write_text("format: gametree-serve/1\nquizzes: [{quiz: quiz}]\n", encoding="utf-8")
        for setup in setups:
            os.environ["GAMETREE_DATABASE"] = setup.database
            measure(setup, Path(made), options.students, options.within, is_drawn=options.drawn)


def measure(setup: Setup, folder: Path, students: int, within: float, *, is_drawn: bool) -> None:
    """Let the students come to the servers, and print how long they waited."""
    used, began = cpu(), time.perf_counter()
    with ExitStack() as ends:
        servers = [ends.enter_context(server(folder)) for _ in range(setup.servers)]
        urls = [url for url, _ in servers]
        for url in urls:
            wait_for(url)
        print(f"{setup.name}: start to first page {time.perf_counter() - began:.1f} s")
        if is_drawn:
            wait_until_drawn(setup.database, students + RUSH)
        asyncio.run(all_students(urls, folder, students, within))
        wait_until_drawn(setup.database, students + RUSH)
        weigh("a sheet", urls[0], folder)
        asyncio.run(rush(urls, folder))
        weigh("feedback", urls[0], folder, "/feedback")
        print(f"  memory of all processes: {sum(memory_of(process) for _, process in servers):.0f} MB")
    size = "" if "://" in setup.database else f"; database: {Path(setup.database).stat().st_size / 1e6:.1f} MB"
    print(f"  CPU of the servers: {cpu() - used:.1f} s{size}")


@contextmanager
def server(folder: Path) -> Iterator[tuple[str, int]]:
    """Run a server, and give its address and the number of its process."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        port = tried.getsockname()[1]
    command = [sys.executable, "-c", _START, "serve", "run", str(folder), "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()
            process.wait(60)


def cpu() -> float:
    """Return the seconds that processes have used that this one started, and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def wait_for(url: str) -> None:
    """Wait until the server answers."""
    while True:
        try:
            httpx.get(url)
        except httpx.HTTPError:
            time.sleep(0.05)
        else:
            return


def wait_until_drawn(database: str, students: int) -> None:
    """Wait until all sheets are drawn."""
    with closing(Connection(database, is_server=False)) as held:
        while held.one("select count(*) from sheet") != (students,):
            time.sleep(0.5)


async def all_students(urls: list[str], folder: Path, students: int, within: float) -> None:
    """Let all students come, and print how long they waited."""
    built, rng, waited = open_build(str(folder / "build")), random.Random("served"), Waited(list)
    async with browsers() as client:
        coming = (
            student(client, urls[place % len(urls)] + link, perfect(built, id_), rng.uniform(0, within), waited)
            for place, (id_, link) in enumerate([*links_of(folder).items()][:students])
        )
        await asyncio.gather(*coming)
    print(f"  {students} students in {within:g} s; seconds: median, 95 of 100, longest")
    for what, seconds in waited.items():
        cut = quantiles(seconds, n=100)
        print(f"    {what:9}{cut[49]:8.3f}{cut[94]:8.3f}{max(seconds):8.3f}")


async def rush(urls: list[str], folder: Path) -> None:
    """Let those who have not come yet hand in at the same moment, and print how many are marked in a second."""
    built = open_build(str(folder / "build"))
    handed_in = [
        (f"{urls[place % len(urls)]}{link}/hand-in", {"once": "1", "submission": submission_of(perfect(built, id_))})
        for place, (id_, link) in enumerate([*links_of(folder).items()][-RUSH:])
    ]
    async with browsers() as client:

        async def until_marked(address: str, stated: object) -> None:
            while (await client.post(address, json=stated)).raise_for_status().status_code == 202:
                pass

        began = time.perf_counter()
        await asyncio.gather(*(until_marked(*one) for one in handed_in))
    taken = time.perf_counter() - began
    print(f"  {RUSH} hand-ins at the same moment: all marked after {taken:.1f} s, {RUSH / taken:.0f} a second")


def weigh(what: str, url: str, folder: Path, below: str = "") -> None:
    """Print what a page of the last student weighs on the line; a second visit weighs the same, for browsers keep none."""
    [*_, link] = links_of(folder).values()
    print(f"  {what}: {httpx.get(f'{url}{link}{below}').num_bytes_downloaded / 1e3:.1f} kB on the line, each time")


def browsers() -> httpx.AsyncClient:
    return httpx.AsyncClient(timeout=120, limits=httpx.Limits(max_connections=None, keepalive_expiry=2))


def submission_of(data: dict[str, object]) -> dict[str, object]:
    """Return a submission as a page sends it."""
    return {"format": "gametree-submission/1", "answers": plain(data["answers"])}


def links_of(folder: Path) -> dict[str, str]:
    """Return the link of each student."""
    command = [sys.executable, "-c", _START, "serve", "links", str(folder)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[2:]
    return {line.split(",")[1]: "/s/" + line.rpartition("/s/")[2] for line in lines}


async def student(client: httpx.AsyncClient, link: str, data: dict[str, object], begin: float, waited: Waited) -> None:
    """Do what one student does, and note how long each step takes."""
    await asyncio.sleep(begin)
    submission = submission_of(data)

    async def step(what: str, method: str, below: str, stated: object = None) -> None:
        began = time.perf_counter()
        answer = await client.request(method, link + below, json=stated) if stated else await client.get(link + below)
        waited[what].append(time.perf_counter() - began)
        answer.raise_for_status()

    await step("open", "GET", "")
    for base in (0, 1):
        await step("save", "PUT", "/answers", {"base": base, "keep": None, "submission": submission})
    await step("hand in", "POST", "/hand-in", {"once": "1", "submission": submission})
    await step("feedback", "GET", "/feedback")


def plain(answer: object) -> object:
    """Return answers as JSON has them."""
    if isinstance(answer, dict):
        return {name: plain(one) for name, one in answer.items()}
    if isinstance(answer, list | tuple):
        return [*map(plain, answer)]
    return answer if isinstance(answer, int | str | None) else str(answer)


def memory_of(process: int) -> float:
    """Return the memory of a process and its children, in megabytes."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
    pages = sum(int(Path(f"/proc/{one}/statm").read_text("utf-8").split()[1]) for one in [str(process), *children])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
