"""An autograder for Gradescope: the archive to upload, with two scripts at its root, the problems, this program, and wheels of what it needs if wanted.

Source of the layout: Gradescope's autograder specifications. The archive is unpacked to /autograder/source; `setup.sh` runs once when
the image is built, `run_autograder` for each submission, from /autograder, and must leave results/results.json behind. No package
index is asked for this program: what is found there by its name need not be it.
"""

from __future__ import annotations

import os
import shlex
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256

from grader.core.documents.writing import to_yaml
from grader.core.names import distinct, stem_of
from grader.core.resources import __version__, resource_path
from grader.kinds import KINDS, Exercise, write_problem
from grader.platforms.question_items import Files, Format, Pool, Wishes, needed_words, notes_in_words, singles
from grader.platforms.statement_html import PROGRAM, Member, archived

# -- the program itself as a wheel, made from its own files: of an installed wheel, an editable install or a bare
# checkout alike

WHEEL = f"gametree_grader-{__version__}-py3-none-any.whl"
_INFO = f"gametree_grader-{__version__}.dist-info"
_PLACES = {name: name for name in ("grader", "generators")} | {
    f"grader/{name}": name for name in ("schemas", "problem_bank", "fonts")
}
"""What goes where."""
_ABOUT = {
    "METADATA": f"Metadata-Version: 2.1\nName: gametree-grader\nVersion: {__version__}\n",
    "WHEEL": "Wheel-Version: 1.0\nGenerator: gametree-grader\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "entry_points.txt": "[console_scripts]\ngrade = grader.cli:start_grade\ngametree = grader.cli:start_gametree\n",
}


@cache
def program_wheel() -> bytes:
    """Return the wheel. It names no dependencies: who installs it says which are needed."""
    files = (member for place, name in _PLACES.items() for member in _files_of_wheel(resource_path(name), place))
    held = {member.name: member for member in files}  # of an installed wheel some are found twice
    members = [*held.values(), *(Member(f"{_INFO}/{name}", content) for name, content in _ABOUT.items())]
    record = [_recorded(member) for member in members] + [f"{_INFO}/RECORD,,\n"]
    return archived([*members, Member(f"{_INFO}/RECORD", "".join(record))])


def _files_of_wheel(folder: str, place: str) -> Iterator[Member]:
    """Yield the files below a folder, which stands at that place in the wheel, but for what Python keeps beside them."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        name = f"{place}/{entry.name}"
        if entry.is_dir():
            yield from _files_of_wheel(entry.path, name) if entry.name != "__pycache__" else ()
        else:
            with open(entry.path, "rb") as file:
                yield Member(name, file.read())


def _recorded(member: Member) -> str:
    content = member.content if isinstance(member.content, bytes) else member.content.encode()
    digest = urlsafe_b64encode(sha256(content).digest()).decode().rstrip("=")
    return f"{member.name},sha256={digest},{len(content)}\n"


ARCHIVE = "autograder.zip"
NEEDED = ("click>=8.2", "pyyaml>=6.0.1", "jsonschema>=4.20", "jsonschema-rs>=0.30")
"""What marking takes of the dependencies: trees are drawn as text there, so that nothing is needed that draws pictures."""
NEEDED_BY_PAGES = ("jinja2>=3.1", "rcssmin>=1.2", "rjsmin>=1.2.4")
NEEDED_BY_PROGRAMS = (*NEEDED, *NEEDED_BY_PAGES)
"""What marking by a build takes."""
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
"$base/venv/bin/pip" install @WHERE@@NEEDED@
"$base/venv/bin/pip" install --no-index --no-deps "$base/source/wheels/@WHEEL@"
"""
_RUN = """\
#!/usr/bin/env bash
# Runs for each submission: marks all that was handed in. Whatever happens there is a result.
base=${AUTOGRADER:-/autograder}
cd "$base" || exit 1
mkdir -p results
what=submission/answers.yaml # where nothing was handed in, the result says that it is not there
if [ -n "$(find submission -type f -o -type l | head -n 1)" ]; then what=submission; fi # links are told there, not followed
venv/bin/grade "$what" --as-one @BY@ \\
  --reveal @REVEAL@ --format gradescope > results/results.json
if [ ! -s results/results.json ]; then
  echo '{"score": 0, "output": "The autograder did not run, so this is no mark. Please tell your instructor."}' > results/results.json
fi
"""

_MARK, _BY_KEY = "venv/bin/grade ", "--quiz source/key --sandbox user"
_CLOSE = "chmod -R go-rwx source # programs that students hand in run as another user, who is to read nothing of it\n"


def autograder_files(pools: Sequence[Pool], wishes: Wishes) -> Files:
    """Yield the archive."""
    yield ARCHIVE, archived(_members(singles(pools), wishes))


def _members(exercises: Sequence[Exercise], wishes: Wishes) -> Iterator[Member]:
    ids = ",".join(exercise.problem.id for exercise in exercises)
    where = '--no-index --find-links "$base/source/wheels" ' if wishes.wheels else ""
    needed = needed_words(NEEDED_BY_PROGRAMS if wishes.programs else NEEDED)
    setup = _SETUP.replace("@WHERE@", where).replace("@NEEDED@", needed).replace("@WHEEL@", WHEEL)
    yield Member(SETUP, setup, PROGRAM)
    by = f"--problems source/problems --require {shlex.quote(ids)} --only"
    run = _RUN.replace("@BY@", _BY_KEY if wishes.programs else by).replace("@REVEAL@", wishes.reveal.value)
    yield Member(RUN, run.replace(_MARK, f"{_CLOSE}{_MARK}") if wishes.programs else run, PROGRAM)
    yield from (Member(f"key/{name}", content) for name, content in wishes.key.items() if wishes.programs)
    stems = distinct(stem_of(exercise.problem.id) for exercise in exercises)
    for exercise, stem in zip(exercises, stems, strict=True) if not wishes.programs else ():
        problem = exercise.problem
        yield Member(f"problems/{stem}.yaml", to_yaml(write_problem(KINDS[problem.kind], problem)))
    yield Member(f"wheels/{WHEEL}", program_wheel())
    for wheel in wishes.wheels:
        yield Member(f"wheels/{wheel.name}", wheel.read_bytes())


GRADESCOPE = Format(
    autograder_files,
    notes_in_words,
    runs_programs=True,
    instead="`gametree quiz build` makes the sheets, and `grade --quiz` marks what comes back",
    needed=NEEDED,
    needed_by_programs=NEEDED_BY_PROGRAMS,
    tells=True,
)
