"""Drawings: what stands in the DOT, that SVG is safe, accessible and the same everywhere, and that nothing is spawned."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from grader.bank import Bank
from grader.diagram import Branch, Diagram, DiagramNode, NodeShape, Remark
from grader.drawing import draw
from grader.drawing.dot import dot_source
from grader.drawing.glyphs import missing_letters
from grader.drawing.legend import legend
from grader.drawing.markup import escape
from grader.drawing.outline import outline
from grader.drawing.widths import cells, fold, shorten
from grader.grading import grade
from grader.kinds import Exercise
from grader.marks.reports import Verdict
from grader.pages.files import draw as draw_file
from grader.pages.files import graded_diagrams
from grader.resources import resource

SVG = "{http://www.w3.org/2000/svg}"
PATHS = {"PATH": "", "PYTHONPATH": os.pathsep.join(sys.path)}
"""What another process needs: our modules, and no `dot` to find."""
HOSTILE = [
    '<IMG SRC="/etc/passwd">', "</svg><script>alert(1)</script>", "A:n", r"\N", r"\G", "\\", "%", "\"'\\\"", "<B>", "<", ">", "&lt;",
    "\u202eabc", "x" * 100, "two\nlines", "😀🎉", "漢字かな交じり文", "العربية", "ไทย", "\x00\x1b[2J", "\ud800", "\ufffe", "", "--", "->", "n0", "]]>",
]  # fmt: skip


def leaf(id_: str, value: str, parent: int, **more: object) -> DiagramNode:
    return DiagramNode(NodeShape.LEAF, id_, parent, value=value, **more)  # type: ignore[arg-type]


SMALL = Diagram(
    "A small tree",
    (
        DiagramNode(NodeShape.MAX, "A", -1, remarks=(Remark("3", Verdict.CORRECT),)),
        DiagramNode(
            NodeShape.MIN, "B", 0, move="L", remarks=(Remark("4", Verdict.WRONG, expected="3"),), bold=True
        ),
        leaf("C", "2", 0, move="R", branch=Branch.PRUNED, cut=True),
        leaf("D", "3", 1),
    ),
    (Remark("R", Verdict.WRONG, "best-move", "L"),),
    "best move",
)  # fmt: skip
CHANCE = Diagram(
    "Dice",
    (
        DiagramNode(NodeShape.CHANCE, "a rather long name", -1),
        leaf("x", "1", 0, probability="1/3"),
        leaf("y", "-5/2", 0, probability="2/3"),
    ),
)
STATES = Diagram(
    "Every state",
    (
        DiagramNode(NodeShape.MAX, "A", -1),
        *(DiagramNode(NodeShape.MIN, f"B{place}", 0, branch=branch, cut=True) for place, branch in enumerate(Branch)),
        *(leaf(f"C{place}", str(place), place + 1, branch=branch) for place, branch in enumerate(Branch)),
    ),
)


def wide(nodes: int, branching: int = 3) -> Diagram:
    """Return a tree whose leaves hold their own numbers."""
    parents = [(node - 1) // branching for node in range(nodes)]
    inner = set(parents)
    return Diagram(
        "wide",
        tuple(
            DiagramNode((NodeShape.MAX, NodeShape.MIN)[node % 2], f"n{node}", parents[node] if node else -1)
            if node in inner
            else leaf(f"n{node}", str(1000 + node), parents[node])
            for node in range(nodes)
        ),
    )


def hostile(text: str) -> Diagram:
    """Return a diagram with the text wherever text can stand."""
    remark = Remark(text, Verdict.WRONG, text, text)
    inner = [
        DiagramNode(shape, text, 0, "", text, text, (remark,))
        for shape in (NodeShape.MIN, NodeShape.CHANCE, NodeShape.CHILD)
    ]
    leaves = [leaf(text, text, 1, move=text, probability=text, remarks=(remark,)), leaf(text, text, 2)]
    return Diagram(text, (DiagramNode(NodeShape.MAX, text, -1, remarks=(remark,)), *inner, *leaves), (remark,), text)


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


GOLDEN = """\
digraph {
\tgraph [bgcolor=white fontname="DejaVu Sans" fontsize=10 label=<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="1" CELLSPACING="0"><TR><TD ALIGN="LEFT"><FONT POINT-SIZE="12">A small tree</FONT></TD></TR><TR><TD ALIGN="LEFT"><FONT COLOR="#A84300">✗ best-move: you wrote R, wrong, expected L</FONT></TD></TR><TR><TD ALIGN="LEFT"><FONT COLOR="#5E5E5E" POINT-SIZE="9">▲ MAX moves\u2003▼ MIN moves\u2003□ leaf\u2003✓ correct</FONT></TD></TR><TR><TD ALIGN="LEFT"><FONT COLOR="#5E5E5E" POINT-SIZE="9">✗ wrong\u2003╌╌‖╌╌ pruned\u2003━━ best move</FONT></TD></TR></TABLE>> labeljust=l labelloc=b nodesep=0.1 ordering=out ranksep=0.06 splines=line]
\tnode [fontname="DejaVu Sans" fontsize=10 margin=0.02]
\tedge [arrowhead=none headport=n tailport=s]
\tn0 [label=<A> fixedsize=true height=0.54 shape=triangle width=0.5]
\tt0 [label=<<FONT COLOR="#0060A0">✓ 3</FONT>> height=0 shape=none width=0]
\tn0 -> t0 [style=invis weight=100]
\te1 [label=<<FONT POINT-SIZE="9">L</FONT>> shape=plain]
\tt0 -> e1 [minlen=3 penwidth=3]
\te1 -> n1 [penwidth=3 weight=10]
\tm0 [label="" height=0 shape=plain style=invis width=0]
\tt0 -> m0 [minlen=3 style=invis weight=100]
\te2 [label=<<FONT COLOR="#5E5E5E" POINT-SIZE="9">R</FONT>> shape=plain]
\tt0 -> e2 [color="#5E5E5E" minlen=3 style=dashed]
\te2 -> n2 [arrowhead=teetee arrowsize=0.6 color="#5E5E5E" style=dashed weight=10]
\tn1 [label=<B> fixedsize=true height=0.54 shape=invtriangle width=0.5]
\tt1 [label=<<FONT COLOR="#A84300">✗ 4</FONT><BR/>expected 3> height=0 shape=none width=0]
\tn1 -> t1 [style=invis weight=100]
\tt1 -> n3 [minlen=3]
\tn2 [label=<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0"><TR><TD><TABLE BORDER="1" STYLE="dashed" COLOR="#5E5E5E" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3"><TR><TD WIDTH="18"><FONT COLOR="#5E5E5E">2</FONT></TD></TR></TABLE></TD></TR><TR><TD><FONT COLOR="#5E5E5E" POINT-SIZE="8">C</FONT></TD></TR></TABLE>> shape=plain]
\tn3 [label=<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0"><TR><TD><TABLE BORDER="1" STYLE="solid" COLOR="#000000" CELLBORDER="0" CELLSPACING="0" CELLPADDING="3"><TR><TD WIDTH="18">3</TD></TR></TABLE></TD></TR><TR><TD><FONT POINT-SIZE="8">D</FONT></TD></TR></TABLE>> shape=plain]
}
"""


# --- DOT ------------------------------------------------------------------------------------------


def test_dot_of_a_small_tree() -> None:
    assert dot_source(SMALL) == GOLDEN


def test_dot_of_a_chance_node_has_its_long_name_below_and_probabilities_on_the_edges() -> None:
    lines = dot_source(CHANCE).splitlines()[4:]
    assert lines[:9] == [
        '\tn0 [label="" fixedsize=true height=0.42 shape=circle width=0.42]',
        "\tt0 [label=<a rather long name> height=0 shape=none width=0]",
        "\tn0 -> t0 [style=invis weight=100]",
        '\te1 [label=<<FONT POINT-SIZE="9">1/3</FONT>> shape=plain]',
        "\tt0 -> e1 [minlen=3]",
        "\te1 -> n1 [weight=10]",
        '\tm0 [label="" height=0 shape=plain style=invis width=0]',
        "\tt0 -> m0 [minlen=3 style=invis weight=100]",
        '\te2 [label=<<FONT POINT-SIZE="9">2/3</FONT>> shape=plain]',
    ]


def test_every_state_of_a_branch_has_its_own_line_and_the_wrong_ones_their_word() -> None:
    source = dot_source(STATES)
    edges = {node: re.findall(rf"-> n{node} \[(.*)\]", source)[0] for node in range(1, 5)}
    styles = {node: (*re.findall(r"style=(\w+)|penwidth=(\d)", edge), "teetee" in edge) for node, edge in edges.items()}
    assert len(set(styles.values())) == 4
    assert [bool(bar) for *_, bar in styles.values()] == [True, True, True, False]
    plates = re.findall(r"e(\d) \[label=<.*>(✗ \w+)</FONT>>", source)
    assert plates == [("3", "✗ visited"), ("4", "✗ missed")]
    assert source.count("peripheries=2") == 1
    assert [words.split("\u2003")[0] for words in legend(STATES)] == [
        "▲ MAX moves",
        "▼ MIN moves",
        "□ leaf",
        "╌╌‖╌╌ pruned",
        "╍╍‖╍╍ ✗ visited: the search visits it",
        "∙∙∙∙∙ ✗ missed: the search prunes it",
    ]


def test_legend_names_only_what_occurs() -> None:
    assert legend(CHANCE) == ["○ chance", "□ leaf"]
    assert "━━ best move" in legend(SMALL)


def test_dot_is_the_same_in_another_process_with_another_hash_seed() -> None:
    script = (
        "import hashlib; import test_drawing as t; from grader.drawing import draw as d;"
        "print([hashlib.sha256(x if isinstance(x, bytes) else x.encode()).hexdigest() for g in (t.SMALL, t.STATES)"
        " for x in (t.dot_source(g), d.svg(g), d.png(g), d.pdf(g))])"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, **PATHS, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, encoding="utf-8", check=True,
        )
        for seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0].stdout == runs[1].stdout != ""
    assert runs[0].stderr == ""


# --- SVG ------------------------------------------------------------------------------------------


def test_svg_has_role_title_and_the_tree_as_description() -> None:
    root = ET.fromstring(draw.svg(SMALL))
    assert root.get("role") == "img"
    title, desc = root[0], root[1]
    assert (title.tag, desc.tag) == (f"{SVG}title", f"{SVG}desc")
    assert root.get("aria-labelledby") == title.get("id")
    assert root.get("aria-describedby") == desc.get("id")
    assert title.text == "Game tree: A small tree"
    assert desc.text == "\n".join(outline(SMALL))
    assert root.get("viewBox")
    assert (root.get("width") or "").endswith("pt")


def test_svg_has_no_names_of_graphviz() -> None:
    root = ET.fromstring(draw.svg(SMALL))
    assert len(list(root.iter(f"{SVG}title"))) == 1
    assert [element.get("id") for element in root.iter() if element.get("id")] == ["tree-title", "tree-desc"]
    assert "Generated" not in draw.svg(SMALL)


def test_title_is_short() -> None:
    root = ET.fromstring(draw.svg(SMALL._replace(title="a long title " * 30)))
    assert len(root[0].text or "") <= 125


def test_inline_svg_has_the_ids_it_is_told() -> None:
    inline = draw.inline_svg(SMALL, "problem-1-")
    assert inline.startswith("<svg ")
    assert 'id="problem-1-title"' in inline
    assert 'aria-describedby="problem-1-desc"' in inline


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    svg = draw.svg(hostile(text))
    root = ET.fromstring(svg)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "desc", "g", "text", "polygon", "polyline", "path", "ellipse",
    }  # fmt: skip
    shown = escape(text).replace("\\\\", "\\")
    if text.isascii() and 0 < len(text) < 10 and shown == text:
        assert text in texts(svg)
    assert "\u202e" not in svg
    assert "href" not in svg
    draw.png(hostile(text))
    assert capfd.readouterr() == ("", "")


def test_backslashes_are_no_escapes_of_graphviz() -> None:
    svg = draw.svg(hostile(r"\N"))
    assert r"\N" in texts(svg)
    assert not any("n1" in text for text in texts(svg))


@pytest.mark.parametrize("diagram", [wide(40), wide(31, 2), wide(21, 20)], ids=["ternary", "binary", "flat"])
def test_children_stand_in_document_order(diagram: Diagram) -> None:
    places = {
        element.text: float(element.get("x", "0")) for element in ET.fromstring(draw.svg(diagram)).iter(f"{SVG}text")
    }
    by_depth_first = [line.split()[1] for line in outline(diagram) if line.strip().startswith("leaf")]
    drawn = [places[str(1000 + int(id_[1:]))] for id_ in by_depth_first]
    assert drawn == sorted(drawn)


def test_leaves_of_uneven_depth_keep_the_order_of_siblings() -> None:
    nodes = (
        DiagramNode(NodeShape.MAX, "A", -1),
        leaf("B", "501", 0, move="far"),
        DiagramNode(NodeShape.MIN, "C", 0),
        leaf("D", "503", 0, branch=Branch.WRONGLY_PRUNED, cut=True),
        leaf("E", "502", 2),
    )
    places = {
        element.text: float(element.get("x", "0"))
        for element in ET.fromstring(draw.svg(Diagram("uneven", nodes))).iter(f"{SVG}text")
    }
    assert places["501"] < places["502"] < places["503"]


def test_a_tree_of_sixty_nodes_stays_readable() -> None:
    root = ET.fromstring(draw.svg(wide(60)))
    assert float((root.get("width") or "").removesuffix("pt")) < 40 * 40  # points; 40 leaves
    assert min(float(element.get("font-size", "0")) for element in root.iter(f"{SVG}text")) >= 8


@pytest.mark.parametrize("make", [draw.svg, draw.png, draw.pdf])
def test_a_tree_that_is_too_large_is_refused(make: object) -> None:
    with pytest.raises(draw.TooLarge, match="301 nodes is too large to be drawn, expected at most 300"):
        make(wide(301))  # type: ignore[operator]


def test_the_largest_tree_is_drawn_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    chain = Diagram("chain", tuple(DiagramNode(NodeShape.MAX, f"long-id-{i}", i - 1, move=f"m{i}") for i in range(120)))
    assert draw.svg(chain)
    assert draw.png(wide(300, 2))
    assert capfd.readouterr() == ("", "")


# --- PNG, PDF, fonts ------------------------------------------------------------------------------


def test_drawing_needs_no_path_and_writes_nothing_at_home(tmp_path: Path) -> None:
    script = (
        "import test_drawing as t; from grader.drawing import draw as d; "
        "print(d.svg(t.SMALL)[:5], d.png(t.SMALL)[:4], d.pdf(t.SMALL)[:5], 'FONTCONFIG_FILE' in __import__('os').environ)"
    )
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    temporary.mkdir()
    places = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    environment = {name: value for name, value in os.environ.items() if name != "FONTCONFIG_FILE"}
    run = subprocess.run(
        [sys.executable, "-c", script], env={**environment, **places, **PATHS},
        capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert run.stdout == "<?xml b'\\x89PNG' b'%PDF-' False\n"
    assert run.stderr == ""
    assert [*home.iterdir(), *temporary.iterdir()] == []


def test_drawing_leaves_the_environment_and_the_folder_of_the_font_as_they_were() -> None:
    script = (
        "import os, test_drawing as t; before = dict(os.environ); t.draw.svg(t.SMALL); t.draw.png(t.SMALL); "
        "print(dict(os.environ) == before, os.environ['XDG_DATA_HOME'], os.environ.get('XDG_CACHE_HOME'))"
    )
    places = {name: value for name, value in os.environ.items() if name not in ("FONTCONFIG_FILE", "XDG_CACHE_HOME")}
    fonts = resource("fonts")
    before = {file: file.stat().st_mtime_ns for file in (fonts, *fonts.iterdir())}
    run = subprocess.run(
        [sys.executable, "-c", script], env={**places, **PATHS, "XDG_DATA_HOME": "data of mine"},
        capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert run.stdout == "True data of mine None\n"
    assert {file: file.stat().st_mtime_ns for file in (fonts, *fonts.iterdir())} == before
    # Where this file is missing, fontconfig 2.13 writes another one in its place.
    assert (fonts / ".uuid").read_text(encoding="ascii") == "9d1fbaa6-ef71-43b5-a536-a8da7e613094"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there are no files in memory")
def test_drawing_needs_no_temporary_folder(tmp_path: Path) -> None:
    script = (
        "import sys, tempfile; tempfile.tempdir = sys.argv.pop(1); "
        "from grader.cli.main import gametree; gametree.main(prog_name='gametree')"
    )
    submission = resource("problem_bank") / "alpha-beta" / "fall-2014-final-q13" / "submissions" / "full.yaml"
    options = ["--svg", "--png", "--pdf", "--html", "--out", "feedback"]
    run = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "nowhere"), "grade", str(submission), *options],
        env={**os.environ, **PATHS}, capture_output=True, text=True, encoding="utf-8", check=False, cwd=tmp_path,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, "wrote 4 files into feedback\n")
    drawn = [f"fall-2014-final-q13.{format_}" for format_ in ("pdf", "png", "svg")]
    assert sorted(file.name for file in tmp_path.rglob("*") if file.is_file()) == [*drawn, "report.html"]


def test_a_system_without_files_in_memory_draws_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> int:
        raise OSError

    usual = draw.png(SMALL)
    monkeypatch.setattr(os, "memfd_create", refuse, raising=False)
    assert draw.png(SMALL) == usual


def test_pdf_carries_no_time() -> None:
    assert b"/CreationDate (D:20000101000000" in draw.pdf(SMALL)


def test_missing_glyphs_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert draw.missing_glyphs(SMALL) == ""
    assert draw.missing_glyphs(hostile("漢a漢ä字")) == "字漢"
    monkeypatch.setenv("FONTCONFIG_FILE", "/etc/fonts/fonts.conf")
    assert draw.missing_glyphs(hostile("漢")) == ""


def test_the_shipped_font_has_every_sign_of_the_program() -> None:
    signs = "".join(legend(STATES) + legend(SMALL) + legend(CHANCE)) + "✓✗≈–!…αβ"
    assert missing_letters(signs, resource("fonts") / "DejaVuSans.ttf") == ""


def test_a_note_names_the_letters_that_png_and_pdf_lack() -> None:
    diagram = hostile("漢")
    assert draw_file(diagram, "svg")[1] == draw_file(SMALL, "png")[1] == []
    assert ["PNG shows boxes for 漢" in note for note in draw_file(diagram, "png")[1]] == [True]
    assert ["PDF shows boxes for 漢" in note for note in draw_file(diagram, "pdf")[1]] == [True]


def test_fonts_that_the_user_names_are_used(tmp_path: Path) -> None:
    file = tmp_path / "fonts.conf"
    fonts = f"<dir>{resource('fonts')}</dir><cachedir>{tmp_path}</cachedir>"
    file.write_text(f'<?xml version="1.0"?><fontconfig>{fonts}</fontconfig>', encoding="utf-8")
    script = "import test_drawing as t, os; t.draw.svg(t.SMALL); print(os.environ['FONTCONFIG_FILE'])"
    run = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, **PATHS, "FONTCONFIG_FILE": str(file)},
        capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert run.stdout == f"{file}\n"


def test_drawing_works_without_a_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(_: int) -> int:
        raise OSError

    monkeypatch.setattr(os, "dup", closed)
    with draw._muted():
        pass


def test_a_font_without_a_map_of_all_of_unicode_is_refused(tmp_path: Path) -> None:
    font = tmp_path / "no.ttf"
    font.write_bytes(b"\0\1\0\0\0\1" + bytes(6) + b"cmap" + bytes(4) + b"\0\0\0\x1c" + bytes(4) + bytes(4))
    with pytest.raises(ValueError, match="no character map"):
        missing_letters("ä", font)


# --- What kinds put into a diagram ------------------------------------------------------------------


def solved(name: str, *, bare: bool = False) -> Diagram:
    exercise = Bank().find(name)
    assert isinstance(exercise, Exercise)
    return exercise.kind.draw(exercise.problem, None if bare else exercise.solution, None, None)[0]


def graded(name: str) -> Diagram:
    outcome = grade(str(resource("problem_bank") / name), Bank().find)
    return graded_diagrams(outcome.graded[0])[0]


def test_a_bare_exercise_shows_no_answer() -> None:
    for name in ("four-ply-trace", "ucb-two-unvisited", "expecti-sevenths-tie"):
        diagram = solved(name, bare=True)
        assert not any(node.bold or node.cut or node.branch is not Branch.KEPT for node in diagram.nodes)
        assert not diagram.facts
        assert name.startswith("ucb") or not any(node.remarks for node in diagram.nodes)


def test_a_solved_exercise_shows_every_answer_that_has_a_place() -> None:
    lines = outline(solved("four-ply-trace"))
    assert lines[0] == "MAX s0: 8; alpha, beta: [8, inf]"
    assert "        leaf s25 = 8: principal variation" in lines
    assert "        leaf s24 = 2: pruned" in lines


def test_a_solved_ucb_exercise_shows_scores_and_choice() -> None:
    lines = outline(solved("ucb-two-unvisited"))
    assert lines[2] == "  child B: n = 0; score: inf; choice"


def test_wrong_cuts_are_told_apart() -> None:
    states = {node.id: node.branch for node in graded("alpha-beta/uneven-depth/submissions/wrong.yaml").nodes}
    assert states["C"] is Branch.WRONGLY_PRUNED
    assert states["K"] is Branch.WRONGLY_KEPT
    assert states["T"] is Branch.PRUNED
    assert states["A"] is Branch.KEPT


def test_what_a_search_skips_is_shown_where_nothing_was_answered() -> None:
    blank = graded("alpha-beta/four-ply-trace/submissions/blank.yaml")
    assert {node.branch for node in blank.nodes} == {Branch.KEPT, Branch.PRUNED}
    assert blank.line == "principal variation"


def test_the_line_of_a_right_answer_is_the_students() -> None:
    assert graded("alpha-beta/four-ply-trace/submissions/partly-right.yaml").line == "your principal variation"
    assert graded("alpha-beta/four-ply-trace/submissions/wrong.yaml").line == "principal variation"


@pytest.mark.parametrize("name", ["blank", "malformed"])
def test_what_was_expected_stands_at_each_asked_node_where_nothing_was_judged(name: str) -> None:
    values = outline(graded(f"expectiminimax/expecti-fall-2005-q7/submissions/{name}.yaml"))
    inner = [line for line in values if line.lstrip().startswith(("MAX", "MIN", "chance"))]
    assert len(inner) == sum(", expected " in line for line in inner) == 4
    scores = [line for line in outline(graded(f"ucb/ucb-slide-wins/submissions/{name}.yaml")) if "  child " in line]
    assert [line[line.index("expected ") :][:13] for line in scores] == [
        "expected 1.48",
        "expected 1.50",
        "expected 1.42",
    ]
    windows = outline(graded(f"alpha-beta/four-ply-trace/submissions/{name}.yaml"))
    assert any("alpha, beta: " in line and "expected [8, inf]" in line for line in windows)


def test_the_root_of_a_blank_answer_says_once_what_was_expected() -> None:
    (root, *_) = (
        line
        for line in outline(graded("expectiminimax/expecti-fall-2005-q7/submissions/blank.yaml"))
        if line.startswith("MAX")
    )
    assert root == "MAX A: no answer, expected 11/2"


def test_an_answer_that_was_not_judged_is_shown_as_it_was_written() -> None:
    lines = outline(graded("alpha-beta/fall-2014-final-q13/submissions/malformed.yaml"))
    assert "MAX A: you wrote 3 points, not judged, expected 3" in lines
    facts = graded("ucb/ucb-slide-wins/submissions/malformed.yaml").facts
    assert [fact.text for fact in facts] == ["{A: 1.48 (approx), B: 1.50, C: 1.42}", "b"]


# --- Text -----------------------------------------------------------------------------------------


def test_outline_reads_well() -> None:
    assert outline(SMALL) == [
        "best-move: you wrote R, wrong, expected L",
        "MAX A: 3, correct",
        "  MIN B (move L): you wrote 4, wrong, expected 3; best move",
        "    leaf D = 3",
        "  leaf C = 2 (move R): pruned",
    ]


def test_outline_says_every_state_of_a_branch() -> None:
    lines = "\n".join(outline(STATES))
    assert "MIN B2: wrongly pruned: the search visits it" in lines
    assert "MIN B3: wrongly kept: the search skips it" in lines


def test_outline_of_missing_and_windows() -> None:
    remarks = (Remark("", Verdict.MISSING, "α, β", "[0, 1]"), Remark("N = 3"))
    assert outline(Diagram("t", (DiagramNode(NodeShape.MAX, "A", -1, remarks=remarks),))) == [
        "MAX A: alpha, beta: missing, expected [0, 1]; N = 3"
    ]


@pytest.mark.parametrize(("text", "most"), [("a" * 30, 10), ("漢字" * 20, 9), ("short", 10), ("ab漢", 3)])
def test_shortened_text_fits(text: str, most: int) -> None:
    assert cells(shorten(text, most)) <= max(most, 1)


def test_folded_text_fits_and_loses_nothing() -> None:
    text = "some words and " + "x" * 25 + " 漢字漢字漢字 end"
    assert all(cells(line) <= 10 for line in fold(text, 10))
    assert "".join(fold(text, 10)).replace(" ", "") == text.replace(" ", "")
