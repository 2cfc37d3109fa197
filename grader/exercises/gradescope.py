"""An autograder for Gradescope: the archive to upload, with two scripts at its root, the problems, and wheels if wanted.

Source of the layout: Gradescope's autograder specifications. The archive is unpacked to /autograder/source; `setup.sh` runs once when
the image is built, `run_autograder` for each submission, from /autograder, and must leave results/results.json behind.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from grader.documents.write import to_yaml
from grader.exercises import Files, Pool, Wishes, singles
from grader.exercises.archive import PROGRAM, Member, archived
from grader.kinds import KINDS, Exercise, write_problem
from grader.names import distinct, stem_of
from grader.version import __version__

ARCHIVE = "autograder.zip"
SETUP, RUN = "setup.sh", "run_autograder"

_SETUP = """\
#!/usr/bin/env bash
# Runs once, when the image is built: a virtual environment with the grader. It needs Python 3.11 or newer.
set -euo pipefail
base=${AUTOGRADER:-/autograder}
is_new='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'
if ! python3 -c "$is_new" 2> /dev/null; then
  apt-get update
  apt-get install -y python3 python3-venv
fi
if ! python3 -c "$is_new"; then
  echo "This image has no Python 3.11 or newer: choose a newer base image." >&2
  exit 1
fi
python3 -m venv "$base/venv"
"$base/venv/bin/pip" install @WHAT@
"""
_RUN = """\
#!/usr/bin/env bash
# Runs for each submission: marks all that was handed in. Whatever happens there is a result.
base=${AUTOGRADER:-/autograder}
cd "$base" || exit 1
mkdir -p results
what=submission/answers.yaml # where nothing was handed in, the result says that it is not there
if [ -n "$(find submission -type f | head -n 1)" ]; then what=submission; fi
venv/bin/grade "$what" --as-one --problems source/problems --require @IDS@ --only \\
  --reveal @REVEAL@ --format gradescope > results/results.json
if [ ! -s results/results.json ]; then
  echo '{"score": 0, "output": "The autograder did not run, so this is no mark. Please tell your instructor."}' > results/results.json
fi
"""


def autograder_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the archive."""
    yield ARCHIVE, archived(_members(singles(pools), wishes))


def _members(exercises: Sequence[Exercise], wishes: Wishes) -> Iterator[Member]:
    ids = ",".join(exercise.problem.id for exercise in exercises)
    yield Member(SETUP, _SETUP.replace("@WHAT@", _what_to_install(wishes)), PROGRAM)
    yield Member(RUN, _RUN.replace("@IDS@", shlex.quote(ids)).replace("@REVEAL@", wishes.reveal.value), PROGRAM)
    stems = distinct(stem_of(exercise.problem.id) for exercise in exercises)
    for exercise, stem in zip(exercises, stems, strict=True):
        problem = exercise.problem
        yield Member(f"problems/{stem}.yaml", to_yaml(write_problem(KINDS[problem.kind], problem)))
    for wheel in wishes.wheels:
        yield Member(f"wheels/{wheel.name}", wheel.read_bytes())


def _what_to_install(wishes: Wishes) -> str:
    if wishes.wheels:
        return '--no-index --find-links "$base/source/wheels" gametree-grader'
    return f"gametree-grader=={__version__}"
