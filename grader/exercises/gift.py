"""Exercises in GIFT, Moodle's format of plain text: the statement as a description, and a question for each thing that is asked.

Source: Moodle's `question/format/gift`. GIFT has neither marks nor pictures nor files, and nothing keeps questions together.
Students see what a question is worth, and its sort: so all fields of a part are worth the same, also where nothing belongs, and every
number is a short answer with each way to write it.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from grader.answers.platform import Item, Items, Pick, Ticks, Upload, equal_shares
from grader.answers.spellings import spellings
from grader.exact import Number, marks_text
from grader.exercises import Files, Pool, Wishes, singles
from grader.exercises.carried import CarriedExercise, CarriedPart, Misled, notes, title_of
from grader.exercises.moodle import category_path
from grader.exercises.statement_html import heading_html, numbers_said, statement_lines, task_html, text_html
from grader.exercises.uploads import upload_files

QUESTIONS = "key/moodle.gift.txt"
_FEW = 2
"""So many ways to write a wrong number are listed."""
_SPECIAL = re.compile(r"[~=#{}:\\]")


def gift_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the questions, and the problems by which files are marked."""
    exercises = [CarriedExercise(exercise) for exercise in singles(pools)]
    written = [
        f"$CATEGORY: {category_path([title_of(pools, wishes)])}",
        *(one for exercise in exercises for one in _questions(exercise)),
    ]
    yield QUESTIONS, "\n\n".join(written) + "\n"
    yield from upload_files(pools)


def gift_notes(pools: Sequence[Pool]) -> Iterator[str]:
    """Yield what the format cannot carry."""
    yield from notes(pools)
    yield "GIFT carries no marks, no pictures and no files: the name of each question says its points; make an assignment for files"


def _questions(carried: CarriedExercise) -> Iterator[str]:
    yield _question(carried.name, "\n".join(statement_lines(carried.name, carried.question, ())))
    for part in carried.parts:
        if isinstance(part.carried, Upload):
            yield _question(
                f"{carried.name} {part.name}",
                f"{heading_html(carried.name)}{task_html(part)}<p>In a file, which is handed in elsewhere.</p>",
            )
        else:
            yield from _asked(carried, part, part.carried)


def _asked(carried: CarriedExercise, part: CarriedPart, items: Items) -> Iterator[str]:
    """Yield a question for each item; its name says what it is worth, which is the same for all."""
    worth = marks_text(Fraction(part.points) * equal_shares(len(items.items)))
    how = f"<p>{text_html(items.how)}</p>" if items.how else ""
    for item, misled in zip(items.items, carried.misled(part), strict=True):
        name = f"{carried.name} {part.name} {item.label}".rstrip() + f": {worth} of {marks_text(part.points)}"
        numbers = f"<p>{text_html(said)}</p>" if (said := numbers_said([item])) else ""
        label = f"<p>{text_html(item.label)}</p>" if item.label else ""
        yield _question(
            name, f"{heading_html(carried.name)}{task_html(part)}{how}{numbers}{label}", _answers(item, misled)
        )


def _question(name: str, text: str, answers: str = "") -> str:
    return f"::{_escaped(name)}::[html]{_escaped(text)}{answers and f' {{{answers}}}'}"


def _answers(item: Item, misled: Sequence[Misled]) -> str:
    if isinstance(item, Ticks):
        return "\n" + "".join(
            f"~%{_percent(share, item)}%{_option(one)}\n" for one, share in zip(item.options, item.shares, strict=True)
        )
    if isinstance(item, Pick):
        right = item.right or (len(item.options) - 1,)
        return "\n" + "".join(
            f"{'=' if place in right else '~'}{_option(one)}\n" for place, one in enumerate(item.options)
        )
    (accepted,) = item.accepted
    wrong = [(text, one.advice) for one in misled for text in spellings(one.accepted)[:_FEW]]
    told = "".join(f"=%0%{_escaped(text)}#{_option(advice)}\n" for text, advice in wrong)
    return "\n" + "".join(f"={_escaped(text)}\n" for text in spellings(accepted)) + told


def _percent(share: Number, item: Ticks) -> str:
    """Return a share in per cent as the list of fractions has it that Moodle takes from files: to 5 places."""
    return f"{float(100 * Fraction(share) / item.share):.5f}".rstrip("0").rstrip(".")


def _option(text: str) -> str:
    return _escaped(html.escape(text))


def _escaped(text: str) -> str:
    r"""Return a text in which no sign is one of GIFT's, on one line.

    >>> print(_escaped("a=b {c}: \\ #"))
    a\=b \{c\}\: \\ \#
    """
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", text).replace("\n", r"\n")
