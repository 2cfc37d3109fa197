"""A folder with a problem and submissions, and how it is graded."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from console import put

from bad_input.week import GOOD, PROBLEM


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the problem q1 and a submission that earns full marks."""
    put(tmp_path / "q1.problem.yaml", PROBLEM)
    put(tmp_path / "good.yaml", GOOD)
    return tmp_path


@pytest.fixture
def bound_by_modes(tmp_path: Path) -> tuple[str, ...]:
    """Return the words through which a process starts that the modes of files bind, as they do not bind root."""
    probe = put(tmp_path / "probe", "")
    probe.chmod(0)
    for through in ((), ("setpriv", "--bounding-set=-dac_override,-dac_read_search")):
        if through and not shutil.which(through[0]):
            continue
        reading = [*through, sys.executable, "-c", "import sys; open(sys.argv[1])", str(probe)]
        if b"PermissionError" in subprocess.run(reading, capture_output=True, check=False).stderr:
            return through
    pytest.skip("this user may read every file, and no setpriv takes that right away")
