"""A type checker sees the same public names and parameters as Python does.

`uses.py` is what people write. Then every public function's parameters, and those of a
Found's methods, are asked of mypy and of inspect.signature: they must be the same.
"""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.long  # mypy reads NumPy's types, too
HERE = Path(__file__).parent
HOW = ["--strict", "--follow-imports=silent", "--ignore-missing-imports"]
# Our functions are light on hints: what has none counts as Any.
HOW += ["--disable-error-code=no-untyped-call", "--disable-error-code=type-arg"]


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
