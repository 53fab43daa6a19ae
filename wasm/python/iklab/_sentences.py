"""Error messages: the library's own sentences, with the names of the caller."""

from __future__ import annotations

import re
from typing import Any, Sequence

_LIMIT = "-1e+15 to 1e+15"

_NAMES = {
    "orientationTolerance": "tolerance[1]",
    "tolerance": "tolerance[0]",
    "minImprovement": "min_improvement",
    "maxStep": "max_step",
    "maxSlide": "max_slide",
}
_HEAD = re.compile(r"^[\w.]+")
_GOAL = re.compile(r"^(?:goals|rows\[(\d+)\])\[(\d+)\]\.(position|orientation)")


def renamed(sentence: str, goals: Sequence[str] = ()) -> str:
    """Renames goals in a sentence. `goals`: how the caller wrote each, a row as {}."""
    told = _GOAL.match(sentence)
    if told and goals:
        row, target, part = told.groups()
        name = goals[int(target)].format(row)
        part = "quaternion" if part == "orientation" else part
        return f"{name}.{part}{sentence[told.end():]}"
    return _HEAD.sub(lambda head: _NAMES.get(head[0], head[0]), sentence, count=1)


def number_text(value: float) -> str:
    """Formats a number like the library."""
    return f"{value:.12g}"


def no_number(name: str, value: float) -> str:
    """The error for a number that is not finite or too large."""
    return f"{name} must be from {_LIMIT}; got {number_text(value)}"


def one_of(name: str, words: Sequence[str], value: Any) -> str:
    """The error for a word that is not allowed, as for documents."""
    return f"{name} must be one of {', '.join(words)}; got {shown(value)}"


def no_key(name: str, known: Sequence[str], key: Any) -> str:
    """The error for an unknown key of a dict."""
    return f"{name} has no {shown(key)}; known: {', '.join(known)}"


def shown(value: Any) -> str:
    """Formats a value with a limited length."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def counted(count: int, noun: str) -> str:
    """`1 joint`, `6 joints`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
