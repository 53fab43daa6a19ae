"""A robot as a scenario, the document that the page opens."""

from __future__ import annotations

import base64
import json
import math
import zlib
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional

import numpy as np

from ._arrays import Floats
from ._mechanism import Frame

if TYPE_CHECKING:
    from ._robot import Robot

_MOST = 1e15  # The missing limit of a joint that has a limit on one side only.


def robot_document(robot: "Robot", methods: List[str]) -> Dict[str, Any]:
    """Returns a document with the full tree at its start, each target at its effector."""
    document: Dict[str, Any] = {
        "iklab": 1,
        "name": robot.name or "Robot",
        "tree": {
            "joints": [_joint(each) for each in robot._tree.joints],
            "effectors": [_placed(each) for each in robot._tree.tips],
        },
        "start": robot.start.tolist(),
        "limitPolicy": "clamp",
        "targets": [_target(robot, name) for name in robot.effectors],
        "methods": [{"id": each} for each in methods],
        "run": {"mode": "converge"},
    }
    if robot.notes and any(robot.notes):
        document["note"] = "\n".join(robot.notes)[:400]
    return document


def _placed(told: Mapping[str, Any]) -> Dict[str, Any]:
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = told["turn"], told["xyz"]
    xyz, rpy = Frame.of(frame)
    parent = {"parent": told["parent"]} if told["parent"] else {}
    return {"id": told["id"], **parent, "xyz": list(xyz), "rpy": list(rpy)}


def _joint(told: Mapping[str, Any]) -> Dict[str, Any]:
    low, high = told["limits"]
    rest, comfort, weight = told["habits"]
    joint = {**_placed(told), "type": told["kind"], "axis": list(told["axis"])}
    if told["kind"] == "fixed":
        return joint
    if math.isfinite(low) or math.isfinite(high):
        joint["limits"] = [max(low, -_MOST), min(high, _MOST)]
    if told["kind"] == "screw":
        joint["pitch"] = told["pitch"]
    if "mimic" in told:
        leader, multiplier, offset = told["mimic"]
        joint["mimic"] = {"joint": leader, "multiplier": multiplier, "offset": offset}
    else:
        joint.update(rest=rest, comfort=comfort, weight=weight)
    return joint


def _target(robot: "Robot", effector: str) -> Dict[str, Any]:
    position = robot.fk(robot.start, effector)[:3, 3]
    return {"effector": effector, "position": position.tolist()}


def link_of(host: str, document: Mapping[str, Any]) -> str:
    """Returns a link of the page that contains a document, packed, in its fragment."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    text = json.dumps(document, separators=(",", ":")).encode()
    packed = base64.urlsafe_b64encode(packer.compress(text) + packer.flush())
    return f"{host.partition('#')[0]}#s=1.{packed.decode().rstrip('=')}"


def drawn_lines(robot: "Robot", q: Optional[Floats] = None) -> List[Floats]:
    """Returns a line (2, 3), metres, per joint and effector: from its parent to its position."""
    values = dict(zip(robot.names, (robot.start if q is None else q).tolist()))
    frames: Dict[str, Floats] = {"": np.eye(4)}
    lines: List[Floats] = []
    waiting = list(robot._tree.joints)
    while waiting:  # Parents first.
        ready = [each for each in waiting if each["parent"] in frames]
        waiting = [each for each in waiting if each["parent"] not in frames]
        for each in ready:
            frames[each["id"]] = _stood(frames[each["parent"]], each) @ _moved(each, values)
            lines.append(np.array([frames[each["parent"]][:3, 3], frames[each["id"]][:3, 3]]))
    for tip in robot._tree.tips:
        before = frames[tip["parent"]]
        lines.append(np.array([before[:3, 3], _stood(before, tip)[:3, 3]]))
    return lines


def _stood(parent: Floats, told: Mapping[str, Any]) -> Floats:
    frame = np.eye(4)
    frame[:3, :3], frame[:3, 3] = told["turn"], told["xyz"]
    return parent @ frame


def _moved(told: Mapping[str, Any], values: Mapping[str, float]) -> Floats:
    leader, ratio, shift = told.get("mimic", (told["id"], 1.0, 0.0))
    value = ratio * values.get(leader, 0.0) + shift
    axis, frame = np.array(told["axis"]), np.eye(4)
    if told["kind"] in ("revolute", "screw"):
        cross = np.cross(np.eye(3), axis)
        frame[:3, :3] += math.sin(value) * cross + (1 - math.cos(value)) * (cross @ cross)
    if told["kind"] == "prismatic":
        frame[:3, 3] = value * axis
    if told["kind"] == "screw":
        frame[:3, 3] = told["pitch"] * value * axis
    return frame
