"""Who somebody from a platform is holds with PostgreSQL as without: the same tests, with another database."""

# ruff: noqa: F403  # all tests of these modules
from __future__ import annotations

import pytest
from postgres import cluster, postgres  # noqa: F401
from test_serve_identity import *

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("postgres")]
