"""The form of an answer in words, which a person marks, and the part that asks for one: the same in problems of every kind."""

from grader.core.answers.case import Answer, Case, Key, NotJudged
from grader.core.answers.inputs import Widget
from grader.core.answers.part import Form, Fragment, Marker, Part, Room, Rule, Template, nullable
from grader.core.answers.reports import Entry, PartReport, Verdict, Written
from grader.core.data import Plain
from grader.core.games.problem import Problem
from grader.core.games.text_question import TEXT
from grader.core.text import harmless

MOST_LETTERS = 10_000
_LETTERS_A_LINE = 52


class FreeText(Form):
    """A text. No solver answers it and nothing is compared: what was written is held until a person marks it."""

    uploaded_as = "a person marks it"

    def read(self, problem: Problem, raw: object) -> Written | None:
        """Return the text that was written, with its lines; None where there are blanks alone. Raises NotJudged."""
        if not isinstance(raw, str):
            raise NotJudged(f"expected text, at most {MOST_LETTERS:,} characters")
        if len(raw) > MOST_LETTERS:
            raise NotJudged(f"has {len(raw):,} characters, expected at most {MOST_LETTERS:,}")
        text = "\n".join(line.rstrip() for line in raw.splitlines()).strip("\n")
        return Written(text, harmless(text)) if text.strip() else None

    def write(self, problem: Problem, answer: Answer) -> Plain:
        """Return a text as a document holds it."""
        return str(answer)

    def show(self, problem: Problem, answer: Answer) -> str:
        """Return a text as people read it."""
        return harmless(str(answer))

    def same(self, problem: Problem, answer: Answer, other: Answer) -> bool:
        """Return whether two texts are the same, letter by letter."""
        return bool(answer == other)

    def mark(self, marker: Marker, given: Written) -> PartReport:
        """Return that the text is held: it earns nothing until somebody marks it."""
        held = Entry(Verdict.HELD, None, given.text, None, 0, marker.possible)
        return marker.whole(held)

    def equality(self, case: Case) -> Rule:
        """Return that a script compares nothing."""
        return {"form": "words"}

    def compared(self, case: Case, answer: Answer) -> Plain:
        """Return nothing that a text could be compared with."""
        return None

    def fragment(self, definitions: str, *, blanks: bool) -> Fragment:
        """Return the shape: any text."""
        return nullable(
            {"description": f"a text of at most {MOST_LETTERS:,} characters", "type": "string"}, blanks=blanks
        )

    def template(self, problem: Problem) -> Template:
        """Return what a template says: below which line to write, as text in which no sign means anything."""
        return Template("your answer in the lines below, indented", is_block=True)

    def prompt(self, problem: Problem) -> str:
        """Return the question."""
        return harmless(problem.text.prompt) if problem.text else ""

    def room(self, problem: Problem) -> Room:
        """Return what paper offers: the lines that the question asks for."""
        lines = problem.text.lines if problem.text else 0
        return Room(_LETTERS_A_LINE * lines, lines=lines)

    def widget(self, problem: Problem) -> Widget:
        """Return what an answer page offers: a field of several lines."""
        return Widget("words", rows=problem.text.lines if problem.text else 0)


def _rule(problem: Problem, key: Key | None) -> str:
    """Return what an answer in words keeps to."""
    return "Answer the question in your own words"


TEXT_PART = Part(TEXT, "In your words", "an answer in words; a person marks it (a text)", FreeText(), rule=_rule)
