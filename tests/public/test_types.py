"""What people write (uses.py) passes a type checker, and their mistakes do not."""

import re
from pathlib import Path

import pytest

USES = Path(__file__).with_name("uses.py")
HOW = ["--strict", "--follow-imports=silent", "--ignore-missing-imports"]
# Hints are light: an array or a list need not say what it holds.
HOW += ["--disable-error-code=type-arg"]


@pytest.mark.long  # mypy reads NumPy's types, too
def test_what_people_write_is_right_and_their_mistakes_are_seen(tmp_path):
    api = pytest.importorskip("mypy.api")
    output, problem, _ = api.run([*HOW, f"--cache-dir={tmp_path}", str(USES)])
    assert not problem, problem
    lines = USES.read_text(encoding="utf-8").splitlines()
    wrong = {k for k, line in enumerate(lines, 1) if line.endswith("# wrong")}
    assert {int(k) for k in re.findall(r"\.py:(\d+): error", output)} == wrong, output
