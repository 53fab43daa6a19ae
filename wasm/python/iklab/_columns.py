"""A table of columns: the results of a study, or a file of a study or a run."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Iterator, Mapping, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._sentences import one_of, shown

Column = NDArray[Any]


class Table:
    """Named columns of N rows, as read by `iklab.load`.

    `table["updates"]` is a column: (N,), or (N, k) if a row has a list, such as joint values.
    columns: the names. manifest: the metadata of the file. Missing values are NaN, -1 in integer
    columns, and empty in text columns.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "run.npz")
    ...     np.savez(file, update=[1, 2], angles=[[0.1, 0.2], [0.3, 0.4]], manifest="{}")
    ...     run = iklab.load(file)
    >>> run, run["angles"].shape
    (Table(2 rows: update, angles), (2, 2))
    """

    def __init__(self, columns: Mapping[str, Column], manifest: Mapping[str, Any]) -> None:
        self.columns: Tuple[str, ...] = tuple(columns)
        self.manifest = dict(manifest)
        self._columns = dict(columns)

    def __len__(self) -> int:
        return next((len(column) for column in self._columns.values()), 0)

    def __getitem__(self, column: str) -> Column:
        if column not in self._columns:
            raise KeyError(one_of("a column", self.columns, column))
        return self._columns[column]

    def __repr__(self) -> str:
        return f"Table({len(self)} rows: {', '.join(self.columns)})"

    def to_numpy(self) -> Column:
        """Returns all columns as one structured array (N,).

        >>> document = {
        ...     "scenario": {
        ...         "tree": {"planar": {"links": [1, 0.8]}},
        ...         "targets": [{"effector": "tip", "position": [1, 1, 0]}],
        ...         "methods": [{"id": "sdls"}],
        ...     },
        ...     "sampling": {"kind": "reachable"},
        ...     "count": 5,
        ... }
        >>> iklab.study(document).to_numpy()["index"].tolist()
        [0, 1, 2, 3, 4]
        """
        kinds = [(name, each.dtype, each.shape[1:]) for name, each in self._columns.items()]
        table = np.empty(len(self), dtype=kinds)
        for name, column in self._columns.items():
            table[name] = column
        return table

    def to_pandas(self) -> Any:
        """Returns a pandas.DataFrame (requires pandas); lists become NAME[0], NAME[1], ….

        >>> iklab.study({
        ...     "scenario": {
        ...         "tree": {"planar": {"links": [1, 0.8]}},
        ...         "targets": [{"effector": "tip", "position": [1, 1, 0]}],
        ...         "methods": [{"id": "sdls"}],
        ...     },
        ...     "sampling": {"kind": "reachable"},
        ...     "count": 5,
        ... }).to_pandas()["solved"].mean()  # doctest: +SKIP
        1.0
        """
        try:
            import pandas
        except ImportError:
            raise ImportError(
                "to_pandas needs pandas, which is not installed; to_numpy does without"
            ) from None
        return pandas.DataFrame(dict(self._flat()))

    def _flat(self) -> Iterator[Tuple[str, Column]]:
        """Returns columns with one number per row."""
        for name, column in self._columns.items():
            if column.ndim == 1:
                yield name, column
            else:
                for i, each in enumerate(column.reshape(len(column), -1).T):
                    yield f"{name}[{i}]", each

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a file.

        path: ends in .npz (one array per column, and the metadata as JSON, for `iklab.load`) or in
        .csv (a header, then one line per row).

        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = os.path.join(folder, "run.npz")
        ...     np.savez(file, update=[1, 2], angles=[[0.1, 0.2], [0.3, 0.4]], manifest="{}")
        ...     iklab.load(file).save(os.path.join(folder, "run.csv"))
        ...     with open(os.path.join(folder, "run.csv"), encoding="utf-8") as text:
        ...         print(text.read().splitlines())
        ['update,angles[0],angles[1]', '1,0.1,0.2', '2,0.3,0.4']
        """
        name = os.fspath(path)
        if name.endswith(".npz"):
            with open(name, "wb") as file:
                np.savez_compressed(file, **self._archive())
        elif name.endswith(".csv"):
            self._save_csv(name)
        else:
            raise ValueError(f"path must end in .npz or .csv; got {shown(name)}")

    def _archive(self) -> Mapping[str, Any]:
        """Returns the arrays of an NPZ file."""
        return {**self._columns, "manifest": np.array(json.dumps(self.manifest))}

    def _save_csv(self, name: str) -> None:
        columns: Dict[str, Column] = dict(self._flat())
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.write(",".join(map(_cell, columns)) + "\n")
            for row in zip(*(column.tolist() for column in columns.values())):
                file.write(",".join(map(_cell, row)) + "\n")


def _cell(value: Any) -> str:
    """Formats like the command line: True and False as 1 and 0, NaN as empty."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        return "" if value != value else repr(value)
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n\r') else text
