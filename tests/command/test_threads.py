"""One BLAS thread for a command, unless it or the environment says otherwise."""

import json
import os

import pytest
from processes import ended, environment, python

from nidlite.__main__ import THREADS, main, use_threads

NONE = dict.fromkeys(THREADS)
# What NumPy's library says after a command that ends early, and what is in os.environ.
ASKED = """
import json, os, sys
from nidlite.__main__ import THREADS, main
main(sys.argv[1:])
from threadpoolctl import threadpool_info
blas = [one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"]
print(json.dumps([blas, [os.environ.get(name) for name in THREADS]]))
"""


@pytest.mark.parametrize(
    "words, settings, variables",
    [
        ([], {}, ["1"] * 5),
        (["--threads", "2"], {}, ["2"] * 5),
        (["--thr", "2"], {}, ["2"] * 5),  # as argparse takes it
        ([], {"OPENBLAS_NUM_THREADS": "2"}, ["2", *["1"] * 4]),
        ([], {"OMP_NUM_THREADS": "2"}, ["2"] * 5),  # OpenBLAS would obey it
        (["--threads", "1"], {"OPENBLAS_NUM_THREADS": "2"}, ["1"] * 5),
    ],
)
def test_the_option_wins_then_the_environment_then_one(
    monkeypatch, words, settings, variables
):
    monkeypatch.setattr(os, "environ", settings)
    use_threads(["detect", "no.csv", *words])
    assert [os.environ[name] for name in THREADS] == variables


def test_the_one_thread_is_numpy_s_and_a_wrong_number_is_one_line():
    pytest.importorskip("threadpoolctl")
    words = "detect", "no.csv", "--target", "y", "--threads=two"
    status, out, err = ended(python("-c", ASKED, *words, env=environment(**NONE)))
    assert (status, err.count("\n")) == (0, 1), err
    assert err.startswith("nidlite: error: argument --threads: expected ")
    blas, found = json.loads(out)
    assert found == ["1"] * 5
    assert {*blas} <= {1}  # none, if threadpoolctl does not know this NumPy's BLAS


def test_threads_are_one_or_more(monkeypatch, capsys):
    monkeypatch.setattr(os, "environ", {**os.environ})
    assert main(["detect", "F5", "--threads=0"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("nidlite: error: argument --threads: expected 1 or more")


def test_an_import_sets_no_variable_and_loads_none_of_the_slow_packages(tmp_path):
    program = "import os, sys; before = dict(os.environ); import nidlite; "
    program += "print(dict(os.environ) == before, 'numpy' in sys.modules); "
    program += "nidlite.detect_interactions; nidlite.metrics; "
    program += "nidlite.greedy_ranking; nidlite.interpret; "
    program += "print(*{name.partition('.')[0] for name in sys.modules})"
    status, out, err = ended(python("-c", program, cwd=tmp_path))
    first, _, out = out.partition("\n")
    assert (status, first, err) == (0, "True False", "")
    assert {"nidlite", "numpy", "autograd"} <= {*out.split()}
    slow = {"matplotlib", "sklearn", "torch", "scipy", "pandas", "polars", "pooch"}
    assert not slow & {*out.split()}
