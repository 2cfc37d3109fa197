"""What people read of results and solutions: text and HTML, each a pure function of an outcome, of steps or of a class.

Here stand the names of the files in which problems are handed out.
"""

# of a sheet: what is handed out, and in the folder `key` what is not
PAGE, MARKDOWN, PAPER, TEMPLATE = "handout.html", "handout.md", "handout.pdf", "answers.yaml"
ANSWER_PAGE = "answer.html"
KEY_PAGE, KEY_MARKDOWN, KEY_PAPER = "key/solutions.html", "key/solutions.md", "key/solutions.pdf"

# of one generated problem: what is handed out, and the key that is kept
PROBLEM, DRAWING = "problem.yaml", "tree.svg"
STATEMENT, STATEMENT_PAGE = "statement.md", "statement.html"
SOLUTION, CERTIFICATE, SOLVED, WORKED = "solution.yaml", "certificate.yaml", "solved.svg", "worked.md"
HANDED_OUT = (PROBLEM, TEMPLATE, DRAWING, STATEMENT, STATEMENT_PAGE)
KEPT = (SOLUTION, CERTIFICATE, WORKED, SOLVED)
DRAWINGS = frozenset({DRAWING, SOLVED})
