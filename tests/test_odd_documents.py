"""Whatever stands in a document, it is read or refused: no field, cell or byte of any that a command reads ends in a traceback.

Each document that is read has a row in DOCUMENTS; each schema is the shape of one of them, or of what is written alone.
"""

from __future__ import annotations

import json
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path

import pytest
from banked import BANK, FOLDERS, KINDS_OF_BANK, ids_of, stated
from console import put, run
from odd import changed_tables, changes, damaged, text_of
from quizzes import build_quiz, perfect, write_quiz
from shaped_documents import POSITIVE, load, schema_of
from test_downloads import LAYOUTS
from test_fill import BOOK, CANVAS, EXPORT, WORKSHEET
from test_fill import result as result_of
from test_gate import SCHEMAS
from windows import Deal, dealt
from zipped import zipped

from grader.course.quiz import LOCK_FILE as LOCK
from grader.course.quiz.built import open_build
from grader.kinds import Exercise

DOCUMENTED = {0, 2, 3, 4, 5}
"""The exit codes but 1, which a traceback has, and that of an interruption."""

WRITTEN_ALONE = {"certificate", "report", "similar", "solution", "trace", "common"}
"""The schemas of what commands write and none reads, and of what others have in common."""

Commands = Callable[[Path, bytes], list[tuple[object, ...]]]
"""The commands that read a document, given a folder to work in: the first is run, and where it can read it one other, in turn."""
Row = Callable[[Path], tuple[Iterable[bytes], Commands]]
"""What is made of valid documents, given a folder for what they need, and how it is read."""


def _problems(kind: str, _: Path) -> tuple[Iterable[bytes], Commands]:
    examples = [load(file) for file in POSITIVE if schema_of(file) == "problem"]
    documents = [*map(stated, ids_of(kind)), *(one for one in examples if one["kind"] == kind)]
    return map(text_of, changes(f"problem-{kind}", documents)), partial(_of_problem, kind)


def _of_problem(kind: str, folder: Path, content: bytes) -> list[tuple[object, ...]]:
    file, out, blank = put(folder / "p.json", content), folder / "out", put(folder / "s.yaml", "answers: {}")
    exports = ("latex", "jupyter", "moodle-xml", "qti21", "canvas", "prairielearn")
    return [
        ("validate", file),
        ("solve", file, "--format", "json"),
        ("show", file, "--solved", "--numbers", "all"),
        ("show", file, "--solved", "--svg", "--dot", "--out", out),
        ("trace", file),
        ("trace", file, "--html", "--out", out),
        ("handout", file, "--out", out),
        ("grade", blank, "--problems", file, "--html", "--out", out),
        ("generate", kind, "--like", file, "--max-draws", 50),
        *(("export", file, "--to", name, "--out", out) for name in exports),
    ]


def _answers(kind: str, _: Path) -> tuple[Iterable[bytes], Commands]:
    """Return submissions with one thing changed in the answer to one part, of each part that the bank has."""
    exercises = [exercise for id_ in ids_of(kind) if isinstance(exercise := BANK.find(id_), Exercise)]
    given = [{exercise.problem.id: exercise.solve()} for exercise in exercises]
    return (text_of({"answers": one}) for one in changes(f"answers-{kind}", given, depth=1)), _of_submission


def _submissions(_: Path) -> tuple[Iterable[bytes], Commands]:
    documents = [load(file) for file in POSITIVE if schema_of(file) == "submission"]
    documents.append({"student": "s1", "answers": {"minimax-textbook": {"value": "3"}, "ucb-greedy": {"choice": "A"}}})
    texts = [(FOLDERS[id_] / "submissions/full.yaml").read_bytes() for id_ in ("four-ply-trace", "ids-in-any-script")]
    return chain(map(text_of, changes("submission", documents)), *map(damaged, texts)), _of_submission


def _of_submission(folder: Path, content: bytes) -> list[tuple[object, ...]]:
    file, out = put(folder / "hand-in/s1.json", content), folder / "out"
    formats = ("json", "csv", "gradescope", "prairielearn", "coderunner", "junit", "check50")
    return [
        ("grade", file),
        ("validate", file),
        ("grade", file.parent, "--out", out, "--html"),
        ("grade", file, "--svg", "--dot", "--out", out, "--reveal", "verdicts"),
        ("trace", "minimax-textbook", "--answers", file),
        *(("grade", file, "--format", name) for name in formats),
    ]


def _expected(folder: Path) -> tuple[Iterable[bytes], Commands]:
    source = FOLDERS["fall-2014-final-q13"]
    for file in (source / "problem.yaml", *(source / "submissions").iterdir()):
        put(folder / "alpha-beta" / source.name / file.relative_to(source), file.read_bytes())
    documents = [load(source / "expected.yaml"), *(load(file) for file in POSITIVE if schema_of(file) == "expected")]

    def commands(_: Path, content: bytes) -> list[tuple[object, ...]]:
        put(folder / "alpha-beta" / source.name / "expected.yaml", content)
        return [("bank", "verify", "--bank", folder)]

    return map(text_of, changes("expected", documents)), commands


_EXERCISES = (
    "{id: q1, bank: minimax-textbook}",
    "{id: q2, file: two.yaml, points: {value: 1}}",
    "{id: q3, problem: {kind: minimax, tree: [[3, 5], [2, 9]]}}",
    "{id: q4, points: 4, generate: {kind: alpha-beta, depth: 2, branching: 2-3, convention: [tie=last], repeats: true}}",
    "{id: q5, generate: {kind: minimax, like: two.yaml}}",
    "{id: q6, generate: {kind: minimax, shape: [[[], []], [[], []]], layers: [max, min]}}",
)
_MARKING = "{round: 0.25, follow-through: 1/2, across-parts: false, reveal: verdicts, keep: latest}"


def _quiz(folder: Path) -> tuple[Iterable[bytes], Commands]:
    file = write_quiz(folder, exercises=_EXERCISES, variants="groups", marking=_MARKING)
    put(folder / "two.yaml", "{format: gametree-problem/1, id: two, kind: minimax, tree: [[3, 5], [2, 9]]}")
    document = load(file) | {"course": "CS", "note": "Hand in"}
    contents = chain(map(text_of, changes("quiz", [document])), damaged(file.read_bytes()))
    return contents, lambda _, content: [("quiz", "check", put(file, content))]


def _request(folder: Path) -> tuple[Iterable[bytes], Commands]:
    put(folder / "two.yaml", "{format: gametree-problem/1, id: two, kind: minimax, tree: [[3, 5], [2, 9]]}")
    texts = (
        "{kind: minimax, depth: 2, branching: 2-3, convention: [tie=last], repeats: true, ask: [value, best-move]}",
        "{kind: minimax, shape: [[[], []], [[], []]], layers: [max, min], values: 0..20}",
        "{kind: minimax, game: nim, piles: 2, pile: 1-2, symmetry: merge, last: loses}",
        "{kind: minimax, like: two.yaml, separate: none}",
    )
    file = put(folder / "request.yaml", texts[0])
    documents = [load(put(folder / "one.yaml", text)) for text in texts]
    contents = chain(map(text_of, changes("request", documents)), damaged(file.read_bytes()))
    return contents, lambda _, content: [("generate", "minimax", "--from", put(file, content), "--max-draws", 50)]


def _program(folder: Path) -> tuple[Iterable[bytes], Commands]:
    put(folder / "two.yaml", "{format: gametree-problem/1, id: two, kind: minimax, tree: [[3, 5], [2, 9]]}")
    run("quiz", "init", folder / "q")
    put(folder / "q/quiz.yaml", "{format: gametree-quiz/1, id: q, exercises: [{id: s, program: p.yaml}]}")
    text = (
        "{kind: minimax, style: game, function: f, ask: [value], conventions: {tie: last}, accept: {root: [max, min]}, shows: 1, "
        "trees: [{problem: {tree: [[3, 5], [2, 9]]}, public: true}, {problem: {tree: [1, 2]}}, {depth: 2, count: 1, public: 0}], "
        "run: {.c: [sh, -c, '{file}']}, files: [], limits: {seconds: 1, calls: 2, memory: 64}}"
    )
    documents = [load(put(folder / "one.yaml", text))]
    contents = chain(map(text_of, changes("program", documents)), damaged(text.encode()))

    def commands(work: Path, content: bytes) -> list[tuple[object, ...]]:
        put(folder / "q/p.yaml", content)
        return [("quiz", "check", folder / "q", "--format", "json")]

    return contents, commands


def _lock(folder: Path) -> tuple[Iterable[bytes], Commands]:
    """Return locks that are not as they were written: such a build is refused, whatever was changed."""
    build = build_quiz(folder)
    hand_in = put(folder / "s001.json", json.dumps(perfect(open_build(str(build)), "s001")))
    documents = [json.loads((build / LOCK).read_bytes())]

    def commands(_: Path, content: bytes) -> list[tuple[object, ...]]:
        put(build / LOCK, content)
        return [("grade", hand_in, "--quiz", build), ("quiz", "build", folder / "quiz", "--out", build, "--rekey")]

    return chain(map(text_of, changes("lock", documents)), damaged((build / LOCK).read_bytes())), commands


def _roster(folder: Path) -> tuple[Iterable[bytes], Commands]:
    write_quiz(folder, variants="groups", exercises=_EXERCISES[:1])
    table = b"id,name,group,email\ns001,Ann Lee,a,ann@example.edu\ns002,Bo,b,bo@example.edu\n"
    return changed_tables(table), lambda _, content: [
        ("quiz", "check", folder, "--roster", put(folder / "r.csv", content))
    ]


_CLASS = [
    result_of("s001", 3, 4, CANVAS[0]),
    result_of("annlee@example.edu", 1, 4, {"lms": "gradescope", "key": "S101", "name": "Ann Lee"}),
    result_of("Participant 5", 1, 4, {"lms": "moodle", "key": "5", "name": "Žofia ONeil-Müller"}),
]


def _results(folder: Path) -> tuple[Iterable[bytes], Commands]:
    hand_in = put(
        folder / "subs/s1.yaml", "answers: {minimax-textbook: {value: 4}, ucb-greedy: {choice: A}, x: {value: 1}}"
    )
    put(folder / "subs/s2.yaml", "answers: [")
    run("grade", hand_in.parent, "--out", folder / "made")
    made = [json.loads(line) for line in (folder / "made/results.jsonl").read_bytes().splitlines()]
    documents = [*made, *_CLASS, *(load(file) for file in POSITIVE if schema_of(file) == "result")]
    others = b"\n".join(map(text_of, made))

    def commands(work: Path, content: bytes) -> list[tuple[object, ...]]:
        held = put(work / "OUT/results.jsonl", others + b"\n" + content + b"\n").parent
        return [
            ("report", held),
            ("report", held, "--html", "--variants", "--out", work / "report"),
            ("report", held, "--format", "csv"),
            ("similar", held),
            ("gradebook", held, "--fill", put(work / "w.csv", WORKSHEET), "--skip-unknown", "--out", work / "f.csv"),
            ("gradebook", held, "--feedback-zip", work / "f.zip"),
            ("regrade", held, hand_in.parent, "--out", work / "new"),
            ("grade", hand_in.parent, "--out", held),
        ]

    return chain(map(text_of, changes("result", documents)), damaged(text_of(made[0]))), commands


_DECISIONS = """\
format: gametree-adjust/1
by: tutor
adjust:
  - {why: w, exercise: minimax-textbook, part: best-move, accept: C}
  - {why: w, exercise: minimax-textbook, part: values, accept: {C: 5}}
  - {why: w, student: [s1, s2], exercise: minimax-textbook, add: 0.25, note: Well argued.}
  - {why: w, student: s1, exercise: ucb-greedy, drop: true}
  - {why: w, exercise: minimax-textbook, part: value, set: full}
  - {why: w, exercise: ucb-greedy, bonus: true}
  - {why: w, cap: 3}
  - {why: w, student: s2, set: 1}
  - {why: w, student: s1, due: "+60"}
  - {why: w, student: s2, handed-in: "2026-11-20T18:00:00+01:00"}
"""
_DUE = ("--due", "2026-11-20T18:00:00+01:00", "--late-penalty", 25)


def _adjust(folder: Path) -> tuple[Iterable[bytes], Commands]:
    answers = "answers: {minimax-textbook: {value: 4, best-move: C, values: {C: 5}}, ucb-greedy: {choice: A}}"
    hand_ins = put(folder / "subs/s1.yaml", answers).parent
    put(hand_ins / "s2.yaml", answers)
    document = load(put(folder / "d.yaml", _DECISIONS))

    def commands(work: Path, content: bytes) -> list[tuple[object, ...]]:
        file = put(work / "d.yaml", content)
        return [
            ("grade", hand_ins, "--out", work / "OUT", "--adjust", file, *_DUE),
            ("grade", hand_ins, "--out", work / "OUT", "--adjust", file, *_DUE, "--html"),
            ("report", work / "OUT"),
            (
                "gradebook",
                work / "OUT",
                "--fill",
                put(work / "w.csv", WORKSHEET),
                "--skip-unknown",
                "--out",
                work / "f.csv",
            ),
            ("regrade", work / "OUT", hand_ins, "--problems", FOLDERS["minimax-textbook"], "--out", work / "NEW"),
            ("adjust", work / "OUT", "--by", "b", "--why", "w", "--out", work / "a.csv"),
        ]

    return chain(map(text_of, changes("adjust", [document])), damaged(_DECISIONS.encode())), commands


def _decisions(folder: Path) -> tuple[Iterable[bytes], Commands]:
    """Return tables of decisions in which one cell is odd."""
    hand_ins = put(folder / "subs/s1.yaml", "answers: {minimax-textbook: {value: 4, best-move: C}}").parent
    table = b"student,exercise,part,add,set,drop,accept,by,why\ns1,minimax-textbook,value,,1,,,t,w\ns1,minimax-textbook,,0.5,,,,t,w\n"
    table += b",minimax-textbook,best-move,,,,C,t,w\n"
    return changed_tables(table), lambda work, content: [
        ("grade", hand_ins, "--out", work / "OUT", "--adjust", put(work / "d.csv", content))
    ]


def _edited(folder: Path) -> tuple[Iterable[bytes], Commands]:
    """Return gradebooks that somebody edited."""
    hand_ins = put(folder / "subs/s1.yaml", "answers: {minimax-textbook: {value: 4}, ucb-greedy: {choice: A}}").parent
    run("grade", hand_ins, "--out", folder / "made")

    def commands(work: Path, content: bytes) -> list[tuple[object, ...]]:
        out = work / "OUT"
        shutil.copytree(folder / "made", out)
        put(out / "gradebook.csv", content)
        return [
            ("adjust", out, "--by", "b", "--why", "w", "--out", work / "a.csv"),
            ("grade", hand_ins, "--out", out, "--adjust", put(work / "a.csv", "by,why\n")),
        ]

    return changed_tables((folder / "made/gradebook.csv").read_bytes()), commands


def _serve(folder: Path) -> tuple[Iterable[bytes], Commands]:
    """Return odd forms of what is served."""
    write_quiz(folder / "week5")
    document = load(
        put(
            folder / "s.yaml",
            "format: gametree-serve/1\nurl: https://quiz.example.edu\ndatabase: a.sqlite\nkeep-days: 30\nquizzes:\n  - {quiz: "
            f"{folder}/week5, opens: 2026-11-27T17:00:00+01:00, closes: 2026-11-27T18:00:00Z, minutes: 45, attempts: 2, after: none}}\n"
            "platforms: [{moodle: https://moodle.example.edu, client-id: a, deployment-ids: [b]}]\n",
        )
    )

    def commands(work: Path, content: bytes) -> list[tuple[object, ...]]:
        return [("serve", "links", put(work / "served" / "serve.yaml", content).parent)]

    return chain(map(text_of, changes("serve", [document])), damaged(text_of(document))), commands


_BOOKS = {
    "Moodle's worksheet": WORKSHEET,
    "Moodle's export": EXPORT.replace(";", ","),
    "Canvas": BOOK,
}


def _gradebook(name: str, folder: Path) -> tuple[Iterable[bytes], Commands]:
    put(folder / "OUT/results.jsonl", b"".join(text_of(one) + b"\n" for one in _CLASS))
    column = ("--column", "HW3") if name == "Canvas" else ()

    def commands(work: Path, content: bytes) -> list[tuple[object, ...]]:
        options = ("--fill", put(work / "book.csv", content), "--skip-unknown", "--out", work / "filled.csv", *column)
        return [("gradebook", folder / "OUT", *options), ("gradebook", folder / "OUT", *options, "--out-of", 7)]

    return changed_tables(_BOOKS[name].encode()), commands


def _download(name: str, _: Path) -> tuple[Iterable[bytes], Commands]:
    """Return damaged archives, and those in which one name or file is odd."""
    lms, files, _students = LAYOUTS[name]

    def commands(work: Path, content: bytes) -> list[tuple[object, ...]]:
        file, out = put(work / "d.zip", content), work / "out"
        return [("grade", file, "--lms", "auto"), ("grade", file, "--lms", lms, "--out", out), ("grade", file)]

    return chain(damaged(zipped(files)), map(zipped, _renamed(files))), commands


def _renamed(files: Mapping[str, bytes | str]) -> Iterator[Mapping[str, bytes | str]]:
    for name, content in files.items():
        rest = {other: held for other, held in files.items() if other != name}
        names = (
            f"../{name}",
            f"/{name}",
            name.upper(),
            f"{name}/",
            name.replace("_", " "),
            name.rpartition("/")[2],
            "x",
        )
        yield from (
            {**rest, new: content} for new in (*names, name.replace("5", "9" * 400), f"{name}\u202e.yaml", "a/" * 400)
        )
        text = content if isinstance(content, bytes) else content.encode()
        yield from ({**rest, name: held} for held in list(damaged(text))[::4])


DOCUMENTS: dict[str, Row] = {
    **{f"problem-{kind}": partial(_problems, kind) for kind in KINDS_OF_BANK},
    **{f"answers-{kind}": partial(_answers, kind) for kind in KINDS_OF_BANK},
    "submission": _submissions,
    "expected": _expected,
    "quiz": _quiz,
    "request": _request,
    "program": _program,
    "lock": _lock,
    "result": _results,
    "roster": _roster,
    "adjust": _adjust,
    "serve": _serve,
    "table of decisions": _decisions,
    "edited gradebook": _edited,
    **{f"gradebook of {name}": partial(_gradebook, name) for name in _BOOKS},
    **{f"download of {name}": partial(_download, name) for name in LAYOUTS},
}
"""Every document that is read, those with a schema by its name."""


def test_every_schema_is_that_of_a_document_here_or_of_what_is_written_alone() -> None:
    assert {*SCHEMAS} - {*DOCUMENTS} - WRITTEN_ALONE == {"problem"}  # each kind's own is the whole of it


@dealt(90)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_odd_documents_are_read_or_refused_and_never_end_in_a_traceback(
    tmp_path: Path, document: str, deal: Deal, window: int
) -> None:
    contents, commands = DOCUMENTS[document](tmp_path)
    for number, content in enumerate(deal(list(contents), window)):
        first, *others = commands(tmp_path / str(number), content)
        code = _code(first, content)
        if code in (0, 3) and others:
            _code(others[zlib.crc32(content) % len(others)], content)


def _code(command: tuple[object, ...], content: bytes) -> int:
    """Return how a command ended that reads the content. Fails with both where it did not end as is documented."""
    try:
        code = run(*command).code
    except Exception as failure:
        raise AssertionError(f"{command}: {content!r}") from failure
    assert code in DOCUMENTED, (command, content)
    return code
