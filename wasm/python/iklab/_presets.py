"""The robots that are included in the package: scenarios of the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Mapping, Tuple

from ._sentences import one_of

_FOLDER = Path(__file__).parent / "presets"


def presets() -> Tuple[str, ...]:
    """Returns the names for `Robot.from_preset`.

    >>> "ur5e" in iklab.presets()
    True
    """
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.json")))


def preset_document(name: str) -> Mapping[str, Any]:
    """Returns the scenario of a preset."""
    known = presets()
    if name not in known:
        raise ValueError(one_of("name", known, name) if known else "no presets are installed")
    document: Mapping[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))
    return document
