"""Saved archives, exported tables, and robots by name."""

import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import iklab
import numpy as np
from robots import PRESETS

STUDY = {
    "iklabStudy": 2,
    "scenario": {
        "tree": {"planar": {"links": [1, 0.8, 0.5]}},
        "targets": [{"effector": "tip", "position": [1, 1, 0]}],
        "methods": [{"id": "dls", "label": "Mine"}, {"id": "sdls"}],
    },
    "sampling": {"kind": "reachable"},
    "count": 12,
}
MANIFEST = json.dumps({"program": "IK Lab", "version": "0.1.0"})


class Loaded(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "run.npz")

    def test_loaded_rows_equal_the_saved_rows(self):
        rows = iklab.study(STUDY)
        rows.save(self.file)
        again = iklab.load(self.file)
        self.assertIsInstance(again, iklab.Rows)
        self.assertEqual(again.columns, rows.columns)
        for name in rows.columns:
            np.testing.assert_array_equal(again[name], rows[name])
        for name in ("q", "starts", "goals"):
            np.testing.assert_array_equal(getattr(again, name), getattr(rows, name))
        self.assertEqual(
            (again.labels, again.names, again.document), (rows.labels, rows.names, rows.document)
        )
        again.save(self.file)
        np.testing.assert_array_equal(iklab.load(str(self.file)).q, rows.q)

    def test_loaded_rows_of_a_preset_equal_the_saved_rows(self):
        scenario = {"preset": "so-101", "methods": [{"id": "sdls"}]}
        rows = iklab.study({**STUDY, "scenario": scenario})
        rows.save(self.file)
        again = iklab.load(self.file)
        np.testing.assert_array_equal(again.q, rows.q)
        self.assertEqual(again.names, rows.names)

    def test_run_archive_has_its_columns(self):
        angles = np.array([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])
        updates = np.array([0, 1, 2])
        np.savez(self.file, update=updates, label=["a"] * 3, angles=angles, manifest=MANIFEST)
        run = iklab.load(self.file)
        self.assertEqual((len(run), run.columns), (3, ("update", "label", "angles")))
        np.testing.assert_array_equal(run["angles"], angles)
        self.assertEqual(run.manifest["version"], "0.1.0")
        table = run.to_numpy()
        self.assertEqual(table.dtype["angles"].shape, (2,))
        np.testing.assert_array_equal(table["angles"][1], [0.3, 0.4])
        said = "a column must be one of update, label, angles; got 'q'"
        with self.assertRaisesRegex(KeyError, said):
            run["q"]

    def refused(self, sentence):
        with self.assertRaises(ValueError) as refused:
            iklab.load(self.file)
        self.assertTrue(str(refused.exception).startswith(f"{self.file}: {sentence}"))

    def test_invalid_archives_are_rejected(self):
        for content in (b"", b"k,v\n1,2\n", b"PK\x03\x04", b"\x93NUMPY\x01\x00"):
            self.file.write_bytes(content)
            self.refused("is no NPZ, or damaged: ")
        with self.file.open("wb") as file:
            np.save(file, np.zeros(3))
        self.refused("is no NPZ, or damaged: ")
        np.savez(self.file, k=np.array([{}], dtype=object), manifest=MANIFEST)
        self.refused("is no NPZ, or damaged: Object arrays cannot be loaded")
        np.savez(self.file, k=[1, 2])
        self.refused("has no manifest, so it is no file of IK Lab")
        np.savez(self.file, k=[1, 2], manifest="[]")
        self.refused("manifest must be a JSON object")
        np.savez(self.file, k=[1, 2], m=[1], manifest=MANIFEST)
        self.refused("its arrays must have one length; got k (2,), m (1,)")
        np.savez(self.file, k=7, manifest=MANIFEST)
        self.refused("its arrays must have one length; got k ()")
        with self.assertRaises(FileNotFoundError):
            iklab.load(self.file.with_name("other.npz"))

    def test_rows_that_do_not_match_their_document_are_rejected(self):
        iklab.study(STUDY).save(self.file)
        with np.load(self.file) as arrays:
            kept = dict(arrays)
        np.savez(self.file, **{**kept, "q": kept["q"][:, :2]})
        self.refused("its rows are not those of its document")
        np.savez(self.file, **{**kept, "document": "{}"})
        self.refused("document: tree must be written out")

    def test_damaged_archives_raise_only_value_errors(self):
        iklab.study(STUDY).save(self.file)
        whole = self.file.read_bytes()
        random = np.random.default_rng(1)
        refusals = 0
        for _ in range(150):
            torn = bytearray(whole[: random.integers(1, len(whole))])
            if random.random() < 0.5:
                torn = bytearray(whole)
                torn[random.integers(len(torn))] ^= 1 << int(random.integers(8))
            self.file.write_bytes(torn)
            try:
                iklab.load(self.file)
            except ValueError:
                refusals += 1
        self.assertGreater(refusals, 100)


class Frames(unittest.TestCase):
    def test_to_pandas_without_pandas_names_the_missing_package(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ImportError, r"^to_pandas needs pandas, which is not inst"):
                iklab.study(STUDY).to_pandas()

    def test_data_frame_has_one_number_per_cell(self):
        rows = iklab.study(STUDY)
        frame = rows.to_pandas()
        self.assertEqual([*frame], [*rows.columns, "end.j1", "end.j2", "end.j3"])
        self.assertEqual(len(frame), len(rows))
        np.testing.assert_array_equal(frame["end.j2"], rows.q[:, 1])
        for label, group in frame.groupby("label"):
            self.assertEqual(group["solved"].mean(), rows["solved"][rows["label"] == label].mean())
        table = iklab.Table({"k": np.arange(2), "q": np.array([[1, 2], [3, 4]])}, {})
        frame = table.to_pandas()
        self.assertEqual([*frame], ["k", "q[0]", "q[1]"])
        self.assertEqual(frame["q[1]"].tolist(), [2, 4])


class Presets(unittest.TestCase):
    def test_presets_match_the_files_of_the_page(self):
        files = sorted((PRESETS / "presets/shelf").glob("*.json"))
        self.assertLessEqual({file.stem for file in files}, {*iklab.presets()})
        self.assertGreater(len(files), 10)
        for file in files:
            document = json.loads(file.read_text("utf-8"))
            robot, same = iklab.Robot.from_preset(file.stem), iklab.Robot.from_scenario(document)
            tip = robot.effectors[-1]
            np.testing.assert_array_equal(robot.fk(robot.start, tip), same.fk(same.start, tip))
            self.assertEqual(robot.notes, (document["note"],))

    def test_presets_include_generated_scenes(self):
        made = {"y", "double-y", "planar-3-link", "spatial-8", "human-arm", "buss-kim-figure-1"}
        self.assertLessEqual(made, {*iklab.presets()})
        for name in iklab.presets():
            robot = iklab.Robot.from_preset(name)
            for tip in robot.effectors:
                self.assertTrue(np.isfinite(robot.fk(robot.start, tip)).all(), name)
        # Three links, computed here.
        q, arm = np.array([0.4, 0.8, 0.6]), iklab.Robot.from_preset("planar-3-link")
        angles, lengths = np.cumsum(q), np.array([1, 0.8, 0.5])
        tip = [np.dot(lengths, np.cos(angles)), np.dot(lengths, np.sin(angles))]
        np.testing.assert_allclose(arm.fk(q)[:2, 3], tip, atol=1e-12)

    def test_unknown_preset_lists_the_known_ones(self):
        for name in ("ur5", "../_load", ""):
            with self.assertRaisesRegex(ValueError, "^name must be one of allegro, arm-6, .*; got "):
                iklab.Robot.from_preset(name)


if __name__ == "__main__":
    unittest.main()
