#!/usr/bin/env bash
# Runs for each submission, as root and without a network: the student's program is run as another user, who is to read nothing of this folder.
base=${GRADE:-/grade}
chmod -R go-rwx "$base/tests"
mkdir -p "$base/results"
export PYTHONPATH="$base/serverFilesCourse/gametree"
python3 -c 'import sys; sys.argv[0] = "grade"; from grader.cli import start_grade; start_grade()' "$base/student" --as-one \
  --quiz "$base/tests/key" --sandbox user --reveal @REVEAL@ --format prairielearn > "$base/results/results.json"
if [ ! -s "$base/results/results.json" ]; then
  echo '{"gradable": false, "message": "The grader did not run, so this is no mark. Please tell your instructor."}' > "$base/results/results.json"
fi
