"""The sheet of a server is the answer page with a script of its own; there is no right answer in it, and names stay texts."""

from __future__ import annotations

import re

from banked import BANK

from grader.pages.answer_page import Heading, write_answer_page
from grader.serve.served_sheet import write_served_sheet

HOSTILE = "</script><b onclick=\"x()\" title='y'>\u202eŽofia"
HEADING = Heading("Week 5", "AI", student="s1001", quiz="week5")


def test_a_name_stays_a_text_and_the_id_is_what_is_handed_in() -> None:
    page = write_served_sheet([BANK["minimax-textbook"].problem], HEADING, HOSTILE)
    assert "&lt;b onclick=" in page
    assert "<b onclick" not in page
    assert "\u202e" not in page
    assert '"student":"s1001"' in page


def test_its_scripts_may_ask_the_server_from_which_it_came_and_those_of_other_pages_may_not() -> None:
    problems = [BANK["minimax-textbook"].problem]
    policies = [
        re.findall('Content-Security-Policy" content="([^"]*)"', page)[0]
        for page in (write_served_sheet(problems, HEADING), write_answer_page(problems, HEADING))
    ]
    assert "; connect-src 'self'; base-uri 'none'; form-action 'none'" in policies[0]
    assert "connect-src" not in policies[1]
    assert not [policy for policy in policies if "unsafe" in policy or "*" in policy]


def test_it_holds_nothing_that_the_answer_page_does_not_hold() -> None:
    problems = [BANK[id_].problem for id_ in ("minimax-textbook", "four-ply-trace", "when-pruned", "ucb-slide-wins")]
    data = [
        re.findall('<script type="application/json".*?</script>', page, re.DOTALL)
        for page in (write_served_sheet(problems, HEADING), write_answer_page(problems, HEADING))
    ]
    assert data[0] == data[1]
