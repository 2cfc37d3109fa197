"""What is compared: the areas, each a list of cases that go through the command line and `import grader` alone."""

from __future__ import annotations

import json
import random
import shlex
import warnings
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import yaml
from compared_answers import handed_in, of_wrong_rules
from compared_course import class_cases, exports, formats, messages, prepare_class, quizzes
from compared_desk import Area, Case, Desk

import grader

REVEALS = ("none", "verdicts", "expected")
REQUESTS = Path(__file__).with_name("compared_requests.txt")
PROBLEMS_OF_A_KIND, VARIANTS = 250, 4


def requests() -> list[list[str]]:
    """Return the words of each request, the kind first."""
    return [shlex.split(line) for line in REQUESTS.read_text("utf-8").splitlines() if line and line[0] != "#"]


# bank: every shipped problem, and what is handed in to it there


def _banked(folder: Path, desk: Desk) -> None:
    for path in sorted(folder.rglob("*.yaml")):
        desk.note(path.relative_to(folder).as_posix(), path.read_bytes())
    exercise = grader.load_problem(folder / "problem.yaml")
    given = (
        {"student": f"r{at:02d}", "answers": {folder.name: one}} for at, one in enumerate(of_wrong_rules(exercise))
    )
    desk.note("rules.jsonl", "".join(json.dumps(one) + "\n" for one in given))


def _copies_of_the_bank(checkout: Path) -> list[Case]:
    return [Case(folder.name, partial(_banked, folder)) for folder in sorted(checkout.glob("problem_bank/*/*"))]


def _look(id_: str, desk: Desk) -> None:
    """Note all that is shown of a problem."""
    for numbers in ("asked", "values", "windows", "all"):
        desk.call(f"show-{numbers}", "gametree", "show", id_, "--numbers", numbers)
        desk.call(f"show-{numbers}-solved", "gametree", "show", id_, "--numbers", numbers, "--solved", "-f", "svg")
    for form in ("text", "dot", "svg"):
        desk.call(f"show-{form}", "gametree", "show", id_, "-f", form, "--solved")
    for form in ("text", "json"):
        desk.call(f"solve-{form}", "gametree", "solve", id_, "-f", form)
    for form in ("text", "json", "html"):
        desk.call(f"trace-{form}", "gametree", "trace", id_, "-f", form)


def _bank(id_: str, desk: Desk) -> None:
    _look(id_, desk)
    desk.fetch(id_, "given")
    hand_ins = sorted(f"given/submissions/{path.name}" for path in Path("given/submissions").iterdir())
    desk.call("validate", "gametree", "validate", "given/problem.yaml", *hand_ins)
    for path in hand_ins:
        name = Path(path).stem
        desk.call(f"trace-{name}", "gametree", "trace", id_, "--answers", path)
        desk.call(f"grade-{name}", "grade", path, "--tree", "--reveal", "verdicts")
    desk.call("trace-page", "gametree", "trace", id_, "--answers", hand_ins[-1], "--html", "--out", "trace")
    desk.call("pictures", "gametree", "show", id_, "--solved", "--png", "--pdf", "--out", "pictures")
    desk.call("handout", "gametree", "handout", id_, "--out", "handout")
    desk.take("files", "trace", "pictures", "handout")
    for reveal in REVEALS:
        desk.call(f"grade-{reveal}", "grade", *hand_ins, "--reveal", reveal, "--tree")
        how = ("--html", "--svg", "--dot", "--out", "out")
        desk.call(f"result-{reveal}", "grade", *hand_ins, "--reveal", reveal, "--format", "json", *how)
        desk.take(reveal, "out")
    if Path("given/rules.jsonl").is_file():
        desk.call("rules", "grade", "given/rules.jsonl")
        desk.call(
            "rules-json", "grade", "given/rules.jsonl", "-f", "json", "--reveal", "verdicts", "--follow-through", "1/3"
        )
    _library(id_, hand_ins, desk)


def _library(id_: str, hand_ins: list[str], desk: Desk) -> None:
    """Note what the front door says of a problem and of answers to it."""
    exercise = grader.Bank()[id_]
    said: list[object] = [exercise, exercise.problem.possible, grader.solve(exercise), *grader.steps(exercise)]
    said += [grader.statement(exercise), grader.statement(exercise, solved=True), grader.draw(exercise, "dot")]
    for path in hand_ins:
        try:
            outcome = grader.grade(Path(path), policy=grader.Policy(across_parts=False))
            said += [outcome, *outcome.problems, grader.render(outcome), grader.render(outcome, "json")]
            said += [grader.draw(graded) for graded in outcome.problems]
        except grader.GradingError as error:
            said += [type(error).__name__, *error.faults]
    desk.note("library", "\n".join(map(str, said)))


# generated: problems of every kind from the older side's generator, and many answers to each


def _draws(checkout: Path) -> list[Case]:
    lines = requests()
    of_kind = {kind: sum(words[0] == kind for words in lines) for kind in grader.KINDS}
    made = []
    for seed in range(PROBLEMS_OF_A_KIND):
        for place, words in enumerate(lines):
            if VARIANTS * seed * of_kind[words[0]] < PROBLEMS_OF_A_KIND:
                made.append(Case(f"{words[0]}/{place:03d}-{seed:03d}", partial(_draw, words, seed)))
    return made


def _draw(words: list[str], seed: int, desk: Desk) -> None:
    """Note a problem as it is drawn, with all parts asked, and by other conventions; and answers to each of them."""
    text = desk.call("drawn", "gametree", "generate", *words, "--seed", f"compared {seed}")
    conventions = _conventions(words[0], desk)
    desk.outputs.clear()
    if not text:
        return
    rng, drawn = random.Random(f"{words} {seed}"), yaml.safe_load(text)  # noqa: S311  # the same ones each time
    for name, problem in zip("abcd", (drawn, *_variants(drawn, conventions, rng)), strict=False):
        solution = grader.solve(grader.load_problem(problem))
        desk.note(f"{name}.yaml", text if problem is drawn else json.dumps(problem))
        made = handed_in(problem, solution, conventions, rng)
        lines = [{"student": f"s{at:02d}", "answers": {problem["id"]: answers}} for at, answers in enumerate(made)]
        desk.note(f"{name}.jsonl", "".join(json.dumps(line) + "\n" for line in lines))


def _variants(drawn: dict[str, Any], conventions: dict[str, list[Any]], rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield the problem with as many parts asked as can be, and twice with conventions and marks of its own."""
    parts = [*grader.solve(grader.load_problem(drawn))]
    for style in ({}, {"marking": {"round": 0.25, "follow-through": "1/3"}}, {"marking": {"across-parts": False}}):
        for left in count():
            ask = rng.sample(parts, max(1, len(parts) - left))
            other = drawn | style | {"ask": ask, "points": {ask[0]: 3}}
            if style and left < 9:
                stated = {name: rng.choice(held) for name, held in conventions.items() if rng.random() < 0.3}
                other["conventions"] = stated | (drawn.get("conventions") or {} if rng.random() < 0.5 else {})
            try:
                grader.load_problem(other)
            except grader.GradingError:
                if left < 20:
                    continue
                break
            yield other
            break


def _conventions(kind: str, desk: Desk) -> dict[str, list[Any]]:
    """Return the values of each convention of a kind, as the command line lists them."""
    listed = json.loads(desk.call("conventions", "gametree", "conventions", kind, "-f", "json"))
    pairs: dict[str, list[Any]] = {"initial-window": [["3", "inf"], ["-inf", "12"]], "value-bounds": [[0, 99]]}
    values = {one["convention"]: [word for word in one["values"].split(", ") if "any " not in word] for one in listed}
    return {
        name: held for name, held in (values | {pair: pairs[pair] for pair in pairs if pair in values}).items() if held
    }


def _generated(file: str, share: int, desk: Desk) -> None:
    problem, answers = desk.fetch(file, "problem.yaml"), desk.fetch(file.replace(".yaml", ".jsonl"), "class.jsonl")
    for form in ("text", "json"):
        desk.call(f"solve-{form}", "gametree", "solve", problem, "-f", form)
        desk.call(f"grade-{form}", "grade", answers, "-p", problem, "-f", form)
    desk.call("show", "gametree", "show", problem)
    if share % 10 == 0:
        _look(problem, desk)
        for line in Path(answers).read_text("utf-8").splitlines()[5:8]:
            student = json.loads(line)["student"]
            given = desk.put(f"{student}.json", line)
            desk.call(f"trace-{student}", "gametree", "trace", problem, "--answers", given)
            desk.call(
                f"page-{student}",
                "grade",
                given,
                "-p",
                problem,
                "--html",
                "--svg",
                "--out",
                "out",
                "--reveal",
                "verdicts",
            )
            desk.take("page", "out")


def _generated_cases(materials: Path) -> list[Case]:
    files = sorted(path.relative_to(materials).as_posix() for path in materials.rglob("?.yaml"))
    return [Case(file.removesuffix(".yaml"), partial(_generated, file, at)) for at, file in enumerate(files)]


# generate: the same requests and seeds on both sides


def _generate(words: list[str], desk: Desk) -> None:
    desk.call("text", "gametree", "generate", *words, "--seed", "7")
    out = ("--count", "2", "--seed", "compared", "--out", "out")
    desk.call("folder", "gametree", "generate", *words, *out)
    files = sorted(str(path) for path in Path("out").glob("problem-*1/problem.yaml"))
    for how in ("--like", "--mirror"):
        for file in files:
            desk.call(f"text{how}", "gametree", "generate", words[0], how, file, "--separate", "none")
    desk.take("folder", "out")


def _generate_cases(materials: Path) -> list[Case]:
    return [Case(shlex.join(words).replace("/", ":"), partial(_generate, words)) for words in requests()]


def _bank_cases(materials: Path) -> list[Case]:
    return [Case(path.name, partial(_bank, path.name)) for path in sorted(materials.iterdir())]


# help: everything that the program says of itself


def _commands_and_bank(checkout: Path) -> list[Case]:
    return [*_commands(checkout), *_copies_of_the_bank(checkout)]


def _commands(checkout: Path) -> list[Case]:
    return [Case("commands", _list_commands)]


def _list_commands(desk: Desk) -> None:
    """Note all commands, a line each."""
    found, ahead = ["grade"], ["gametree"]
    while ahead:
        words = ahead.pop()
        found.append(words)
        text = desk.call("help", *words.split(), "--help").decode()
        listed = text.partition("\nCommands:\n")[2].partition("\n\n")[0].splitlines()
        ahead += [f"{words} {line.split()[0]}" for line in listed if line[2:3].strip()]
    desk.outputs.clear()
    desk.note("commands.txt", "\n".join(found))


_SAID = (
    "gametree --version", "grade --version", "gametree help", "gametree help quiz build", "gametree misconceptions", "gametree conventions",
    "gametree misconceptions -f json", "gametree conventions -f json", "gametree bank list", "gametree bank verify",
    *(f"gametree {what} nothing" for what in ("misconceptions", "conventions")),
    *(f"gametree schema {name}" for name in ("problem", "submission", "solution", "result", "report", "trace", "similar", "certificate", "expected", "quiz", "nothing")),
)  # fmt: skip


def _help_cases(materials: Path) -> list[Case]:
    commands = (materials / "commands/commands.txt").read_text("utf-8").splitlines()
    kinds = sorted({words[0] for words in requests()})
    of_kinds = [
        f"gametree {what} {kind}" for what in ("misconceptions", "conventions", "bank list --kind") for kind in kinds
    ]
    asked = [*(f"{words} --help" for words in commands), *_SAID, *of_kinds]
    return [Case(words, partial(_say, words)) for words in asked]


def _say(words: str, desk: Desk) -> None:
    desk.call("says", *words.split())


AREAS: dict[str, Area] = {
    "class": Area(class_cases, prepare_class, chunk=1, short=1),
    "quiz": Area(quizzes, chunk=1),
    "exports": Area(exports, _copies_of_the_bank, chunk=4),
    "formats": Area(formats, _copies_of_the_bank, chunk=4),
    "bank": Area(_bank_cases, _copies_of_the_bank, chunk=12),
    "generated": Area(_generated_cases, _draws, chunk=60, thin=True),
    "generate": Area(_generate_cases, chunk=6),
    "messages": Area(messages, _commands_and_bank, chunk=20),
    "help": Area(_help_cases, _commands, chunk=40),
}

warnings.simplefilter("ignore")
