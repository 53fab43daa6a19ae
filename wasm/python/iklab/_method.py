"""Methods with their options, from the method table."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from . import _core
from ._arrays import boolean, real
from ._sentences import one_of, shown
from ._table import METHODS, MethodInfo, Parameter


class Method:
    """A method and its options, returned by `iklab.dls`, `iklab.sdls` ….

    >>> damped = iklab.dls(lambda_=0.05)
    >>> damped
    dls(lambda_=0.05)
    >>> damped.id, damped.options
    ('dls', {'lambda_': 0.05})
    """

    __slots__ = ("_made", "_text", "options")

    def __init__(self, made: _core.Method, options: Mapping[str, Any], text: str) -> None:
        self._made = made
        self._text = text
        self.options: Dict[str, Any] = dict(options)

    @property
    def id(self) -> str:
        """The id in scenarios and on the command line."""
        return self._made.id

    def __repr__(self) -> str:
        return self._text


MethodLike = Union[Method, str]


def method_of(method: MethodLike) -> Method:
    """Returns a method by its id, scaled to the robot, or a method with its options."""
    if isinstance(method, Method):
        return method
    if not isinstance(method, str):
        raise ValueError(
            f"method must be an id or what a function of iklab gives; got {shown(method)}"
        )
    info = METHODS.get(method)
    return made(info, {}) if info else Method(_core.Method(method, []), {}, method)


def made(info: MethodInfo, options: Mapping[str, Any]) -> Method:
    """Creates a built-in method."""
    known = {each.name: each for each in info.parameters}
    for name in options:
        if name not in known:
            names = ", ".join(known)
            raise TypeError(f"{info.function} has no option '{name}': it has {names}")
    fits = {name for name, each in known.items() if each.default is None}
    given = {name: v for name, v in options.items() if not (v is None and name in fits)}
    written = ", ".join(f"{name}={value!r}" for name, value in given.items())
    stages = [
        _stage(each, given.get(each.name)) for each in known.values() if each.kind == "method"
    ]
    numbers = _numbers(known, given)
    try:
        core = _core.staged(stages, numbers) if stages else _core.Method(info.id, numbers)
    except ValueError as error:
        by_key = {each.key: each.name for each in info.parameters}
        raise ValueError(_begun(str(error), by_key)) from None
    return Method(core, given, f"{info.function}({written})")


def _numbers(known: Mapping[str, Parameter], given: Mapping[str, Any]) -> List[Tuple[str, float]]:
    return [
        (known[name].key, _number(known[name], value))
        for name, value in given.items()
        if known[name].kind != "method"
    ]


def _number(parameter: Parameter, value: Any) -> float:
    name = parameter.name
    if parameter.kind == "toggle":
        return float(boolean(name, value))
    if parameter.kind == "choice":
        if not isinstance(value, str) or value not in parameter.choices:
            raise ValueError(one_of(name, parameter.choices, value))
        return float(parameter.choices.index(value))
    return real(name, value)


def _stage(parameter: Parameter, value: Optional[MethodLike]) -> _core.Method:
    return method_of(parameter.default if value is None else value)._made  # type: ignore[arg-type]


def _begun(sentence: str, names: Mapping[str, str]) -> str:
    """Replaces the first name in a message."""
    first, gap, rest = sentence.partition(" ")
    return f"{names.get(first, first)}{gap}{rest}"


def documented(name: str, identity: Any, params: Mapping[str, Any], version: int) -> Method:
    """Returns the method `name` of a scenario, by the keys of the method table.

    version: of the scenario. Missing lengths are the published ones in 1 and scaled in 2.
    """
    info = METHODS.get(identity) if isinstance(identity, str) else None
    if info is None:
        raise ValueError(one_of(f"{name}.id", tuple(METHODS), identity))
    own = {each.key: each for each in info.parameters}
    options: Dict[str, Any] = {}
    if version == 1:
        options = {p.name: p.published for p in own.values() if p.default is None}
    stages: Dict[str, Dict[str, Any]] = {p.key: {} for p in own.values() if p.kind == "method"}
    for key, value in params.items():
        stage, dot, inner = key.partition(".")
        if dot and stage in stages:
            stages[stage][inner] = value
        elif key in own:
            options[own[key].name] = value
        else:
            raise ValueError(f"{info.id} has no parameter {key!r}")
    for key, given in stages.items():
        chosen = options.get(own[key].name, own[key].default)
        options[own[key].name] = documented(f"{name}.params.{key}", chosen, given, version)
    try:
        return made(info, options)
    except ValueError as error:
        keys = {each.name: f"{name}.params.{each.key}" for each in own.values()}
        raise ValueError(_begun(str(error), keys)) from None


def formula(text: str, options: Optional[Mapping[str, float]] = None) -> Method:
    """Creates a custom method from a formula, a few lines of mathematics.

    text: the lines. options: values of the parameters that the formula declares, by name; a choice
    by its index, yes and no as True and False. Errors in the text have line and column.

    >>> mine = iklab.formula("param λ = 0.1 m\\nΔθ = Jᵀ (J Jᵀ + λ² I)⁻¹ e", {"λ": 0.05})
    >>> arm = iklab.Robot.from_dh([(0.5, 0, 0, 0)] * 3)
    >>> arm.solve([0.9, 0.6, 0], start=[0.1, 0.2, 0.3], method=mine).reached
    True
    """
    if not isinstance(text, str):
        raise ValueError(f"text must be a str; got {shown(text)}")
    given = dict(options or {})
    numbers = [
        (name, float(v) if v in (True, False) else real(name, v)) for name, v in given.items()
    ]
    return Method(_core.formula(text, numbers), given, "formula(…)")
