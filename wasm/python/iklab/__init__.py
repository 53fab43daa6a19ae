"""Inverse kinematics for any mechanism with nineteen methods, or a custom method.

>>> arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3)
>>> found = arm.solve([0.9, 0.6, 0], start=[0.1, 0.2, 0.3], method=iklab.dls(lambda_=0.05))
>>> found.reached, bool(np.allclose(arm.fk(found.q)[:3, 3], [0.9, 0.6, 0], atol=1e-4))
(True, True)
"""

from ._core import VERSION as __version__
from ._columns import Table as Table
from ._load import load as load
from ._method import Method as Method
from ._method import formula as formula
from ._methods import *  # noqa: F403
from ._methods import __all__ as _functions
from ._notebook import Widget as Widget
from ._notebook import show as show
from ._pose import Pose as Pose
from ._presets import presets as presets
from ._robot import Robot as Robot
from ._rows import Rows as Rows
from ._runs import Runs as Runs
from ._solution import Batch as Batch
from ._solution import Solution as Solution
from ._solutions import Certificate as Certificate
from ._solutions import FreeParameter as FreeParameter
from ._solutions import Solutions as Solutions
from ._study import study as study
from ._table import MethodInfo as MethodInfo
from ._table import Parameter as Parameter
from ._table import methods as methods

__all__ = [
    "Batch",
    "Certificate",
    "FreeParameter",
    "Method",
    "MethodInfo",
    "Parameter",
    "Pose",
    "Robot",
    "Rows",
    "Runs",
    "Solution",
    "Solutions",
    "Table",
    "Widget",
    "__version__",
    "formula",
    "load",
    "methods",
    "presets",
    "show",
    "study",
    *_functions,
]
