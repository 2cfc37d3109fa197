"""What `quiz check` tries of an exercise that a program answers: whether the sandbox works here, and what the right search earns."""

from grader.core.errors import Refusal
from grader.course.quiz.exercises import Posed
from grader.grading.marking import Terms, grade_submission
from grader.grading.programs.marking import program_exercise, submission_of
from grader.grading.programs.playing import play, reference
from grader.grading.programs.program import CERTIFICATE, PYTHON, read_program
from grader.grading.programs.sandbox import open_sandbox


def tried(posed: Posed) -> tuple[list[str], bool]:
    """Return which Python runs programs here, whether the sandbox works, and which commands are not there, and what the right search earns in it; False where that is less than all marks."""
    if posed.program is None:
        return [], True
    try:
        box = open_sandbox("bubblewrap")
    except Refusal as failure:
        return [str(failure)], True
    run_by = f"programs are run by Python {box.version} ({box.python}) under bubblewrap"
    files = dict(posed.program.key)
    program = read_program(files[CERTIFICATE], lambda name: files[f"{name}.yaml"])
    commands = [(ending, words) for ending, words in program.run.items() if words != PYTHON]
    lacking = [
        f"warning: {posed.entry}{ending} {why}, and would not be graded"
        for ending, words in commands
        if (why := box.lacks(words))
    ]
    program = program._replace(run={".py": PYTHON})  # the right search is for the game, whatever else may be handed in
    content, exercise = reference(program), program_exercise(program)
    try:
        played = play(program, f"{posed.entry}.py", content, box)
    except Refusal as failure:
        return [run_by, *lacking, f"the right search, as a program, cannot be begun ({failure}): see limits"], False
    submission = submission_of(program, played, "the right search", content, exercise=exercise)
    [graded] = grade_submission(submission, lambda _: exercise, Terms(require=(program.id,), only=True)).graded
    why = next((f"; on {one.tree} it {one.reason}: see limits" for one in (*played.ended, *played.errors)), "")
    earns = f"the right search, as a program, earns {graded.marks.total.words}{why}"
    return [run_by, *lacking, earns], graded.report.is_right
