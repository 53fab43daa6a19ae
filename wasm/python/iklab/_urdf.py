"""Reads URDF, and explains how to convert formats that only the command line reads."""

from __future__ import annotations

import os
import re
import shlex
from typing import List, Sequence, Tuple, Union

from . import _core
from ._sentences import shown

Source = Union[str, "os.PathLike[str]"]

# Messages of the library about files that are not URDF, and their actual formats.
_FOREIGN = (
    (re.compile(r"root element is <mujoco(?:include)?>"), "MJCF"),
    (re.compile(r"root element is <sdf>"), "SDF"),
    (re.compile(r"unexpanded xacro (?:element|expression)"), "a xacro"),
)


def read_urdf(source: Source, effectors: Sequence[str]) -> Tuple[_core.Tree, str, List[str]]:
    """Returns tree, name and notes; the error for a xacro, MJCF or SDF names the conversion command."""
    text = _bytes(source)
    try:
        return _core.read_urdf(text, effectors)
    except ValueError as error:
        for sentence, what in _FOREIGN:
            if sentence.search(str(error)):
                raise ValueError(_advice(source, what, effectors, str(error))) from None
        raise


def _bytes(source: Source) -> bytes:
    if isinstance(source, str) and "<" in source:
        return source.encode()
    if not isinstance(source, (str, os.PathLike)):
        raise ValueError(f"source must be the text of a URDF or a path; got {shown(source)}")
    with open(source, "rb") as file:
        return file.read()


def _advice(source: Source, what: str, effectors: Sequence[str], found: str) -> str:
    """`arm.xacro: must be a URDF; got a xacro (7: <xacro:macro>: …). Convert it: …`"""
    is_text = isinstance(source, str) and "<" in source
    path = "FILE" if is_text else os.fspath(source)
    document = "robot.json" if is_text else f"{os.path.basename(path).split('.')[0]}.json"
    words = [path if is_text else shlex.quote(path)]
    words += [f"--effector {shlex.quote(each)}" for each in effectors]
    return (
        f"{'source' if is_text else path}: must be a URDF; got {what} ({found.splitlines()[0]}). "
        f"Convert it: npx iklab import {' '.join(words)} > {shlex.quote(document)}, "
        f"then iklab.Robot.from_scenario({document!r})"
    )
