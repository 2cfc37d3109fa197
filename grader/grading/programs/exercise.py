"""The key of an exercise that a program answers, and what is handed out of it: files, a beginning that runs and is wrong, and what is asked."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from grader.core.conventions import FIELDS, describe, read_conventions, value_of, write_conventions
from grader.core.data import Plain
from grader.core.documents import parse_document
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError
from grader.core.numbers import Number, points_text, read_number, write_number
from grader.core.text import both, count, listed
from grader.grading.programs.program import Limits, Program, ProgramTree, Style
from grader.grading.programs.protocol import FROM_LOG, posed, tree_data
from grader.grading.programs.spec import GAME, README, TREES
from grader.grading.programs.trees import Drawn, Shown, rule_name, under
from grader.kinds import KINDS, Exercise, Kind, read_exercise

FORMAT, TREES_FORMAT = "gametree-program/1", "gametree-trees/1"
CERTIFICATE = "certificate.yaml"
_MOST_NAMED = 8


# -- the key, and what is handed out


def key_files(drawn: Drawn) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the key: the problem of each tree, and the certificate, which says all else of the exercise."""
    program = drawn.program
    yield from ((f"{tree.name}.yaml", tree.exercise.document.content) for tree in program.trees)
    stated: dict[str, Plain] = {
        "format": FORMAT,
        "id": program.id,
        "exercise": program.exercise,
        "title": program.title,
        "kind": program.kind,
        "style": str(program.style),
        "function": program.function,
        "points": {part: write_number(points) for part, points in program.points.items()},
        "conventions": write_conventions(program.accepted[0]),
        "accepted": [write_conventions(one) for one in program.accepted[1:]],
        "run": {ending: [*words] for ending, words in program.run.items()},
        "files": {name: content.decode("latin-1") for name, content in program.files.items()},
        "limits": program.limits._asdict(),
        "trees": [tree.name for tree in program.trees],
        **certificate_data(drawn),
    }
    yield CERTIFICATE, to_yaml(stated).encode()


def certificate_data(drawn: Drawn) -> dict[str, Plain]:
    """Return as data on how many trees each rule shows, which need not and why, and what is not as it was asked."""
    return {
        "shows": [_row(one) for one in drawn.shown if not one.reason],
        "not-shown": [_row(one) for one in drawn.shown if one.reason],
        "warnings": [*drawn.warnings],
    }


def _row(one: Shown) -> Plain:
    reason = {"reason": one.reason} if one.reason else {}
    return {"rule": rule_name(one.rule), "hidden": one.hidden, "public": one.public, **reason}


def with_points(certificate: bytes, points: Mapping[str, Number]) -> bytes:
    """Return the certificate of an exercise whose parts are worth other points."""
    stated = parse_document(certificate, CERTIFICATE, ProblemError).data
    if {part: read_number(worth) for part, worth in stated["points"].items()} == points:
        return certificate
    return to_yaml({**stated, "points": {part: write_number(worth) for part, worth in points.items()}}).encode()


def certificate_lines(drawn: Drawn) -> Iterator[str]:
    """Yield as text on how many trees each rule shows, and what of that is not as it was asked."""
    rows = [
        ("rule", "hidden", "public"),
        *((rule_name(one.rule), str(one.hidden), str(one.public)) for one in drawn.shown if not one.reason),
    ]
    width = max(len(name) for name, *_ in rows)
    yield from (f"{name:{width}}  {hidden:>6}  {public:>6}" for name, hidden, public in rows)
    yield from (f"{rule_name(one.rule)} need not show: {one.reason}" for one in drawn.shown if one.reason)
    yield from (f"warning: {one}" for one in drawn.warnings)


def read_program(certificate: bytes, problem_of: Callable[[str], bytes]) -> Program:
    """Return the exercise that a certificate states; `problem_of` gives the file of a tree by its name. Raises ProblemError."""
    stated = parse_document(certificate, CERTIFICATE, ProblemError).data
    accepted = [read_conventions(one)[0] for one in (stated["conventions"] or {}, *(stated["accepted"] or ()))]

    def tree(name: str) -> ProgramTree:
        document = parse_document(problem_of(name), f"{name}.yaml", ProblemError)
        first = read_exercise(document, KINDS, is_shipped=True)
        others = (under(document.data, conventions) for conventions in accepted[1:])
        return ProgramTree(name, name.startswith("public-"), (first, *others))

    return Program(
        stated["id"],
        stated["exercise"],
        stated["title"] or "",
        stated["kind"],
        Style(stated["style"]),
        stated["function"],
        {part: read_number(points) for part, points in stated["points"].items()},
        tuple(accepted),
        {ending: tuple(words) for ending, words in stated["run"].items()},
        {name: content.encode("latin-1") for name, content in (stated["files"] or {}).items()},
        Limits(**{name: int(value) for name, value in stated["limits"].items()}),
        tuple(map(tree, stated["trees"])),
    )


_BEGINNING = {
    Style.GAME: '''"""A beginning: it goes down the first branch. Try it with: python3 game.py {file}"""


def {function}(game):
    """Return the value of the game, and the best child of the root."""
    node = game.root
    while not game.is_leaf(node):
        node = game.children(node)[0]
    return game.value(node), game.children(game.root)[0]
''',
    Style.AGENTS: '''"""A beginning: it takes the first action. Try it with: python3 game.py {file}"""


def {function}(state):
    """Return the best action of agent 0."""
    return state.getLegalActions(0)[0]
''',
    Style.ANSWERS: '''"""A beginning: it answers nothing. Try it with: python3 game.py {file}"""


def {function}(problem):
    """Return the answers to a problem, part by part; the problem is a dict as its file states it."""
    return {answers}
''',
}


def handed_out(program: Program) -> Iterator[tuple[str, bytes]]:
    """Yield what students get: the game, a beginning that runs and is wrong, the public trees with their answers, files, and what is asked."""
    data = posed if program.style is Style.ANSWERS else tree_data
    public: list[Plain] = [
        {
            "name": tree.name,
            "problem": data(tree.exercise),
            "answers": [_answers(one, program) for one in tree.accepted],
        }
        for tree in program.trees
        if tree.is_public
    ]
    stated: dict[str, Plain] = {
        "format": TREES_FORMAT,
        "function": program.function,
        "style": str(program.style),
        "run": {ending: [*words] for ending, words in program.run.items()},
        "trees": public,
    }
    file, answers = f"{program.exercise}.py", repr(dict.fromkeys(program.ask))
    yield GAME, Path(__file__).with_name(GAME).read_bytes()
    yield file, _BEGINNING[program.style].format(file=file, function=program.function, answers=answers).encode()
    yield TREES, (json.dumps(stated, indent=1, ensure_ascii=False) + "\n").encode()
    yield from program.files.items()
    yield README, ("\n\n".join(statement(program)) + "\n").encode()


def _answers(exercise: Exercise, program: Program) -> dict[str, Plain]:
    """Return the right answers, of what is pruned every leaf: that is what the log tells."""
    solved = exercise.solve()
    if program.style is not Style.ANSWERS and "pruned" in program.ask:
        solved["pruned"] = [exercise.name_of(leaf) for leaf in sorted(exercise.solution.answers["pruned"].leaves)]
    return {part: solved[part] for part in program.ask}


_RETURNS = {
    Style.GAME: "{function}(game), which returns the value of the game, a pair (value, best child or move), or a dict from parts to answers",
    Style.AGENTS: "{function}(state), or the only class with such a method, which returns the best action of agent 0",
    Style.ANSWERS: "{function}(problem), which returns a dict from parts to answers",
}


def statement(program: Program) -> list[str]:
    """Return in paragraphs what a program is to do, and how it is marked."""
    kind, hidden = KINDS[program.kind], sum(not tree.is_public for tree in program.trees)
    endings = [ending for ending in program.run if ending != ".py"]
    others = f"; it may also end in {listed(endings, _MOST_NAMED)} and speak lines of JSON" if endings else ""
    from_log = [part for part in program.ask if part in FROM_LOG and program.style is not Style.ANSWERS]
    logged = (
        f" {both(from_log)} {'is' if len(from_log) == 1 else 'are'} told by the log of what it asks for, not by what it returns."
        if from_log
        else ""
    )
    limits = program.limits
    calls = "" if program.style is Style.ANSWERS else f"{limits.calls} requests for each node (never fewer than 200), "
    asked = (f"{part} ({kind.parts[part].title}, {points_text(program.points[part])})" for part in program.ask)
    return [
        f"Hand in a program, {program.exercise}.py{others}. It defines {_RETURNS[program.style].format(function=program.function)}.",
        f"Asked: {', '.join(asked)}.{logged}",
        " ".join(_conventions_said(program, kind)),
        (
            f"It is played on {count(hidden, 'tree')} that you do not see; each part earns its share of the trees on which it is right. "
            f"For each tree it has {limits.seconds} seconds, {calls}and {limits.memory} MiB."
        ),
        f"In the folder programs/{program.exercise} are the game, a beginning, and trees to try it on: python3 game.py {program.exercise}.py",
    ]


def _conventions_said(program: Program, kind: Kind) -> Iterator[str]:
    """Yield the conventions in words; where any of several may be followed, all of these."""
    free = [name for name in FIELDS if len({repr(value_of(one, name)) for one in program.accepted}) > 1]
    yield from kind.conventions_said(program.trees[0].exercise.problem, free)
    for name in free:
        said = dict.fromkeys(describe(one, name) for one in program.accepted)
        yield f"Either is right, the same on all trees: {' Or: '.join(said)}"
