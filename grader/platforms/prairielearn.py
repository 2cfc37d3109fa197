"""What a part of an answer is filled in with on a page of elements: texts, lists to choose from, boxes to tick. From the problem alone."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterator, Sequence

from grader.core.answers.inputs import Field, Widget
from grader.core.data import Data, Plain
from grader.core.documents.files import Contents
from grader.core.documents.writing import to_yaml
from grader.core.drawing.outline import outline
from grader.core.games.text_question import TEXT
from grader.core.names import distinct, stem_of
from grader.core.numbers import marks_text, points_text
from grader.core.text import printable, xml_text
from grader.kinds import KINDS, Exercise, Problem, write_problem
from grader.pages.sheet import Question, make_sheet
from grader.platforms.question_items import Files, Format, HandedIn, Pool, Wishes, pictures_of
from grader.platforms.statement_html import Member, archived

Row = dict[str, Data]

_NUMBER, _LIST = 16, 60
"""How many letters a field shows."""

_ENTRIES = ("each", "choices")
_TICKS = ("set", "some")
_TEXTS = ("one", "range")
_NAMES = ("list", "path")
_HINTS = {
    "list": "Write the names in order, with commas between them.",
    "area": "Write it as YAML,",
    "ticks": "Tick all that belong.",
}


_NONE = "Write none where it holds for no x."
_OPEN = "Leave the fields blank where nothing belongs."


def part_inputs(problem: Problem, place: int) -> Row:
    """Return the part that is asked in this place, with all its inputs."""
    name = problem.ask[place]
    part = KINDS[problem.kind].parts[name]
    widget = part.form.widget(problem)
    rows = [{"key": key, "inputs": inputs} for key, inputs in _rows(widget, f"part{place + 1}")]
    nothing = [_ticks(f"part{place + 1}_none", (), widget.empty)] if widget.sort in _ENTRIES and widget.empty else []
    return {
        "name": name,
        "title": part.title,
        "task": part.task if _is_written(rows) else part.wanted,
        "points": points_text(problem.points[name]),
        "hint": _hint_of(widget, rows, part.form.template(problem).example),
        "has_entries": widget.sort in _ENTRIES,
        "rows": rows,
        "nothing": [{"key": "", "inputs": nothing}] if nothing else [],
    }


def _is_written(rows: Sequence[Row]) -> bool:
    """Return whether the part is written as a text: then its task says how."""
    return any(one.get("is_list") or one.get("is_area") for row in rows for one in row["inputs"])


def _hint_of(widget: Widget, rows: Sequence[Row], example: str) -> str:
    if widget.sort == "range":
        return _NONE
    return _OPEN if widget.sort in _ENTRIES and widget.is_open else _hint(rows, example)


def _hint(rows: Sequence[Row], example: str) -> str:
    """Return how the only input of a part is filled in, where that is not plain; an area has an example."""
    [first] = rows[0]["inputs"][:1] if len(rows) == 1 else [{}]
    said = next((said for sort, said in _HINTS.items() if first.get(f"is_{sort}")), "")
    return f"{said} {example}." if first.get("is_area") else said


def _rows(widget: Widget, name: str) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of a part: what each is about, "" where there is one, and its inputs."""
    if widget.sort in _ENTRIES:
        for at, (key, _) in enumerate(widget.keys):
            own = f"{name}_{at + 1}"
            chosen = [_choice(own, key, widget.options[at])] if widget.options else _fields(own, key, widget.fields)
            yield key, chosen
    elif widget.sort == "choice":
        yield "", [_choice(name, "", [key for key, _ in widget.keys])]
    elif widget.sort in _TICKS:
        yield "", [_ticks(name, [key for key, _ in widget.keys], widget.empty)]
    elif widget.sort in _TEXTS:
        yield "", _fields(name, "", widget.fields)
    else:
        is_list = widget.sort in _NAMES and not widget.fields
        names = [key for key, _ in widget.keys] if is_list else []
        yield "", [{**_input(name, "", is_text=is_list, is_list=is_list, is_area=not is_list), "names": names}]


def _fields(name: str, about: str, fields: Sequence[Field]) -> list[Row]:
    several = len(fields) > 1
    made = []
    for at, field in enumerate(fields):
        own = f"{name}_{'abcdefgh'[at]}" if several else name
        label = " ".join(filter(None, [about, field.label]))
        made.append(_choice(own, label, field.choices) if field.choices else _input(own, label, is_text=True))
    return made


def _choice(name: str, label: str, options: Sequence[str]) -> Row:
    return _input(name, label, is_choice=True, options=[_option(one, one) for one in options])


def _ticks(name: str, options: Sequence[str], empty: str) -> Row:
    nothing = [_option("", empty, is_nothing=True)] if empty else []
    return _input(name, "", is_ticks=True, options=[*(_option(one, one) for one in options), *nothing])


def _option(name: str, shown: str, *, is_nothing: bool = False) -> Row:
    return {"name": name, "shown": printable(shown, len(shown)), "is_nothing": is_nothing}


def _input(name: str, label: str, *, options: Sequence[Row] = (), **sorts: bool) -> Row:
    """Return an input. The elements want an option that is right, whatever marks: `stand_in` is said of the first one."""
    flags = dict.fromkeys(("is_text", "is_list", "is_area", "is_choice", "is_ticks"), False) | sorts
    listed = [{**one, "stand_in": "false" if at else "true"} for at, one in enumerate(options)]
    size = _LIST if flags["is_list"] else _NUMBER
    return {"name": name, "label": printable(label, len(label)), "options": listed, "size": size, **flags}


# -- exercises as questions of PrairieLearn: a folder for each pool, whose server.py has this program mark

FOLDER = "questions"
_HERE = os.path.dirname(__file__)
_TOPIC = "Game trees"
_ALT = "The tree, described below in words"
_HANDED_OUT = "files.zip"
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://pypi.org/project/gametree-grader/prairielearn")


def question_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the questions. Nothing but the problems is in them: no solution."""
    yield from (one for place in wishes.programs for one in _program_files(place, wishes))
    template, server = _held("question.html"), _held("server.py.txt")
    for pool, stem in zip(pools, distinct(stem_of(pool.name) for pool in pools), strict=True):
        for name, content in _files(pool, wishes):
            yield f"{FOLDER}/{stem}/{name}", content
        yield f"{FOLDER}/{stem}/question.html", template
        yield f"{FOLDER}/{stem}/server.py", server


def _held(name: str) -> str:
    with open(os.path.join(_HERE, f"prairielearn_{name}"), encoding="utf-8") as file:
        return file.read()


def _files(pool: Pool, wishes: Wishes) -> Iterator[tuple[str, str]]:
    stems = distinct(stem_of(exercise.problem.id) for exercise in pool.exercises)
    pages: list[Plain] = []
    for exercise, stem in zip(pool.exercises, stems, strict=True):
        problem = exercise.problem
        question = make_sheet([problem]).questions[0]
        pictures = pictures_of(question, stem)
        pages.append(_page(problem, question, f"problems/{stem}.yaml", list(pictures)))
        if problem.ask:
            yield f"problems/{stem}.yaml", to_yaml(write_problem(KINDS[problem.kind], problem._replace(text=None)))
        yield from ((f"clientFilesQuestion/{name}", drawn) for name, drawn in pictures.items())
    yield "info.json", _json(_info(pool, pool.exercises[0]))
    yield "question.json", _json({"reveal": wishes.reveal.value, "pages": pages})


def _info(pool: Pool, first: Exercise) -> dict[str, Plain]:
    ids = json.dumps([pool.name, *(exercise.problem.id for exercise in pool.exercises)], ensure_ascii=False)
    more: dict[str, Plain] = {} if first.problem.ask else {"gradingMethod": "Manual"}
    return {
        "uuid": str(uuid.uuid5(_NAMESPACE, ids)),
        "title": pool.title or first.kind.title,
        "topic": _TOPIC,
        "tags": [first.problem.kind],
        "type": "v3",
        "singleVariant": len(pool.exercises) == 1
        or first.problem.text is not None,  # people see the last variant alone
        "partialCredit": True,
        **more,
    }


def _page(problem: Problem, question: Question, file: str, pictures: Sequence[str]) -> dict[str, Plain]:
    """Return what a page shows of a problem, and what it is filled in with; it is made from the problem alone."""
    return {
        "problem": file,
        "task": question.task,
        "pictures": [{"file": name, "alt": _ALT} for name in pictures],
        "trees": ["\n".join(lines) for lines in map(outline, question.diagrams) if lines],
        "posed": list(question.posed),
        "conventions": question.sentences,
        "has_conventions": bool(question.sentences),
        "parts": [part_inputs(problem, place) for place in range(len(problem.ask))],
        **_in_words(problem),
    }


def _in_words(problem: Problem) -> dict[str, Plain]:
    """Return what is answered in words, if anything is, and by what a person marks it, which graders alone are shown."""
    part, question = KINDS[problem.kind].parts[TEXT], problem.text
    if question is None:
        return {"in_words": [], "rubric": []}
    lines = part.form.prompt(problem).splitlines()
    return {
        "in_words": [{"title": part.title, "lines": lines, "points": points_text(question.points)}],
        "rubric": question.rubric_said,
    }


def question_notes(pools: Sequence[Pool]) -> Iterator[str]:
    """Yield what each question with an answer in words is worth in an assessment: PrairieLearn adds what a person gives."""
    for pool in pools:
        problem = pool.exercises[0].problem
        if problem.text:
            points, manual = (marks_text(one) for one in (problem.solvable, problem.text.points))
            yield f'{pool.name}: a person marks text; in the assessment write "autoPoints": {points}, "manualPoints": {manual}'


def _json(data: dict[str, Plain]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


# -- an exercise that is answered with a program: a question with an external grader

_IMAGE, _INSTALLED = "prairielearn/grader-python", "gametree"
_START, _MOST_SECONDS = 60, 600


def _program_files(one: HandedIn, wishes: Wishes) -> Iterator[tuple[str, Contents]]:
    """Yield the question of an exercise that is answered with a program: its page, what is handed out, and what marks it."""
    program = one.program
    place = f"{FOLDER}/{stem_of(program.exercise)}"
    seconds = _START + 2 * program.limits.seconds * len(program.trees)  # each tree may be played once more, alone
    options: dict[str, Plain] = {
        "image": _IMAGE,
        "entrypoint": ["bash", "/grade/tests/run.sh"],
        "serverFilesCourse": [_INSTALLED],
        "timeout": min(seconds, _MOST_SECONDS),
        "enableNetworking": False,
    }
    about = {"uuid": str(uuid.uuid5(_NAMESPACE, program.id)), "title": program.title or program.exercise}
    about |= {"topic": _TOPIC, "type": "v3", "gradingMethod": "External"}
    more: dict[str, Plain] = {"tags": [program.kind], "singleVariant": True, "partialCredit": True}
    yield f"{place}/info.json", _json({**about, **more, "externalGradingOptions": options})
    page = _held("program.html").replace("@NAMES@", ", ".join(f"{program.exercise}{one}" for one in program.run))
    said = xml_text(one.handed_out.get("README.txt", b"").decode()).replace("{", "&#123;")  # no tag of its templates
    yield f"{place}/question.html", page.replace("@SAID@", said)
    members = [Member(name, content) for name, content in one.handed_out.items()]
    yield f"{place}/clientFilesQuestion/{_HANDED_OUT}", archived(members)
    yield f"{place}/tests/run.sh", _held("run.sh").replace("@REVEAL@", wishes.reveal.value)
    yield from ((f"{place}/tests/key/{name}", content) for name, content in one.key.items())


PRAIRIELEARN = Format(question_files, question_notes, runs_programs=True, tells=True)
