"""Of what a program answered nobody is told that it was written or listed by hand."""

import re
from html import unescape
from typing import Any

import pytest
from buggy_searches import BUGS, strict
from played_programs import Game, Search, play, program_of
from test_programs_marks import PUBLIC, SIX, handed_in

from grader.core.answers.reports import Reveal
from grader.core.drawing.diagram import Numbers
from grader.pages.feedback import page
from grader.pages.text import report_lines

ASK = ("value", "best-move", "visited", "pruned", "values", "windows")
BY_HAND = re.compile(
    r"\b(?:you (?:wrote|listed|answered|left|pruned?|did)|listed by you|window, yours|what i wrote|as you answered|left blank|your (?:visit|answers))\b",
    re.IGNORECASE,
)


def all_wrong(game: Game) -> Any:
    """Return wrong numbers and windows beside a search that goes nowhere, and no move."""
    game.children(game.root)
    inner = [node for node in game.tree.ids if not game.is_leaf(node)]
    return {"value": 99, "values": dict.fromkeys(inner, 99), "windows": {node: [1, 0] for node in inner}}


@pytest.mark.parametrize("search", [strict, BUGS["no cutoff"], all_wrong])
@pytest.mark.parametrize("reveal", [Reveal.VERDICTS, Reveal.EXPECTED])
def test_a_program_is_not_told_that_it_wrote_or_listed(search: Search, reveal: Reveal) -> None:
    program = program_of("alpha-beta", [*PUBLIC, *SIX], ASK, public=3)
    outcome = handed_in(program, play(program, search), reveal=reveal)
    text = "\n".join(map(str, report_lines(outcome, Numbers.ALL)))
    written = re.sub(r"<style.*?</style>|<script>.*?</script>", "", page(outcome), flags=re.DOTALL)
    said = f"{text}\n{unescape(written)}"
    assert BY_HAND.findall(said) == []
    assert "your program answered" in said.lower()
