"""The key of an exercise that a program answers, and what is handed out of it: files, a beginning that runs and is wrong, and what is asked."""

import json
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.core.answers.choices import KeySet
from grader.core.answers.leaves import LeafSet
from grader.core.answers.run import Sought
from grader.core.conventions import describe, write_conventions
from grader.core.data import Plain
from grader.core.documents import parse_document
from grader.core.documents.writing import to_yaml
from grader.core.errors import ProblemError
from grader.core.numbers import Number, points_text, read_number, write_number
from grader.core.text import both, count, listed
from grader.grading.programs.game import FROM_LOG
from grader.grading.programs.program import CERTIFICATE, GAME, PYTHON, README, TREES, Program, Style
from grader.grading.programs.protocol import posed, tree_data
from grader.grading.programs.trees import Drawn, Shown, rule_name
from grader.kinds import KINDS, Exercise, Kind

FORMAT, TREES_FORMAT = "gametree-program/1", "gametree-trees/1"
_MOST_NAMED, _LONGEST = 8, 80


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
    rows = [(rule_name(one.rule), one.hidden, one.public) for one in drawn.shown if not one.reason]
    width = max([len("rule"), *(len(name) for name, *_ in rows)])
    for name, hidden, public in (("rule", "hidden", "public"), *rows):
        yield f"{name:{width}}  {hidden:>6}  {public:>6}"
    for reason in dict.fromkeys(one.reason for one in drawn.shown if one.reason):
        rules = [rule_name(one.rule) for one in drawn.shown if one.reason == reason]
        yield f"{', '.join(rules)} need not show: {reason}"
    yield from (f"warning: {one}" for one in drawn.warnings)


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
    """Yield what students get: the game, in Python a beginning that runs and is wrong, the public trees with their answers, files, and what is asked."""
    data = posed if program.style is Style.ANSWERS else tree_data
    public: list[Plain] = []
    for tree in (tree for tree in program.trees if tree.is_public):
        answers: Plain = [_answers(one, program) for one in tree.accepted]
        public.append({"name": tree.name, "problem": data(tree.exercise), "answers": answers})
    stated: dict[str, Plain] = {
        "format": TREES_FORMAT,
        "function": program.function,
        "style": str(program.style),
        "run": {ending: [*words] for ending, words in program.run.items()},
        "files": [*program.files],
        "seconds": program.limits.seconds,
        "calls": program.limits.calls,
        **_compared(program),
        "trees": public,
    }
    file, nothing = program.called, repr(dict.fromkeys(program.ask))
    yield GAME, Path(__file__).with_name(GAME).read_bytes()
    if program.is_python:
        yield file, _BEGINNING[program.style].format(file=file, function=program.function, answers=nothing).encode()
    yield TREES, (json.dumps(stated, indent=1, ensure_ascii=False) + "\n").encode()
    yield from program.files.items()
    yield README, ("\n\n".join([*statement(program), *_in_other_languages(program)]) + "\n").encode()


_NODES = """\
the program writes                        and gets
(it starts)                               {"root":"A","player":"max"}
{"children":"A"}                          {"children":["B","C"],"players":["min","leaf"],"moves":["L","R"]}
{"value":"C"}                             {"value":3}
{"answer":{"value":3,"best-move":"B"}}    the next tree, or {"end":true}
{"error":"what went wrong","line":12}     the same: this tree has no answer

The players are max, min, chance and leaf. Below a chance node there is also "chances":[0.5,0.5]. A node can be asked about once the children of its parent were."""
_PROBLEMS = """\
the program writes                        and gets
(it starts)                               {"problem":{...}}, as in trees.json
{"answer":{...}}, from parts to answers   the next problem, or {"end":true}
{"error":"what went wrong","line":12}     the same: this problem has no answer"""
_LINES = (
    "In another language a program reads and writes lines of JSON, one object each. It writes a line and gets one back:"
)
_ENDS = (
    "Whatever else it writes on standard output ends it; standard error is free. Write each line out at once (flush)."
)


def _in_other_languages(program: Program) -> Iterator[str]:
    """Yield in paragraphs how a program in another language is asked and run; nothing where none may be handed in."""
    commands = {program.exercise + name: shlex.join(words) for name, words in program.run.items() if words != PYTHON}
    if commands:
        yield from (_LINES, _PROBLEMS if program.style is Style.ANSWERS else _NODES, _ENDS)
        yield "\n".join(f"{file} is run by: {words.replace('{file}', file)}" for file, words in commands.items())


def _compared(program: Program) -> dict[str, Plain]:
    """Return how answers are compared: by how much a number may differ that is not whole, of which parts no order counts, and which have many right answers."""
    first = program.trees[0].exercise
    decimals, forms = first.problem.conventions.decimals, {part: first.kind.parts[part].form for part in program.ask}
    return {
        "near": 0 if decimals is None else 0.5 / 10**decimals,
        "sets": [part for part, form in forms.items() if isinstance(form, KeySet | LeafSet)],
        "examples": [part for part in program.ask if isinstance(first.solution.answers[part], Sought)],
    }


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
    kind, limits = KINDS[program.kind], program.limits
    _, *endings = program.run
    lines = " and speak lines of JSON" if program.is_python else ""
    others = f"; it may also end in {listed(endings, _MOST_NAMED)}{lines}" if endings else ""
    by_lines = "" if program.is_python else ", that reads and writes lines of JSON as README.txt says"
    defines = f"defines {_RETURNS[program.style].format(function=program.function)}; it can import the standard library and what is handed out, and no package."
    in_python = f" {'It' if program.is_python else 'In Python it'} {defines}" if PYTHON in program.run.values() else ""
    beginning = f", a beginning{' in Python' if endings else ''}," if program.is_python else ""
    from_log = [part for part in program.ask if part in FROM_LOG and program.style is not Style.ANSWERS]
    source = f"{'is' if len(from_log) == 1 else 'are'} told by the log of what it asks for, not by what it returns."
    logged = f" {both(from_log)} {source}" if from_log else ""
    calls = "" if program.style is Style.ANSWERS else f"{limits.calls} requests for each node (never fewer than 200), "
    asked = (f"{part} ({kind.parts[part].title}, {points_text(program.points[part])})" for part in program.ask)
    return [
        f"Hand in a program, {program.called}{by_lines}{others}. It is one file: nothing else of yours lies beside it.{in_python}",
        f"Asked: {', '.join(asked)}.{logged}",
        *_by_example(program),
        *filter(None, [" ".join(_conventions_said(program, kind))]),
        (
            f"It is played on {count(len(program.hidden), 'tree')} that you do not see; each part earns its share of the trees on which it is right. "
            f"For each tree it has {limits.seconds} seconds, {calls}and {limits.memory} MiB."
        ),
        f"In the folder programs/{program.exercise} are the game{beginning} and trees to try it on: python3 game.py {program.called}",
    ]


def _by_example(program: Program) -> Iterator[str]:
    """Yield what comes in and goes out where whole problems are asked: as the first public tree has it."""
    tree = next((tree for tree in program.trees if tree.is_public), None)
    if program.style is Style.ANSWERS and tree is not None:
        comes, goes = (
            ", ".join(map(_field, one.items())) for one in (posed(tree.exercise), _answers(tree.exercise, program))
        )
        yield f"A problem is as in trees.json. The first one there is {comes}. The answers to it are {goes}. All names in them are texts."


def _field(named: tuple[str, Plain]) -> str:
    name, written = named[0], json.dumps(named[1], ensure_ascii=False)
    return f"{name}: {written[:_LONGEST]}{'…' if len(written) > _LONGEST else ''}"


def _conventions_said(program: Program, kind: Kind) -> Iterator[str]:
    """Yield the conventions in words; where any of several may be followed, all of these."""
    yield from kind.conventions_said(program.trees[0].exercise.problem, program.free)
    for name in program.left_open:
        said = dict.fromkeys(describe(one, name) for one in program.accepted)
        yield f"Either is right, the same on all trees: {' Or: '.join(said)}"
