"""What a student looks at, a page or paper, calls parts by their titles and says nothing of how files are written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from banked import FOLDERS, shipped
from turns import in_turn

from grader.kinds import KINDS, Exercise
from grader.pages.answer_page import Heading, write_answer_page
from grader.pages.paper import PAPERS, paper_data
from grader.pages.sheet import make_sheet
from grader.pages.sheet_page import write_page

WORDS_OF_FILES = ("(node:", "node document", "list of", "list of {", "[] if there is none", "{node", "[alpha, beta]")
_UNSEEN = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^>]*>", re.DOTALL)
IDS = {part.name for kind in KINDS.values() for part in kind.parts.values() if "-" in part.name}


def _seen(exercise: Exercise) -> Iterator[str]:
    """Yield what is read on the answer page, on the sheet as a page, and on the sheet and its key as paper."""
    problem = exercise.problem
    sheet, key = (make_sheet([problem], solutions=solutions) for solutions in (None, [exercise.solution]))
    yield from (_UNSEEN.sub(" ", page) for page in (write_answer_page([problem], Heading("Week")), write_page(sheet)))
    for one in (sheet, key):
        held = paper_data(one, PAPERS["a4"])
        yield re.sub(r'"(svg|name|is_\w+|in_tree)": ("(\\.|[^"\\])*"|\w+)', "", json.dumps(held, ensure_ascii=False))


@pytest.mark.parametrize("id_", FOLDERS)
@in_turn(4)
def test_no_page_and_no_paper_says_how_a_file_is_written(id_: str) -> None:
    exercise = shipped(id_)
    own = f"{exercise.problem.id} {exercise.problem.title}"
    for text in _seen(exercise):
        found = [word for word in WORDS_OF_FILES if word in text]
        found += [
            word
            for word in re.findall(r"(?<![\w-])[a-z]+(?:-[a-z]+)+(?![\w-])", text)
            if word in IDS and word not in own
        ]
        assert not found
