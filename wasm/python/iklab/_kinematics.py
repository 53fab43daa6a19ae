"""Forward kinematics and Jacobians."""

from __future__ import annotations

from typing import Dict, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import Floats, finite, floats, misshapen, text_of
from ._sentences import counted, one_of, shown


class Kinematics:
    """The kinematics of a robot, without solving."""

    def __init__(
        self,
        tree: _core.Tree,
        name: str = "",
        start: Optional[Floats] = None,
        notes: Sequence[str] = (),
    ) -> None:
        self._tree = tree
        self.name = name
        self.names: Tuple[str, ...] = tuple(tree.names)
        self.kinds: Tuple[str, ...] = tuple(tree.kinds)
        self.effectors: Tuple[str, ...] = tuple(tree.effectors)
        self.limits: Floats = _kept(tree.limits)
        self.start: Floats = _kept(tree.rest if start is None else np.array(start))
        self.notes: Tuple[str, ...] = tuple(notes)

    def fk(self, q: ArrayLike, effector: Optional[str] = None) -> Floats:
        """Returns the pose of an effector: (..., 4, 4), metres, in the base frame.

        q: (..., n) radians, metres for prismatic joints. effector: one of the robot's effectors;
        None if there is only one.

        >>> arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3)
        >>> arm.fk(np.zeros((100, 3))).shape
        (100, 4, 4)
        """
        values = self._values(q)
        frames = _core.forward(self._tree, values.reshape(-1, self._n), self._index(effector))
        return frames.reshape(*values.shape[:-1], 4, 4)

    def link_poses(self, q: ArrayLike) -> Dict[str, Floats]:
        """Returns the pose of the link that each joint carries, by the name of the joint.

        In a URDF, the frame of a link is that of the joint above it. Fixed joints that were merged
        while reading have no entry.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Joint values in the order of `names`: radians, metres for prismatic joints.

        Returns
        -------
        dict of str to ndarray, shape (..., 4, 4)
            Homogeneous matrices in the base frame, metres: one for each joint of the mechanism,
            moving, mimicking or fixed, in the order of the mechanism. A joint name that is not in
            `names` is that of a fixed or mimicking joint.

        Raises
        ------
        ValueError
            If the last dimension of `q` is not n, or a value is not a number within ±1e15.

        Examples
        --------
        >>> arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3)
        >>> links = arm.link_poses([np.pi / 2, 0, 0])
        >>> list(links)
        ['q1', 'q2', 'q3']
        >>> links["q3"][:3, 3].round(6).tolist()
        [0.0, 1.0, 0.0]
        """
        values = self._values(q)
        frames = _core.links(self._tree, values.reshape(-1, self._n))
        shape = (*values.shape[:-1], 4, 4)
        names = [each["id"] for each in self._tree.joints]
        return {name: frames[:, i].reshape(shape) for i, name in enumerate(names)}

    def jacobian(self, q: ArrayLike, effector: Optional[str] = None) -> Floats:
        """Returns the Jacobian of an effector: (..., 6, n).

        Rows: linear velocity of its origin (metres), then angular velocity (radians), along the
        axes of the base frame, per unit of each joint. q and effector are as in `fk`.

        >>> arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3)
        >>> arm.jacobian([0, 0, 0]).round(6).tolist()[1]
        [1.5, 1.0, 0.5]
        """
        values = self._values(q)
        rows = _core.jacobian(self._tree, values.reshape(-1, self._n), self._index(effector))
        return rows.reshape(*values.shape[:-1], 6, self._n)

    def __repr__(self) -> str:
        joints = counted(self._n, "joint")
        return f"Robot({self.name!r}, {joints}, effectors {', '.join(self.effectors)})"

    @property
    def _n(self) -> int:
        return len(self.names)

    @property
    def _told(self) -> str:
        return f"{self.name or 'the robot'} has {counted(self._n, 'joint')}"

    def _index(self, effector: Optional[str]) -> int:
        return self.effectors.index(one_effector(self.effectors, effector))

    def _start(self, start: Union[ArrayLike, str, None]) -> Floats:
        if start is None:
            return self.start
        if isinstance(start, str) and start != "zeros":
            raise ValueError(f"start must be numbers or zeros; got {shown(start)}")
        begun = np.zeros(self._n) if isinstance(start, str) else floats("start", start)
        if begun.ndim != 1:
            raise ValueError(misshapen("start", begun.shape, text_of((self._n,)), self._told))
        return begun

    def _values(self, q: ArrayLike) -> Floats:
        values = floats("q", q)
        if values.ndim == 0 or values.shape[-1] != self._n:
            raise ValueError(misshapen("q", values.shape, f"(..., {self._n})", self._told))
        return finite("q", values)


def _kept(array: Floats) -> Floats:
    """Returns a read-only array."""
    array.flags.writeable = False
    return array


def one_effector(effectors: Sequence[str], effector: Optional[str]) -> str:
    """Returns the selected effector."""
    if effector is None and len(effectors) == 1:
        return effectors[0]
    if effector not in effectors:
        raise ValueError(one_of("effector", effectors, effector))
    return effector  # type: ignore[return-value]
