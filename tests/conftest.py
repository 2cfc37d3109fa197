"""Options of a test run, and builders that the tests share.

Problems and submissions come in as text, through the door that everyone uses.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import oracle
import pytest
import yaml
from completeness import kinds_that_lack
from turns import due, put_off, some_cases
from windows import chunk_params, shifted, window_of_commit

from generators.registry import GENERATORS
from grader.core.answers.reports import PartReport, ProblemReport, Reveal
from grader.core.documents import parse_document
from grader.core.errors import ProblemError, SubmissionError
from grader.core.games.tree import Tree
from grader.grading.marking import Terms, grade_submission, read_submission
from grader.grading.outcome import Outcome
from grader.kinds import KINDS, Exercise, read_exercise

# --- Options of a run -----------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that repeats the sweeps of another commit, and those that run some cases of each test."""
    said = "draw the sweeps' problems from this window of seeds (default: another one for each commit)"
    parser.addoption("--window", type=int, help=said)
    said = "run N cases of each test, spread evenly, where it has more (default: all)"
    parser.addoption("--cases", type=int, metavar="N", help=said)
    said = "run one of N cases of each test, those of the window (default: all)"
    parser.addoption("--one-of", type=int, metavar="N", help=said)
    said = "take every case of what is taken in turn (default: those of the window)"
    parser.addoption("--every-turn", action="store_true", help=said)


def pytest_configure(config: pytest.Config) -> None:
    """Settle the window before workers are started, which are told of it, and leave out what needs an extra that is not there."""
    if not all(find_spec(name) for name in ("starlette", "uvicorn", "httpx", "jwt", "cryptography")):
        config.pluginmanager.register(WithoutServing())
    if config.option.window is None:
        config.option.window = window_of_commit(config.rootpath)


OF_SERVING = ("launch_tokens.py", "launching.py", "served.py", "server_process.py", "stand_in_platform.py")


class WithoutServing:
    """Where the extra for serving is missing neither its room nor its tests are looked at: nothing of them can be imported."""

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Return whether a file needs the extra; None leaves it to others."""
        tests, name = Path(__file__).parent, collection_path.name
        if collection_path.parent == tests.parent / "grader" / "serve":
            return True
        is_of_serving = name in OF_SERVING or name.startswith("test_serve_")
        return True if is_of_serving and collection_path.parent == tests else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say which window was swept, under the failures if there are any."""
    terminalreporter.write_line(f"sweeps: window {config.option.window} (repeat with --window {config.option.window})")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run files that were named in this process: starting others takes longer than most files. Else use all cores."""
    named = [Path(arg.partition("::")[0]) for arg in config.args]
    return 0 if all(path.suffix == ".py" for path in named) else None


@pytest.fixture
def no_generator_of_ucb() -> Iterator[None]:
    """Let a test find no generator of `ucb`; afterwards all stand in their order again, which messages follow."""
    before = dict(GENERATORS)
    del GENERATORS["ucb"]
    yield
    GENERATORS.clear()
    GENERATORS.update(before)


@pytest.fixture(scope="session")
def window(request: pytest.FixtureRequest) -> int:
    """Return the window of seeds from which sweeps draw."""
    found: int = request.config.option.window
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def quiz_of(variants: str) -> Any:
    """Return a fixture with a small quiz, built with such variants; it is only read."""

    @pytest.fixture(scope="module")
    def built(tmp_path_factory: pytest.TempPathFactory) -> Any:
        from quizzes import build_quiz

        from grader.course.quiz.built import open_build

        return open_build(str(build_quiz(tmp_path_factory.mktemp(variants), variants)))

    return built


built = personal = quiz_of("per-student")
grouped, shared = quiz_of("groups"), quiz_of("shared")
collect_ignore = ["sample_kind"]
"""A kind as a contributor would add it; tests/test_sample_kind.py copies it to where it belongs."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make the chunks of a sweep that the run may want."""
    for mark in metafunc.definition.iter_markers("chunks"):
        metafunc.parametrize("chunk", chunk_params(*mark.args, wanted=metafunc.config.option.markexpr))


@pytest.hookimpl(hookwrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Put off what is not due; of what `-m` and `-k` leave keep some cases of each test, if asked.

    The tests of a kind that is not complete are skipped, but for the one that says what is missing.
    """
    if not config.option.every_turn:
        put_off(items, config.option.window)
    for item in items:
        params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        kind = getattr(params.get("kind"), "name", params.get("kind"))
        if kind in kinds_that_lack() and "test_completeness" not in item.nodeid:
            item.add_marker(pytest.mark.skip(f"{kind} is not complete: see test_completeness"))
    of = config.option.one_of
    now = None if of is None else due([item.nodeid for item in items], of, config.option.window)
    yield
    if now is not None:
        _keep(config, items, now)
    if config.option.cases is not None:
        _keep(config, items, some_cases([item.nodeid for item in items], config.option.cases))


def _keep(config: pytest.Config, items: list[pytest.Item], kept: set[str]) -> None:
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
    items[:] = [item for item in items if item.nodeid in kept]


# --- Builders -------------------------------------------------------------------------------------


class _Plain(yaml.CSafeDumper):
    """Writes what stands twice twice: no anchors, which documents may not have."""

    def ignore_aliases(self, data: Any) -> bool:
        """Return that nothing is referred to."""
        return True


def as_yaml(data: Any) -> bytes:
    """Return the data as a YAML document."""
    return yaml.dump(data, Dumper=_Plain, allow_unicode=True, sort_keys=False).encode()


def as_json(data: Any) -> bytes:
    """Return the data as a JSON document of ASCII characters."""
    return json.dumps(data).encode()


WRITERS = {"yaml": as_yaml, "json": as_json}


def problem_data(kind: str, game: Any = None, **fields: Any) -> dict[str, Any]:
    """Return a problem document; `game` is its tree (ucb: its children), `conventions` and others are fields."""
    held = {"children" if kind == "ucb" else "tree": game}
    return {"format": "gametree-problem/1", "id": "q1", "kind": kind, **held, **fields}


def read(data: Any, form: str = "json") -> Exercise:
    """Return the problem of a document in the given form."""
    return read_exercise(parse_document(WRITERS[form](data), f"problem.{form}", ProblemError), KINDS)


def tree_of(game: Any, kind: str = "expectiminimax", **conventions: Any) -> Tree:
    """Return the tree of a problem document; `root="min"` and the like are its conventions."""
    return read(problem_data(kind, game, conventions=conventions)).problem.game


def outcome_of(exercise: Exercise, answers: Any, form: str = "json", reveal: Reveal = Reveal.EXPECTED) -> Outcome:
    """Return the outcome of a submission that answers this problem alone."""
    content = WRITERS[form]({"answers": {exercise.problem.id: answers}})
    submission = read_submission(parse_document(content, f"submission.{form}", SubmissionError))
    return grade_submission(submission, lambda _: exercise, Terms(reveal))


def report_of(exercise: Exercise, answers: Any, form: str = "json", reveal: Reveal = Reveal.EXPECTED) -> ProblemReport:
    """Return the report on the answers to a problem."""
    return outcome_of(exercise, answers, form, reveal).graded[0].report


def part_report(exercise: Exercise, part: str, answer: Any) -> PartReport:
    """Return the report on one part of the problem."""
    return next(report for report in report_of(exercise, {part: answer}).parts if report.part == part)


def faults_of(data: Any) -> list[str]:
    """Return what is wrong with a problem document, each as `$.path: message`; fails where nothing is."""
    with pytest.raises(ProblemError) as caught:
        read(data)
    return [str(fault).partition(" ")[2] for fault in caught.value.faults]


def random_problems(kind: str, first: int, stop: int, window: int = 0) -> list[tuple[random.Random, dict[str, Any]]]:
    """Return random valid problems, the same ones for the same seeds of a window, each with its generator."""
    return random_problems_of(kind, range(shifted(first, window), shifted(stop, window)))


def random_problems_of(kind: str, seeds: Iterable[int]) -> list[tuple[random.Random, dict[str, Any]]]:
    """Return the random valid problem of each seed with its generator."""
    drawn = []
    for seed in seeds:
        rng = random.Random(f"{kind} {seed}")
        drawn.append((rng, oracle.random_problem(rng, kind)))
    return drawn
