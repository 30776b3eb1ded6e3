"""Which exercises are in a student's files, and which folders are students'.

Nothing of a student's is run to find out.
"""

import ast
import re
from pathlib import Path

from ..errors import InputError
from .exercises import EXERCISES


def python_files(folder, pattern="*.py") -> list[Path]:
    return sorted(f for f in folder.glob(pattern) if f.is_file() and f.name[0] != ".")


def defined_exercises(path) -> list[str]:
    """The exercises that a Python file defines, found without running it.

    A file with a syntax error counts too, by its lines "def NAME". Raises InputError
    for a file that cannot be read.
    """
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    try:
        names = set()
        for node in ast.parse(text).body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                names.add(node.name)
            elif isinstance(node, ast.Assign):
                names.update(t.id for t in node.targets if isinstance(t, ast.Name))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        names = set(re.findall(r"(?m)^def +(\w+)", text.decode(errors="replace")))
    return [name for name in EXERCISES if name in names]


def find(path) -> list[tuple[Path, str]]:
    """The (file, exercise) pairs in a file, or in the .py files of a folder.

    Raises InputError when there are none.
    """
    path = Path(path)
    if not path.is_dir() and not path.is_file():
        what = "is no file or folder; give a .py file or a folder of them"
        raise InputError(f"{path} {what}")
    files = python_files(path) if path.is_dir() else [path]
    if found := [(file, name) for file in files for name in defined_exercises(file)]:
        return found
    where = "no .py file in it defines any" if path.is_dir() else "it defines none"
    raise InputError(f"{path} holds no exercise: {where} of {', '.join(EXERCISES)}")


def student_folders(folder) -> list[Path]:
    """The folders of a class, or none: a folder with exercises is one student's."""
    folder = Path(folder)
    if not folder.is_dir() or any(map(defined_exercises, python_files(folder))):
        return []
    return [f for f in sorted(folder.iterdir()) if f.is_dir() and f.name[0] not in "._"]
