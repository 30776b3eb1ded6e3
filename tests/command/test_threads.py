"""One BLAS thread for a command, unless it or the environment says otherwise."""

import json
import os

import pytest
from processes import command, ended, environment, python

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
        (["--threads=2"], {}, ["2"] * 5),
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


@pytest.mark.parametrize("words, threads", [([], 1), (["--threads", "2"], 2)])
def test_numpy_s_library_has_so_many_threads(words, threads):
    pytest.importorskip("threadpoolctl")
    words = "detect", "no.csv", "--target", "y", *words  # there is no such file
    status, out, err = ended(python("-c", ASKED, *words, env=environment(**NONE)))
    assert status == 0 and "no file no.csv" in err, err
    blas, found = json.loads(out)
    assert found == [str(threads)] * 5
    if blas == []:
        pytest.skip("threadpoolctl does not know this NumPy's BLAS")
    assert set(blas) == {min(threads, os.cpu_count())}  # no more than it has cores


def test_no_number_of_threads_is_one_line(monkeypatch, capsys):
    words = "detect", "F5", "--threads=two"
    status, out, err = ended(command(*words, env=environment(**NONE)))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("nidlite: error: argument --threads: expected ")
    monkeypatch.setattr(os, "environ", {**os.environ})
    assert main(["detect", "F5", "--threads=0"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("nidlite: error: argument --threads: expected 1 or more")


def test_importing_nidlite_sets_no_variable_and_loads_no_numpy():
    program = "import os, sys; before = dict(os.environ); import nidlite; "
    program += "print(dict(os.environ) == before, 'numpy' in sys.modules)"
    assert ended(python("-c", program)) == (0, "True False\n", "")


def test_what_is_asked_of_nidlite_loads_none_of_the_slow_packages(tmp_path):
    program = "import sys, nidlite; nidlite.detect_interactions; nidlite.metrics; "
    program += "nidlite.greedy_ranking; nidlite.interpret; "
    program += "print(*{name.partition('.')[0] for name in sys.modules})"
    status, out, err = ended(python("-c", program, cwd=tmp_path))
    assert status == 0 and {"nidlite", "numpy", "autograd"} <= {*out.split()}, err
    slow = {"matplotlib", "sklearn", "torch", "scipy", "pandas", "polars", "pooch"}
    assert not slow & {*out.split()}
