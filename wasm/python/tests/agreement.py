"""Repeats runs and studies of the command line: agreement.py FOLDER

The folder has scenarios and studies, NAME.json, and the output of `iklab run --format jsonl` and
`iklab study --format csv --poses`, NAME.jsonl and NAME.csv. Prints the number of runs and the
largest difference of their ends, and the same for the rows, radians or metres.
"""

import csv
import json
import sys
from pathlib import Path

import iklab
import numpy as np
from scenarios import solutions


def compare_runs(folder):
    count, apart = 0, 0.0
    for file in sorted(folder.glob("*.jsonl")):
        document = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
        rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
        ends = {row["panel"]: row for row in rows}  # The last update of each panel.
        for panel, here in enumerate(solutions(document)):
            there = ends[panel]
            told = f"{file.stem} {there['method']}"
            assert here.updates == there["update"], (told, here.updates, there["update"])
            assert here.stop == there["stop"], (told, here.stop, there["stop"])
            apart = max(apart, float(np.abs(here.q - there["angles"]).max()))
            count += 1
    return count, apart


COUNTS = ("index", "solved", "inLimits", "updates", "evaluations", "restarts", "limitHits")


def compare_archive(there, arrays):
    """Compares the NPZ file of `iklab study` with the columns of its CSV, to the bit."""
    assert sorted(arrays.files) == sorted([*there[0], "manifest"]), arrays.files
    assert "document" in json.loads(str(arrays["manifest"]))
    for name in there[0]:
        array, texts = arrays[name], [row[name] for row in there]
        assert array.shape == (len(there),), (name, array.shape)
        if array.dtype.kind == "U":
            assert array.tolist() == texts, name
        else:
            unknown = np.nan if array.dtype.kind == "f" else -1
            numbers = [float(text) if text else unknown for text in texts]
            assert np.array_equal(array.astype(float), numbers, equal_nan=True), name


def compare_studies(folder):
    count, apart = 0, 0.0
    for file in sorted(folder.glob("*.csv")):
        rows = iklab.study(file.with_suffix(".json"))
        there = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
        assert len(rows) == len(there), (file.stem, len(rows), len(there))
        packed = file.with_suffix(".npz")
        with np.load(packed) as arrays:
            compare_archive(there, arrays)
            loaded = iklab.load(packed)
            assert loaded.columns == tuple(there[0]), loaded.columns
            assert loaded.manifest["document"]["count"] == len(set(loaded["index"]))
            for name in loaded.columns:
                assert loaded[name].tobytes() == arrays[name].tobytes(), name
        for i, row in enumerate(there):
            for name in COUNTS:
                assert float(rows[name][i]) == float(row[name]), (file.stem, i, name, row[name])
            for name in ("method", "label", "stop"):
                assert rows[name][i] == row[name], (file.stem, i, name, row[name])
            ends = [float(row[f"end.{name}"]) for name in rows.names]
            apart = max(apart, float(np.abs(rows.q[i] - ends).max()))
        count += len(rows)
    return count, apart


print(*compare_runs(Path(sys.argv[1])), *compare_studies(Path(sys.argv[1])))
