"""A type checker sees the same public names and parameters as Python does.

`uses.py` is what people write. Then every public function's parameters, and those of a
Found's methods, are asked of mypy and of inspect.signature: they must be the same.
"""

import inspect
import re
from pathlib import Path

import pytest

import nidlite

pytestmark = pytest.mark.long  # mypy reads NumPy's types, too
HERE = Path(__file__).parent
HOW = ["--strict", "--follow-imports=silent", "--ignore-missing-imports"]
# Our functions are light on hints: what has none counts as Any.
HOW += ["--disable-error-code=no-untyped-call", "--disable-error-code=type-arg"]
METHODS = "agreed answer_notes confirm cutoff partial_dependence plot predict"
METHODS = f"{METHODS} report save share told to_frame"
METHODS = f"{METHODS} agreed_pairwise_strengths"


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """A function that gives mypy's lines on a file: {the line's number: message}."""
    api = pytest.importorskip("mypy.api")
    cache = tmp_path_factory.mktemp("cache")

    def checked(path):
        said, wrong, _ = api.run([*HOW, f"--cache-dir={cache}", str(path)])
        assert not wrong, wrong
        lines = (re.match(r".*\.py:(\d+): (.*)", line) for line in said.split("\n"))
        # Of a line the first message: a note may follow an error.
        return {int(m[1]): m[2] for m in [*filter(None, lines)][::-1]}

    return checked


def test_what_people_write_is_right_and_their_mistakes_are_seen(checked):
    path = HERE / "uses.py"
    lines = path.read_text(encoding="utf-8").splitlines()
    wrong = {k for k, line in enumerate(lines, 1) if line.endswith("# wrong")}
    said = {k: text for k, text in checked(path).items() if text.startswith("error")}
    assert {*said} == wrong, said


def parameters_of(revealed):
    """[(name, whether it has a default)] of what mypy reveals of a function."""
    inside, depth, parts = revealed[revealed.index("(") + 1 :], 0, [""]
    for letter in inside:
        depth += (letter in "([") - (letter in ")]")
        if depth < 0:
            break
        parts = [*parts, ""] if letter == "," and not depth else parts
        parts[-1] += letter if letter != "," or depth else ""
    parts = [part.strip() for part in parts if part.strip() not in ("", "*", "/")]
    # mypy adds these where a base class has no types, as scikit-learn's.
    parts = [part for part in parts if not part.lstrip("*").startswith("generated_")]
    return [(part.partition(":")[0], part.endswith("=")) for part in parts]


def test_mypy_and_python_see_the_same_parameters(checked, tmp_path):
    public = {name: getattr(nidlite, name) for name in nidlite.__all__}
    asked = {f"nidlite.{k}": v for k, v in public.items() if callable(v)}
    asked |= {f"found.{k}": getattr(nidlite.Detection, k) for k in METHODS.split()}
    source = ["import nidlite", "def f(found: nidlite.Detection) -> None:"]
    source += [f"    reveal_type({name})" for name in asked]
    (tmp_path / "asked.py").write_text("\n".join(source))
    said = checked(tmp_path / "asked.py")
    assert len(said) == len(asked)
    for line, (name, function) in enumerate(asked.items(), 3):
        known = inspect.signature(function).parameters.values()
        ours = [
            ("*" * (p.kind == p.VAR_POSITIONAL) + p.name, p.default is not p.empty)
            for p in known
            if p.name != "self"
        ]
        assert parameters_of(said[line]) == ours, name


def test_other_parameters_are_seen():
    text = (
        'note: Revealed type is "def (X: Any, y: dict[str, int] =, *, z: Any =) -> A"'
    )
    assert parameters_of(text) == [("X", False), ("y", True), ("z", True)]
    assert parameters_of("def (*, a: def (x: int) -> None =, *b: Any)") == [
        ("a", True),
        ("*b", False),
    ]
