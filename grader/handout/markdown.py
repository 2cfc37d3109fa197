"""A sheet, or its key, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.drawing.outline import outline
from grader.handout.sheet import Question, Sheet
from grader.printable import printable

_MARKUP = re.compile(r"[\\`*_\[\]<&|#~]|^[-+=]|(?<=\d)[.)](?=\s)")
OURS = "<!-- gametree-grader -->"
"""By this first line a folder of hand-ins tells a sheet from what a student wrote."""
HOW = "Fill in answers.yaml and hand it in. A part that stays blank earns nothing and costs nothing."


def write_markdown(sheet: Sheet, drawings: Sequence[str] = ()) -> str:
    """Return the sheet; `drawings` name the files of the pictures of the first problem, where it is drawn."""
    several = len(sheet.questions) > 1
    lines = [OURS, "", f"# {markdown(sheet.title)}{': key' if sheet.is_key else ''}", "", f"{sheet.note}.", ""]
    lines += [] if sheet.is_key else [HOW, ""]
    if sheet.conventions:
        lines += ["## Conventions", ""]
    for shared in sheet.conventions:
        lines += [f"{shared.letter}. {shared.problems}:", "", *_bullets(shared.sentences), ""]
    for question in sheet.questions:
        if several:
            lines += [f"## {question.number}. {markdown(question.title)} ({question.points})", ""]
        lines += question_lines(question, "###" if several else "##", drawings if question.number == 1 else ())
    return "\n".join(lines)


def markdown(text: str) -> str:
    r"""Return the text with what Markdown would take for markup escaped.

    >>> print(markdown("1. _A_ <b>"), markdown("- x"))
    1\. \_A\_ \<b> \- x
    """
    return _MARKUP.sub(r"\\\g<0>", printable(text, len(text)))


def _bullets(sentences: Sequence[str]) -> Iterator[str]:
    return (f"- {markdown(sentence)}" for sentence in sentences)


def question_lines(question: Question, level: str, drawings: Sequence[str]) -> Iterator[str]:
    """Yield the lines of one problem below its title; `level` are the signs of its headings, `drawings` the addresses of its pictures."""
    yield from (f"Problem `{question.id}`. {question.task}", "")
    if question.shared:
        yield from (f"Conventions: {question.shared_names}, above.", "")
    for name in drawings if question.is_drawn else ():
        yield from (f"![The tree, described below]({name})", "")
    for diagram in question.diagrams:
        yield from ("```text", *outline(diagram), "```", "")
    for line in question.posed:
        yield from (markdown(line), "")
    if question.solved is None:
        yield from (f"{level} What to hand in", "")
        yield from (f"- **{asked.name}**: {asked.task}; {asked.points}" for asked in question.asked)
        yield ""
    else:
        yield from (f"{level} Answers", "")
        yield from (f"- **{name}** ({points}): {markdown(answer)}" for name, answer, points in question.solved.answers)
        yield from ("", f"{level} Step by step", "")
        yield from (f"1. {markdown(sentence)}" for _, sentence in question.solved.steps)
        yield ""
    if question.conventions:
        yield from (f"{level} Conventions", "", *_bullets(question.conventions), "")
