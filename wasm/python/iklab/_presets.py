"""The presets of the page by name: robots stored in files, and scenes that the program generates."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Mapping, Tuple

from ._sentences import one_of

_FOLDER = Path(__file__).parent / "presets"
_SCENES = Path(__file__).parent / "scenes.json"  # Written by a test of the page.


def presets() -> Tuple[str, ...]:
    """Returns the names for `Robot.from_preset` and for the scenario of a study: those of the page.

    >>> "ur5e" in iklab.presets(), "double-y" in iklab.presets()
    (True, True)
    """
    return tuple(sorted([*_scenes(), *(file.stem for file in _FOLDER.glob("*.json"))]))


@lru_cache(maxsize=1)
def _scenes() -> Mapping[str, Mapping[str, Any]]:
    scenes: Mapping[str, Mapping[str, Any]] = json.loads(_SCENES.read_text("utf-8"))
    return scenes


def preset_document(name: str) -> Mapping[str, Any]:
    """Returns the scenario of a preset."""
    known = presets()
    if name not in known:
        raise ValueError(one_of("name", known, name) if known else "no presets are installed")
    if name in _scenes():
        return _scenes()[name]
    document: Mapping[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))
    return document
