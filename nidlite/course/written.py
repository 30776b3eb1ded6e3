"""What exercises.txt says of each exercise: its cases, its mistakes and its hints."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np


@dataclass
class Written:
    """A section of the file; its expressions are Python source."""

    parameters: list[str] = field(default_factory=list)
    returns: str = ""  # a key of answers.KINDS
    cases: list[str] = field(default_factory=list)  # each the arguments of a call
    hints: dict[str, str] = field(default_factory=dict)  # by step, or by mistake
    mistakes: dict[str, str] = field(default_factory=dict)  # "step=value, ..."


def written() -> dict[str, Written]:
    """{exercise or group: what is written of it}"""
    found, words = {}, {}
    text = Path(__file__).with_name("exercises.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        mark, _, said = line.partition(" ")
        key, _, value = said.partition(": ")
        if mark == "let":
            name, _, words[name] = said.partition(" ")
        elif line.startswith("["):
            name, _, call = line[1:].partition("]")
            parameters, _, returns = call.strip().partition(" -> ")
            own = found[name] = Written(parameters.split(", "), returns)
        elif mark == "=":
            own.cases.append(re.sub(r"\bA\((.*?)\)", _array, said.format(**words)))
        elif mark == "?":
            own.hints |= dict.fromkeys(key.split(", "), value)
        elif mark == "-":
            own.mistakes[key] = value
        elif mark == "+":
            own.mistakes |= found[said].mistakes
        elif mark not in ("", "#"):
            raise ValueError(f"exercises.txt has a line of no kind: {line}")
    return found


def _array(found) -> str:
    return f"np.array({np.array(json.loads(found[1]), float).tolist()})"
