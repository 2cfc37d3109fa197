"""What holds of sheets that are served holds with PostgreSQL too: the same tests, with another database."""

# ruff: noqa: F403  # all tests of these modules
from __future__ import annotations

import pytest
from postgres import cluster, postgres  # noqa: F401
from test_serve_closing import *
from test_serve_export import *
from test_serve_faults import (  # noqa: F401
    test_a_quiz_that_is_changed_while_sheets_are_out_is_refused,
    test_what_waits_for_marks_is_marked_when_the_server_begins,
    test_what_was_answered_is_there_after_the_server_is_killed,
)
from test_serve_sheets import *

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("postgres")]
