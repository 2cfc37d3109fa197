"""Go through areas with the checkout that PYTHONPATH names: `compared_side.py`, which `compare_outputs.py` calls."""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from compared_areas import AREAS
from compared_desk import Case, done, pack, programs


class Order(NamedTuple):
    """What to do: where what is, the areas, whether their materials are made or the materials are gone through, and how."""

    checkout: str
    materials: str
    to: str
    areas: list[str]
    is_preparing: bool
    is_short: bool
    jobs: int
    label: str


class Chunk(NamedTuple):
    """Some cases of an area, in one process."""

    area: str
    number: int
    cases: list[Case]


def _chunks(order: Order) -> list[Chunk]:
    made = []
    for name in order.areas:
        area = AREAS[name]
        cases = area.prepare(Path(order.checkout)) if order.is_preparing else area.cases(Path(order.materials) / name)
        if order.is_short and area.thin == order.is_preparing:
            cases = cases[:: area.short]
        made += [Chunk(name, at, cases[at : at + area.chunk]) for at in range(0, len(cases), area.chunk)]
    return made


def _work(order: Order, chunk: Chunk) -> None:
    """Do the cases of a chunk, and write what came out; a file that is there is whole."""
    file = Path(order.to) / f"{chunk.area}.{chunk.number:05d}.zip"
    desks = Path(order.to) / f"desk-{chunk.area}-{chunk.number:05d}"
    materials = Path(order.materials) / chunk.area
    pack(file.with_suffix(".part"), done(chunk.area, chunk.cases, Path(order.checkout), materials, desks))
    file.with_suffix(".part").rename(file)


def _fork(work: Callable[[], None]) -> int:
    """Return the process in which this is done."""
    if pid := os.fork():
        return pid
    code = 1
    try:
        work()
        code = 0
    except BaseException:  # noqa: BLE001  # nothing may come back into the loop of the parent
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def go(order: Order) -> int:
    """Do all chunks in so many processes; return 1 where some could not be done. `done.json` gets the seconds of processor of each whole area."""
    programs(Path(order.checkout))
    chunks, running, failed = _chunks(order), dict[int, Chunk](), set[str]()
    seconds = dict.fromkeys(order.areas, 0.0)
    started, left = time.monotonic(), chunks[::-1]
    while left or running:
        if left and len(running) < order.jobs:
            chunk = left.pop()
            running[_fork(partial(_work, order, chunk))] = chunk
            continue
        pid, status, used = os.wait4(-1, 0)
        chunk = running.pop(pid)
        seconds[chunk.area] += used.ru_utime + used.ru_stime
        if status:
            failed.add(chunk.area)
            sys.stderr.write(f"\n{order.label}: {chunk.area}, from {chunk.cases[0].name} on, ended with {status}\n")
        if sys.stderr.isatty():
            share = 1 - (len(left) + len(running)) / len(chunks)
            sys.stderr.write(f"\r\033[K{order.label}: {share:.0%}, {time.monotonic() - started:.0f} s ({chunk.area})")
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    whole = {area: used for area, used in seconds.items() if area not in failed}
    (Path(order.to) / "done.json").write_text(json.dumps(whole), "utf-8")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(go(Order(**json.loads(sys.argv[1]))))
