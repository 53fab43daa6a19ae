"""Robots shared by the tests."""

import json
from pathlib import Path

import iklab

TOP = Path(__file__).resolve().parents[3]
ARM_URDF = TOP / "wasm/examples/arm.urdf"
PRESETS = TOP / "web/packages/core/scenario"

# One joint of each kind: a slide, a screw, a leader, and one without limits.
EVERY_KIND = {
    "tree": {
        "joints": [
            {"id": "slide", "type": "prismatic", "axis": [0, 0, 1], "limits": [-0.4, 0.6]},
            {"id": "turn", "parent": "slide", "xyz": [0.1, 0, 0.2], "axis": [0, 1, 0]},
            {
                "id": "screw",
                "parent": "turn",
                "type": "screw",
                "pitch": 0.05,
                "xyz": [0.3, 0, 0],
                "rpy": [0.3, -0.2, 0.5],
                "axis": [1, 1, 0],
                "limits": [-3, 3],
            },
            {
                "id": "held",
                "parent": "screw",
                "type": "fixed",
                "xyz": [0, 0.1, 0],
                "rpy": [0, 0, 1],
            },
            {"id": "leader", "parent": "held", "xyz": [0.2, 0, 0], "limits": [-2, 2]},
            {
                "id": "follower",
                "parent": "leader",
                "xyz": [0.2, 0, 0],
                "mimic": {"joint": "leader", "multiplier": 0.5, "offset": 0.1},
            },
        ],
        "effectors": [
            {"id": "tip", "parent": "follower", "xyz": [0.15, 0.05, 0], "rpy": [0.1, 0.2, 0.3]},
            {"id": "side", "parent": "turn", "xyz": [0, 0.3, 0]},
        ],
    },
}


def every_kind() -> iklab.Robot:
    return iklab.Robot.from_scenario(EVERY_KIND)


def arm() -> iklab.Robot:
    return iklab.Robot.from_urdf(ARM_URDF)


def ur5e() -> iklab.Robot:
    return iklab.Robot.from_scenario(json.loads((PRESETS / "presets/shelf/ur5e.json").read_text()))
