"""One BLAS thread unless the environment says otherwise; only what is needed."""

import json
import os

from processes import ended, environment, python

from nidlite.command.parser import THREADS, main

SLOW = {"matplotlib", "sklearn", "torch", "scipy", "pandas", "polars", "pyarrow"}


def test_a_number_of_the_environment_wins_over_one_thread(monkeypatch):
    for settings, variables in (
        ({}, ["1"] * 5),
        ({"OPENBLAS_NUM_THREADS": "2"}, ["2", *["1"] * 4]),
        ({"OMP_NUM_THREADS": "2"}, ["2"] * 5),  # OpenBLAS would obey it
    ):
        monkeypatch.setattr(os, "environ", settings)
        assert main(["--version"]) == 0
        assert [os.environ[name] for name in THREADS] == variables


def after(words):
    """What a command that ends early has loaded, and its environment."""
    program = """
import json, os, sys
from nidlite.__main__ import main
main(sys.argv[1:])
loaded = [*{name.partition(".")[0] for name in sys.modules}]
print(json.dumps([loaded, dict(os.environ)]), file=sys.stderr)
"""
    unset = environment(**dict.fromkeys(THREADS))
    status, _, err = ended(python("-W", "error", "-c", program, *words, env=unset))
    assert status == 0, err
    return json.loads(err.splitlines()[-1])


def test_numpy_is_told_of_one_thread_and_no_slow_package_is_loaded(houses):
    loaded, variables = after("detect houses.csv --target price --epochs 1".split())
    assert "numpy" in loaded and [variables[name] for name in THREADS] == ["1"] * 5
    assert {variables["MATPLOTLIBRC"], variables["MPLBACKEND"]} == {os.devnull, "agg"}
    assert not SLOW & {*loaded}


def test_help_loads_neither_numpy_nor_any_other_library():
    assert not {*after(["--help"])[0]} & {"numpy", "autograd", *SLOW}


def test_an_import_loads_nothing_slow_and_sets_no_variable(tmp_path):
    program = "import os, sys; before = dict(os.environ); import nidlite; "
    program += "print(dict(os.environ) == before, 'numpy' in sys.modules); "
    program += "nidlite.detect_interactions; nidlite.interpret; "
    program += "print(*{name.partition('.')[0] for name in sys.modules})"
    status, out, err = ended(python("-c", program, cwd=tmp_path))
    first, _, out = out.partition("\n")
    assert (status, first, err) == (0, "True False", "")
    assert {"nidlite", "numpy"} <= {*out.split()} and not SLOW & {*out.split()}
