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


def clamp_of(
    clamp: Optional[Clamp], name: str = "clamp", distance: float = 0.25
) -> _core.TargetClamp:
    """Reads a clamp; None is off. Otherwise `mode`, and optional `distance`, `angle`, `rule`.

    distance: the default, metres.
    """
    given = {"mode": "off"} if clamp is None else clamp
    asked = entries(name, given, ("mode", "distance", "angle", "rule"))
    return _core.TargetClamp(
        mode=_place(f"{name}.mode", asked.get("mode"), _core.CLAMP_MODES),
        rule=_place(f"{name}.rule", asked.get("rule", "paper"), _core.CLAMP_RULES),
        distance=real(f"{name}.distance", asked.get("distance", distance)),
        angle=real(f"{name}.angle", asked.get("angle", math.pi / 4)),
    )


def secondary_of(
    secondary: Optional[Secondary], name: str = "secondary"
) -> _core.SecondaryGoal:
    """Reads a secondary goal; None is none. Otherwise `kind`, `gain`, for `clearance` `centre`,
    `radius`."""
    kinds = _core.SECONDARY_KINDS
    if secondary is None:
        return _core.SecondaryGoal(kind=kinds.index("none"), gain=0, centre=(0, 0, 0), radius=0)
    asked = entries(name, secondary, ("kind", "gain", *_SPHERE))
    kind = _place(f"{name}.kind", asked.get("kind"), kinds[1:])
    sphere = kinds[1 + kind] == "clearance"
    if not sphere:
        entries(name, secondary, ("kind", "gain"))
    centre = shaped(f"{name}.centre", asked.get("centre"), (3,), "") if sphere else (0, 0, 0)
    return _core.SecondaryGoal(
        kind=1 + kind,
        gain=real(f"{name}.gain", asked.get("gain", 0.1)),
        centre=[float(each) for each in centre],
        radius=real(f"{name}.radius", asked.get("radius")) if sphere else 0,
    )


def _place(name: str, word: Any, words: Sequence[str]) -> int:
    if word not in words:
        raise ValueError(one_of(name, words, word))
    return list(words).index(word)
