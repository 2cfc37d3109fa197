"""Exercises as questions of PrairieLearn: a folder for each pool, whose server.py has this program mark.

Source of the layout: PrairieLearn's documentation of questions (info.json, question.html, server.py) and of its elements.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterator, Sequence

from grader.data import Data
from grader.documents.write import to_yaml
from grader.drawing.draw import svg
from grader.drawing.outline import outline
from grader.exercises import Files, Pool, Wishes
from grader.exercises.prairielearn.inputs import part_inputs
from grader.handout.sheet import Question, make_sheet
from grader.kinds import KINDS, Exercise, Problem, write_problem
from grader.names import distinct, stem_of

FOLDER = "questions"
_HERE = os.path.dirname(__file__)
_TOPIC = "Game trees"
_ALT = "The tree, described below in words"
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://pypi.org/project/gametree-grader/prairielearn")


def question_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the questions. Nothing but the problems is in them: no solution."""
    template, server = _held("question.html"), _held("server.py.txt")
    for pool, stem in zip(pools, distinct(stem_of(pool.name) for pool in pools), strict=True):
        for name, content in _files(pool, wishes):
            yield f"{FOLDER}/{stem}/{name}", content
        yield f"{FOLDER}/{stem}/question.html", template
        yield f"{FOLDER}/{stem}/server.py", server


def _held(name: str) -> str:
    with open(os.path.join(_HERE, name), encoding="utf-8") as file:
        return file.read()


def _files(pool: Pool, wishes: Wishes) -> Iterator[tuple[str, str]]:
    stems = distinct(stem_of(exercise.problem.id) for exercise in pool.exercises)
    pages: list[Data] = []
    for exercise, stem in zip(pool.exercises, stems, strict=True):
        problem = exercise.problem
        question = make_sheet([problem]).questions[0]
        pictures = _pictures(question, stem)
        pages.append(_page(problem, question, f"problems/{stem}.yaml", list(pictures)))
        yield f"problems/{stem}.yaml", to_yaml(write_problem(KINDS[problem.kind], problem))
        yield from ((f"clientFilesQuestion/{name}", drawn) for name, drawn in pictures.items())
    yield "info.json", _json(_info(pool, pool.exercises[0]))
    yield "question.json", _json({"reveal": wishes.reveal.value, "pages": pages})


def _info(pool: Pool, first: Exercise) -> dict[str, Data]:
    ids = json.dumps([pool.name, *(exercise.problem.id for exercise in pool.exercises)], ensure_ascii=False)
    return {
        "uuid": str(uuid.uuid5(_NAMESPACE, ids)),
        "title": pool.title or first.kind.title,
        "topic": _TOPIC,
        "tags": [first.problem.kind],
        "type": "v3",
        "singleVariant": len(pool.exercises) == 1,
        "partialCredit": True,
    }


def _page(problem: Problem, question: Question, file: str, pictures: Sequence[str]) -> dict[str, Data]:
    """Return what a page shows of a problem, and what it is filled in with; it is made from the problem alone."""
    return {
        "problem": file,
        "task": question.task,
        "pictures": [{"file": name, "alt": _ALT} for name in pictures],
        "trees": ["\n".join(outline(diagram)) for diagram in question.diagrams],
        "posed": list(question.posed),
        "conventions": list(question.conventions),
        "parts": [part_inputs(problem, place) for place in range(len(problem.ask))],
    }


def _pictures(question: Question, stem: str) -> dict[str, str]:
    """Return the drawings of a problem by names of files; none where its tree is not drawn."""
    shown = question.diagrams if question.is_drawn else ()
    return {f"{stem}-{place}.svg": svg(diagram) for place, diagram in enumerate(shown, 1)}


def _json(data: dict[str, Data]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
