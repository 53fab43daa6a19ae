"""The mechanism of a scenario: the JSON document that page and command line share."""

from __future__ import annotations

import json
import math
import os
from typing import Any, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _core
from ._arrays import Floats, finite, real, shaped
from ._mechanism import Frame, Habits, Mimic, Place, Three, add_joint, built
from ._presets import preset_document
from ._sentences import counted, one_of, shown

Document = Mapping[str, Any]
DocumentLike = Union[Document, str, "os.PathLike[str]"]


class Scene(NamedTuple):
    """The data of a robot."""

    tree: _core.Tree
    name: str
    start: Optional[Floats]


def document_of(name: str, source: Any) -> Document:
    """Reads a document: a dict, its JSON, or the path of a file. name: used in errors."""
    if is_path(source):
        with open(source, encoding="utf-8") as file:
            source = file.read()
    return json_object(name, parsed(name, source) if isinstance(source, str) else source)


def is_path(source: Any) -> bool:
    return isinstance(source, os.PathLike) or isinstance(source, str) and "{" not in source


def json_object(name: str, value: Any) -> Document:
    """Returns the value if it is a JSON object; otherwise raises ValueError."""
    if not isinstance(value, Mapping):
        raise ValueError(f"{name} must be a JSON object; got {shown(value)}")
    return value


def named_preset(name: str, preset: Any) -> Document:
    """Returns the document of a preset. name: the field that names it, used in errors."""
    try:
        return preset_document(preset)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def with_preset(scenario: Document) -> Document:
    """Completes a scenario with its preset, if it names one."""
    if "preset" not in scenario:
        return scenario
    return {**named_preset("preset", scenario["preset"]), **scenario}


def scene_of(document: Document) -> Scene:
    """Returns the mechanism of a scenario, its name and its start."""
    tree = document.get("tree")
    if not isinstance(tree, Mapping) or "preset" in tree:
        raise ValueError(
            f"tree must be written out, as joints and effectors or planar; got {shown(tree)}"
        )
    start = document.get("start")
    if "planar" in tree:
        made, pose = _planar(tree["planar"])
        start = pose if start is None else start
    else:
        made = _written(tree)
    n = len(made.names)
    begun = (
        None
        if start is None
        else finite("start", shaped("start", start, (n,), counted(n, "joint")))
    )
    return Scene(made, str(document.get("name", "")), begun)


def parsed(name: str, text: str) -> Any:
    """Parses JSON; `name` is used in errors."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ValueError(f"{name}: {place}: {error.msg}") from None


def _written(tree: Document) -> _core.Tree:
    builder = _core.TreeBuilder()
    for i, joint in enumerate(_list("tree.joints", tree.get("joints"))):
        _add_joint(builder, f"tree.joints[{i}]", joint)
    for i, effector in enumerate(_list("tree.effectors", tree.get("effectors"))):
        where = f"tree.effectors[{i}]"
        place = _place(where, effector)
        builder.effector(
            _text(where, effector, "id"),
            parent=place.parent,
            xyz=place.frame.xyz,
            rpy=place.frame.rpy,
        )
    return built(builder)


def _add_joint(builder: _core.TreeBuilder, where: str, joint: Document) -> None:
    name, place = _text(where, joint, "id"), _place(where, joint)
    kind = joint.get("type", "revolute")
    if kind not in _core.JOINT_KINDS:
        raise ValueError(one_of(f"{where}.type", _core.JOINT_KINDS, kind))
    limits = joint.get("limits")
    add_joint(
        builder,
        name,
        kind,
        place,
        axis=_three(f"{where}.axis", joint.get("axis", (0, 0, 1))),
        limits=(-math.inf, math.inf) if limits is None else _pair(f"{where}.limits", limits),
        habits=Habits(*(_number(where, joint, *each) for each in _HABITS)),
        pitch=_number(where, joint, "pitch", 0),
        mimic=_mimic(f"{where}.mimic", joint.get("mimic")),
    )


_HABITS = (("rest", 0), ("comfort", 0), ("weight", 1))


def _number(where: str, row: Document, key: str, default: float) -> float:
    return real(f"{where}.{key}", row.get(key, default))


def _mimic(where: str, mimic: Any) -> Mimic:
    if mimic is None:
        return Mimic()
    name = _text(where, mimic, "joint")
    multiplier = _number(where, mimic, "multiplier", 1)
    return Mimic(name, multiplier, _number(where, mimic, "offset", 0))


def _planar(planar: Any) -> Tuple[_core.Tree, Optional[List[float]]]:
    """Builds hinges about z and links along x. Points also define the start."""
    if isinstance(planar, Mapping) and "points" in planar:
        points = [_pair(f"tree.planar.points[{i}]", p) for i, p in enumerate(planar["points"])]
        lengths, pose = _followed(points)
        return _chain(lengths), pose
    links = planar.get("links") if isinstance(planar, Mapping) else None
    if not isinstance(links, Sequence) or isinstance(links, str):
        raise ValueError(f"tree.planar must have links or points; got {shown(planar)}")
    return _chain([real(f"tree.planar.links[{i}]", each) for i, each in enumerate(links)]), None


def _chain(lengths: Sequence[float]) -> _core.Tree:
    builder = _core.TreeBuilder()
    for i in range(len(lengths)):
        place = Place(f"j{i}", Frame((lengths[i - 1], 0.0, 0.0))) if i else Place()
        add_joint(builder, f"j{i + 1}", "revolute", place)
    last = lengths[-1] if lengths else 0.0
    builder.effector("tip", parent=f"j{len(lengths)}", xyz=(last, 0.0, 0.0), rpy=(0.0, 0.0, 0.0))
    return built(builder)


def _followed(points: Sequence[Tuple[float, float]]) -> Tuple[List[float], List[float]]:
    lengths, angles, heading, at = [], [], 0.0, (0.0, 0.0)
    for to in points:
        x, y = to[0] - at[0], to[1] - at[1]
        turn = math.atan2(y, x) - heading
        lengths.append(math.hypot(x, y))
        angles.append(turn - 2 * math.pi * math.ceil((turn - math.pi) / (2 * math.pi)))
        heading, at = math.atan2(y, x), to
    return lengths, angles


def _list(where: str, value: Any) -> Sequence[Document]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise ValueError(f"{where} must be a list; got {shown(value)}")
    for i, each in enumerate(value):
        if not isinstance(each, Mapping):
            raise ValueError(f"{where}[{i}] must be an object; got {shown(each)}")
    return value


def _text(where: str, row: Document, key: str) -> str:
    value = row.get(key) if isinstance(row, Mapping) else None
    if not isinstance(value, str):
        raise ValueError(f"{where}.{key} must be a string; got {shown(value)}")
    return value


def _three(where: str, value: Any) -> Three:
    x, y, z = (float(each) for each in shaped(where, value, (3,), "x y z"))
    return (x, y, z)


def _pair(where: str, value: Any) -> Tuple[float, float]:
    low, high = (float(each) for each in shaped(where, value, (2,), "two numbers"))
    return (low, high)


def _place(where: str, row: Document) -> Place:
    parent = row.get("parent")
    frame = Frame(*(_three(f"{where}.{key}", row.get(key, (0, 0, 0))) for key in ("xyz", "rpy")))
    return Place("" if parent is None else _text(where, row, "parent"), frame)
