"""What is compared of quizzes, of classes, of what goes to other programs and comes from them, and of messages."""

from __future__ import annotations

import io
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from compared_answers import handed_in
from compared_desk import Case, Desk, script_of

import grader

TABLES = yaml.safe_load(Path(__file__).with_name("compared_calls.yaml").read_text("utf-8"))
"""Calls by area, and the quizzes, downloads and gradebooks that they are about."""
SECRET = "compared " * 5
STUDENTS = 60


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of the files, the same bytes each time."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, held in files.items():
            archive.writestr(zipfile.ZipInfo(name), held)
    return content.getvalue()


def say(calls: Mapping[str, str], desk: Desk) -> None:
    """Make calls one after the other, each by its name; a word with * stands for the files of this pattern. What is written into out is noted."""
    for name, text in calls.items():
        words = [
            found
            for word in shlex.split(text)
            for found in (sorted(map(str, Path().glob(word))) if "*" in word else [word])
        ]
        desk.call(name, *words)
        desk.take(name, "out")


# formats and exports: problems of the bank, of each kind


def _say_of(problems: list[str], calls: Mapping[str, str], desk: Desk) -> None:
    """Make calls about problems of the bank; ID stands for the first of them, IDS for all."""
    for id_ in problems:
        desk.fetch(id_, f"week/{id_}")
    ids = " ".join(problems)
    say({name: text.replace("IDS", ids).replace("ID", problems[0]) for name, text in calls.items()}, desk)


def bank_groups(materials: Path) -> Iterator[list[str]]:
    """Yield three problems of the bank at a time, of one kind where there are so many."""
    kinds: dict[str, list[str]] = {}
    for path in sorted(materials.glob("*/problem.yaml")):
        kind = re.search(r"^kind: *(\S+)", path.read_text("utf-8"), re.MULTILINE)
        kinds.setdefault(kind.group(1) if kind else "", []).append(path.parent.name)
    for ids in kinds.values():
        yield from (ids[at : at + 3] for at in range(0, len(ids), 3))


def formats(materials: Path) -> list[Case]:
    """Return every format and option that goes with a report: the first problems of each kind."""
    return [Case(ids[0], partial(_say_of, ids, TABLES["formats"])) for ids in [*bank_groups(materials)][::2]]


def exports(materials: Path) -> list[Case]:
    """Return every format of export: all problems of the bank, and a quiz with its key."""
    made = [Case(ids[0], partial(_say_of, ids, TABLES["exports"])) for ids in bank_groups(materials)]
    return [Case("quiz", partial(_quiz, "shared", TABLES["quiz exports"])), *made]


# quizzes


def _write_quiz(desk: Desk, variants: str, students: int) -> None:
    desk.put("quiz/quiz.yaml", TABLES["quiz document"].replace("VARIANTS", variants))
    desk.put("quiz/quiz.secret", SECRET)
    Path("quiz/quiz.secret").chmod(0o600)
    rows = [
        f"s{place:03d},Žofia O'Neil {place},{'ab'[place % 2]},s{place:03d}@example.org" for place in range(students)
    ]
    desk.put("quiz/roster.csv", "\n".join(["id,name,group,email", *rows]) + "\n")


def _quiz(variants: str, calls: Mapping[str, str], desk: Desk) -> None:
    _write_quiz(desk, variants, 4)
    say({name: text for name, text in calls.items() if not name.startswith(("joined", "late"))}, desk)
    roster = Path("quiz/roster.csv")
    roster.write_text(roster.read_text("utf-8") + "joined,Who Joined,a,\n", "utf-8")
    say({name: text for name, text in calls.items() if name.startswith("joined")}, desk)
    _correct()
    say({name: text for name, text in calls.items() if name.startswith("late")}, desk)
    desk.take("build", "build")
    desk.take("quiz", "quiz")


def _correct() -> None:
    """Correct the key of the quiz."""
    for was, now in TABLES["quiz corrections"].items():
        text = Path("quiz/quiz.yaml").read_text("utf-8")
        Path("quiz/quiz.yaml").write_text(text.replace(was, now), "utf-8")


def quizzes(materials: Path) -> list[Case]:
    """Return quizzes that are begun, checked, built, changed and practised."""
    sorts = ("per-student", "shared", "{groups: [a, b]}")
    return [Case(sort.split(":")[0].strip("{"), partial(_quiz, sort, TABLES["quiz"])) for sort in sorts]


# class: a class that hands in a quiz in all ways


def prepare_class(checkout: Path) -> list[Case]:
    """Return what makes a class: its build, what it hands in, its run, and the build with a corrected key."""
    return [Case("all", _class)]


def _class(desk: Desk) -> None:
    _write_quiz(desk, "per-student", STUDENTS)
    desk.call("build", "gametree", "quiz", "build", "quiz", "--out", "build")
    _hand_in(desk)
    desk.call("run", "grade", "class", "class.zip", "late", "mail.jsonl", "--quiz", "build", "--out", "OUT", "--html")
    shutil.copytree("build", "rekeyed")
    _correct()
    desk.call("rekey", "gametree", "quiz", "build", "quiz", "--out", "rekeyed", "--rekey")
    desk.outputs.clear()
    for folder in ("quiz", "build", "rekeyed", "class", "late", "OUT"):
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                desk.outputs[path.as_posix()] = path.read_bytes()
    for name in ("class.zip", "mail.jsonl"):
        desk.outputs[name] = Path(name).read_bytes()


def _hand_in(desk: Desk) -> None:
    """Write what comes back: in folders, files, archives and lines; right, wrong, foreign, twice, late, damaged or not at all."""
    in_zip, lines = dict[str, bytes](), list[str]()
    for place in range(STUDENTS):
        student, rng = f"s{place:03d}", random.Random(place)  # noqa: S311  # the same ones each time
        whose = student if place % 13 != 4 else f"s{(place + 7) % STUDENTS:03d}"
        template = yaml.safe_load(Path(f"build/students/{whose}/answers.yaml").read_text("utf-8"))
        answers = dict[str, Any]()
        for id_ in template["answers"]:
            exercise = grader.load_problem(f"build/key/problems/{id_}.yaml")
            made = handed_in(
                yaml.safe_load(Path(f"build/key/problems/{id_}.yaml").read_text("utf-8")),
                grader.solve(exercise),
                {},
                rng,
            )
            answers[id_] = rng.choice(made[1:2] * 12 + made)
        text = json.dumps({"student": whose, "answers": answers} if place % 3 else {"answers": answers})
        way = place % 11
        if way == 0:
            desk.put(f"class/{student}.yaml", text)
        elif way in (1, 2):
            desk.put(f"class/{student}/answers.json", text)
        elif way in (3, 4):
            in_zip[f"Week 5/{student}/answers.yaml"] = text.encode()
        elif way == 5:  # an archive, some cut off
            held = zipped({"my/answers.yaml": text.encode(), "__MACOSX/._answers.yaml": b"x"})
            desk.put(f"class/{student}/mine.zip", held[: len(held) // 2] if place % 2 else held)
        elif way == 6:
            lines.append(json.dumps({"student": student, "answers": answers}))
        elif way == 7:  # twice, the second time late and in part
            desk.put(f"class/{student}/answers.yaml", text)
            later = {id_: answers[id_] for id_ in [*answers][1:3]}
            desk.put(f"late/{student}/answers (1).yaml", json.dumps({"answers": later}))
        elif way == 8:  # damaged, beside a picture
            desk.put(f"class/{student}/answers.yaml", text[: -place - 3])
            desk.put(f"class/{student}/photo.jpg", b"\xff\xd8\xff\xe0" + bytes(range(256)))
        elif way == 9:  # the page itself
            desk.put(f"class/{student}/quiz.html", Path(f"build/students/{student}/quiz.html").read_bytes())
    desk.put("class/.DS_Store", "x")
    desk.put("class/nobody.txt", "what is this?")
    desk.put(
        "class.zip", zipped(in_zip | {"../evil/answers.yaml": b"answers: {}", "Week 5/s003/notes.txt": b"see below"})
    )
    desk.put("mail.jsonl", "\n".join([*lines, "{", '{"student": "stranger", "answers": {}}']) + "\n")


def _about_class(calls: Mapping[str, str], desk: Desk) -> None:
    for name in {word.split("/")[0] for text in calls.values() for word in text.split()}:
        if (desk.materials / "all" / name).exists():
            desk.fetch(f"all/{name}", name)
    for name, text in TABLES["gradebooks"].items():
        desk.put(f"books/{name}.csv", text)
    for name, files in TABLES["downloads"].items():
        desk.put(f"downloads/{name}.zip", zipped({path: text.encode() for path, text in files.items()}))
    say(calls, desk)
    desk.take("run", "run")


def _killed(desk: Desk) -> None:
    """Kill a class run when it has some results, and go on with it."""
    for name in ("build", "class", "class.zip", "mail.jsonl"):
        desk.fetch(f"all/{name}", name)
    words = ["class", "class.zip", "mail.jsonl", "--quiz", "build", "--out", "out", "--html", "--jobs", "1"]
    module, function = script_of("grade", desk.checkout)
    begin = f"from {module} import {function}; {function}()"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, "-c", begin, *words], **quiet) as process:  # type: ignore[call-overload]  # noqa: S603
        while process.poll() is None:
            journal = Path("out/journal.jsonl")
            if journal.is_file() and journal.read_bytes().count(b"\n") > STUDENTS // 3:
                os.kill(process.pid, signal.SIGKILL)
                break
            time.sleep(0.001)
    desk.call("resumed", "grade", *words)
    del desk.outputs["resumed.err"]  # says how many results there were
    desk.take("resumed", "out")


def class_cases(materials: Path) -> list[Case]:
    """Return runs of the class, and what is done with them."""
    made = [Case(name, partial(_about_class, calls)) for name, calls in TABLES["class"].items()]
    return [made[0], Case("killed", _killed), *made[1:]]


# messages: documents and options that are wrong


def _broken(value: Any, rng: random.Random) -> Any:
    """Return a document with something wrong in it."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        name, way = rng.choice([*value]), rng.random()
        if way < 0.15:
            return {field: held for field, held in value.items() if field != name}
        if way < 0.25:
            return {f"{field}s" if field == name else field: held for field, held in value.items()}
        return value | ({"no-such-field": 1} if way < 0.3 else {name: _broken(value[name], rng)})
    if isinstance(value, list) and value and rng.random() < 0.85:
        at = rng.randrange(len(value))
        return [*value[:at], _broken(value[at], rng), *value[at + rng.choice((0, 1, 1, 1)) :]]
    return rng.choice(
        (
            None,
            True,
            -1,
            0,
            3.7,
            10**20,
            "",
            "x",
            "Q",
            "1/0",
            "\u202e",
            [],
            {},
            [[1]],
            {"id": "A"},
            [value, value],
            f"{value}s",
        )
    )


def _break(source: str, number: int, desk: Desk) -> None:
    """Note what is said of a document that is broken in some ways, or of its text."""
    text = (desk.materials / source).read_text("utf-8")
    rng, document = random.Random(f"{source} {number}"), yaml.safe_load(text)  # noqa: S311  # the same ones each time
    for way in range(8):
        broken = json.dumps(_broken(document, rng), default=str, skipkeys=True)
        if way > 5:
            at = rng.randrange(len(text))
            broken = (
                text[:at]
                + rng.choice(("\t", "'", "{", ": ", "- ", "&a ", "*a ", "!!set ", "\x07", "\n\n  x", "\ud800", "#"))
                + text[at + 1 :]
            )
        file = desk.put("problem.yaml" if "problem" in source else "answers.yaml", broken)
        desk.call(f"validate-{way}", "gametree", "validate", file)
        desk.call(
            f"grade-{way}",
            *(("gametree", "solve", file) if "problem" in source else ("grade", file, "--format", "json")),
        )


def _options(words: str, desk: Desk) -> None:
    """Note what a command says of wrong values of each of its options, and of no argument at all."""
    desk.call("bare", *words.split())
    text = desk.call("help", *words.split(), "--help").decode()
    for option in sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))):
        desk.call(f"zzz{option}", *words.split(), option, "zzz")
        desk.call(f"typo{option}", *words.split(), f"{option}x", "-1")
    del desk.outputs["help.out"]
    desk.take("written", *(path.name for path in Path().iterdir()))


def messages(materials: Path) -> list[Case]:
    """Return documents and options that are wrong, and calls that cannot be."""
    made = [Case("calls", partial(_about_messages, TABLES["messages"]))]
    made += [
        Case(words, partial(_options, words))
        for words in (materials / "commands/commands.txt").read_text("utf-8").splitlines()
    ]
    for place, path in enumerate(sorted(materials.glob("*/problem.yaml"))):
        sources = (f"{path.parent.name}/problem.yaml", f"{path.parent.name}/submissions/full.yaml")
        made += [Case(source, partial(_break, source, place)) for source in sources if (materials / source).is_file()]
    return made


def _about_messages(calls: Mapping[str, str], desk: Desk) -> None:
    for name, text in TABLES["hostile files"].items():
        desk.put(name, text.encode("latin-1") if "latin" in name else text)
    _write_quiz(desk, "per-student", 3)
    desk.fetch("minimax-textbook", "week/minimax-textbook")
    say(calls, desk)
