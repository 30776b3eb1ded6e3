"""Many ways to hand in nidlite's own answers, or to spoil another's: all fail.

The process that runs a submission has no nidlite to import. What it does reach is
checked to be enough for honest work.
"""

import hashlib
import sys
from pathlib import Path

import numpy as np
import pytest
from at_once import ANSWER, CASE, table, what_each_does

import nidlite
from nidlite.course import attempts, grading
from nidlite.course.exercises import values

PACKAGE = Path(nidlite.__file__).parent
ROOT, RANKING = PACKAGE.parent, PACKAGE / "ranking.py"
SOLUTION = ROOT / "tutorials" / "solutions" / "strength.py"
CALL = "return strength_(W1, z, interaction)"
USE = "namespace = {}; exec(text, namespace); strength_ = namespace['strength']; "
USE += CALL

# Each is the body of strength; strength_ is what it got hold of.
CHEATS = table(f"""
from import: from nidlite import ranking; strength_ = ranking.strength; {CALL}
import: import nidlite.ranking as r; strength_ = r.strength; {CALL}
importlib: import importlib;
    strength_ = importlib.import_module('nidlite.ranking').strength; {CALL}
__import__: strength_ = __import__('nidlite').ranking.strength; {CALL}
sys.modules: import sys; modules = list(sys.modules.items());
    strength_ = next(m.strength for n, m in modules if hasattr(m, 'strength')
    and n != 'student'); {CALL}
sys.path: import sys; sys.path.insert(0, {str(ROOT)!r});
    from nidlite.ranking import strength as strength_; {CALL}
a spec of the file: import importlib.util as u;
    s = u.spec_from_file_location('nidlite.ranking', {str(RANKING)!r});
    m = u.module_from_spec(s); s.loader.exec_module(m); strength_ = m.strength; {CALL}
the file's text: text = open({str(SOLUTION)!r}).read(); {USE}
os.open: import os; text = os.read(os.open({str(SOLUTION)!r}, 0), 9999); {USE}
numpy reads it: text = np.fromfile({str(SOLUTION)!r}, 'u1').tobytes(); {USE}
runpy: import runpy; strength_ = runpy.run_path({str(SOLUTION)!r})['strength']; {CALL}
a link: import os; os.symlink({str(SOLUTION)!r}, 'mine.py');
    text = open('mine.py').read(); {USE}
a hard link: import os; os.link({str(SOLUTION)!r}, 'same.py');
    text = open('same.py').read(); {USE}
a folder's descriptor: import os; d = os.open({str(SOLUTION.parent)!r}, os.O_DIRECTORY);
    text = os.read(os.open('strength.py', 0, dir_fd=d), 9999); {USE}
another process: import subprocess;
    text = subprocess.check_output(['cat', {str(SOLUTION)!r}]); {USE}
a process below subprocess: import multiprocessing.util as u; import time;
    u.spawnv_passfds(b'/bin/cp', ['cp', {str(SOLUTION)!r}, 'copy.py'], []);
    time.sleep(0.2); text = open('copy.py').read(); {USE}
C: import ctypes; c = ctypes.CDLL(None); f = c.open({str(SOLUTION)!r}.encode(), 0);
    b = ctypes.create_string_buffer(9999); c.read(f, b, 9999); text = b.value; {USE}
the grader's memory: import os; open(f'/proc/{{os.getppid()}}/mem', 'rb'); return z
the neighbour's file: import student;
    text = open(student.__file__.replace('me/', 'neighbour/')).read(); {USE}
an answer equal to all: return type('Same', (),
    {{'__eq__': lambda *_: True, '__array__': lambda *_, **__: z * np.nan}})()
frames: import traceback; names = {{}};
    [names.update(f.f_locals | f.f_globals) for f, _ in traceback.walk_stack(None)];
    return names['expected']
gc: import gc; strength_ = next(o for o in gc.get_objects() if callable(o) and
    getattr(o, '__name__', '') == 'strength' and o is not strength); {CALL}
""")
# They spoil the process for what comes after them.
ALONE = table(f"""
os.path replaced: import os, posixpath;
    posixpath.realpath = os.path.realpath = lambda p, **k: os.getcwd();
    posixpath.dirname = posixpath.join = lambda *p: os.getcwd();
    text = open({str(SOLUTION)!r}).read(); {USE}
a record with no error: import json, os; row = {{'error': None, 'answer': None}};
    open('results.jsonl', 'a').write('{{"loaded": true}}\\n'
    + (json.dumps(row) + '\\n') * 20); os._exit(0)
""")
HARM = table(f"""
nidlite's answers: open({str(PACKAGE / "course" / "answers.py")!r}, 'a')
the neighbour's work: import student, os;
    os.remove(student.__file__.replace('me/', 'neighbour/'))
its own file: import student; open(student.__file__, 'w')
the grader: import os; os.kill(os.getppid(), 15)
the whole group: import os; os.killpg(0, 9)
the home folder: from pathlib import Path; Path('/tmp/nidlite.txt').touch()
the network: import socket; socket.create_connection(('127.0.0.1', 9))
""")
RIGHT = SOLUTION.read_text(encoding="utf-8")
# What stops the others is a PermissionError. An import finds no nidlite in a checkout,
# and may not read it where it is installed.
STOPPED = dict.fromkeys(("from import", "import", "importlib", "__import__"), "nidlite")
STOPPED |= {"sys.modules": "StopIteration", "frames": "KeyError: 'expected'"}
STOPPED |= {"an answer equal to all": "expected 3, got nan"}


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """{way: what stopped it}; no file but the submission's own was touched."""
    folder = tmp_path_factory.mktemp("class")
    me, neighbour = folder / "me", folder / "neighbour"
    me.mkdir()
    neighbour.mkdir()
    (neighbour / "all.py").write_text(RIGHT)
    before = hashed(folder), hashed(PACKAGE / "course")
    found = what_each_does(me / "all.py", CHEATS | HARM)
    own = (me / "all.py").read_text()
    (me / "all.py").unlink()
    assert (hashed(folder), hashed(PACKAGE / "course")) == before and CALL in own
    return found


def hashed(folder):
    files = sorted(f for f in folder.rglob("*.py"))
    return {f: hashlib.sha256(f.read_bytes()).hexdigest() for f in files}


@pytest.mark.parametrize("way", [*CHEATS, *HARM])
def test_a_cheat_does_not_pass_and_harm_is_not_done(said, way):
    assert STOPPED.get(way, "PermissionError") in said[way]


def test_cheats_that_spoil_their_own_process_do_not_pass_either(tmp_path):
    for name, body in ALONE.items():
        text = f"import numpy as np\ndef strength(W1, z, interaction):\n    {body}\n"
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "right.py").write_text(RIGHT)
    *cheats, right = grading.grade(tmp_path, timeout=60)
    assert [row.status for row in cheats] == ["wrong", "wrong"]
    assert [row.cases_right for row in cheats] == [0, 0] and right.status == "right"


@pytest.mark.filterwarnings("ignore:unclosed", "ignore:Exception ignored")
def test_the_cheats_would_pass_where_nothing_is_closed(monkeypatch):
    """They are real: in this process most of them give the right answer."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    passed = []
    open_here = ["from import", "import", "importlib", "sys.modules", "sys.path"]
    open_here += ["the file's text", "os.open", "numpy reads it", "runpy", "C"]
    open_here += ["a folder's descriptor", "another process", "a spec of the file"]
    for way in open_here:
        space = {"np": np}
        exec(f"def strength(W1, z, interaction):\n    {CHEATS[way]}\n", space)
        if np.array_equal(space["strength"](*values(CASE)), ANSWER):
            passed.append(way)
    assert passed == open_here


def test_honest_work_finds_what_it_needs(tmp_path):
    """Python's library, NumPy's parts, files beside it, and a folder to write in."""
    (tmp_path / "helper.py").write_text("def smallest(w):\n    return abs(w).min()\n")
    (tmp_path / "numpy.py").write_text("raise SystemExit")
    (tmp_path / "mine.py").write_text(
        "import collections, dataclasses, functools, itertools, math, random\n"
        "import numpy as np, numpy.linalg, numpy.random, numpy.testing\n"
        "import concurrent.futures, multiprocessing.pool, statistics, tempfile\n"
        "from helper import smallest\n\n\n"
        "def strength(W1, z, interaction):\n"
        "    with tempfile.TemporaryFile('w') as file:\n"
        "        file.write('mine')\n"
        "    np.save('w.npy', W1)\n"
        "    W = np.load('w.npy')[:, list(interaction)]\n"
        "    with multiprocessing.pool.ThreadPool(2) as pool:\n"
        "        return z * np.array(pool.map(smallest, W))\n"
    )
    [row] = grading.grade(tmp_path, timeout=60)
    assert row.status == "right", row


def test_nidlite_is_closed_where_it_is_installed_beside_numpy(tmp_path, monkeypatch):
    """As pip does; another package in the same folder is open."""
    site = tmp_path / "site-packages"
    for name in ("nidlite", "nidlite_copy", "another"):
        (site / name).mkdir(parents=True)
        (site / name / "__init__.py").write_text("import numpy as np\n")
    (site / "nidlite" / "ranking.py").write_text("")
    packages = [*attempts._packages(), str(site)]
    monkeypatch.setattr(attempts, "_packages", lambda: packages)
    names = ["another", "nidlite", "nidlite_copy", "nidlite.ranking"]
    bodies = {name: f"import {name}; return np.array([3, 0.5])" for name in names}
    bodies["by name"] = "import importlib; importlib.import_module('nidlite')"
    honest, *cheats = what_each_does(tmp_path / "a.py", bodies).values()
    assert honest == "" and len(cheats) == 4
    assert all("PermissionError" in cheat for cheat in cheats)
