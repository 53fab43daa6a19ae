"""Options around a method in every update: target clamp and secondary goal."""

from __future__ import annotations

import math
from typing import Any, Mapping, Optional, Sequence

from . import _core
from ._arrays import entries, real, shaped
from ._sentences import one_of

Clamp = Mapping[str, Any]
Secondary = Mapping[str, Any]
_SPHERE = ("centre", "radius")


def clamp_of(clamp: Optional[Clamp]) -> _core.TargetClamp:
    """Reads a clamp; None is off. Otherwise `mode`, and optional `distance`, `angle`, `rule`."""
    given = {"mode": "off"} if clamp is None else clamp
    asked = entries("clamp", given, ("mode", "distance", "angle", "rule"))
    return _core.TargetClamp(
        mode=_place("clamp.mode", asked.get("mode"), _core.CLAMP_MODES),
        rule=_place("clamp.rule", asked.get("rule", "paper"), _core.CLAMP_RULES),
        distance=real("clamp.distance", asked.get("distance", 0.25)),
        angle=real("clamp.angle", asked.get("angle", math.pi / 4)),
    )


def secondary_of(secondary: Optional[Secondary]) -> _core.SecondaryGoal:
    """Reads a secondary goal; None is none. Otherwise `kind`, `gain`, for `clearance` `centre`,
    `radius`."""
    kinds = _core.SECONDARY_KINDS
    if secondary is None:
        return _core.SecondaryGoal(kind=kinds.index("none"), gain=0, centre=(0, 0, 0), radius=0)
    asked = entries("secondary", secondary, ("kind", "gain", *_SPHERE))
    kind = _place("secondary.kind", asked.get("kind"), kinds[1:])
    sphere = kinds[1 + kind] == "clearance"
    if not sphere:
        entries("secondary", secondary, ("kind", "gain"))
    centre = shaped("secondary.centre", asked.get("centre"), (3,), "") if sphere else (0, 0, 0)
    return _core.SecondaryGoal(
        kind=1 + kind,
        gain=real("secondary.gain", asked.get("gain", 0.1)),
        centre=[float(each) for each in centre],
        radius=real("secondary.radius", asked.get("radius")) if sphere else 0,
    )


def _place(name: str, word: Any, words: Sequence[str]) -> int:
    if word not in words:
        raise ValueError(one_of(name, words, word))
    return list(words).index(word)
