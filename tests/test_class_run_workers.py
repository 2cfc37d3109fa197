"""A worker that dies takes one hand-in with it at most, and what fails in the program itself stops no run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from class_runs import grade, make_class

from grader.course.one_student import Opened
from grader.course.run import chunks as marking
from grader.course.run.chunks import Chunk, Done, Job, Marked, Setup, grade_chunk
from grader.course.run.workers import WorkerPool, here, mark_all, processes
from grader.grading.outcome import Outcome
from grader.pages import feedback

RIGHT = b"answers: {minimax-textbook: {value: 3}}"
KILLER, BROKEN, ALL = "killer", "broken", 20


def job(number: int, student: str = "") -> Job:
    name = student or f"s{number:02}"
    return Job(name, (Opened(f"{name}.yaml", RIGHT),), digest=f"sha256:{number:064x}")


def chunks(killer: int | None, size: int = 5) -> Iterator[Chunk]:
    """Yield twenty hand-ins in chunks; one of them may end the process that marks it."""
    jobs = [job(number, KILLER if number == killer else "") for number in range(ALL)]
    for start in range(0, ALL, size):
        yield Chunk(tuple(jobs[start : start + size]), {})


def deadly(setup: Setup) -> Callable[[Chunk], Marked]:
    """Return what marks chunks and ends its process at the killer, as a system does that is out of memory."""
    return partial(_mark_or_die, setup)


def _mark_or_die(setup: Setup, chunk: Chunk) -> Marked:
    if any(one.student == KILLER for one in chunk.jobs):
        os.kill(os.getpid(), 9)
    return grade_chunk(setup, chunk)


def marked_by(pool: WorkerPool, killer: int | None) -> list[Done]:
    return [done for _, marked in mark_all(chunks(killer), Setup(), pool) for done in marked.done]


@pytest.mark.parametrize("killer", [7, *(pytest.param(at, marks=pytest.mark.slow) for at in (0, ALL - 1))])
def test_the_hand_in_that_kills_is_not_gradable_and_all_others_are_marked(killer: int) -> None:
    done = marked_by(processes(2)._replace(work=deadly), killer)
    undisturbed = marked_by(here(), None)
    assert len(done) == ALL
    assert [place for place in range(ALL) if done[place] != undisturbed[place]] == [killer]
    assert '"gradable": false' in done[killer].result
    assert "memory did not suffice, or the process that tried was ended" in done[killer].said[0]


@pytest.mark.sweep
def test_a_worker_that_dies_once_costs_nobody_a_mark(tmp_path: Path) -> None:
    done = marked_by(processes(2)._replace(work=partial(dying_once, tmp_path / "died")), 11)
    assert [one.result.count('"gradable": true') for one in done] == [1] * ALL


def dying_once(mark: Path, setup: Setup) -> Callable[[Chunk], Marked]:
    return partial(_die_once, mark, setup)


def _die_once(mark: Path, setup: Setup, chunk: Chunk) -> Marked:
    if any(one.student == KILLER for one in chunk.jobs) and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), 9)
    return grade_chunk(setup, chunk)


def test_no_more_chunks_are_handed_out_than_the_crew_holds() -> None:
    pool, taken = processes(1), 0

    def counted() -> Iterator[Chunk]:
        nonlocal taken
        for chunk in chunks(None, size=1):
            taken += 1
            yield chunk

    for place, _ in enumerate(mark_all(counted(), Setup(), pool)):
        assert taken <= place + pool.chunks


def test_a_failure_of_the_program_is_told_and_ends_with_1_but_the_rest_is_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_class(tmp_path, 5)
    whole = marking.done_of

    def broken(setup: Setup, one: Job, outcome: object) -> Done:
        if one.student == "s001" and outcome.graded:  # type: ignore[attr-defined]
            raise ZeroDivisionError("a bug")
        return whole(setup, one, outcome)  # type: ignore[arg-type]

    monkeypatch.setattr(marking, "done_of", broken)
    ran = grade(tmp_path)
    assert ran.code == 1
    assert "ZeroDivisionError: a bug" in ran.err
    assert "1 hand-in could not be marked because of bugs of the program" in ran.err
    rows = (tmp_path / "out/gradebook.csv").read_text("utf-8").splitlines()
    assert [row.split(",")[-2] for row in rows[1:]] == ["graded", "not-gradable", "partly", "graded", "not-gradable"]


@pytest.mark.parametrize("failure", [ZeroDivisionError("a bug"), MemoryError()])
def test_a_page_that_cannot_be_made_is_told_and_takes_nobody_a_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    make_class(tmp_path, 5)
    whole = feedback.page

    def broken(outcome: Outcome, *more: str) -> str:
        if outcome.student == "s001":
            raise failure
        return whole(outcome, *more)

    monkeypatch.setattr(feedback, "page", broken)
    ran = grade(tmp_path, "--html")
    assert ran.code == 1
    assert type(failure).__name__ in ran.err
    assert "feedback of 1 hand-in could not be made because of bugs of the program; the marks stand" in ran.err
    rows = (tmp_path / "out/gradebook.csv").read_text("utf-8").splitlines()
    assert [row.split(",")[-2] for row in rows[1:]] == ["graded", "graded", "partly", "graded", "not-gradable"]
    assert not (tmp_path / "out/feedback/s001/report.html").exists()
    monkeypatch.undo()
    assert grade(tmp_path, "--html").code != 1  # once the program is mended the page is made
    assert (tmp_path / "out/feedback/s001/report.html").exists()


def test_a_hand_in_for_which_memory_does_not_suffice_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_class(tmp_path, 2)

    def huge(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(marking, "mark_given", huge)
    ran = grade(tmp_path)
    assert ran.code == 3
    assert ran.err.count("memory did not suffice") == 2
