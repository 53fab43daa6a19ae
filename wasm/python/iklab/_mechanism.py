"""Joints for the library's builder."""

from __future__ import annotations

import math
from typing import NamedTuple, Tuple

import numpy as np

from . import _core
from ._arrays import Floats

Three = Tuple[float, float, float]
ZERO: Three = (0.0, 0.0, 0.0)


class Frame(NamedTuple):
    """A frame as in URDF: metres, and radians about the fixed axes x, y, z in this order."""

    xyz: Three = ZERO
    rpy: Three = ZERO

    @classmethod
    def of(cls, matrix: Floats) -> "Frame":
        """Returns the frame of a (4, 4) matrix."""
        m = matrix
        across = math.hypot(m[0, 0], m[1, 0])
        pitch = math.atan2(-m[2, 0], across)
        # At a pitch of 90 degrees only the sum or difference of roll and yaw is defined: yaw is 0.
        yaw = math.atan2(m[1, 0], m[0, 0]) if across > 1e-12 else 0.0
        sine, cosine = math.sin(yaw), math.cos(yaw)
        roll = math.atan2(sine * m[0, 2] - cosine * m[1, 2], cosine * m[1, 1] - sine * m[0, 1])
        x, y, z = (float(each) for each in m[:3, 3])
        return cls((x, y, z), (roll, pitch, yaw))

    @property
    def matrix(self) -> Floats:
        """(4, 4): Rz(yaw) Ry(pitch) Rx(roll), and the position."""
        (sr, cr), (sp, cp), (sy, cy) = ((math.sin(a), math.cos(a)) for a in self.rpy)
        frame = np.eye(4)
        frame[:3, :3] = [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
        frame[:3, 3] = self.xyz
        return frame


class Place(NamedTuple):
    """The frame of a joint or effector in its parent; '': the world."""

    parent: str = ""
    frame: Frame = Frame()


class Mimic(NamedTuple):
    """The joint that a joint mimics: multiplier times its value, plus the offset."""

    joint: str = ""
    multiplier: float = 1.0
    offset: float = 0.0


class Habits(NamedTuple):
    """Joint data that methods use, besides the limits."""

    rest: float = 0.0
    comfort: float = 0.0
    weight: float = 1.0


def add_joint(
    builder: _core.TreeBuilder,
    name: str,
    kind: str,
    place: Place,
    axis: Three = (0.0, 0.0, 1.0),
    limits: Tuple[float, float] = (-math.inf, math.inf),
    habits: Habits = Habits(),
    pitch: float = 0.0,
    mimic: Mimic = Mimic(),
) -> None:
    """Adds a joint; its rest pose is moved within its limits."""
    low, high = limits
    rest = min(max(habits.rest, low), high) if low <= high else habits.rest
    builder.joint(
        name,
        parent=place.parent,
        kind=_core.JOINT_KINDS.index(kind),
        xyz=place.frame.xyz,
        rpy=place.frame.rpy,
        axis=axis,
        limits=limits,
        rest=rest,
        comfort=habits.comfort,
        weight=habits.weight,
        pitch=pitch,
        leader=mimic.joint,
        multiplier=mimic.multiplier,
        offset=mimic.offset,
    )


def built(builder: _core.TreeBuilder) -> _core.Tree:
    """Returns the tree, or raises the library's error."""
    return builder.build()
