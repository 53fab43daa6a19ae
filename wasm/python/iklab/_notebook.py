"""Shows a run of the page in a notebook."""

from __future__ import annotations

import html
import importlib
import json
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union
from urllib.parse import urljoin

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Floats, finite, floats, misshapen
from ._document import drawn_lines, link_of, robot_document
from ._page import page_or_none
from ._robot import Robot
from ._scenario import Document, parsed
from ._sentences import shown

_SCRIPT = Path(__file__).parent / "_notebook.js"
_WIDE, _HIGH = 640, 400


def show(
    what: Union[Robot, Document, str],
    *,
    ui: str = "panes,transport",
    host: Union[str, Path, None] = None,
    methods: Sequence[str] = ("sdls",),
) -> Any:
    """Shows a live run in a notebook: drag its targets, and methods follow them.

    what: a Robot, or a scenario document (a dict or its JSON). ui: what is shown: panes, transport,
    charts, cards, story and params:METHOD.KEY. host: the address of an IK Lab page, or the folder
    of a built one, which is served to this machine only; None: the page of the package, if it was
    installed. methods: the methods to run, for a Robot.

    Returns a widget with `scenario` (a dict), `q` ((n,) radians, metres for prismatic joints, of
    the first method) and `results` (a dict per method), which follow the page. `w.q = s.q` shows a
    pose; assign `w.scenario` to open another document. Without anywidget, the run is live but
    Python gets no updates. Without a page, or a kernel that serves it, the widget shows a drawing
    of the start and a link.

    >>> w = iklab.show(iklab.Robot.from_preset("ur5e"), host="https://iklab.example/")
    >>> w.scenario["methods"], w.q.shape
    ([{'id': 'sdls'}], (6,))
    """
    if not isinstance(ui, str):
        raise ValueError(f"ui must be a string; got {shown(ui)}")
    robot, scenario = _scenario_of(what, methods)
    address = page_or_none(host)
    start = scenario.get("start") if robot is None else robot.start
    q = [] if start is None else np.asarray(start, dtype=float).tolist()
    picture = Still(robot, address, ui)
    live = _live_class() if address is not None else None
    made = live or Widget
    return made(scenario=dict(scenario), q=q, ui=ui, host=address or "", still=picture)


def _scenario_of(
    what: Union[Robot, Document, str], methods: Sequence[str]
) -> Tuple[Optional[Robot], Document]:
    if isinstance(what, Robot):
        return what, robot_document(what, list(methods))
    document = parsed("scenario", what) if isinstance(what, str) else what
    if not isinstance(document, Mapping):
        raise ValueError(f"what must be a Robot or a scenario; got {shown(what)}")
    try:
        return Robot.from_scenario(document), document
    except ValueError:  # A preset, or a fault that only the page can report.
        return None, document


class Still:
    """The view without anywidget: the run, or, until it loads or if it cannot, a drawing of the
    robot and a link."""

    def __init__(self, robot: Optional[Robot], address: Optional[str], ui: str) -> None:
        self.robot = robot
        self._address = address
        self._ui = ui

    def html(self, scenario: Document, q: Sequence[float]) -> str:
        name = str(scenario.get("name") or "A run of inverse kinematics")
        drawing = "" if self.robot is None else _svg(self.robot, q)
        if self._address is None:
            return _figure(drawing, html.escape(name))
        link = html.escape(link_of(self._address, scenario))
        caption = f'<a href="{link}" target="_blank" rel="noopener">open in IK Lab</a>'
        said = {
            "host": self._address,
            "ui": self._ui,
            "label": name,
            "scenario": json.dumps(scenario),
        }
        attributes = "".join(f' {key}="{html.escape(value)}"' for key, value in said.items())
        script = html.escape(urljoin(self._address, "ik-lab.js"))
        return (
            f'<script type="module" src="{script}"></script><ik-lab{attributes} paused>'
            f"{_figure(drawing, f'{html.escape(name)}: {caption}')}</ik-lab>"
        )


def _figure(drawing: str, caption: str) -> str:
    return f"<figure>{drawing}<figcaption>{caption}</figcaption></figure>"


def _svg(robot: Robot, q: Sequence[float]) -> str:
    """Draws the robot from the side and slightly from above."""
    values = np.asarray(q, dtype=float)
    pose = values if values.shape == (len(robot.names),) else None
    lines = np.array(drawn_lines(robot, pose))
    x, y, z = lines[..., 0], lines[..., 1], lines[..., 2]
    flat = np.stack([0.87 * (x - y), -0.5 * (x + y) * 0.6 - z], axis=-1)
    low, high = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
    room = max(float(np.max((high - low) / (_WIDE - 80, _HIGH - 80))), 1e-9)
    placed = (flat - (low + high) / 2) / room + (_WIDE / 2, _HIGH / 2)
    path = " ".join(f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" for a, b in placed)
    return (
        f'<svg viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" role="img" style="max-width: 100%">'
        f"<title>{html.escape(robot.name or 'Robot')}</title>"
        f'<path d="{path}" fill="none" stroke="#c8410b" stroke-width="4" '
        'stroke-linecap="round"/></svg>'
    )


def _pose(robot: Optional[Robot], value: ArrayLike) -> List[float]:
    q = finite("q", floats("q", value))
    if q.ndim != 1 or (robot is not None and q.shape != (len(robot.names),)):
        wanted = "(n,)" if robot is None else f"({len(robot.names)},)"
        raise ValueError(misshapen("q", q.shape, wanted, "" if robot is None else robot._told))
    values: List[float] = q.tolist()
    return values


class Widget:
    """The result of `iklab.show` without anywidget: same attributes, not updated by the run.

    >>> w = iklab.show(iklab.Robot.from_preset("scara"), host="https://iklab.example/")
    >>> w.q = [0.1, 0.2, 0.05, 0]
    >>> w.scenario["start"]
    [0.1, 0.2, 0.05, 0.0]
    """

    def __init__(
        self, scenario: Dict[str, Any], q: List[float], ui: str, host: str, still: Still
    ) -> None:
        self.scenario = scenario
        self.results: List[Dict[str, Any]] = []
        self.ui = ui
        self.host = host
        self._q = q
        self._still = still

    @property
    def q(self) -> Floats:
        """The pose (n,): radians, metres for prismatic joints."""
        return np.array(self._q)

    @q.setter
    def q(self, value: ArrayLike) -> None:
        self._q = _pose(self._still.robot, value)
        self.scenario = {**self.scenario, "start": self._q}

    def _repr_html_(self) -> str:
        return self._still.html(self.scenario, self._q)


_made: Optional[type] = None


def _live_class() -> Optional[type]:
    """Returns the anywidget class; None if anywidget is not installed."""
    global _made
    if _made is None:
        try:
            anywidget = importlib.import_module("anywidget")
            traitlets = importlib.import_module("traitlets")
        except ImportError:
            return None
        _made = _class_of(anywidget, traitlets)
    return _made


def _class_of(anywidget: Any, traitlets: Any) -> type:
    def synced(kind: Any, *default: Any) -> Any:
        return kind(*default).tag(sync=True)

    class Pose(traitlets.TraitType):  # type: ignore[misc]
        """Accepts any list of numbers; reads as an array."""

        def validate(self, widget: Any, value: Any) -> Floats:
            try:
                return np.array(_pose(widget._still.robot, value) if len(value) else [])
            except (TypeError, ValueError) as error:
                raise traitlets.TraitError(str(error)) from None

    class LiveWidget(anywidget.AnyWidget):  # type: ignore[misc]
        """Keeps `scenario`, `q` and `results` in sync with the page."""

        _esm = _SCRIPT
        scenario = synced(traitlets.Dict)
        results = synced(traitlets.List)
        ui = synced(traitlets.Unicode, "")
        host = synced(traitlets.Unicode, "")
        label = synced(traitlets.Unicode, "")
        q = Pose(np.array([])).tag(
            sync=True,
            to_json=lambda value, widget: np.asarray(value).tolist(),
            from_json=lambda value, widget: np.asarray(value, dtype=float),
        )

        def __init__(self, *, still: Still, **given: Any) -> None:
            self._still = still
            label = str(given["scenario"].get("name") or "")
            super().__init__(label=label, **given)

        def _repr_html_(self) -> str:
            return self._still.html(self.scenario, self.q)

        def _repr_mimebundle_(self, **given: Any) -> Any:
            """Includes what a saved notebook shows without a kernel."""
            bundle = super()._repr_mimebundle_(**given)
            data = bundle[0] if isinstance(bundle, tuple) else bundle
            if isinstance(data, dict):
                data["text/html"] = self._repr_html_()
            return bundle

    return LiveWidget
