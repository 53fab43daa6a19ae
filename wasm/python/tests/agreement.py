"""Runs and studies of the command line made again: agreement.py FOLDER

The folder has scenarios and studies, NAME.json, and what `iklab run --format jsonl` and `iklab
study --format csv --poses` say of them, NAME.jsonl and NAME.csv. Prints how many runs there were,
and how far apart their ends are at most, and the same of the rows, radians or metres.
"""

import csv
import json
import sys
from pathlib import Path

import iklab
import numpy as np

TABLE = {info.id: info for info in iklab.methods()}


def method_of(identity, params):
    """Of a scenario: parameters by their keys, those of a stage as `first.lambda`."""
    names = {each.key: each for each in TABLE[identity].parameters}
    options, stages = {}, {}
    for key, value in params.items():
        stage, dot, inner = key.partition(".")
        if dot:
            stages.setdefault(stage, {})[inner] = value
        else:
            options[names[key].name] = value
    for name, inner in stages.items():
        options[name] = method_of(options.get(name, names[name].default), inner)
    return getattr(iklab, TABLE[identity].function)(**options)


def runs(document, lines):
    """Of each panel: what it was here, and its last update there."""
    ends = {row["panel"]: row for row in map(json.loads, lines)}
    robot = iklab.Robot.from_scenario(document)
    targets = document["targets"]
    goals = {
        each["effector"]: iklab.Pose(each["position"], each.get("orientation")) for each in targets
    }
    for panel, method in enumerate(document["methods"]):
        yield robot.solve(
            goals,
            method=method_of(method["id"], method.get("params", {})),
            limits=document.get("limitPolicy", "ignore"),
            tolerance=document["run"]["tolerance"],
            max_updates=document["run"].get("maxUpdates", 4000),
            restarts=0,
            orientation_weight=targets[0].get("orientationWeight"),
        ), ends[panel]


def compare_runs(folder):
    count, apart = 0, 0.0
    for file in sorted(folder.glob("*.jsonl")):
        document = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
        for here, there in runs(document, file.read_text(encoding="utf-8").splitlines()):
            told = f"{file.stem} {there['method']}"
            assert here.updates == there["update"], (told, here.updates, there["update"])
            assert here.stop == there["stop"], (told, here.stop, there["stop"])
            apart = max(apart, float(np.abs(here.q - there["angles"]).max()))
            count += 1
    return count, apart


COUNTS = ("index", "solved", "inLimits", "updates", "evaluations", "restarts", "limitHits")


def compare_archive(there, arrays):
    """What `iklab study` writes for NumPy: the columns of its CSV, to the bit."""
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
