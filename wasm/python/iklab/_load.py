"""Reads NPZ files of the page, the command line and `Rows.save`."""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from typing import Any, Dict, Mapping, Union

import numpy as np

from ._columns import Column, Table
from ._rows import Rows
from ._scenario import json_object, scene_of, with_preset

# Exceptions of NumPy and its archive readers for files that are no archives.
_DAMAGED = (
    *(ValueError, EOFError, AttributeError, TypeError, NotImplementedError, OSError, KeyError),
    *(zipfile.BadZipFile, zlib.error),
)
_OF_ROWS = ("q", "starts", "goals")


def load(path: Union[str, "os.PathLike[str]"]) -> Union[Table, Rows]:
    """Reads an NPZ file of IK Lab.

    path: a run saved by the page, a study of the page or the command line, or a file of
    `Rows.save`. The last returns Rows, the others a Table with the columns of the file. A run has
    one row per update and panel, with `angles` (N, n) in radians, metres for prismatic joints.

    >>> import os, tempfile
    >>> rows = iklab.study({
    ...     "scenario": {
    ...         "tree": {"planar": {"links": [1, 0.8]}},
    ...         "targets": [{"effector": "tip", "position": [1, 1, 0]}],
    ...         "methods": [{"id": "sdls"}],
    ...     },
    ...     "sampling": {"kind": "reachable"},
    ...     "count": 5,
    ... })
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     rows.save(os.path.join(folder, "rows.npz"))
    ...     again = iklab.load(os.path.join(folder, "rows.npz"))
    >>> again, bool((again.q == rows.q).all())
    (Rows(5 rows by SDLS), True)
    """
    name = os.fspath(path)
    columns = _arrays(name)
    if "manifest" in columns:
        manifest = _said(name, "manifest", columns.pop("manifest"))
        return Table(_even(name, columns), manifest)
    if "document" in columns and all(key in columns for key in _OF_ROWS):
        document = _said(name, "document", columns.pop("document"))
        return _rows(name, document, _even(name, columns))
    raise ValueError(f"{name}: has no manifest, so it is no file of IK Lab")


def _arrays(name: str) -> Dict[str, Column]:
    with open(name, "rb") as file:
        try:
            with np.load(file, allow_pickle=False) as arrays:
                return {key: arrays[key] for key in arrays.files}
        except _DAMAGED as error:
            raise ValueError(f"{name}: is no NPZ, or damaged: {error}") from None


def _said(name: str, key: str, array: Column) -> Mapping[str, Any]:
    try:
        said = json.loads(str(array))
    except json.JSONDecodeError:
        said = None
    if not isinstance(said, Mapping):
        raise ValueError(f"{name}: {key} must be a JSON object")
    return said


def _even(name: str, columns: Dict[str, Column]) -> Dict[str, Column]:
    """Checks that all columns have the same length."""
    counts = {len(column) if column.ndim > 0 else None for column in columns.values()}
    if len(counts) > 1 or None in counts:
        shapes = ", ".join(f"{key} {column.shape}" for key, column in columns.items())
        raise ValueError(f"{name}: its arrays must have one length; got {shapes}")
    return columns


def _rows(name: str, document: Mapping[str, Any], columns: Dict[str, Column]) -> Rows:
    arrays = {key: columns.pop(key) for key in _OF_ROWS}
    try:
        scenario = json_object("scenario", document.get("scenario", {}))
        joints = scene_of(with_preset(scenario)).tree.names
    except ValueError as error:
        raise ValueError(f"{name}: document: {error}") from None
    if "label" not in columns or arrays["q"].shape[1:] != (len(joints),):
        raise ValueError(f"{name}: its rows are not those of its document")
    labels = list(dict.fromkeys(columns["label"].tolist()))
    return Rows(document, columns, labels, joints, arrays)
