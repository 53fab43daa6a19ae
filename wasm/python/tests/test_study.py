"""Studies: problems by index; each row equals a single solve, for any number of threads."""

import csv
import json
import tempfile
import unittest
import warnings
from pathlib import Path

import iklab
import numpy as np
from robots import PRESETS

UR5E = json.loads((PRESETS / "presets/shelf/ur5e.json").read_text(encoding="utf-8"))
METHODS = [{"id": "dls", "params": {"lambda": 0.05}}, {"id": "sdls", "label": "Mine"}]


def document(sampling=None, scene=None, **changed):
    scenario = {**UR5E, "methods": METHODS, **(scene or {})}
    drawn = {"kind": "reachable", "start": "random", **(sampling or {})}
    return {"iklabStudy": 1, "scenario": scenario, "sampling": drawn, "count": 60, **changed}


def setUpModule():
    warnings.filterwarnings("ignore", "a (study|scenario) of version 1")


class Versions(unittest.TestCase):
    ARM = {
        "tree": {"planar": {"links": [0.4, 0.6]}},
        "targets": [{"effector": "tip", "position": [0.2, 0.5, 0]}],
        "methods": [{"id": "dls"}, {"id": "sdls", "params": {"gammaMax": 0.5}}],
    }

    def note(self, **changed):
        asked = {"iklabStudy": 1, "count": 1, "scenario": {**self.ARM, **changed}}
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            iklab.study(asked)
        return "; ".join(str(each.message) for each in told)

    def test_warning_names_the_defaults_that_version_2_changes(self):
        self.assertEqual(
            self.note(),
            "a study of version 1: version 2 has other defaults for lengths of methods (DLS: "
            "lambda 1.1 m (published)), stop rules (maxRises 3, minImprovement 0.00001), "
            "limitPolicy (ignore), orientationWeight (1); iklab upgrade writes them out",
        )
        said = {
            "limitPolicy": "clamp",
            "targets": [{**self.ARM["targets"][0], "orientationWeight": 0.2}],
            "methods": [{"id": "dls", "params": {"lambda": 0.3}}],
            "run": {"maxRises": None, "minImprovement": 0},
        }
        self.assertEqual(self.note(**said), "")
        self.assertEqual(self.note(iklab=2), "")
        self.assertIn("for stop rules (maxRises 3, minImprovement 0);",
                      self.note(**{**said, "run": {"minImprovement": 0}, "iklab": 1}))

    def test_warning_points_at_the_caller(self):
        with self.assertWarns(UserWarning) as told:
            iklab.study({"iklabStudy": 1, "count": 1, "scenario": self.ARM})
        self.assertEqual(told.filename, __file__)


class Studies(unittest.TestCase):
    def test_rows_are_bit_identical_for_any_number_of_threads(self):
        asked = document(restarts={"most": 3})
        one = iklab.study(asked, threads=1)
        for threads in (2, 5, None):
            other = iklab.study(asked, threads=threads)
            for name in one.columns:
                np.testing.assert_array_equal(one[name], other[name], name)
            for name in ("q", "starts", "goals"):
                np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
        self.assertGreater(one["restarts"].max(), 0)
        self.assertTrue(0 < one["solved"].sum() <= len(one))

    def test_rows_of_a_large_study_equal_those_of_a_part(self):
        asked = document(scene={"methods": [{"id": "dls", "params": {"lambda": 0.05}}]}, count=4200)
        many, few = iklab.study(asked), iklab.study(asked, first=4090, count=20)
        self.assertEqual(many["index"].tolist(), [*range(4200)])
        np.testing.assert_array_equal(many.q[4090:4110], few.q)
        np.testing.assert_array_equal(many.starts[4090:4110], few.starts)

    def test_reads_the_scenario_file_it_names(self):
        scene = {"iklab": 2, "preset": "ur5e", "methods": METHODS}
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "arm.json").write_text(json.dumps(scene), encoding="utf-8")
            named = {"iklabStudy": 2, "scenario": "arm.json", "count": 10}
            Path(folder, "study.json").write_text(json.dumps(named), encoding="utf-8")
            rows = iklab.study(Path(folder, "study.json"))
        inside = iklab.study({**named, "scenario": scene})
        np.testing.assert_array_equal(rows.q, inside.q)

    def test_unknown_study_version_is_rejected(self):
        scene = {"iklab": 2, "preset": "ur5e", "methods": METHODS}
        with self.assertRaisesRegex(ValueError, "iklabStudy must be 1 or 2, .*; got 3"):
            iklab.study({"iklabStudy": 3, "scenario": scene, "count": 10})

    def test_version_2_ignores_stop_rules_of_a_preset(self):
        asked = {"iklabStudy": 2, "scenario": {"preset": "ur5e", "methods": METHODS}, "count": 60}
        run = {"mode": "converge", "tolerance": 0.001, "maxRises": None, "minImprovement": 0}
        said = {**asked, "scenario": {**asked["scenario"], "run": run}}
        alone, explicit = iklab.study(asked), iklab.study(said)
        np.testing.assert_array_equal(alone.q, explicit.q)
        old = iklab.study({**asked, "iklabStudy": 1})
        self.assertLess(old["solved"].sum(), alone["solved"].sum())

    def test_parts_equal_the_whole_study(self):
        whole = iklab.study(document())
        part = iklab.study(document(), first=17, count=20)
        self.assertEqual(part["index"].tolist(), [*range(17, 37)] * 2)
        np.testing.assert_array_equal(part.q[:20], whole.q[17:37])
        np.testing.assert_array_equal(part.q[20:], whole.q[77:97])
        other = iklab.study(document(seed=2))
        self.assertFalse(np.array_equal(other.starts, whole.starts))

    def test_rows_equal_single_solves(self):
        rows = iklab.study(document())
        robot = iklab.Robot.from_scenario(UR5E)
        for i in np.flatnonzero(rows["method"] == "sdls"):
            goal = iklab.Pose(rows.goals[i, 0, :3], rows.goals[i, 0, 3:])
            asked = dict(limits="clamp", tolerance=1e-3, orientation_weight=0.35, restarts=0)
            alone = robot.solve(goal, rows.starts[i], "sdls", **asked)
            self.assertEqual((alone.stop, alone.updates), (rows["stop"][i], rows["updates"][i]))
            np.testing.assert_allclose(alone.q, rows.q[i], atol=1e-9)

    def test_version_2_scales_lengths_and_has_no_early_stop_rules(self):
        targets = [
            {k: x for k, x in t.items() if k != "orientationWeight"} for t in UR5E["targets"]
        ]
        scene = {"tree": UR5E["tree"], "start": UR5E["start"], "targets": targets}
        scene["methods"] = [{"id": "dls"}]
        asked = {"scenario": scene, "sampling": {"kind": "reachable", "start": "given"}}
        old, new = (iklab.study({"iklabStudy": v, **asked}, count=60) for v in (1, 2))
        early = {"oscillating", "no-improvement"}
        self.assertTrue(early & set(old["stop"]))
        self.assertFalse(early & set(new["stop"]))
        self.assertGreater(new["solved"].sum(), old["solved"].sum() + 20)
        for v in (3, "2"):
            with self.assertRaisesRegex(ValueError, "^iklabStudy must be 1 or 2, .*; got "):
                iklab.study({"iklabStudy": v, **asked}, count=1)

    def test_preset_by_name_uses_the_defaults_of_the_study_version(self):
        methods = [{"id": "dls"}, {"id": "sdls"}]
        named = {"iklabStudy": 2, "scenario": {"preset": "ur5e", "methods": methods}, "count": 40}
        written = {**UR5E, "iklab": 1, "methods": methods}
        here, there = iklab.study(named), iklab.study({**named, "scenario": written})
        np.testing.assert_array_equal(here.goals, there.goals)
        self.assertGreater(here["solved"][:40].sum(), there["solved"][:40].sum())
        old = iklab.study({**named, "iklabStudy": 1})
        np.testing.assert_array_equal(old.q, there.q)

    def test_sampling_follows_its_settings(self):
        low, high = [0.2, -0.3, 0.1], [0.5, 0.3, 0.6]
        box = iklab.study(document({"kind": "box", "low": low, "high": high, "anyTurn": True}))
        positions = box.goals[:, 0, :3]
        self.assertTrue(((positions >= low) & (positions <= high)).all())
        self.assertEqual(len(np.unique(positions[:60], axis=0)), 60)
        given = iklab.study(document({"start": "given"}))
        np.testing.assert_array_equal(given.starts, np.tile(UR5E["start"], (120, 1)))
        middle = iklab.study(document({"kind": "singular", "start": "middle"}))
        np.testing.assert_allclose(middle.starts, 0, atol=1e-15)

    def test_rows_of_partial_targets_equal_single_solves(self):
        own = {"position": 0.002, "rotation": 0.004}
        for free in ({"orientation": ["z"]}, {"position": ["x"], "frame": "target"}):
            for tolerance in (None, own):
                target = {**UR5E["targets"][0], "free": free, "tolerance": tolerance}
                asked = document(scene={"targets": [target], "methods": [{"id": "sdls"}]})
                rows = iklab.study(asked)
                robot = iklab.Robot.from_scenario(UR5E)
                for i in range(len(rows)):
                    goal = iklab.Pose(rows.goals[i, 0, :3], rows.goals[i, 0, 3:])
                    alone = robot.solve(
                        goal,
                        rows.starts[i],
                        "sdls",
                        tolerance=tolerance or 1e-3,
                        orientation_weight=0.35,
                        restarts=0,
                        free=free,
                    )
                    self.assertEqual(
                        (alone.stop, alone.updates), (rows["stop"][i], rows["updates"][i])
                    )
                    np.testing.assert_allclose(alone.q, rows.q[i], atol=1e-9)
                self.assertGreater(rows["solved"].sum(), 30)

    def test_presets_with_partial_targets_equal_their_scenario(self):
        sampling = {"kind": "reachable", "start": "random"}
        for name in ("so-101", "widowx-200"):
            whole = json.loads((PRESETS / f"presets/shelf/{name}.json").read_text(encoding="utf-8"))
            self.assertIn("free", whole["targets"][0])
            asked = {"iklabStudy": 1, "sampling": sampling, "count": 30}
            named = iklab.study({**asked, "scenario": {"preset": name}})
            written = iklab.study({**asked, "scenario": whole})
            np.testing.assert_array_equal(named.q, written.q)
            self.assertGreater(named["solved"].sum(), 5)

    def test_optional_columns_are_added_on_request(self):
        plain = iklab.study(document())
        more = iklab.study(document(levels=True, conditions=True))
        self.assertNotIn("within1", plain.columns)
        self.assertIn("within1", more.columns)
        self.assertTrue((more["condition"] >= 1).all())
        self.assertEqual(plain.labels, ("DLS", "Mine"))

    def test_causes_match_the_closed_form(self):
        joints = [
            {"id": "shoulder", "limits": [-1000, 1000]},
            {"id": "elbow", "parent": "shoulder", "xyz": [1, 0, 0], "limits": [-0.9, 0.9]},
        ]
        tree = {"joints": joints, "effectors": [{"id": "tip", "parent": "elbow", "xyz": [0.7, 0, 0]}]}
        scenario = {
            "tree": tree,
            "start": [0.3, 0.4],
            "limitPolicy": "clamp",
            "targets": [{"effector": "tip", "position": [1, 0.5, 0]}],
            "methods": [{"id": "levenberg-marquardt"}],
            "run": {"mode": "converge", "maxUpdates": 200},
        }
        box = {"kind": "box", "low": [-1.5, -1.5, 0], "high": [1.5, 1.5, 0]}
        asked = {"iklabStudy": 2, "scenario": scenario, "sampling": box, "count": 80, "causes": 60}
        rows = iklab.study(asked)
        far = np.hypot(*rows.goals[:, 0, :2].T)
        with np.errstate(invalid="ignore"):
            elbow = np.arccos((far**2 - 1 - 0.49) / 1.4)
        asks = (rows["index"] < 60) & ~rows["solved"]
        beyond = asks & np.isnan(elbow)
        limited = asks & (elbow > 0.91)
        self.assertGreater(beyond.sum(), 2)
        self.assertGreater(limited.sum(), 5)
        self.assertEqual(set(rows["cause"][beyond]), {"out-of-reach"})
        self.assertEqual(set(rows["cause"][limited]), {"joint-limits"})
        self.assertEqual(set(rows["causeJoint"][limited]), {"elbow"})
        self.assertEqual(set(rows["cause"][~asks]), {""})
        for threads in (1, 3):
            again = iklab.study(asked, threads=threads)
            self.assertEqual(again["cause"].tolist(), rows["cause"].tolist())
        plain = iklab.study({**asked, "causes": 0})
        self.assertNotIn("cause", plain.columns)
        np.testing.assert_array_equal(plain.q, rows.q)

    def test_solutions_name_where_each_method_ends(self):
        near = {"kind": "reachable", "start": "near", "spread": 0.02}
        scene = {"preset": "ur5e", "methods": [{"id": "levenberg-marquardt"}]}
        asked = {"iklabStudy": 2, "scenario": scene, "sampling": near, "count": 60}
        rows = iklab.study({**asked, "solutions": True})
        turn = np.abs(rows.q - rows.starts).max(axis=1)
        np.testing.assert_allclose(rows["turn"], turn, rtol=0, atol=1e-14)
        self.assertLessEqual(set(rows["branches"]), {2, 4, 6, 8})
        ended = rows["solved"] & (rows["branch"] > 0)
        self.assertGreater(ended.sum(), 50)
        # The start is beside the pose that gave the goal, so a method mostly ends there.
        nearest = rows["branch"] == rows["nearestBranch"]
        self.assertGreater(nearest[ended].mean(), 0.8)
        close = ended & nearest
        np.testing.assert_allclose(turn[close], rows["nearestTurn"][close], rtol=0, atol=0.05)
        self.assertTrue((rows["branch"][~rows["solved"]] == 0).all())
        proved = rows["certified"][rows["certifiedInLimits"]]
        self.assertTrue((proved > 0).all())
        for threads in (1, 3):
            again = iklab.study({**asked, "solutions": True}, threads=threads)
            self.assertEqual(again["branch"].tolist(), rows["branch"].tolist())
        plain = iklab.study(asked)
        self.assertNotIn("branch", plain.columns)
        np.testing.assert_array_equal(plain.q, rows.q)

    def test_solutions_are_refused_without_a_closed_form(self):
        asked = {"iklabStudy": 2, "sampling": {"kind": "reachable"}, "count": 5, "solutions": True}
        scene = {"preset": "panda", "methods": [{"id": "sdls"}]}
        reason = "^solutions must be false for .*; got true \\(.+\\)$"
        with self.assertRaisesRegex(ValueError, reason):
            iklab.study({**asked, "scenario": scene})

    def test_switches_must_be_true_or_false(self):
        switches = ("sharedRestarts", "levels", "conditions", "solutions")
        wrong = [({name: "no"}, name, "'no'") for name in switches]
        wrong.append(({"solutions": 1}, "solutions", "1"))
        box = {"kind": "box", "low": [0, 0, 0], "high": [1, 1, 1], "anyTurn": None}
        wrong.append(({"sampling": box}, "sampling.anyTurn", "None"))
        for added, name, got in wrong:
            with self.assertRaises(ValueError) as refused:
                iklab.study({**document(count=3), **added})
            self.assertEqual(str(refused.exception), f"{name} must be True or False; got {got}")

    def test_version_1_uses_published_default_lengths(self):
        plain = [{"id": "dls"}]
        asked = document(scene={"methods": plain})
        written = document(scene={"methods": [{"id": "dls", "params": {"lambda": 1.1}}]})
        np.testing.assert_array_equal(iklab.study(asked).q, iklab.study(written).q)

    def test_clamps_and_secondary_goals_equal_single_solves(self):
        clamp = {"mode": "adaptive", "distance": 0.05, "rule": "repaired"}
        ball = {"kind": "clearance", "gain": 0.2, "centre": [0.2, 0.2, 0.3], "radius": 0.5}
        for changed, own in (
            ({"targetClamp": clamp}, {"clamp": clamp}),
            ({"secondary": {"kind": "limit-middle"}}, {"secondary": {"kind": "limit-middle"}}),
            ({"secondary": ball}, {"secondary": ball}),
        ):
            dls = {"id": "dls", "params": {"lambda": 0.05}}
            target = {**UR5E["targets"][0], "free": {"orientation": ["z"]}}
            scene = {"targets": [target], "run": {"mode": "converge", "maxUpdates": 25}}
            plain, rows = (
                iklab.study(document(scene={**scene, "methods": [method]}, count=20))
                for method in (dls, {**dls, **changed})
            )
            self.assertFalse(np.allclose(plain.q, rows.q), changed)
            robot = iklab.Robot.from_scenario(UR5E)
            for i in range(20):
                alone = robot.solve(
                    iklab.Pose(rows.goals[i, 0, :3], rows.goals[i, 0, 3:]),
                    rows.starts[i],
                    iklab.dls(lambda_=0.05),
                    orientation_weight=target.get("orientationWeight", 1),
                    max_updates=25,
                    restarts=0,
                    free=target["free"],
                    **own,
                )
                np.testing.assert_allclose(alone.q, rows.q[i], atol=1e-9)

    def test_rows_of_a_sweep_equal_those_of_each_value(self):
        damping = {"path": "methods[*].params.lambda", "from": 0.01, "to": 1, "count": 5}
        updates = {"path": "run.maxUpdates", "from": 10, "to": 40, "count": 2}
        methods = [{"id": "dls"}, {"id": "dls", "label": "Slow", "gain": 0.5}]
        sweep = [{**damping, "scale": "log"}, updates]
        rows = iklab.study(document(scene={"methods": methods}, sweep=sweep, count=15))
        self.assertEqual(rows.columns[:5], ("method", "label", damping["path"], updates["path"], "index"))
        self.assertEqual(rows.labels, ("DLS", "Slow"))
        at = 0
        for method in methods:
            for value in np.geomspace(0.01, 1, 5):
                for most in (10, 40):
                    part = slice(at, at + 15)
                    at += 15
                    told = rows[damping["path"]][part]
                    np.testing.assert_allclose(told, value, rtol=1e-11)
                    self.assertEqual(float(f"{told[0]:.12g}"), told[0])
                    self.assertEqual(rows[updates["path"]][part].tolist(), [most] * 15)
                    own = {**method, "params": {"lambda": told[0]}}
                    run = {**UR5E["run"], "maxUpdates": most}
                    alone = iklab.study(document(scene={"methods": [own], "run": run}, count=15))
                    np.testing.assert_array_equal(rows.q[part], alone.q)
                    self.assertEqual(rows["stop"][part].tolist(), alone["stop"].tolist())
        self.assertEqual(at, len(rows))

    def test_sweep_covers_restarts_of_the_study(self):
        axis = {"path": "run.restarts.most", "from": 0, "to": 3, "count": 2}
        rows = iklab.study(document(restarts={"most": 1}, sweep=[axis], count=30))
        few, many = (rows["run.restarts.most"] == each for each in (0, 3))
        self.assertEqual(rows["restarts"][few].max(), 0)
        self.assertEqual(rows["restarts"][many].max(), 3)

    def test_study_is_read_from_text_and_files(self):
        rows = iklab.study(document())
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "study.json")
            file.write_text(json.dumps(document()), encoding="utf-8")
            for same in (json.dumps(document()), file, str(file)):
                np.testing.assert_array_equal(iklab.study(same).q, rows.q)

    def test_saved_rows_equal_the_table(self):
        rows = iklab.study(document(conditions=True))
        with tempfile.TemporaryDirectory() as folder:
            packed, text = Path(folder, "rows.npz"), Path(folder, "rows.csv")
            rows.save(packed)
            rows.save(text)
            with np.load(packed) as arrays:
                for name in rows.columns:
                    np.testing.assert_array_equal(arrays[name], rows[name])
                np.testing.assert_array_equal(arrays["goals"], rows.goals)
                self.assertEqual(json.loads(str(arrays["document"])), rows.document)
            with text.open(encoding="utf-8", newline="") as file:
                read = list(csv.DictReader(file))
            self.assertEqual(len(read), len(rows))
            for i, row in enumerate(read):
                self.assertEqual(float(row["error"]), rows["error"][i])
                self.assertEqual(float(row["end.elbow_joint"]), rows.q[i, 2])
                self.assertEqual(int(row["solved"]), rows["solved"][i])
            table = rows.to_numpy()
            self.assertEqual(table.dtype.names, rows.columns)
            np.testing.assert_array_equal(table["stop"], rows["stop"])
            with self.assertRaisesRegex(ValueError, r"^path must end in \.npz or \.csv; got "):
                rows.save(Path(folder, "rows.txt"))


def scene(**changed):
    return document(scene=changed)


TEN = {"path": "methods[0].params.lambda", "from": 1, "to": 10, "count": 10}


def swept(**axis):
    return document(sweep=[axis])


BAD = [
    ([], "the study must be a JSON object; got []"),
    ("{", "the study: line 1, column 2: "),
    (document(sweep=3), "sweep must be a list of at most 2; got 3"),
    (swept(path="run.tolerance"), "sweep[0].from must be a number; got None"),
    (swept(path="run.tolerance", **{"from": 0}), "sweep[0].to must be a number; got None"),
    (swept(**{**TEN, "count": 1}), "sweep[0].count must be from 2 to 1000; got 1"),
    (swept(**TEN, scale="cubic"), "sweep[0].scale must be one of linear, log; got 'cubic'"),
    (swept(**{**TEN, "from": 0}, scale="log"), "sweep[0].from must be > 0 on a scale 'log'; got 0"),
    (swept(**TEN, step=1), "sweep[0] has no 'step'; known: path, from, to, count, scale"),
    (document(sweep=[TEN, TEN]), "sweep[1].path must be another number than that of sweep[0]"),
    (
        document(sweep=[{**TEN, "count": 40}, {**TEN, "path": "run.tolerance", "count": 26}]),
        "sweep must have at most 1000 points in all; got 1040",
    ),
    *(
        (
            swept(**{**TEN, "path": wrong}),
            "sweep[0].path must be the path of a number of methods or run, such as "
            f"methods[0].params.lambda; got {wrong!r}; the page, the command line and npm",
        )
        for wrong in (
            *("tree.joints[0].xyz[0]", "methods[2].params.lambda", "methods[0].params.lamda"),
            *("methods[*].params.lambda", "methods[0].secondary.gain", "run.residual"),
            *("run.restarts.most", "run.speed", "methods[0].slot"),
        )
    ),
    (
        swept(**{**TEN, "from": -1}),
        "sweep produces an invalid value: methods[0].params.lambda must be from 0 to 1000; got -1",
    ),
    (
        swept(**{**TEN, "path": "run.maxUpdates", "to": 4}),
        "sweep produces an invalid value: maxUpdates must be a whole number; got 1.33333333333",
    ),
    (document(count=0), "count must be from 1 to 100000000; got 0"),
    (document(count=None), "count must be a whole number; got None"),
    (document(seed=-1), "seed must be from 0 to 9007199254740991; got -1"),
    (document(scenario=7), "scenario must be a JSON object; got 7"),
    (document(restarts={"most": -1}), "restarts.most must be from 0 to 1000; got -1"),
    (
        document(restarts={"most": 1, "maxSlow": -1}),
        "restarts.maxSlow must be from 0 to 1000000; got -1",
    ),
    (
        document(restarts={"most": 1, "outside": "in"}),
        "restarts.outside must be one of keep, wrap, turn; got 'in'",
    ),
    (
        document({"kind": "path"}),
        "sampling.kind must be one of reachable, singular, box, follow; got 'path'; the page, the "
        "command line and npm have it",
    ),
    (document({"low": [0, 0, 0]}), "sampling has no 'low'; known: kind, start, spread"),
    (document({"kind": "box"}), "sampling.low must be numbers; got None"),
    (
        document({"start": "far"}),
        "sampling.start must be one of given, random, near, middle; got 'far'",
    ),
    (
        document({"kind": "box", "low": [0] * 3, "high": [1] * 3, "start": "near"}),
        "start 'near' needs ",
    ),
    (scene(preset="ur5"), "scenario.preset: name must be one of allegro, "),
    (scene(limitPolicy="hold"), "limitPolicy must be one of ignore, clamp, lock, wrap; got 'hold'"),
    (scene(methods=[]), "methods must be a list of one at least; got []"),
    (
        scene(methods=[{"id": "dls-clamped"}]),
        "methods[0].id must be one of transpose, pseudoinverse, ",
    ),
    (
        scene(methods=[{"id": "formula", "params": {"text": "Δθ = Jᵀ e"}}]),
        "methods[0].id must be a built-in method; got 'formula'. Formulas run in studies of the page",
    ),
    (
        scene(methods=[{"id": "dls", "targetClamp": {"mode": "soft"}}]),
        "methods[0].targetClamp.mode must be one of off, fixed, adaptive; got 'soft'",
    ),
    (
        scene(methods=[{"id": "dls", "targetClamp": {"mode": "fixed", "distance": 0}}]),
        "methods[0].targetClamp.distance must be above 0",
    ),
    (
        scene(methods=[{"id": "bfgs", "targetClamp": {"mode": "fixed"}}]),
        "methods[0].targetClamp.mode must be off: 'bfgs' sees the whole error; got 'fixed'",
    ),
    (
        scene(methods=[{"id": "dls", "secondary": {"kind": "rest", "gain": -1}}]),
        "methods[0].secondary.gain must be from 0 to 1e+15; got -1",
    ),
    (
        scene(methods=[{"id": "ccd", "secondary": {"kind": "rest"}}]),
        "methods[0].secondary must be null: 'ccd' has no nullspace for it; got 'rest'",
    ),
    (scene(methods=[{"id": "dls", "gain": -1}]), "methods[0].gain must be above 0"),
    (scene(methods=[{"id": "dls", "params": {"lamda": 1}}]), "dls has no parameter 'lamda'"),
    (
        scene(methods=[{"id": "dls", "params": {"lambda": -1}}]),
        "methods[0].params.lambda must be from 0 to 1000; got -1",
    ),
    (
        scene(targets=[{"effector": "hand", "position": [0, 0, 0]}]),
        "target on 'hand': there is no such effector",
    ),
    (
        scene(targets=[{"effector": "tool0", "position": [0, 0]}]),
        "targets[0].position: (2,), must be ",
    ),
    (
        scene(targets=[{"effector": "tool0", "free": {"orientation": ["x"]}}]),
        "targets[0].free.orientation must be left out where the goal has no orientation",
    ),
    (
        scene(targets=[{"effector": "tool0", "tolerance": {"position": -1, "rotation": 0}}]),
        "targets[0].tolerance.position must be from 0 to 1e+15; got -1",
    ),
    (scene(run={"tolerance": -1}), "tolerance must be from 0 to 1e+15; got -1"),
    (scene(run={"maxUpdates": 1.5}), "maxUpdates must be a whole number; got 1.5"),
    (scene(start=[0] * 5), "start: (5,), must be (6,): 6 joints"),
]


class BadStudies(unittest.TestCase):
    def test_bad_studies_raise_value_errors_that_name_the_field(self):
        for asked, sentence in BAD:
            with self.subTest(sentence):
                with self.assertRaises(ValueError) as refused:
                    iklab.study(asked)
                self.assertTrue(str(refused.exception).startswith(sentence), str(refused.exception))


if __name__ == "__main__":
    unittest.main()
