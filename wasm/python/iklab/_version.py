"""The defaults that version 2 of documents changes."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Dict, List, Mapping, Optional, Sequence

from ._table import METHODS, MethodInfo, Parameter

Document = Mapping[str, Any]

# Defaults of each version, where they differ.
STOP_RULES: Dict[int, Dict[str, float]] = {1: {"minImprovement": 1e-5, "maxRises": 3}, 2: {}}


def version_note(what: str, scenario: Document, preset: Document) -> Optional[str]:
    """Names the defaults of a version-1 study that differ in version 2; None if none does.

    The message is the same on the page, on the command line and in npm. what: "scenario" or
    "study", the document that has the version. scenario: as written. preset: the scene that it
    names, or {}.
    """
    changed = [
        *_lengths(scenario.get("methods", [])),
        *_rules(scenario.get("run", preset.get("run", {}))),
        *([] if preset or "limitPolicy" in scenario else ["limitPolicy (ignore)"]),
        *_weights(scenario.get("targets", [])),
    ]
    if not changed:
        return None
    return (
        f"a {what} of version 1: version 2 has other defaults for {', '.join(changed)}; "
        "iklab upgrade writes them out"
    )


def _lengths(methods: Sequence[Document]) -> List[str]:
    lines = []
    for row in methods:
        info, params = METHODS[str(row.get("id"))], row.get("params", {})
        left_out = _left_out(info, params, "")
        if left_out:
            lines.append(f"{row.get('label') or info.name}: {', '.join(left_out)}")
    return [f"lengths of methods ({'; '.join(lines)})"] if lines else []


def _left_out(info: MethodInfo, params: Document, stage: str) -> List[str]:
    options = {each.name: params.get(stage + each.key, each.default) for each in info.parameters}
    texts = []
    for each in info.parameters:
        key = stage + each.key
        if each.kind == "method":
            texts += _left_out(METHODS[str(params.get(key, each.default))], params, f"{key}.")
        elif each.default is None and key not in params and _applies(each, options):
            texts.append(f"{key} {_number(each.published)} {each.unit} (published)")
    return texts


def _applies(parameter: Parameter, options: Document) -> bool:
    name, _, values = parameter.when.partition(" ")
    return not name or str(options.get(name)) in values.split(" or ")


def _rules(run: Document) -> List[str]:
    if all(key in run for key in STOP_RULES[1]):
        return []
    rules: Dict[str, Any] = {**STOP_RULES[1], **run}
    rises = "none" if rules["maxRises"] is None else rules["maxRises"]
    least = _number(rules["minImprovement"])
    return [f"stop rules (maxRises {rises}, minImprovement {least})"]


def _weights(targets: Sequence[Document]) -> List[str]:
    if all("orientationWeight" in each for each in targets):
        return []
    return [f"orientationWeight ({_number(targets[0].get('orientationWeight', 1))})"]


def _number(value: float) -> str:
    """Formats a number like JavaScript, with six digits."""
    text = format(Decimal(repr(float(f"{value:.6g}"))), "f")
    return text[:-2] if text.endswith(".0") else text
